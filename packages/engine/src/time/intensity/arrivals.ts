import { log } from '../../numeric/deterministic-math.ts';
import {
  draw,
  drawKey,
  indexesAsSubjects,
  newSubject,
  rowsAsSubjects,
  UNIT32,
  type Seed,
} from '../../numeric/random.ts';
import type { Arrivals } from '../timing.ts';

/** Rows that are placed together. */
export const RUN = 128;

/** Rows of a block of Poisson arrivals: as many points at random in as many rows, in order. */
const BLOCK = 1024;

/** Blocks whose points are kept, unless rows are looked up here and there. */
const KEPT = 4;

/** The positions of rows on the axis of rows. From row to row, they never decrease. */
interface Positions {
  /** Sets the positions of at most `RUN` rows `first`, `first + step`, … */
  put(places: Float64Array, first: number, rows: number, step: number): void;
  /** Sets the positions of at most `RUN` rows of a list. */
  putAt(places: Float64Array, rows: Float64Array, count: number): void;
}

/**
 * The positions of rows.
 *
 * @param nearRows how many rows one after the other are looked up again and again
 */
export function placesOf(arrivals: Arrivals, seed: Seed, nearRows = 0): Positions {
  if (arrivals === 'jitter') return jittered(seed);
  return arrivals === 'poisson' ? poisson(seed, Math.max(KEPT, Math.ceil(nearRows / BLOCK))) : EVEN;
}

/** Row i is at i. */
const EVEN: Positions = {
  put(places, first, rows, step) {
    for (let r = 0; r < rows; r++) places[r] = first + r * step;
  },
  putAt: (places, rows, count) => places.set(rows.subarray(0, count)),
};

/** Row i is at i + u, with u in [0, 1) drawn for the row. */
function jittered(seed: Seed): Positions {
  const { key, odd } = drawKey('\narrivals', 0);
  const subject = newSubject(RUN);
  const { a, b } = subject;
  return {
    put(places, first, rows, step) {
      rowsAsSubjects(subject, seed, first, rows, step);
      for (let r = 0; r < rows; r++) {
        places[r] = first + r * step + (draw(a[r], b[r], key, odd) >>> 0) * UNIT32;
      }
    },
    putAt(places, rows, count) {
      indexesAsSubjects(subject, seed, rows, count);
      for (let r = 0; r < count; r++) places[r] = rows[r] + (draw(a[r], b[r], key, odd) >>> 0) * UNIT32;
    },
  };
}

/** Each block has its rows at random places of its own. Times between arrivals are exponential, and a count is off by a few rows at most. */
function poisson(seed: Seed, blocks: number): Positions {
  const blockPoints = newBlocks(seed, blocks);
  return {
    put(places, first, rows, step) {
      for (let r = 0; r < rows;) {
        const row = first + r * step;
        const block = Math.floor(row / BLOCK);
        const base = block * BLOCK;
        const points = blockPoints(block);
        const end = Math.min(rows, r + Math.ceil((base + BLOCK - row) / step));
        for (let place = row - base; r < end; r++, place += step) places[r] = base + points[place];
      }
    },
    putAt(places, rows, count) {
      for (let r = 0; r < count; r++) {
        const block = Math.floor(rows[r] / BLOCK);
        places[r] = block * BLOCK + blockPoints(block)[rows[r] - block * BLOCK];
      }
    },
  };
}

/**
 * The points of a block, as sums of exponential gaps: n + 1 of them, divided by their sum, are distributed as n sorted uniform numbers
 * (L. Devroye, Non-Uniform Random Variate Generation, 1986, V.3.1).
 */
function newBlocks(seed: Seed, count: number): (block: number) => Float64Array {
  const exponential = newExponential();
  const subject = newSubject(BLOCK);
  const gap = drawKey('\narrivals', 0);
  const lastGap = drawKey('\narrivals', 1);
  const kept = Array.from({ length: count }, () => ({ block: -1, points: new Float64Array(0) }));
  return (block) => {
    const place = kept[block % count];
    if (place.block === block) return place.points;
    if (place.block === -1) place.points = new Float64Array(BLOCK);
    const { points } = place;
    place.block = block;
    rowsAsSubjects(subject, seed, block * BLOCK, BLOCK);
    const { a, b } = subject;
    let sum = 0;
    for (let n = 0; n < BLOCK; n++) {
      sum += exponential(draw(a[n], b[n], gap.key, gap.odd));
      points[n] = sum;
    }
    const scale = BLOCK / (sum + exponential(draw(a[0], b[0], lastGap.key, lastGap.odd)));
    for (let n = 0; n < BLOCK; n++) points[n] *= scale;
    return points;
  };
}

/** Pieces of equal probability in which the exponential's quantile function is straight. The last is computed. */
const PIECES = 4096;

/** A standard exponential variate from 32 random bits. */
function newExponential(): (bits: number) => number {
  const quantiles = Float64Array.from({ length: PIECES }, (_, n) => -log(1 - n / PIECES));
  const steps = Float64Array.from(
    { length: PIECES - 1 },
    (_, n) => (quantiles[n + 1] - quantiles[n]) / 2 ** 20,
  );
  return (bits) => {
    const n = bits >>> 20;
    const rest = bits & 0xfffff;
    if (n < PIECES - 1) return quantiles[n] + rest * steps[n];
    return -log((1 - (rest + 0.5) / 2 ** 20) / PIECES);
  };
}

/**
 * Takes from 0 to `disorderMs` milliseconds off the times of rows `first`, `first + step`, …; each has its own draw. None gets before its
 * least time: what it reads exists from then on.
 */
type Disorder = (
  ms: Float64Array,
  first: number,
  rows: number,
  step: number,
  leastMs: (r: number) => number,
) => void;

export function newDisorder(disorderMs: number, seed: Seed): Disorder {
  const { key, odd } = drawKey('\ndisorder', 0);
  const subject = newSubject(RUN);
  const { a, b } = subject;
  return (ms, first, rows, step, leastMs) => {
    for (let done = 0; done < rows; done += RUN) {
      const count = Math.min(RUN, rows - done);
      rowsAsSubjects(subject, seed, first + done * step, count, step);
      for (let r = 0; r < count; r++) {
        const at = ms[done + r];
        const choices = Math.floor(Math.min(disorderMs, Math.max(0, at - leastMs(done + r)))) + 1;
        ms[done + r] = at - Math.floor((draw(a[r], b[r], key, odd) >>> 0) * UNIT32 * choices);
      }
    }
  };
}
