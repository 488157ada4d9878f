import type { Chunk } from './cell.ts';
import type { Column } from './column.ts';
import type { Texts } from './cell.ts';

/** A JSON value. */
export type Value = string | number | boolean | null | object;

const decoder = new TextDecoder();
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;
/** Up to this length, eight characters at a time are faster than the decoder. */
const SHORT_TEXT = 32;
/** Up to this many digits, digits / 10^n is exact (IEEE 754 binary64). */
const EXACT_DIGITS = 15;

const POWER = Float64Array.from({ length: 17 }, (_, n) => Number(`1e${n}`));

/** Reads the value of row r from a column; null if the field is missing. */
export function readerOf(column: Column): (chunk: Chunk, r: number) => Value {
  const { values } = column;
  if (values === undefined || (values.kind === 'entry' && values.table.some(isObject))) {
    const texts = column.texts();
    return (chunk, r) => valueAt(texts, chunk, r);
  }
  const { numbers } = values;
  if (values.kind === 'number')
    return ({ selection }, r) => {
      const number = numbers[selection[r]];
      return number === number ? number : null;
    };
  const table = values.table as readonly Value[];
  return ({ selection }, r) => table[numbers[selection[r]]];
}

/** Objects of a table are shared, but each reading gives another one. */
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Reads the value of row r from texts; null if the field is missing. */
export function valueAt(texts: Texts, chunk: Chunk, r: number): Value {
  const { bytes } = texts;
  const from = texts.start(chunk, r);
  const to = texts.end(chunk, r);
  if (from === to) return null;
  switch (bytes[from]) {
    case QUOTE:
      return quoted(bytes, from, to);
    case 0x74: // t
      return true;
    case 0x66: // f
      return false;
    case 0x6e: // n
      return null;
    case 0x7b: // {
    case 0x5b: // [
      return parsed(bytes, from, to);
    default:
      return numberOf(bytes, from, to);
  }
}

// A cell wrote these bytes as JSON.
const parsed = (bytes: Uint8Array, from: number, to: number): Value =>
  JSON.parse(decoder.decode(bytes.subarray(from, to))) as Value;

function quoted(bytes: Uint8Array, from: number, to: number): Value {
  if (to - from > SHORT_TEXT) return parsed(bytes, from, to);
  for (let i = from + 1; i < to - 1; i++)
    if (bytes[i] > 127 || bytes[i] === BACKSLASH) return parsed(bytes, from, to);
  return asciiText(bytes, from + 1, to - 1);
}

/** Decodes ASCII. */
export function asciiText(bytes: Uint8Array, from: number, to: number): string {
  const code = String.fromCharCode;
  let text = '';
  let i = from;
  for (; i + 8 <= to; i += 8)
    text += code(
      bytes[i],
      bytes[i + 1],
      bytes[i + 2],
      bytes[i + 3],
      bytes[i + 4],
      bytes[i + 5],
      bytes[i + 6],
      bytes[i + 7],
    );
  for (; i < to; i++) text += code(bytes[i]);
  return text;
}

function numberOf(bytes: Uint8Array, from: number, to: number): Value {
  const isNegative = bytes[from] === MINUS;
  const begin = isNegative ? from + 1 : from;
  if (to - begin > EXACT_DIGITS + 1) return parsed(bytes, from, to);
  let digits = 0;
  let point = to;
  for (let i = begin; i < to; i++) {
    const code = bytes[i];
    if (code === POINT) point = i + 1;
    else if (code >= 0x30 && code <= 0x39) digits = digits * 10 + (code - 0x30);
    else return parsed(bytes, from, to);
  }
  const value = point === to ? digits : digits / POWER[to - point];
  return isNegative ? -value : value;
}
