import { nearest } from '../../../numeric/rounding.ts';
import type { Chunk, Meaning } from './cell.ts';
import { putSame, putTextsOf } from '../choice/put-texts.ts';
import { CHUNK_ROWS } from './chunk-rows.ts';
import { jsonText } from './json.ts';
import { packTexts, pool, putWords, SAFE_BYTES, type Packed, type Pool } from './pool.ts';
import { putDecimal } from '../number/digits.ts';
import { NUMBER_BYTES, putHundredths, putNumber, putTenths, TENTHS } from '../number/number-text.ts';

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

/** Writes numbers, whatever most of them are like, after a text. */
type PutNumbers = (chunk: Chunk, numbers: Float64Array, lead: Pool) => void;

function putNumbers(chunk: Chunk, numbers: Float64Array, lead: Pool): void {
  // One call of what is chosen: with a call for each, V8 would inline all of them, and no longer what they call.
  const put = quickest(numbers, chunk.rows, lead);
  put(chunk, numbers, lead);
}

/** What writes the numbers of a chunk quickest. */
function quickest(numbers: Float64Array, rows: number, { lengths, stride }: Pool): PutNumbers {
  const sample = Math.min(rows, SAMPLE);
  if (areMultiples(numbers, sample, 10, TENTHS))
    return lengths[0] > 0 && stride <= 2 ? putLedTenths : putMostlyTenths;
  if (putHundredthsOf(numbers, rows)) return putAmounts;
  return areMultiples(numbers, sample, 100, MAX_HUNDREDTHS) ? putMostlyHundredths : putOthers;
}

function putLead(chunk: Chunk, lead: Pool): void {
  const [length] = lead.lengths;
  if (length > 0) putSame(chunk, 0, chunk.rows, lead, length);
}

/** Rows from which it is known how most numbers of a chunk are written quickest. */
const SAMPLE = 16;
/** Numbers of 15 digits that are closer than this, relative to one of them, are equal. */
const CLOSE = 4e-16;
const MAX_HUNDREDTHS = 2 ** 31;

/** Whether numbers are null or, times `scale`, whole and below a limit. */
function areMultiples(numbers: Float64Array, rows: number, scale: number, limit: number): boolean {
  let r = 0;
  while (r < rows && (numbers[r] !== numbers[r] || isMultiple(numbers[r] * scale, limit))) r++;
  return r === rows;
}

function isMultiple(scaled: number, limit: number): boolean {
  const units = Math.floor(scaled + 0.5);
  const size = Math.abs(units);
  return size < limit && Math.abs(scaled - units) <= size * CLOSE;
}

// Copies of imported constants, which V8 would read in each row.

function putMostlyTenths(chunk: Chunk, numbers: Float64Array, lead: Pool): void {
  putLead(chunk, lead);
  const { bytes, view, at, rows } = chunk;
  const below = TENTHS;
  const put = putTenths;
  for (let r = 0; r < rows; r++) {
    const value = numbers[r];
    const scaled = value * 10;
    const units = Math.floor(scaled + 0.5);
    const size = Math.abs(units);
    const isShort = size < below && Math.abs(scaled - units) <= size * CLOSE;
    at[r] = isShort ? put(view, at[r], units | 0) : putNumber(bytes, view, at[r], value);
  }
}

/** Does the same after a text of up to two words. */
function putLedTenths(
  { bytes, view, at, rows }: Chunk,
  numbers: Float64Array,
  { words, stride, lengths }: Pool,
): void {
  const below = TENTHS;
  const put = putTenths;
  const skip = lengths[0];
  const w0 = words[0];
  const w1 = words[stride - 1];
  const second = (8 * (stride - 1)) | 0;
  for (let r = 0; r < rows; r++) {
    const value = numbers[r];
    const scaled = value * 10;
    const units = Math.floor(scaled + 0.5);
    const size = Math.abs(units);
    const isShort = size < below && Math.abs(scaled - units) <= size * CLOSE;
    const p = at[r];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + second, w1, true);
    at[r] = isShort ? put(view, p + skip, units | 0) : putNumber(bytes, view, p + skip, value);
  }
}

/** Sets numbers in hundredths. Returns false if some are not whole then, or too large. */
function putHundredthsOf(numbers: Float64Array, rows: number): boolean {
  const to = whole;
  let isWhole = true;
  for (let r = 0; r < rows && isWhole; r++) {
    const scaled = numbers[r] * 100;
    const units = Math.floor(scaled + 0.5) | 0;
    to[r] = units;
    isWhole = Math.abs(scaled - units) <= Math.abs(units) * CLOSE;
  }
  return isWhole;
}

/** Writes the hundredths in `whole`. Two passes take less than one if all numbers are hundredths. */
function putAmounts(chunk: Chunk, _: Float64Array, lead: Pool): void {
  putLead(chunk, lead);
  const { view, at, rows } = chunk;
  const units = whole;
  for (let r = 0; r < rows; r++) at[r] = putHundredths(view, at[r], units[r]);
}

function putMostlyHundredths(chunk: Chunk, numbers: Float64Array, lead: Pool): void {
  putLead(chunk, lead);
  const { bytes, view, at, rows } = chunk;
  for (let r = 0; r < rows; r++) {
    const value = numbers[r];
    const scaled = value * 100;
    const units = Math.floor(scaled + 0.5);
    const size = Math.abs(units);
    const isShort = size < MAX_HUNDREDTHS && Math.abs(scaled - units) <= size * CLOSE;
    at[r] = isShort ? putHundredths(view, at[r], units | 0) : putNumber(bytes, view, at[r], value);
  }
}

function putOthers(chunk: Chunk, numbers: Float64Array, lead: Pool): void {
  putLead(chunk, lead);
  const { bytes, view, at, rows } = chunk;
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
