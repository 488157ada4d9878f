/** All rows of a span of time, in order of (time, start). */
export interface Page {
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  /** Number of the first row. */
  first: number;
  rows: number;
  ms: Float64Array;
  start: Float64Array;
  /** Numbers of steps in the deck. */
  step: Int32Array;
}

/** Rows as they were found, in no order. */
export interface Found {
  rows: number;
  ms: Float64Array;
  start: Float64Array;
  step: Int32Array;
}

export const newFound = (): Found => ({
  rows: 0,
  ms: new Float64Array(0),
  start: new Float64Array(0),
  step: new Int32Array(0),
});

/** A page that holds no time. */
const EMPTY = { fromMs: Infinity, toMs: -Infinity, first: 0, rows: 0 };

export const newPage = (): Page => ({ ...newFound(), ...EMPTY });

export function clear(page: Page): void {
  Object.assign(page, EMPTY);
}

/** Makes room for so many rows. */
export function reserve(list: Found, rows: number): void {
  if (list.ms.length >= rows) return;
  const length = Math.ceil(rows * 1.25);
  const { ms, start, step } = list;
  list.ms = new Float64Array(length);
  list.start = new Float64Array(length);
  list.step = new Int32Array(length);
  list.ms.set(ms);
  list.start.set(start);
  list.step.set(step);
}

/** Sorts what was found into a page. */
export function newSorter(): (found: Found, page: Page) => void {
  let order = new Int32Array(0);
  let ends = new Int32Array(0);
  return (found, page) => {
    const { rows, ms, start } = found;
    const { fromMs } = page;
    if (order.length < rows) order = new Int32Array(Math.ceil(rows * 1.25));
    if (ends.length <= rows) ends = new Int32Array(Math.ceil(rows * 1.25) + 1);
    // As many buckets as rows; most hold one.
    const scale = Math.max(1, rows) / (page.toMs - fromMs);
    ends.fill(0, 0, rows + 1);
    for (let r = 0; r < rows; r++) ends[((ms[r] - fromMs) * scale) | 0]++;
    for (let bucket = 0, sum = 0; bucket < rows; bucket++) {
      const count = ends[bucket];
      ends[bucket] = sum;
      sum += count;
    }
    for (let r = 0; r < rows; r++) order[ends[((ms[r] - fromMs) * scale) | 0]++] = r;
    insert(order, rows, ms, start);
    page.rows = 0;
    reserve(page, rows);
    page.rows = rows;
    for (let r = 0; r < rows; r++) {
      const from = order[r];
      page.ms[r] = ms[from];
      page.start[r] = start[from];
      page.step[r] = found.step[from];
    }
  };
}

/** Puts what is nearly in order into order. Rows of one start have different times. */
function insert(order: Int32Array, rows: number, ms: Float64Array, start: Float64Array): void {
  for (let r = 1; r < rows; r++) {
    const row = order[r];
    const [at, of] = [ms[row], start[row]];
    let place = r - 1;
    for (; place >= 0; place--) {
      const other = order[place];
      if (ms[other] < at || (ms[other] === at && start[other] < of)) break;
      order[place + 1] = other;
    }
    order[place + 1] = row;
  }
}

/** Rows of a page before an instant. */
export function rowsBefore({ ms, rows }: Page, atMs: number): number {
  let [low, high] = [0, rows];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ms[middle] < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
