import { exp, log } from '../../../numeric/deterministic-math.ts';
import { normalQuantile, normalShare } from '../../../numeric/normal.ts';
import { draw, drawKey, type DrawKey, mix, nextKey, type Subject, UNIT32 } from '../../../numeric/random.ts';
import type { Place } from '../engine/cell.ts';
import type { Numbers } from '../number/numbers.ts';
import type { Law } from './outcomes.ts';

const SIZE = 4096;

/** Normal quantiles at equal steps, scaled so that the sum of two independent draws has variance 1. Filled by `variateKeys`. */
const QUANTILES = new Float64Array(SIZE);

/** At the first use, since most schemas need none and every start loads this file. */
function fillQuantiles(): void {
  if (QUANTILES[0] !== 0) return;
  const plain = Float64Array.from(QUANTILES, (_, i) => normalQuantile((i + 0.5) / SIZE));
  const variance = plain.reduce((sum, x) => sum + x * x, 0) / SIZE;
  QUANTILES.set(plain.map((x) => x / Math.sqrt(2 * variance)));
}

/** The keys of the normal variates of a field. */
export interface VariateKeys {
  readonly key: number;
  readonly odd: number;
  readonly other: number;
}

/** The only source of keys, so that whoever draws has quantiles. */
export function variateKeys(path: string): VariateKeys {
  fillQuantiles();
  const { key, odd } = drawKey(path, 0);
  return { key, odd, other: drawKey(path, 1).odd };
}

/** 32 random bits of a field. @param place of the draw, a whole number from 0 to 2^53 − 1 */
export function variateBits({ key, odd, other }: VariateKeys, a: number, b: number, place: number): number {
  const high = place < 2 ** 32 ? 0 : (place / 2 ** 32) | 0;
  return mix(mix(Math.imul(place | 0, odd) + (a ^ key)) + Math.imul(b ^ high, other));
}

/**
 * A normal variate of a field, with 2^24 distinct values up to ±5. Precise enough for steps that are summed and for noise. A function
 * of its own, because calls of closures are not inlined and box the result.
 */
export function normalVariate(keys: VariateKeys, a: number, b: number, place: number): number {
  const bits = variateBits(keys, a, b, place);
  return QUANTILES[bits >>> 20] + QUANTILES[(bits >>> 8) & (SIZE - 1)];
}

/**
 * Standard normal variates from one draw of 32 bits each (Marsaglia and Tsang, "The Ziggurat Method for Generating Random Variables",
 * 2000). The area below the density is covered by layers of equal area. Eight bits choose a layer, and the others a point in it, which
 * is nearly always below the density.
 */
const LAYERS = 256;
/** Where the tail begins, the width of the layer above it; and the area of a layer, for a density of e^(−x²/2): from the same source. */
const TAIL = 3.6541528853610088;
const AREA = 0.00492867323399;
/** Points to each side of 0. */
const POINTS = 2 ** 23;

/** Right ends of the layers from the lowest up, and 0. The lowest one is as wide as a rectangle of its area would be. */
const ENDS = new Float64Array(LAYERS + 1);
/** Densities there. */
const DENSITIES = new Float64Array(LAYERS + 1);
/** Distance from one point of a layer to the next. */
const WIDTHS = new Float64Array(LAYERS);
/** Points closer to 0 than this are below the density. */
const INNER = new Float64Array(LAYERS);

const density = (x: number): number => exp((-x * x) / 2);

/** Fills the tables. Called for each field when it is compiled: most schemas have none, and every start loads this file. */
export function fillZiggurat(): void {
  if (WIDTHS[0] !== 0) return;
  ENDS[0] = AREA / density(TAIL);
  ENDS[1] = TAIL;
  for (let i = 2; i < LAYERS; i++) ENDS[i] = Math.sqrt(-2 * log(AREA / ENDS[i - 1] + density(ENDS[i - 1])));
  for (let i = 0; i <= LAYERS; i++) DENSITIES[i] = density(ENDS[i]);
  for (let i = 0; i < LAYERS; i++) {
    WIDTHS[i] = ENDS[i] / POINTS;
    INNER[i] = (ENDS[i + 1] / ENDS[i]) * POINTS;
  }
}

/** Sets the standard normal variates of rows. */
export function putNormals(key: DrawKey, { a, b }: Subject, rows: number, values: Float64Array): void {
  const inner = INNER;
  const widths = WIDTHS;
  const k = key.key | 0;
  const o = key.odd | 0;
  for (let r = 0; r < rows; r++) {
    const bits = draw(a[r], b[r], k, o);
    const layer = bits & (LAYERS - 1);
    const point = (bits >> 8) + 0.5;
    values[r] = Math.abs(point) < inner[layer] ? point * widths[layer] : outer(key, a[r], b[r], layer, point);
  }
}

/** The standard normal variate of a subject. */
export function normalOf(key: DrawKey, a: number, b: number): number {
  const bits = draw(a, b, key.key, key.odd);
  const layer = bits & (LAYERS - 1);
  const point = (bits >> 8) + 0.5;
  return Math.abs(point) < INNER[layer] ? point * WIDTHS[layer] : outer(key, a, b, layer, point);
}

/** The variate for a point that may be above the density, about one of 80. */
function outer(key: DrawKey, a: number, b: number, layer: number, point: number): number {
  const next = sharesAfter(key, a, b);
  if (layer === 0) return point < 0 ? -tailOf(next) : tailOf(next);
  const x = point * WIDTHS[layer];
  const height = DENSITIES[layer] + next() * (DENSITIES[layer + 1] - DENSITIES[layer]);
  return height < density(x) ? x : normalOf(nextKey(key, 0), a, b);
}

/** A variate beyond `TAIL` (Marsaglia, "Generating a variable from the tail of the normal distribution", 1964). */
function tailOf(next: () => number): number {
  for (;;) {
    const beyond = -log(next()) / TAIL;
    if (-2 * log(next()) >= beyond * beyond) return TAIL + beyond;
  }
}

/** More uniform variates between 0 and 1, both excluded. */
function sharesAfter(key: DrawKey, a: number, b: number): () => number {
  let n = 0;
  return () => {
    const { key: own, odd } = nextKey(key, ++n);
    return ((draw(a, b, own, odd) >>> 0) + 0.5) * UNIT32;
  };
}

/** Normal distribution. */
export function normal(mean: number, deviation: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  fillZiggurat();
  return {
    make({ rows }, subject, values) {
      putNormals(own, subject, rows, values);
      stretch(values, rows, mean, deviation);
    },
  };
}

/** Log-normal distribution. @param sigma standard deviation of the logarithm */
export function logNormal(median: number, sigma: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  fillZiggurat();
  return {
    make({ rows }, subject, values) {
      putNormals(own, subject, rows, values);
      raise(values, rows, median, sigma);
    },
  };
}

/*
 * Functions of their own, because V8 reads what a closure uses once per row.
 */

function stretch(values: Float64Array, rows: number, mean: number, deviation: number): void {
  for (let r = 0; r < rows; r++) values[r] = mean + deviation * values[r];
}

function raise(values: Float64Array, rows: number, median: number, sigma: number): void {
  for (let r = 0; r < rows; r++) values[r] = median * exp(sigma * values[r]);
}

/** Beyond so many standard deviations, a normal distribution has a share of 10^-12. */
const REACH = 7.04;

/** The law of `normal`; undefined if all numbers are the mean. */
export const normalLaw = (mean: number, deviation: number): Law | undefined =>
  deviation > 0
    ? {
        range: [mean - REACH * deviation, mean + REACH * deviation],
        between: (from, to) => normalShare((from - mean) / deviation, (to - mean) / deviation),
      }
    : undefined;

/** The law of `logNormal`; undefined if all numbers are the median. */
export function logNormalLaw(median: number, sigma: number): Law | undefined {
  if (!(sigma > 0)) return undefined;
  const deviations = (x: number): number => (x > 0 ? log(x / median) / sigma : -Infinity);
  return {
    range: [median * exp(-REACH * sigma), median * exp(REACH * sigma)],
    between: (from, to) => normalShare(deviations(from), deviations(to)),
  };
}
