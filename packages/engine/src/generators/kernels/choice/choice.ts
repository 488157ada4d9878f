import { exp } from '../../../numeric/deterministic-math.ts';
import { draw, drawKey, type Subject, UNIT32 } from '../../../numeric/random.ts';
import { type Cell, type Chunk, CHUNK_ROWS, type Place } from '../engine/cell.ts';
import { jsonText } from '../engine/json-text.ts';
import { entries } from '../engine/merge.ts';
import { pool, type Pool, putWords } from '../engine/pool.ts';
import { aliasTable, chooseAlias, eitherOf } from './alias-table.ts';
import { chosenText } from './chosen-text.ts';
import { putTextsOf } from './put-texts.ts';

/** One of the values, chosen uniformly. */
export function pick(values: readonly unknown[], place: Place): Cell {
  if (values.length === 0) throw new Error('Cannot choose from an empty list');
  return fromTable(
    values,
    Int32Array.from(values, (_, i) => i),
    place,
  );
}

/** Maximum sum of weights for a lookup table, which has no branch to mispredict. */
const TABLE_LIMIT = 4096;

/** One of the values, chosen by weight. */
export function pickWeighted(values: readonly unknown[], weights: readonly number[], place: Place): Cell {
  if (values.length === 0 || weights.length < values.length) throw new Error('Every value needs a weight');
  const used = weights.slice(0, values.length);
  checkWeights(weights);
  return isForTable(used) ? fromTable(values, tableOf(used), place) : fromShares(values, used, place);
}

function checkWeights(weights: readonly number[]): void {
  if (weights.some((w) => !(w > 0))) throw new Error('Every weight must be greater than 0');
}

const isForTable = (weights: readonly number[]): boolean =>
  weights.every(Number.isInteger) && weights.reduce((a, b) => a + b, 0) <= TABLE_LIMIT;

const tableOf = (weights: readonly number[]): Int32Array =>
  Int32Array.from(weights.flatMap((w, i) => Array.from({ length: w }, () => i)));

/**
 * One of the values, favouring the middle of the list: a normal distribution around the middle with a standard deviation of a
 * tenth of the list, truncated to the list.
 */
export function pickNormal(values: readonly unknown[], place: Place): Cell {
  if (values.length === 0) throw new Error('Cannot choose from an empty list');
  const n = values.length;
  const shares = values.map((_, i) => Math.max(shareBelow((i + 1) / n) - shareBelow(i / n), 0));
  return fromShares(values, shares, place);
}

/** Cumulative share at a fraction of the list, for the normal distribution around its middle. */
const shareBelow = (part: number): number => normalShare((part - 0.5) / 0.1);

/** Cumulative distribution function of the standard normal, to 7.5e-8 (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

/** A pool of the values as JSON, each after the lead. */
const encode = (values: readonly unknown[], place: Place): Pool =>
  pool(values.map((v) => place.lead + jsonText(v)));

function fromTable(values: readonly unknown[], table: Int32Array, place: Place): Cell {
  if (values.length === 1) return constant(values[0], place.lead);
  const { key, odd } = drawKey(place.path, 0);
  return {
    ...chosenText(encode(values, place), [{ key, odd, texts: table }]),
    values: entries(values, ({ rows }, subject, numbers) => {
      choose(numbers, subject, rows, key, odd, table);
    }),
  };
}

/** A function of its own, because V8 reads what a closure uses once per row. */
function choose(
  numbers: Float64Array,
  { a, b }: Subject,
  rows: number,
  key: number,
  odd: number,
  table: Int32Array,
): void {
  const scale = table.length * UNIT32;
  const k = key | 0;
  const o = odd | 0;
  for (let r = 0; r < rows; r++) numbers[r] = table[((draw(a[r], b[r], k, o) >>> 0) * scale) | 0];
}

/** For fractional or large weights: the alias method. One draw gives both the column and the share within it. */
function fromShares(values: readonly unknown[], weights: readonly number[], place: Place): Cell {
  if (values.length === 1) return constant(values[0], place.lead);
  const { key, odd } = drawKey(place.path, 0);
  const columns = aliasTable(weights);
  const { limits } = columns;
  const either = eitherOf(columns);
  const texts = encode(values, place);
  const put = putTextsOf(texts);
  return {
    maxBytes: texts.stride * 8,
    column(chunk, subject) {
      chooseAlias(chosen, subject, chunk.rows, key, odd, limits, either);
      put(chunk, texts, chosen);
    },
    values: entries(values, ({ rows }, subject, numbers) => {
      chooseAlias(numbers, subject, rows, key, odd, limits, either);
    }),
  };
}

/** Scratch: the number of each row's text. Valid within one call of `column`. */
const chosen = new Int32Array(CHUNK_ROWS);

/** Writes the same value to every row. @param lead text before it */
export const constant = (value: unknown, lead: string): Cell => ({
  ...literal(lead + jsonText(value)),
  values: entries([value], ({ rows }, _, numbers) => {
    numbers.fill(0, 0, rows);
  }),
});

/** Writes the same bytes to every row. @param text JSON, as it is: `jsonInner` makes the inside of a string of plain text */
export const literal = (text: string): Cell => chosenText(pool([text]));

/** Cycles through the values, repeating each for `iterations` rows. A pure function of the row index, so any row can be generated alone. */
export function inTurn(values: readonly unknown[], iterations: number, place: Place): Cell {
  const texts = encode(values, place);
  return {
    maxBytes: texts.stride * 8,
    usesIndex: true,
    column: (chunk) => putInTurn(chunk, texts, iterations),
  };
}

function putInTurn(
  { index, view, at, rows }: Chunk,
  { words, lengths, stride, size }: Pool,
  iterations: number,
): void {
  for (let r = 0; r < rows; r++) {
    const entry = Math.floor(index[r] / iterations) % size;
    const p = at[r];
    at[r] = p + lengths[entry];
    putWords(view, p, words, entry * stride, stride);
  }
}
