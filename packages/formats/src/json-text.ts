import { bytesOf, type Cursor } from './cursor.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;

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

/** Characters that stop a copy of a text, besides its end and what JSON escapes. */
export interface Stops {
  /** Whether a byte is one: 1 or 0. */
  readonly bytes: Uint8Array;
  /** Up to two characters, each in all bytes of a word. */
  readonly first: number;
  readonly second: number;
}

/** A byte in all bytes of a word. */
const everywhere = (byte: number): number => Math.imul(byte, ONES);

/** Stops at up to two ASCII characters. */
export function stopsAt(characters: string): Stops {
  const codes = bytesOf(characters);
  if (codes.length > 2) throw new RangeError(`A copy stops at two characters, not ${codes.length}`);
  const bytes = new Uint8Array(256);
  for (const each of codes) bytes[each] = 1;
  const [first = QUOTE, second = first] = codes;
  return { bytes, first: everywhere(first), second: everywhere(second) };
}

// The bytes of a word are tested together (https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord). Of the marks, only the lowest is sure.
const ONES = 0x01010101;
const MARKS = 0x80808080;
const BACKSLASHES = everywhere(BACKSLASH);
// With this bit turned, a quotation mark comes right behind control characters.
const TURNED = everywhere(0x02);
const LOW = everywhere((QUOTE ^ 0x02) + 1);

/** Marks the bytes of a word that are zero. */
const zeros = (word: number): number => (word - ONES) & ~word;
/** Marks the bytes of a word below `LOW`. */
const lows = (word: number): number => (word - LOW) & ~word;
/** Marks quotation marks, backslashes and control characters. The latter never stand in a text: a newline ends a row whose text does not end. */
const specials = (word: number): number => (lows(word ^ TURNED) | zeros(word ^ BACKSLASHES)) & MARKS;
/** The place of the lowest mark. */
const lowest = (marks: number): number => (31 - Math.clz32(marks & -marks)) >> 3;

/** Whether a byte of a text stands for itself. Ends at the end of the memory, too. */
const isPlain = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH;

/**
 * Copies the text that stands here to a place, without quotation marks, and moves behind it. Returns the place behind the copy; −1
 * if it is no text, or has an escape: nothing is moved. Up to four bytes behind the copy are written, too.
 */
export function copyText(cursor: Cursor, place: number): number {
  const { src, words, view, out } = cursor;
  let at = cursor.at + 1;
  let to = place;
  if (src[cursor.at] !== QUOTE) return -1;
  for (const safe = src.length - 4; at <= safe; at += 4, to += 4) {
    const word = words.getInt32(at, true);
    view.setInt32(to, word, true);
    const marks = specials(word);
    if (marks !== 0) {
      at += lowest(marks);
      to += lowest(marks);
      break;
    }
  }
  while (isPlain(src[at])) out[to++] = src[at++] ?? 0;
  if (src[at] !== QUOTE) return -1;
  cursor.at = at + 1;
  return to;
}

/** As `copyText`, but −1 also if one of the stops is in the text. */
export function copyTextWithout(cursor: Cursor, place: number, { bytes, first, second }: Stops): number {
  const { src, words, view, out } = cursor;
  let at = cursor.at + 1;
  let to = place;
  if (src[cursor.at] !== QUOTE) return -1;
  for (const safe = src.length - 4; at <= safe; at += 4, to += 4) {
    const word = words.getInt32(at, true);
    view.setInt32(to, word, true);
    const marks = specials(word) | ((zeros(word ^ first) | zeros(word ^ second)) & MARKS);
    if (marks !== 0) {
      at += lowest(marks);
      to += lowest(marks);
      break;
    }
  }
  while (isPlain(src[at]) && bytes[src[at] ?? 0] === 0) out[to++] = src[at++] ?? 0;
  if (src[at] !== QUOTE) return -1;
  cursor.at = at + 1;
  return to;
}

/** Moves behind the text that stands here. False, and nothing is moved, if it has an escape or does not end. */
export function skipText(cursor: Cursor): boolean {
  const { src, words } = cursor;
  let at = cursor.at + 1;
  for (const safe = src.length - 4; at <= safe; at += 4) {
    const marks = specials(words.getInt32(at, true));
    if (marks !== 0) {
      at += lowest(marks);
      break;
    }
  }
  while (isPlain(src[at])) at++;
  if (src[at] !== QUOTE) return false;
  cursor.at = at + 1;
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
