/** Where a format reads a JSON line, and where it writes. Bytes and `view` are the same memory. */
export interface Cursor {
  /** Lines of JSON. `words` is the same memory. */
  src: Uint8Array;
  words: DataView;
  /** Offset of the next byte to read. */
  at: number;
  out: Uint8Array;
  view: DataView;
  /** Offset of the next byte to write. */
  to: number;
  /** A text whose escapes have been replaced. */
  text: Uint8Array;
  /** The date that was read last, as three words, and its days since 1970. Rows next to each other mostly have the same. */
  year: number;
  month: number;
  day: number;
  days: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const NEWLINE = 0x0a;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The bytes of a text, in UTF-8. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** Appends the bytes that stand from one place to another. Four bytes at a time, so up to three behind them are written, too. */
export function copy(cursor: Cursor, from: number, end: number): void {
  const { src, out, words, view } = cursor;
  let to = cursor.to;
  let at = from;
  const safe = Math.min(end, src.length - 3);
  for (; at < safe; at += 4, to += 4) view.setInt32(to, words.getInt32(at, true), true);
  if (at > end) to -= at - end;
  for (; at < end; at++) out[to++] = src[at] ?? 0;
  cursor.to = to;
}

/** A new cursor, which `reserve` gives memory. */
export const newCursor = (): Cursor => {
  const out = new Uint8Array(0);
  const view = new DataView(out.buffer);
  return { src: out, words: view, at: 0, out, view, to: 0, text: out, year: 0, month: 0, day: 0, days: NaN };
};

/** Lets a cursor write to the beginning of this memory. */
export function writeTo(cursor: Cursor, out: Uint8Array): void {
  cursor.out = out;
  cursor.view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  cursor.to = 0;
}

/** Lets a cursor read these lines from the beginning. */
export function readFrom(cursor: Cursor, src: Uint8Array): void {
  cursor.src = src;
  cursor.words = new DataView(src.buffer, src.byteOffset, src.byteLength);
  cursor.at = 0;
}

/** Makes room for so many bytes at `to`. Keeps what is written. */
export function reserve(cursor: Cursor, bytes: number): void {
  const { out, to } = cursor;
  if (out.byteLength - to >= bytes) return;
  const larger = new Uint8Array(Math.max(2 * out.byteLength, to + bytes, 4096));
  larger.set(out.subarray(0, to));
  cursor.out = larger;
  cursor.view = new DataView(larger.buffer);
}

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

/** The place behind a text that begins here; −1 if it does not end. */
export function endOfText(src: Uint8Array, from: number): number {
  for (let at = from + 1; at < src.length; at++) {
    const byte = src[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
    else if (byte === NEWLINE) return -1;
  }
  return -1;
}

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

/** The value that stands here, as JSON.parse gives it. Moves behind it. Undefined if it is none. */
function takeValue(cursor: Cursor): unknown {
  const end = endOfValue(cursor.src, cursor.at);
  if (end < 0) return undefined;
  const text = decoder.decode(cursor.src.subarray(cursor.at, end));
  cursor.at = end;
  return parsed(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A row that was malformed on purpose.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The bytes of a value, as JSON. Moves behind it. Undefined if it does not end. */
export function takeJson(cursor: Cursor): Uint8Array | undefined {
  const { src, at } = cursor;
  const end = endOfValue(src, at);
  if (end < 0) return undefined;
  cursor.at = end;
  return src.subarray(at, end);
}

/**
 * The text that stands here, in UTF-8, without quotes and escapes. Moves behind it. Undefined if it is none. Lone surrogates become
 * U+FFFD. The bytes are valid until the next text is taken.
 */
export function takeText(cursor: Cursor): Uint8Array | undefined {
  const { src, at } = cursor;
  if (src[at] !== QUOTE) return undefined;
  let end = at + 1;
  let byte = src[end];
  while (byte !== QUOTE && byte !== BACKSLASH && byte !== NEWLINE && byte !== undefined) byte = src[++end];
  if (byte === QUOTE) {
    cursor.at = end + 1;
    return src.subarray(at + 1, end);
  }
  return byte === BACKSLASH ? unescaped(cursor, end) : undefined;
}

/** What stops a copy of a text. */
export interface Stops {
  /** Whether a byte does: 1 or 0. */
  readonly bytes: Uint8Array;
  /** How many of two bytes, by their value in little endian, come before one that does: 0, 1 or 2. */
  readonly pairs: Uint8Array;
}

/** Stops at the end of a text, at escapes, and at some more characters. */
export function stopsAt(more: string): Stops {
  const bytes = new Uint8Array(256);
  // Control characters never stand in a text. A newline ends a row whose text does not end.
  bytes.fill(1, 0, 0x20);
  for (const each of bytesOf(`"\\${more}`)) bytes[each] = 1;
  const pairs = new Uint8Array(65_536);
  for (let i = 0; i < pairs.length; i++) pairs[i] = bytes[i & 255] === 1 ? 0 : bytes[i >> 8] === 1 ? 1 : 2;
  return { bytes, pairs };
}

const END: Stops = stopsAt('');

/**
 * Copies the text that stands here to a place, without quotation marks, and moves behind it. Returns the place behind the copy; −1
 * if it is no text, or has an escape or another stop: nothing is moved. Up to four bytes behind the copy are written, too.
 */
export function copyText(cursor: Cursor, place: number, { bytes, pairs }: Stops = END): number {
  const { src, words, view, out } = cursor;
  let { at } = cursor;
  if (src[at] !== QUOTE) return -1;
  at++;
  let to = place;
  for (const safe = src.length - 4; at <= safe; at += 4, to += 4) {
    const word = words.getInt32(at, true);
    view.setInt32(to, word, true);
    const first = pairs[word & 0xffff] ?? 0;
    const second = pairs[word >>> 16] ?? 0;
    if (first + second < 4) {
      // Without branches: they are the slowest part of short texts.
      const clean = first + (first >> 1) * second;
      at += clean;
      to += clean;
      break;
    }
  }
  while (bytes[src[at] ?? NEWLINE] === 0) out[to++] = src[at++] ?? 0;
  if (src[at] !== QUOTE) return -1;
  cursor.at = at + 1;
  return to;
}

/** Moves behind the value that stands here. False if it does not end. */
export function skipValue(cursor: Cursor): boolean {
  const { src, words } = cursor;
  let { at } = cursor;
  const first = src[at];
  if (first === QUOTE) {
    at++;
    const { bytes, pairs } = END;
    for (const safe = src.length - 4; at <= safe; at += 4) {
      const word = words.getInt32(at, true);
      const before = pairs[word & 0xffff] ?? 0;
      const behind = pairs[word >>> 16] ?? 0;
      if (before + behind < 4) {
        at += before + (before >> 1) * behind;
        break;
      }
    }
    while (bytes[src[at] ?? NEWLINE] === 0) at++;
    if (src[at] === QUOTE) {
      cursor.at = at + 1;
      return true;
    }
  }
  const end = endOfValue(src, cursor.at);
  if (end <= cursor.at) return false;
  cursor.at = end;
  return true;
}

/** What a letter behind a backslash means; 0: nothing. */
const ESCAPED = new Uint8Array(256);
for (const [i, letter] of bytesOf('"\\/bfnrt').entries()) ESCAPED[letter] = '"\\/\b\f\n\r\t'.charCodeAt(i);
const UNICODE = 0x75;
const REPLACEMENT = 0xfffd;

/** A text whose first escape stands at a place. */
function unescaped(cursor: Cursor, firstEscape: number): Uint8Array | undefined {
  const { src, at: start } = cursor;
  const end = endOfText(src, start);
  if (end < 0) return undefined;
  if (cursor.text.length < end - start) cursor.text = new Uint8Array(2 * (end - start));
  const { text } = cursor;
  text.set(src.subarray(start + 1, firstEscape));
  const place = { at: firstEscape, to: firstEscape - start - 1 };
  while (place.at < end - 1) {
    if (src[place.at] !== BACKSLASH) text[place.to++] = src[place.at++] ?? 0;
    else if (!putEscape(src, text, place)) return undefined;
  }
  cursor.at = end;
  return text.subarray(0, place.to);
}

/** Writes what an escape means, and moves behind both. False if it means nothing. */
function putEscape(src: Uint8Array, text: Uint8Array, place: { at: number; to: number }): boolean {
  const letter = src[place.at + 1] ?? 0;
  const from = place.at + 2;
  place.at = from;
  if (letter !== UNICODE) {
    text[place.to++] = ESCAPED[letter] ?? 0;
    return ESCAPED[letter] !== 0;
  }
  const unit = unitAt(src, from);
  // A pair of surrogates is one character.
  const hasNext = unit >= 0xd800 && unit < 0xdc00 && src[from + 4] === BACKSLASH;
  const low = hasNext ? unitAt(src, from + 6) : NaN;
  const isPair = low >= 0xdc00 && low < 0xe000;
  place.at += isPair ? 10 : 4;
  const code = isPair ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00) : unit;
  place.to = putCharacter(text, place.to, code >= 0xd800 && code < 0xe000 ? REPLACEMENT : code);
  return unit >= 0;
}

/** A number of four hexadecimal digits. NaN if it is none. */
const unitAt = (src: Uint8Array, at: number): number => {
  const text = String.fromCharCode(...src.subarray(at, at + 4));
  return /^[\da-f]{4}$/i.test(text) ? Number.parseInt(text, 16) : NaN;
};

/** Writes a character in UTF-8. Returns the place behind it. */
function putCharacter(out: Uint8Array, to: number, code: number): number {
  if (code < 0x80) {
    out[to] = code;
    return to + 1;
  }
  if (code < 0x800) {
    out[to] = 0xc0 | (code >> 6);
    out[to + 1] = 0x80 | (code & 63);
    return to + 2;
  }
  if (code < 0x10000) {
    out[to] = 0xe0 | (code >> 12);
    out[to + 1] = 0x80 | ((code >> 6) & 63);
    out[to + 2] = 0x80 | (code & 63);
    return to + 3;
  }
  out[to] = 0xf0 | (code >> 18);
  out[to + 1] = 0x80 | ((code >> 12) & 63);
  out[to + 2] = 0x80 | ((code >> 6) & 63);
  out[to + 3] = 0x80 | (code & 63);
  return to + 4;
}

/** Powers of ten that are exact. */
const TENS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
/** Numbers with this many digits or fewer are exact before they are divided. */
const EXACT_DIGITS = 15;

/** Digits from a place on, after those that came before. `after` is the place behind them. */
function digitsFrom({ words }: Cursor, from: number, before: number): { units: number; after: number } {
  let units = before;
  let after = from;
  // The newline of the row ends them at the latest.
  for (let byte = words.getUint8(after); byte >= ZERO && byte <= 0x39; byte = words.getUint8(++after))
    units = units * 10 + (byte - ZERO);
  return { units, after };
}

/** The number that stands here. Moves behind it. NaN if it is none. */
export function takeNumber(cursor: Cursor): number {
  const { src, at } = cursor;
  const isNegative = src[at] === MINUS;
  const first = isNegative ? at + 1 : at;
  let { units, after } = digitsFrom(cursor, first, 0);
  if (after === first) return NaN;
  let digits = after - first;
  let decimals = 0;
  if (src[after] === DOT) {
    const point = after;
    ({ units, after } = digitsFrom(cursor, after + 1, units));
    decimals = after - point - 1;
    digits += decimals;
  }
  if (digits > EXACT_DIGITS || src[after] === 0x65 || src[after] === 0x45) return takeLongNumber(cursor);
  cursor.at = after;
  const size = decimals === 0 ? units : units / (TENS[decimals] ?? NaN);
  return isNegative ? -size : size;
}

function takeLongNumber(cursor: Cursor): number {
  const value = takeValue(cursor);
  return typeof value === 'number' ? value : NaN;
}

/** The boolean that stands here: 1 or 0. Moves behind it. −1 if it is none. */
export function takeBoolean(cursor: Cursor): number {
  const { src, at } = cursor;
  if (src[at] === 0x74 && src[at + 3] === 0x65) {
    cursor.at = at + 4;
    return 1;
  }
  if (src[at] !== 0x66 || src[at + 4] !== 0x65) return -1;
  cursor.at = at + 5;
  return 0;
}

const DAY_MS = 86_400_000;

/** Days since 1970 of a date in the proleptic Gregorian calendar (http://howardhinnant.github.io/date_algorithms.html#days_from_civil). */
function daysOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date that stands here, `"2026-01-31"`, as days since 1970. Moves behind it. NaN if it is none. */
export function takeDate(cursor: Cursor): number {
  const { src, at } = cursor;
  if (src[at] !== QUOTE || src[at + 11] !== QUOTE) return NaN;
  cursor.at = at + 12;
  return dateAt(cursor, at + 1);
}

/** The instant that stands here, `"2026-01-31T12:00:00.000Z"`, in milliseconds since 1970. Moves behind it. NaN if it is none. */
export function takeInstant(cursor: Cursor): number {
  const { src, at } = cursor;
  if (src[at] !== QUOTE || src[at + 25] !== QUOTE || src[at + 24] !== 0x5a || src[at + 20] !== DOT)
    return NaN;
  cursor.at = at + 26;
  const seconds = two(src, at + 12) * 3600 + two(src, at + 15) * 60 + two(src, at + 18);
  return dateAt(cursor, at + 1) * DAY_MS + seconds * 1000 + digit(src, at + 21) * 100 + two(src, at + 22);
}

/** Days since 1970 of the date that begins at a place. */
function dateAt(cursor: Cursor, at: number): number {
  const { words, src } = cursor;
  const year = words.getInt32(at, true);
  const month = words.getInt32(at + 4, true);
  const day = words.getInt16(at + 8, true);
  if (year === cursor.year && month === cursor.month && day === cursor.day) return cursor.days;
  const isDate = src[at + 4] === MINUS && src[at + 7] === MINUS;
  cursor.year = year;
  cursor.month = month;
  cursor.day = day;
  cursor.days = isDate
    ? daysOf(two(src, at) * 100 + two(src, at + 2), two(src, at + 5), two(src, at + 8))
    : NaN;
  return cursor.days;
}

/** NaN if it is no digit. */
const digit = (src: Uint8Array, at: number): number => {
  const value = (src[at] ?? 0) - ZERO;
  return value >= 0 && value <= 9 ? value : NaN;
};
const two = (src: Uint8Array, at: number): number => digit(src, at) * 10 + digit(src, at + 1);

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
