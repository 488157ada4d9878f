import { firstPlace } from '../../numeric/search.ts';

/**
 * Rows as pairs of numbers: their times, and which step of which start they are. The latter is `(start − base) · 2^n + step`, with n
 * so that the numbers of all steps in the deck are less than 2^n.
 */
export interface Rows {
  rows: number;
  ms: Float64Array;
  which: Float64Array;
}

/** All rows of a span of time, in order of (time, start). */
export interface Page extends Rows {
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  /** Number of the first row. */
  first: number;
  /** The start that `which` counts from. */
  base: number;
  /** The words of its blocks of starts for the lateness of steps. */
  late: Int32Array;
}

export const newRows = (): Rows => ({ rows: 0, ms: new Float64Array(0), which: new Float64Array(0) });

/** A page that holds no time. */
const EMPTY = { fromMs: Infinity, toMs: -Infinity, first: 0, rows: 0 };

export const newPage = (): Page => ({ ...newRows(), ...EMPTY, base: 0, late: new Int32Array(0) });

export function clear(page: Page): void {
  Object.assign(page, EMPTY);
}

/** Makes room for a number of rows, and keeps the existing ones. */
export function reserve(list: Rows, rows: number): void {
  if (list.ms.length >= rows) return;
  const { ms, which } = list;
  const length = Math.ceil(rows * 1.125);
  list.ms = new Float64Array(length);
  list.which = new Float64Array(length);
  list.ms.set(ms.subarray(0, list.rows));
  list.which.set(which.subarray(0, list.rows));
}

/** Rows of a page before an instant. */
export const rowsBefore = ({ ms, rows }: Page, atMs: number): number =>
  firstPlace(0, rows, (row) => ms[row] >= atMs);
