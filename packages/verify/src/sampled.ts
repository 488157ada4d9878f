import { mix, seedOf } from '@catbird/engine';
import { cellsOf } from './parse.ts';
import { partOf } from './part.ts';
import { rowsAt, type Truth } from './truth.ts';

/** Up to so many rows, each is ranked by its hash. Of more, rows are drawn one by one. */
const RANKED = 1_000_000;
/** Draws for each row of the sample. */
const DRAWS = 100;

/** Some of the rows that must have arrived, all equally likely. The same seed draws the same rows. */
export function sampledTruth(truth: Truth, size: number, seed: string): Truth {
  const key = seedOf(`sample of ${seed}`).s0;
  const numbers = truth.rows <= RANKED ? ranked(truth, size, key) : drawn(truth, size, key);
  return partOf(truth, numbers);
}

const hash = (value: number, key: number): number => mix(mix(value ^ key) + key) >>> 0;

function ranked({ rows, least }: Truth, size: number, key: number): Float64Array {
  const all = Float64Array.from({ length: rows }, (_, row) => row).filter((row) => least(row) > 0);
  return all
    .sort((a, b) => hash(a, key) - hash(b, key) || a - b)
    .slice(0, size)
    .sort();
}

function drawn({ rows, least }: Truth, size: number, key: number): Float64Array {
  const found = new Set<number>();
  for (let i = 0; found.size < size && i < size * DRAWS; i++) {
    const row = Math.floor(((hash(i, key) * 2 ** 21 + (hash(i, ~key) >>> 11)) / 2 ** 53) * rows);
    if (least(row) > 0) found.add(row);
  }
  return Float64Array.from(found).sort();
}

/** The values of all rows, by columns. */
export const cellsAt = (truth: Truth): readonly ReadonlyMap<string, unknown>[] =>
  rowsAt(
    truth,
    Float64Array.from({ length: truth.rows }, (_, row) => row),
  ).map((row) => cellsOf(row ?? {}));
