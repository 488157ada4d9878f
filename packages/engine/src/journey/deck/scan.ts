import { firstPlace } from '../../numeric/search.ts';
import { newRows, reserve, type Rows } from './sort.ts';
import { type BlockWords, lateness, type Shuffle } from './shuffle.ts';
import type { RowSteps, Starts, Tier } from './tiers.ts';

/** Looks for the rows of all journeys. */
export interface Scan {
  /** Number of rows before an instant. */
  count(ms: number): number;
  /** The rows from one instant up to another, in no order. They stand until the next call. */
  find(fromMs: number, toMs: number): Found;
  /** Numbers of steps are below this power of two. */
  readonly stepRange: number;
}

/** Rows that were found. */
export interface Found {
  readonly found: Rows;
  /** Number of rows before the span. */
  readonly before: number;
  /** The start that they count from. */
  readonly base: number;
  /** The words of the blocks from there on for the lateness of steps. */
  readonly late: Int32Array;
}

export interface ScanOptions {
  readonly steps: RowSteps;
  /** Number of journeys in the deck. */
  readonly size: number;
  readonly shuffle: Shuffle;
  readonly starts: Starts;
  /** Numbers of steps are below this power of two. Default: the least one for the deck. */
  readonly stepRange?: number | undefined;
}

/** Rows whose times are computed together, about. */
const BATCH = 2048;
/** Blocks whose times are computed together. */
const EDGES = 256;

/** Steps of a block that may be in a span, as places in a tier, and the times after their starts between which they may be. */
interface Window {
  readonly low: number;
  readonly high: number;
  readonly nearMs: number;
  readonly farMs: number;
}

/** The first step of a tier, up to `end`, that is not before a limit at the earliest. */
const firstFrom = ({ lowMs }: Tier, end: number, limit: number): number =>
  firstPlace(0, end, (at) => lowMs[at] >= limit);

/**
 * The steps of blocks that are over are all before an instant. Of the others, the steps of each block that may be within a span of
 * time are found by their least times: as blocks ascend, these fall, so that each is found near the one before.
 */
export function newScan({ steps, size, shuffle, starts, ...given }: ScanOptions): Scan {
  const { tiers, spanMs } = steps;
  const { stepRange = 2 ** (32 - Math.clz32(steps.nth.length)) } = given;
  const capacity = 2 * BATCH;
  /** Steps whose times are to be computed: starts, times after them, and steps. */
  const [start, startMs, afterMs] = [
    new Float64Array(capacity),
    new Float64Array(capacity),
    new Float64Array(capacity),
  ];
  const step = new Int32Array(capacity);
  let waiting = 0;
  const edges = new Float64Array(EDGES + 1);
  const [lows, highs] = [new Int32Array(tiers.length), new Int32Array(tiers.length)];
  const found = newRows();
  let late = new Int32Array(0);

  /** Adds steps of a block to those whose times are to be computed. Returns how many others are before. */
  const add = (tier: Tier, block: number, { a, b, late }: BlockWords, window: Window): number => {
    const { lowMs, widthMs, journey } = tier;
    const { low, high, nearMs, farMs } = window;
    const { place } = shuffle;
    const base = block * size;
    let before = 0;
    let n = waiting;
    for (let s = low; s < high; s++) {
      const after = lowMs[s] + Math.floor(lateness(late, journey[s]) * widthMs[s]);
      if (after < nearMs) before++;
      else if (after < farMs) {
        afterMs[n] = after;
        start[n] = base + place(journey[s], a, b);
        step[n++] = tier.step[s];
      }
    }
    waiting = n;
    return before;
  };

  /** Adds the steps of a block that may be in a span. Returns how many others are before it. */
  const addBlock = (
    block: number,
    place: number,
    nearMs: number,
    farMs: number,
    take: () => void,
  ): number => {
    const words = shuffle.words(block);
    late[place] = words.late;
    let before = 0;
    for (let q = 0; q < tiers.length; q++) {
      const tier = tiers[q];
      const low = (lows[q] = firstFrom(tier, lows[q], nearMs - tier.capMs));
      const high = (highs[q] = firstFrom(tier, highs[q], farMs));
      before += low;
      for (let from = low; from < high; from += BATCH) {
        before += add(tier, block, words, { low: from, high: Math.min(high, from + BATCH), nearMs, farMs });
        if (waiting >= BATCH) take();
      }
    }
    return before;
  };

  /** Visits the steps that may be within a span of time. Returns how many others are before it. */
  const visit = (fromMs: number, toMs: number, firstBlock: number, take: () => void): number => {
    const last = Math.floor((starts.before(toMs) - 1) / size);
    let before = firstBlock * steps.length;
    if (late.length <= last - firstBlock) late = new Int32Array(2 * (last - firstBlock) + 2);
    for (let q = 0; q < tiers.length; q++) lows[q] = highs[q] = tiers[q].length;
    for (let block = firstBlock; block <= last; block++) {
      const edge = (block - firstBlock) % EDGES;
      if (edge === 0) starts.put(edges, block * size, Math.min(EDGES, last - block + 1) + 1, size);
      before += addBlock(block, block - firstBlock, fromMs - edges[edge + 1], toMs - edges[edge], take);
    }
    take();
    return before;
  };
  /** The first block that is not over at an instant. */
  const firstBlock = (ms: number): number => Math.floor(starts.before(ms - spanMs) / size);

  const countBefore = (ms: number): number => {
    let count = 0;
    for (let n = 0; n < waiting; n++) if (startMs[n] + afterMs[n] < ms) count++;
    return count;
  };
  /** Keeps the rows of a span. Returns how many are before it. */
  const keep = (fromMs: number, toMs: number, base: number): number => {
    const { ms, which } = found;
    let { rows } = found;
    let before = 0;
    for (let n = 0; n < waiting; n++) {
      const at = startMs[n] + afterMs[n];
      if (at < fromMs) before++;
      if (at < fromMs || at >= toMs) continue;
      ms[rows] = at;
      which[rows++] = (start[n] - base) * stepRange + step[n];
    }
    found.rows = rows;
    return before;
  };

  return {
    stepRange,
    count(ms) {
      let count = 0;
      const before = visit(ms, ms, firstBlock(ms), () => {
        starts.putAt(startMs, start, waiting);
        count += countBefore(ms);
        waiting = 0;
      });
      return before + count;
    },
    find(fromMs, toMs) {
      const block = firstBlock(fromMs);
      const base = block * size;
      found.rows = 0;
      let count = 0;
      const before = visit(fromMs, toMs, block, () => {
        starts.putAt(startMs, start, waiting);
        reserve(found, found.rows + waiting);
        count += keep(fromMs, toMs, base);
        waiting = 0;
      });
      return { found, before: before + count, base, late };
    },
  };
}
