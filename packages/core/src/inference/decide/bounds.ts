/** A range that contains a sample. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The largest bound that is used: the difference of two bounds is a number. */
const LARGEST = 8e307;

/** The unit of three digits of a range: bounds rounded to it tell nothing about a single value. */
export function roundingUnit({ min, max }: Range): number {
  const range = max / 2 - min / 2;
  const size = range > 0 ? range * 2 : Math.abs(max);
  if (size === 0 || size === Infinity) return size === 0 ? 1 : 1e305;
  return 10 ** (Math.floor(Math.log10(size)) - 2);
}

/** The range of so few values tells about each of them. */
const FEW = 20;

/**
 * Rounds the bounds of some values outward to three digits of their range, and to no more decimals than the values have. If the values are
 * few, three digits of their size are kept: of the ids 481516 and 481599, 481000 and 482000.
 */
export function outward({ min, max }: Range, fractionDigits: number, values: number): Range {
  const size = Math.max(Math.abs(min), Math.abs(max));
  const rounding = roundingUnit(values < FEW ? { min: size, max: size } : { min, max });
  const unit = Math.max(10 ** -fractionDigits, rounding);
  const low = clean(Math.floor(min / unit) * unit);
  const high = clean(Math.ceil(max / unit) * unit);
  return {
    min: Math.max(-LARGEST, Number.isFinite(low) ? Math.min(low, min) : min),
    max: Math.min(LARGEST, Number.isFinite(high) ? Math.max(high, max) : max),
  };
}

/** Without the noise of binary fractions. */
export const clean = (x: number): number => Number(x.toPrecision(12)) || 0;

/** Whether three digits write a number: then it is as good as rounded. */
export const isRound = (x: number): boolean => Number(x.toPrecision(3)) === x;
