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

/** Maximum number of bits of a digit. */
const MOST_BITS = 11;

/** Sorts rows into a page by time, then start. Rows of a start have different times. */
export function newSort(): (found: Rows, page: Page) => void {
  const spare = newRows();
  return (found, page) => {
    const { rows } = found;
    const { fromMs, toMs } = page;
    for (const list of [spare, page]) {
      list.rows = 0;
      reserve(list, rows);
      list.rows = rows;
    }
    deal(
      found,
      [spare, page],
      [...digitsOf('which', 0, bitsOf(greatest(found))), ...digitsOf('ms', fromMs, bitsOf(toMs - fromMs))],
    );
  };
}

const bitsOf = (number: number): number => Math.floor(Math.log2(Math.max(1, number))) + 2;

function greatest({ which, rows }: Rows): number {
  let most = 0;
  for (let r = 0; r < rows; r++) most = Math.max(most, which[r]);
  return most;
}

/** A digit of a number: `(number − from) · factor`, the last bits of its whole part. */
interface Digit {
  readonly of: 'ms' | 'which';
  readonly from: number;
  readonly factor: number;
  readonly buckets: number;
}

/** The digits of numbers below 2^bits, the last one first. */
function digitsOf(of: Digit['of'], from: number, bits: number): Digit[] {
  const count = Math.ceil(bits / MOST_BITS);
  const each = Math.ceil(bits / count);
  return Array.from({ length: count }, (_, n) => ({
    of,
    from,
    factor: 1 / 2 ** (n * each),
    buckets: 2 ** each,
  }));
}

/** Sorts rows by digits into the second list, by way of the first one. */
function deal(found: Rows, [spare, page]: readonly [Rows, Rows], digits: readonly Digit[]): void {
  const places = new Int32Array(2 ** MOST_BITS);
  let from = found;
  for (const digit of digits) {
    const to: Rows = from === spare ? page : spare;
    dealOut(from, to, digit, places);
    from = to;
  }
  if (from === page) return;
  const { ms, which } = page;
  Object.assign(page, { ms: spare.ms, which: spare.which });
  Object.assign(spare, { ms, which });
}

/** Sorts rows by a digit, those with the same one in the order that they have. */
function dealOut(from: Rows, to: Rows, digit: Digit, places: Int32Array): void {
  tally(from[digit.of], from.rows, digit, places);
  let sum = 0;
  for (let bucket = 0; bucket < digit.buckets; bucket++) {
    const count = places[bucket];
    places[bucket] = sum;
    sum += count;
  }
  move(from, to, digit, places);
}

// One loop each: an engine that compiles a function in the middle of its first loop knows nothing of the next.
function tally(list: Float64Array, rows: number, { from, factor, buckets }: Digit, counts: Int32Array): void {
  const last = buckets - 1;
  counts.fill(0, 0, buckets);
  for (let r = 0; r < rows; r++) counts[((list[r] - from) * factor) & last]++;
}

function move(
  { rows, ms, which }: Rows,
  to: Rows,
  { of, from, factor, buckets }: Digit,
  places: Int32Array,
): void {
  const list = of === 'ms' ? ms : which;
  const [toMs, toWhich] = [to.ms, to.which];
  const last = buckets - 1;
  for (let r = 0; r < rows; r++) {
    const place = places[((list[r] - from) * factor) & last]++;
    toMs[place] = ms[r];
    toWhich[place] = which[r];
  }
}
