import type { Cell, Place } from '../engine/cell.ts';
import { aliasTable, type AliasTable } from './alias-table.ts';
import { exp } from '../../../numeric/deterministic-math.ts';
import { draw, drawKey, UNIT32, type Subject } from '../../../numeric/random.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { jsonText } from '../engine/json.ts';
import { pool, type Pool } from '../engine/pool.ts';
import { chosenText } from './chosen-text.ts';
import { putTextsOf } from './put-texts.ts';

/** One of the values, chosen uniformly. */
export function pick(values: readonly unknown[], place: Place): Cell {
  if (values.length === 0) throw new Error('Cannot choose from an empty list');
  return fromTable(
    encode(values, place),
    Int32Array.from(values, (_, i) => i),
    place,
  );
}

/** Maximum sum of weights for a lookup table, which has no branch to mispredict. */
const TABLE_LIMIT = 4096;

/** One of the values, chosen by weight. */
export function pickWeighted(values: readonly unknown[], weights: readonly number[], place: Place): Cell {
  if (values.length === 0 || weights.length < values.length) throw new Error('Every value needs a weight');
  if (weights.some((w) => !(w > 0))) throw new Error('Every weight must be greater than 0');
  const used = weights.slice(0, values.length);
  const total = used.reduce((a, b) => a + b, 0);
  if (!used.every(Number.isInteger) || total > TABLE_LIMIT)
    return fromShares(encode(values, place), used, place);
  const table = used.flatMap((w, i) => Array.from({ length: w }, () => i));
  return fromTable(encode(values, place), Int32Array.from(table), place);
}

/**
 * One of the values, favouring the middle of the list: a normal distribution around the middle with a standard deviation of a
 * tenth of the list, truncated to the list.
 */
export function pickNormal(values: readonly unknown[], place: Place): Cell {
  if (values.length === 0) throw new Error('Cannot choose from an empty list');
  const n = values.length;
  const shares = values.map((_, i) => Math.max(shareBelow((i + 1) / n) - shareBelow(i / n), 0));
  return fromShares(encode(values, place), shares, place);
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
export const encode = (values: readonly unknown[], place: Place): Pool =>
  pool(values.map((v) => place.lead + jsonText(v)));

function fromTable(texts: Pool, table: Int32Array, { path }: Place): Cell {
  return chosenText({ texts, draws: texts.size === 1 ? [] : [{ ...drawKey(path, 0), texts: table }] });
}

/** For fractional or large weights: the alias method. One draw gives both the column and the share within it. */
function fromShares(texts: Pool, weights: readonly number[], { path }: Place): Cell {
  const { key, odd } = drawKey(path, 0);
  const columns = aliasTable(weights);
  if (texts.size === 1) return constant(texts);
  const put = putTextsOf(texts);
  return {
    maxBytes: texts.stride * 8,
    column(chunk, subject) {
      chooseAlias(chosen, subject, chunk.rows, key, odd, columns);
      put(chunk, texts, chosen);
    },
  };
}

/** Scratch: the number of each row's text. Valid within one call of `column`. */
const chosen = new Int32Array(CHUNK_ROWS);

function chooseAlias(
  numbers: Int32Array,
  { a, b }: Subject,
  rows: number,
  key: number,
  odd: number,
  { own, other, limits }: AliasTable,
): void {
  const scale = own.length * UNIT32;
  for (let r = 0; r < rows; r++) {
    const x = (draw(a[r], b[r], key, odd) >>> 0) * scale;
    const column = x | 0;
    numbers[r] = (x - column < limits[column] ? own : other)[column];
  }
}

/** Writes the same bytes to every row. */
export const constant = (text: Pool): Cell => chosenText({ texts: text, draws: [] });
