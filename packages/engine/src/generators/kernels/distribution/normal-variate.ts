import { drawKey, mix } from '../../../numeric/random.ts';
import { normalQuantile } from '../../../numeric/normal.ts';

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
