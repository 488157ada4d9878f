import type { Chunk } from './cell.ts';
import type { Column } from './column.ts';
import type { Texts } from './cell.ts';

/** A JSON value. */
export type Value = string | number | boolean | null | object;

const decoder = new TextDecoder();
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
  // A cell wrote these bytes as JSON.
  return JSON.parse(decoder.decode(bytes.subarray(from, to))) as Value;
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
