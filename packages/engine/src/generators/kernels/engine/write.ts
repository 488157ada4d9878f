import { nearest } from '../../../numeric/rounding.ts';
import { putSame, putTextsOf } from '../choice/put-texts.ts';
import { putDecimal } from '../number/digits.ts';
import { NUMBER_BYTES, putNumber } from '../number/number-text.ts';
import { type Cell, type Chunk, CHUNK_ROWS, type Meaning, type Values } from './cell.ts';
import { jsonText } from './json-text.ts';
import { entries } from './merge.ts';
import { type Packed, packTexts, pool, type Pool, putWords, SAFE_BYTES } from './pool.ts';

/** Writes values that are known as numbers. */
export interface Writer {
  /** Maximum bytes for a row, overshoot included. */
  readonly maxBytes: number;
  /** Appends the text and a value to each row of a chunk. */
  readonly put: (chunk: Chunk, numbers: Float64Array) => void;
}

/** Writes what numbers stand for as JSON. @param lead text before the value */
export const writerOf = (meaning: Meaning, lead: string): Writer =>
  meaning.kind === 'entry'
    ? textWriter(meaning.table.map(jsonText), lead)
    : numberWriter(meaning.decimals, lead);

/** Longer tables are not copied for each field with its name. */
const SHORT_TABLE = 256;

/** Writes texts by their indexes. @param lead text before each */
export function textWriter(texts: readonly string[], lead: string): Writer {
  if (texts.length <= SHORT_TABLE) {
    const entries = pool(texts.map((text) => lead + text));
    // Unrolled for their length: Logs with Incidents makes 8 % more rows than if each text is asked for it.
    const put = putTextsOf(entries);
    return {
      maxBytes: entries.stride * 8,
      put(chunk, numbers) {
        putWhole(numbers, chunk.rows);
        put(chunk, entries, whole);
      },
    };
  }
  const [before, packed] = [pool([lead]), packTexts(texts)];
  const longest = packed.lengths.reduce((most, length) => Math.max(most, length), 0);
  return {
    maxBytes: before.stride * 8 + longest + SAFE_BYTES,
    put: (chunk, numbers) => putPacked(chunk, numbers, before, packed),
  };
}

/** Writes an entry of a table in each row. @param make sets the entries */
export function entryCell(values: readonly unknown[], make: Values['make'], lead: string): Cell {
  const numbers = new Float64Array(CHUNK_ROWS);
  const { maxBytes, put } = textWriter(values.map(jsonText), lead);
  return {
    maxBytes,
    values: entries(values, make),
    column(chunk, subject) {
      make(chunk, subject, numbers);
      put(chunk, numbers);
    },
  };
}

/** Scratch: the numbers of texts as integers. Valid within one call of `put`. */
const whole = new Int32Array(CHUNK_ROWS);

function putWhole(numbers: Float64Array, rows: number): void {
  const to = whole;
  for (let r = 0; r < rows; r++) to[r] = numbers[r];
}

function putPacked(
  { view, at, rows }: Chunk,
  numbers: Float64Array,
  before: Pool,
  { words, starts, lengths }: Packed,
): void {
  for (let r = 0; r < rows; r++) {
    const entry = numbers[r] | 0;
    putWords(view, at[r], before.words, 0, before.stride);
    const p = at[r] + before.lengths[0];
    putWords(view, p, words, starts[entry], (lengths[entry] + 7) >> 3);
    at[r] = p + lengths[entry];
  }
}

function numberWriter(decimals: number | undefined, lead: string): Writer {
  const before = pool([lead]);
  return {
    maxBytes: before.stride * 8 + NUMBER_BYTES,
    put:
      decimals === undefined
        ? (chunk, numbers) => putNumbers(chunk, numbers, before)
        : (chunk, numbers) => putDecimals(chunk, numbers, before, decimals),
  };
}

function putNumbers(chunk: Chunk, numbers: Float64Array, { words, stride, lengths }: Pool): void {
  const { bytes, view, at, rows } = chunk;
  putSame(chunk, 0, rows, { words, stride }, lengths[0]);
  for (let r = 0; r < rows; r++) at[r] = putNumber(bytes, view, at[r], numbers[r]);
}

function putDecimals(
  { bytes, view, at, rows }: Chunk,
  numbers: Float64Array,
  { words, stride, lengths }: Pool,
  decimals: number,
): void {
  const skip = lengths[0];
  const scale = Number(`1e${decimals}`);
  for (let r = 0; r < rows; r++) {
    putWords(view, at[r], words, 0, stride);
    at[r] = putDecimal(bytes, view, at[r] + skip, nearest(numbers[r] * scale), decimals);
  }
}
