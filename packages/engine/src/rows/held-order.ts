import { lastUpTo } from '../numeric/search.ts';
import { type HeldOptions, type HeldRow, newScan, type Scan, SCAN_ROWS } from './held-scan.ts';
import { remembered } from './json-members.ts';

/** Held rows at a block of rows. */
interface Waiting {
  /** How many rows before the block are not sent before it. */
  readonly count: number;
  /** Those that are sent before a row of the block, its own among them, by row. */
  readonly heard: readonly HeldRow[];
}

/** Blocks that are scanned one after the other, with the rows that wait there. */
interface Stretch {
  /** The first block whose waiting rows are all known. */
  from: number;
  /** The next block to scan. */
  next: number;
  /** How many blocks were scanned before the first one. */
  readonly reach: number;
  /** Held rows by the block in which they are sent. */
  readonly heard: Map<number, HeldRow[]>;
  readonly counts: Map<number, number>;
}

/** Blocks that stay known behind the last one: copies and shuffled windows reach back. */
const KEPT = 512;
/** Places in a stream at which its rows are looked at in turn: those that are made, and those that are due. */
const STRETCHES = 4;

/**
 * Finds the rows that wait at any block: those of the longest silence before it are scanned.
 *
 * @param firstOf the first block that may have rows that wait at a block
 */
function newWaiting(
  scan: (block: number) => Scan,
  firstOf: (block: number) => number,
): (block: number) => Waiting {
  /** The one used last is the last. */
  let stretches: readonly Stretch[] = [];

  const open = (block: number): Stretch => {
    const next = Math.min(block, firstOf(block));
    const stretch = {
      from: block,
      next,
      reach: block - next,
      heard: new Map<number, HeldRow[]>(),
      counts: new Map<number, number>(),
    };
    while (stretch.next < block) scanNext(stretch, scan);
    let count = 0;
    for (const [at, rows] of stretch.heard)
      if (at >= block) count += rows.length;
      else stretch.heard.delete(at);
    stretch.counts.set(block, count);
    return stretch;
  };
  return (block) => {
    const found =
      stretches.find(({ from, next, reach }) => from <= block && block <= next + reach) ?? open(block);
    stretches = [...stretches.filter((each) => each !== found).slice(1 - STRETCHES), found];
    while (found.next <= block) scanNext(found, scan);
    return { count: found.counts.get(block) ?? 0, heard: found.heard.get(block) ?? [] };
  };
}

/** Adds the held rows of the next block. */
function scanNext(stretch: Stretch, scan: (block: number) => Scan): void {
  const { next, heard, counts } = stretch;
  const { held } = scan(next);
  for (const row of held) {
    const at = Math.floor(row.before / SCAN_ROWS);
    const others = heard.get(at);
    if (others === undefined) heard.set(at, [row]);
    else others.push(row);
  }
  stretch.next++;
  const before = counts.get(next);
  if (before === undefined) return;
  counts.set(next + 1, before + held.length - (heard.get(next)?.length ?? 0));
  heard.delete(next - KEPT);
  counts.delete(next - KEPT);
  stretch.from = Math.max(stretch.from, next - KEPT + 1);
}

/** The order of rows whose devices are offline at times. Any place can be computed alone, from the rows of the longest silence before it. */
export interface HeldOrder {
  /** The row at a place, from 0. @throws RangeError if none ever comes there */
  at(place: number): HeardRow;
  /** How many places from the start hold only rows among the first `rows` rows, all of whose silences are over by then. */
  dueBefore(rows: number): number;
  /** Rows that are lost between the row before a place and its own. */
  lostBefore(place: number): readonly number[];
}

/** A row when it is sent. */
export interface HeardRow {
  readonly row: number;
  /** How long it was held, in milliseconds; 0: not at all. */
  readonly heldMs: number;
}

/** The rows that are sent while those of a block are due. */
interface Heard {
  /** The place of the first of them. */
  readonly place: number;
  readonly rows: Float64Array;
  readonly heldMs: Float64Array;
  /** By row of the block, and behind the last: how many come before it. */
  readonly starts: Uint32Array;
}

/** Blocks that are remembered. */
const REMEMBERED = 32;
/** Places this near to the last one are found from there. */
const NEAR = 16 * SCAN_ROWS;

/** The order of a stream. When its rate changes, later rows get other times, so their order is computed again. */
export function heldOrder(options: HeldOptions): HeldOrder {
  const { timeline } = options;
  const { changes } = timeline;
  const before = (ms: number): number => timeline.before(ms);
  let seen = changes.length;
  let [order, lostRows] = orderWith(options, [0]);
  const current = (): HeldOrder => {
    const change = changes[seen];
    if (change !== undefined) {
      seen = changes.length;
      [order, lostRows] = orderWith(
        options,
        lostRows.slice(0, 1 + Math.floor(before(change.atMs) / SCAN_ROWS)),
      );
    }
    return order;
  };
  return {
    at: (place) => current().at(place),
    dueBefore: (rows) => current().dueBefore(rows),
    lostBefore: (place) => current().lostBefore(place),
  };
}

/** @param lostRows by block, how many rows before it are lost, as far as that is known. It is returned, too, and grows */
function orderWith(options: HeldOptions, lostRows: number[]): [order: HeldOrder, lostRows: number[]] {
  const { timeline, offline } = options;
  const longestMs = Math.ceil(offline.forMs.max);
  const hasLoss = (offline.lost ?? 0) > 0;
  const total = timeline.before(Infinity);
  const scanned = newScan(options);
  const scan = remembered((block) => scanned(block, total), REMEMBERED);
  const waitingAt = newWaiting(scan, (block) =>
    block === 0
      ? 0
      : Math.floor(timeline.before(timeline.time(block * SCAN_ROWS - 1) - longestMs) / SCAN_ROWS),
  );
  /** Finds all lost rows before a block: only the rows themselves have their number. */
  const lostUpTo = (block: number): number => {
    if (!hasLoss) return 0;
    for (let next = lostRows.length; next <= block; next++)
      lostRows.push((lostRows[next - 1] ?? 0) + scan(next - 1).lost.length);
    return lostRows[block] ?? 0;
  };
  const heardIn = remembered((block): Heard => {
    const first = block * SCAN_ROWS;
    const place = Math.min(first, total) - lostUpTo(block) - waitingAt(block).count;
    const { held, lost } = scan(block);
    const isOut = new Set([...held.map(({ row }) => row), ...lost]);
    // What waits for rows that never come is never sent.
    const heard = waitingAt(block)
      .heard.filter(({ before }) => before < total)
      .toSorted((a, b) => a.before - b.before);
    return { place, ...heardOf(first, Math.max(0, Math.min(SCAN_ROWS, total - first)), { heard, isOut }) };
  }, REMEMBERED);
  /** A block that does not come after that of a place. */
  const blockBefore = (place: number): number => {
    let block = Math.floor(place / SCAN_ROWS);
    if (!hasLoss) return block;
    while ((block + 1) * SCAN_ROWS - lostUpTo(block + 1) <= place && block * SCAN_ROWS < total) block++;
    return block;
  };
  let last = 0;
  /** The block of a place. */
  const blockOf = (place: number): number => {
    let block = Math.abs(place - heardIn(last).place) < NEAR ? last : blockBefore(place);
    while (block > 0 && place < heardIn(block).place) block--;
    while (place >= heardIn(block).place + heardIn(block).rows.length) {
      block++;
      if (block * SCAN_ROWS >= total)
        throw new RangeError(`No row comes at place ${place}: those before it are all`);
    }
    return (last = block);
  };
  /** The row that is due when that at a place is sent. */
  const dueAt = (at: number): number => {
    const block = blockOf(at);
    const { place, starts } = heardIn(block);
    return block * SCAN_ROWS + lastUpTo(starts, at - place);
  };
  const order: HeldOrder = {
    at(at) {
      const { place, rows, heldMs } = heardIn(blockOf(at));
      return { row: rows[at - place] ?? NaN, heldMs: heldMs[at - place] ?? 0 };
    },
    dueBefore(rows) {
      if (rows === Infinity) return Infinity;
      const row = Math.min(rows, total);
      const block = Math.floor(row / SCAN_ROWS);
      const { place, starts } = heardIn(block);
      return place + (starts[row - block * SCAN_ROWS] ?? 0);
    },
    lostBefore(place) {
      if (!hasLoss) return [];
      const [from, end] = [place === 0 ? 0 : dueAt(place - 1), dueAt(place)];
      const lost: number[] = [];
      for (let block = Math.floor(from / SCAN_ROWS); block * SCAN_ROWS < end; block++)
        lost.push(...scan(block).lost.filter((row) => row >= from && row < end));
      return lost;
    },
  };
  return [order, lostRows];
}

/** @param heard rows by the row before which they are sent @param isOut rows that are not sent in order */
function heardOf(
  first: number,
  count: number,
  {
    heard,
    isOut,
  }: {
    readonly heard: readonly { readonly row: number; readonly before: number; readonly heldMs: number }[];
    readonly isOut: ReadonlySet<number>;
  },
): Omit<Heard, 'place'> {
  const size = heard.length + count;
  const [rows, heldMs, starts] = [new Float64Array(size), new Float64Array(size), new Uint32Array(count + 1)];
  let [to, next] = [0, 0];
  for (let r = 0; r < count; r++) {
    starts[r] = to;
    const row = first + r;
    for (let each = heard[next]; each?.before === row; each = heard[++next]) {
      rows[to] = each.row;
      heldMs[to++] = each.heldMs;
    }
    if (!isOut.has(row)) rows[to++] = row;
  }
  starts[count] = to;
  return { rows: rows.subarray(0, to), heldMs, starts };
}
