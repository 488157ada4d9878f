import { drawKey, mix } from '../../../numeric/random.ts';
import { normalQuantile } from '../../../numeric/normal-quantile.ts';

/** A standard normal variate: a pure function of the subject's two words and a position in its series, 0 to 2^53. */
export type NormalVariate = (a: number, b: number, place: number) => number;

const SIZE = 4096;

/** Normal quantiles at equal steps, scaled so that the sum of two independent draws has variance 1. */
const QUANTILES = ((): Float64Array => {
  const plain = Float64Array.from({ length: SIZE }, (_, i) => normalQuantile((i + 0.5) / SIZE));
  const variance = plain.reduce((sum, x) => sum + x * x, 0) / SIZE;
  return plain.map((x) => x / Math.sqrt(2 * variance));
})();

/** The normal variates of a field, with 2^24 distinct values up to ±5. Precise enough for steps that are summed and for noise. */
export function normalVariates(path: string): NormalVariate {
  const { key, odd } = drawKey(path, 0);
  const { odd: other } = drawKey(path, 1);
  return (a, b, place) => {
    const high = place < 2 ** 32 ? 0 : (place / 2 ** 32) | 0;
    const bits = mix(mix(Math.imul(place | 0, odd) + (a ^ key)) + Math.imul(b ^ high, other));
    return QUANTILES[bits >>> 20] + QUANTILES[(bits >>> 8) & (SIZE - 1)];
  };
}
