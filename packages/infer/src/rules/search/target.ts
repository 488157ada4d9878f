import type { Chance } from './chance.ts';
import type { Column } from './described.ts';
import { tolerance } from './proof.ts';

/** A column of numbers or times whose rule is searched. */
export interface Target {
  readonly column: Column;
  /** NaN in rows that the rule is not about. */
  readonly numbers: Float64Array;
  /**
   * Rows on which candidates are tried. A candidate must hold in all rows of one block: one dirty row spoils one of several blocks,
   * but would spoil one large sample.
   */
  readonly blocks: readonly (readonly number[])[];
  /** The rows are those of one value of a tag, so there are few of them. */
  readonly isPart: boolean;
  readonly chance: Chance;
}

const BLOCKS = { most: 4, rows: 8 };
/** Blocks of which a candidate must hold in one. */
const TRIED_BLOCKS = 3;
/** Rows of a block that must say something. */
const LEAST_OF_BLOCK = 3;

/** A target with blocks from its rows; undefined if there are too few. */
export function targetOf(
  column: Column,
  numbers: Float64Array,
  chance: Chance,
  isPart = false,
): Target | undefined {
  const { length } = numbers;
  const order = chance.order(length);
  const start = Math.floor(chance.next() * length);
  const rows: number[] = [];
  for (let i = 0; i < length && rows.length < BLOCKS.most * BLOCKS.rows; i++) {
    const row = order[(i + start) % length];
    if (numbers[row] === numbers[row]) rows.push(row);
  }
  const blocks: number[][] = [];
  for (let i = 0; i + BLOCKS.rows <= rows.length; i += BLOCKS.rows)
    blocks.push(rows.slice(i, i + BLOCKS.rows));
  if (blocks.length < 2) return undefined;
  return { column, numbers, blocks: isPart ? blocks.slice(0, 2) : blocks, isPart, chance };
}

/** A number for each row; NaN where it says nothing. */
export type ByRow = (row: number) => number;

/** Whether predictions are the target's values in all rows of a block. */
export const passes = ({ column, numbers, blocks }: Target, predict: ByRow): boolean =>
  someBlock(blocks, (row) => {
    const predicted = predict(row);
    if (predicted !== predicted) return undefined;
    return Math.abs(predicted - numbers[row]) <= tolerance(column, numbers[row]);
  });

/** Whether the test holds in a block wherever it says something. */
function someBlock(
  blocks: readonly (readonly number[])[],
  test: (row: number, block: number) => boolean | undefined,
): boolean {
  let used = 0;
  for (let b = 0; b < blocks.length && used < TRIED_BLOCKS; b++) {
    let isKept = true;
    let known = 0;
    for (const row of blocks[b]) {
      const result = test(row, b);
      if (result === undefined) continue;
      known++;
      if (!result) {
        isKept = false;
        break;
      }
    }
    if (isKept && known >= LEAST_OF_BLOCK) return true;
    if (known > 0) used++;
  }
  return false;
}

/** The bounds of target ÷ x in one row, for all values that round to the target's. @param shift half of a unit for floor and ceil */
export function ratioBounds(
  { column, numbers }: Target,
  row: number,
  x: number,
  shift = 0,
): readonly [number, number] {
  const value = numbers[row];
  const slack = tolerance(column, value);
  const [a, b] = [(value + shift - slack) / x, (value + shift + slack) / x];
  return a <= b ? [a, b] : [b, a];
}

/** Whether target ÷ x is about the same in all rows of a block. */
export function isProportional(target: Target, x: ByRow): boolean {
  let [low, high] = [-Infinity, Infinity];
  let current = -1;
  const slack = target.column.decimals === 0 ? 2 : 1;
  return someBlock(target.blocks, (row, block) => {
    if (block !== current) [low, high, current] = [-Infinity, Infinity, block];
    const by = x(row);
    if (!Number.isFinite(by) || by === 0) return undefined;
    const value = target.numbers[row];
    const width = tolerance(target.column, value) * slack;
    const [a, b] = [(value - width) / by, (value + width) / by];
    low = Math.max(low, Math.min(a, b));
    high = Math.min(high, Math.max(a, b));
    return low <= high;
  });
}
