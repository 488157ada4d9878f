import { log } from '../../numeric/deterministic-math.ts';
import { draw, drawKey, newSubject, rowsAsSubjects, UNIT32, type Seed } from '../../numeric/random.ts';
import type { Arrivals } from '../timing.ts';

/** Rows that are placed together. */
export const RUN = 128;

/** Rows of a block of Poisson arrivals: as many points at random in as many rows, in order. */
const BLOCK = 1024;

/** Blocks whose points are kept. */
const KEPT = 4;

/** Sets the positions on the axis of rows of at most `RUN` rows `first`, `first + step`, … They never decrease. */
export type Places = (places: Float64Array, first: number, rows: number, step: number) => void;

/** The positions of rows; undefined for even arrivals, where row i is at i. */
export function placesOf(arrivals: Arrivals, seed: Seed): Places | undefined {
  if (arrivals === 'jitter') return jittered(seed);
  return arrivals === 'poisson' ? poisson(seed) : undefined;
}

/** Row i is at i + u, with u in [0, 1) drawn for the row. */
function jittered(seed: Seed): Places {
  const { key, odd } = drawKey('\narrivals', 0);
  const subject = newSubject(RUN);
  const { a, b } = subject;
  return (places, first, rows, step) => {
    rowsAsSubjects(subject, seed, first, rows, step);
    for (let r = 0; r < rows; r++) {
      places[r] = first + r * step + (draw(a[r], b[r], key, odd) >>> 0) * UNIT32;
    }
  };
}

/** Each block has its rows at random places of its own. Times between arrivals are exponential, and a count is off by a few rows at most. */
function poisson(seed: Seed): Places {
  const blockPoints = newBlocks(seed);
  return (places, first, rows, step) => {
    for (let r = 0; r < rows;) {
      const row = first + r * step;
      const block = Math.floor(row / BLOCK);
      const base = block * BLOCK;
      const points = blockPoints(block);
      const end = Math.min(rows, r + Math.ceil((base + BLOCK - row) / step));
      for (let place = row - base; r < end; r++, place += step) places[r] = base + points[place];
    }
  };
}

/**
 * The points of a block, as sums of exponential gaps: n + 1 of them, divided by their sum, are distributed as n sorted uniform numbers
 * (L. Devroye, Non-Uniform Random Variate Generation, 1986, V.3.1).
 */
function newBlocks(seed: Seed): (block: number) => Float64Array {
  const exponential = newExponential();
  const subject = newSubject(BLOCK);
  const gap = drawKey('\narrivals', 0);
  const lastGap = drawKey('\narrivals', 1);
  const kept = Array.from({ length: KEPT }, () => ({ block: -1, points: new Float64Array(BLOCK) }));
  return (block) => {
    const place = kept[block % KEPT];
    const { points } = place;
    if (place.block === block) return points;
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
