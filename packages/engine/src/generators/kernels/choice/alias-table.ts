import { draw, type DrawKey, type Subject, UNIT32 } from '../../../numeric/random.ts';

/** Equally likely columns. Each holds two entries: `own` up to `limits`, `other` above it. */
export interface AliasTable {
  readonly own: Int32Array;
  readonly other: Int32Array;
  readonly limits: Float64Array;
}

/**
 * Both entries of each column side by side: the entry of column n is `either[2 * n + Number(share >= limits[n])]`. Without a branch, which
 * the processor would mispredict for half of the draws.
 */
export const eitherOf = ({ own, other }: AliasTable): Int32Array =>
  Int32Array.from({ length: 2 * own.length }, (_, i) => (i & 1 ? other : own)[i >> 1]);

/**
 * Builds an alias table, so that a weighted choice takes constant time
 * (Vose, "A linear algorithm for generating random numbers with a given distribution", 1991).
 */
export function aliasTable(weights: readonly number[]): AliasTable {
  const size = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const heights = weights.map((weight) => (weight / total) * size);
  const own = Int32Array.from(weights, (_, i) => i);
  const other = own.slice();
  const limits = new Float64Array(size).fill(1);
  const small = [...heights.keys()].filter((i) => heights[i] < 1);
  const large = [...heights.keys()].filter((i) => heights[i] >= 1);
  while (small.length > 0 && large.length > 0) {
    const less = small.pop() ?? 0;
    const more = large.at(-1) ?? 0;
    limits[less] = heights[less];
    other[less] = more;
    heights[more] -= 1 - heights[less];
    if (heights[more] < 1) {
      large.pop();
      small.push(more);
    }
  }
  return { own, other, limits };
}

/**
 * Sets an entry for each row, of the columns with these limits. A function of its own, because V8 reads what a closure uses once per row.
 *
 * @param either from `eitherOf`
 */
export function chooseAlias(
  numbers: Int32Array | Float64Array,
  { a, b }: Subject,
  rows: number,
  key: number,
  odd: number,
  limits: Float64Array,
  either: Int32Array,
): void {
  const scale = limits.length * UNIT32;
  const k = key | 0;
  const o = odd | 0;
  for (let r = 0; r < rows; r++) {
    const x = (draw(a[r], b[r], k, o) >>> 0) * scale;
    const column = x | 0;
    numbers[r] = either[2 * column + Number(x - column >= limits[column])];
  }
}

/** Chooses by weight among the numbers that have one. */
export function heavyOnly(
  weights: readonly number[],
  { key, odd }: DrawKey,
): (subject: Subject, rows: number, numbers: Float64Array) => void {
  const heavy = [...weights.keys()].filter((number) => weights[number] > 0);
  const columns = aliasTable(heavy.map((number) => weights[number]));
  const either = eitherOf(columns).map((n) => heavy[n]);
  return (subject, rows, numbers) => chooseAlias(numbers, subject, rows, key, odd, columns.limits, either);
}
