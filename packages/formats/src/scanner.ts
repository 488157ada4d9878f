import { bytesOf, type Cursor } from './cursor.ts';
import { endOfText, skipText, takeText } from './json-text.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const NEWLINE = 0x0a;

/** The name of a member as it stands in rows, `"name":`, as four-byte words. */
export interface Key {
  readonly length: number;
  /** Its first three bytes behind a bracket, and behind a comma. */
  readonly opening: number;
  readonly next: number;
  /** Its last four bytes. */
  readonly last: number;
  /** Those between them, of a name that may be taken for another one. */
  readonly between: Int32Array;
}

/** The name of a member as it stands in rows. @param mayLack rows may lack it, so that another one stands in its place */
export function keyOf(name: string, mayLack: boolean): Key {
  const bytes = bytesOf(`,${JSON.stringify(name)}:`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const between: number[] = [];
  if (mayLack) for (let at = 4; at + 4 < bytes.length; at += 4) between.push(view.getInt32(at, true));
  const next = view.getInt32(0, true);
  return {
    length: bytes.length,
    opening: (next & ~0xff) | OPEN,
    next,
    last: view.getInt32(bytes.length - 4, true),
    between: Int32Array.from(between),
  };
}

/**
 * Moves behind the name of a member if it stands here, with the bracket or comma before it.
 *
 * @param isFirst whether it would be the first
 */
export function enter(cursor: Cursor, key: Key, isFirst: boolean): boolean {
  const { words, at } = cursor;
  const end = at + key.length;
  if (
    end > words.byteLength ||
    words.getInt32(at, true) !== (isFirst ? key.opening : key.next) ||
    // An empty name has no more than four bytes, and its comma is among them.
    (key.length > 4 && words.getInt32(end - 4, true) !== key.last)
  )
    return false;
  const { between } = key;
  for (let i = 0; i < between.length; i++)
    if (words.getInt32(at + 4 + 4 * i, true) !== between[i]) return false;
  cursor.at = end;
  return true;
}

/** Moves behind the end of an object whose members have all been read. @param isEmpty whether it had none */
export function leave(cursor: Cursor, isEmpty: boolean): boolean {
  if (isEmpty && cursor.src[cursor.at++] !== OPEN) return false;
  return cursor.src[cursor.at++] === CLOSE;
}

/** Whether null stands here: moves behind it. */
export function takeNull(cursor: Cursor): boolean {
  const { src, at } = cursor;
  if (src[at] !== 0x6e || src[at + 3] !== 0x6c) return false;
  cursor.at = at + 4;
  return true;
}

/** The first byte of the value that stands here. */
export const peek = ({ src, at }: Cursor): number => src[at] ?? 0;

/** What a value begins with. */
export const begins = {
  text: (byte: number): boolean => byte === QUOTE,
  object: (byte: number): boolean => byte === OPEN,
  list: (byte: number): boolean => byte === OPEN_LIST,
  number: (byte: number): boolean => byte === MINUS || (byte >= ZERO && byte <= 0x39),
  boolean: (byte: number): boolean => byte === 0x74 || byte === 0x66,
};

/** The place behind the value that begins here; −1 if it does not end in its line. */
export function endOfValue(src: Uint8Array, from: number): number {
  const first = src[from];
  if (first === QUOTE) return endOfText(src, from);
  if (first === OPEN || first === OPEN_LIST) return endOfNested(src, from);
  for (let at = from; at < src.length; at++) {
    const byte = src[at];
    if (byte === COMMA || byte === CLOSE || byte === CLOSE_LIST) return at;
    if (byte === NEWLINE) return -1;
  }
  return -1;
}

/** The place behind an object or a list. */
function endOfNested(src: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < src.length; at++) {
    const byte = src[at];
    if (byte === QUOTE) {
      const end = endOfText(src, at);
      if (end < 0) return -1;
      at = end - 1;
    } else if (byte === OPEN || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth--;
      if (depth === 0) return at + 1;
    } else if (byte === NEWLINE) return -1;
  }
  return -1;
}

/** The bytes of a value, as JSON. Moves behind it. Undefined if it does not end. */
export function takeJson(cursor: Cursor): Uint8Array | undefined {
  const { src, at } = cursor;
  const end = endOfValue(src, at);
  if (end < 0) return undefined;
  cursor.at = end;
  return src.subarray(at, end);
}

/** Moves behind the value that stands here. False if it does not end. */
export function skipValue(cursor: Cursor): boolean {
  if (cursor.src[cursor.at] === QUOTE && skipText(cursor)) return true;
  const end = endOfValue(cursor.src, cursor.at);
  if (end <= cursor.at) return false;
  cursor.at = end;
  return true;
}

/** Begins the list that stands here. False if it is none. */
export function enterList(cursor: Cursor): boolean {
  if (cursor.src[cursor.at] !== OPEN_LIST) return false;
  cursor.at++;
  return true;
}

/** Whether the list ends here: moves behind its end, else behind the comma before the next element. */
export function endsList(cursor: Cursor): boolean {
  const byte = cursor.src[cursor.at];
  if (byte === CLOSE_LIST) {
    cursor.at++;
    return true;
  }
  if (byte === COMMA) cursor.at++;
  return false;
}

/** Begins an object with any keys. False if none stands here. */
export function enterMap(cursor: Cursor): boolean {
  if (cursor.src[cursor.at] !== OPEN) return false;
  cursor.at++;
  return true;
}

/** The next key of an object with any keys, moving behind its colon; null at the end of the object; undefined if there is none. */
export function takeKey(cursor: Cursor): Uint8Array | null | undefined {
  const byte = cursor.src[cursor.at];
  if (byte === CLOSE) {
    cursor.at++;
    return null;
  }
  if (byte === COMMA) cursor.at++;
  const key = takeText(cursor);
  if (key === undefined || cursor.src[cursor.at] !== COLON) return undefined;
  cursor.at++;
  return key;
}
