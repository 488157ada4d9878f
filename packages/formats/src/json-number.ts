import type { Cursor } from './cursor.ts';
import { endOfValue } from './scanner.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const NEWLINE = 0x0a;

const decoder = new TextDecoder();

/** The bytes that end a number, a boolean or null: what follows a value, and what no value has. */
const BARE_END = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++)
  if (byte <= 0x20 || byte === COMMA || byte === CLOSE || byte === CLOSE_LIST) BARE_END[byte] = 1;

/** Appends the number or boolean that stands here, and moves behind it. False, and nothing is moved, if it does not end in its line, or is none. */
export function copyBare(cursor: Cursor): boolean {
  const { src, out } = cursor;
  let { at, to } = cursor;
  let byte = src[at] ?? NEWLINE;
  if (byte === QUOTE || byte === OPEN || byte === OPEN_LIST) return false;
  for (; BARE_END[byte] === 0; byte = src[++at] ?? NEWLINE) out[to++] = byte;
  if (byte <= 0x20 || at === cursor.at) return false;
  cursor.at = at;
  cursor.to = to;
  return true;
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

/** The whole number that stands here, whatever its size. Moves behind it. Undefined if it is none. */
export function takeWhole(cursor: Cursor): bigint | undefined {
  const end = endOfValue(cursor.src, cursor.at);
  if (end < 0) return undefined;
  const text = decoder.decode(cursor.src.subarray(cursor.at, end));
  if (!/^-?\d+$/.test(text)) return undefined;
  cursor.at = end;
  return BigInt(text);
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
