import { newFound, reserve, type Found } from './page.ts';
import type { Shuffle } from './shuffle.ts';
import type { Starts } from './starts.ts';
import { firstFrom, type RowSteps, type Tier } from './tiers.ts';

/** Looks for the rows of all journeys. */
export interface Scan {
  /** Number of rows before an instant. */
  count(ms: number): number;
  /** The rows from one instant up to another, in no order. They stand until the next call. */
  find(fromMs: number, toMs: number): Found;
}

export interface ScanOptions {
  readonly steps: RowSteps;
  /** Number of journeys in the deck. */
  readonly size: number;
  readonly shuffle: Shuffle;
  readonly starts: Starts;
}

/** Rows whose times are computed together, at least. */
const BATCH = 2048;
/** Blocks whose times are computed together. */
const EDGES = 256;

/**
 * The steps of blocks that are over are all before an instant. Of the others, the steps of each block that may be within a span of
 * time are found by their least times: as blocks ascend, these fall, so that each is found near the one before.
 */
export function newScan({ steps, size, shuffle, starts }: ScanOptions): Scan {
  const { tiers, spanMs } = steps;
  const capacity = BATCH + steps.length;
  const [start, startMs] = [new Float64Array(capacity), new Float64Array(capacity)];
  const [lowMs, widthMs] = [new Float64Array(capacity), new Float64Array(capacity)];
  const step = new Int32Array(capacity);
  const edges = new Float64Array(EDGES + 1);
  const [lows, highs] = [new Int32Array(tiers.length), new Int32Array(tiers.length)];
  const found = newFound();
  let waiting = 0;

  /** Adds steps of a block to those whose times are to be computed. */
  const add = (tier: Tier, block: number, low: number, high: number): void => {
    shuffle.put(start, waiting, block, tier.journey, low, high);
    for (let n = low; n < high; n++) {
      lowMs[waiting] = tier.lowMs[n];
      widthMs[waiting] = tier.widthMs[n];
      step[waiting++] = tier.step[n];
    }
  };
  const time = (n: number): number =>
    startMs[n] + lowMs[n] + (widthMs[n] > 0 ? Math.floor(shuffle.share(start[n]) * widthMs[n]) : 0);

  /** Visits the steps that may be within a span of time. Returns how many others are before it. */
  const visit = (fromMs: number, toMs: number, take: () => void): number => {
    const last = Math.floor((starts.before(toMs) - 1) / size);
    const first = Math.floor(starts.before(fromMs - spanMs) / size);
    let before = first * steps.length;
    for (let q = 0; q < tiers.length; q++) lows[q] = highs[q] = tiers[q].length;
    for (let block = first; block <= last; block++) {
      const edge = (block - first) % EDGES;
      if (edge === 0) starts.put(edges, block * size, Math.min(EDGES, last - block + 1) + 1, size);
      for (let q = 0; q < tiers.length; q++) {
        const tier = tiers[q];
        const low = (lows[q] = firstFrom(tier.lowMs, lows[q], fromMs - edges[edge + 1] - tier.capMs));
        const high = (highs[q] = firstFrom(tier.lowMs, highs[q], toMs - edges[edge]));
        before += low;
        if (high > low) add(tier, block, low, high);
      }
      if (waiting >= BATCH) take();
    }
    take();
    return before;
  };

  return {
    count(ms) {
      let count = 0;
      const before = visit(ms, ms, () => {
        starts.putAt(startMs, start, waiting);
        for (let n = 0; n < waiting; n++) if (time(n) < ms) count++;
        waiting = 0;
      });
      return before + count;
    },
    find(fromMs, toMs) {
      found.rows = 0;
      visit(fromMs, toMs, () => {
        starts.putAt(startMs, start, waiting);
        reserve(found, found.rows + waiting);
        let { rows } = found;
        for (let n = 0; n < waiting; n++) {
          const ms = time(n);
          if (ms < fromMs || ms >= toMs) continue;
          found.ms[rows] = ms;
          found.start[rows] = start[n];
          found.step[rows++] = step[n];
        }
        found.rows = rows;
        waiting = 0;
      });
      return found;
    },
  };
}
