/** Values that are a smallest value plus whole multiples of a step: whole numbers, prices in cents, multiples of 25. */
export interface Grid {
  /** What to multiply values by to make them whole: 1, 10, 100 and so on. */
  readonly scale: number;
  /** The step between scaled values, at least 1. */
  readonly unit: number;
}

/** More decimals are those of a continuous value. */
const MAX_DECIMALS = 6;

/** The coarsest grid of sorted numbers; undefined: they are continuous, or too large to tell. */
export function gridOf(sorted: Float64Array): Grid | undefined {
  const scale = scaleOf(sorted);
  if (scale === undefined) return undefined;
  const base = Math.round((sorted[0] ?? 0) * scale);
  let unit = 0;
  for (const number of sorted) {
    unit = greatestCommonDivisor(unit, Math.round(number * scale) - base);
    if (unit === 1) break;
  }
  return { scale, unit: Math.max(1, unit) };
}

/** 10 to the power of the decimals; undefined if there are too many, or digits are lost. */
function scaleOf(sorted: Float64Array): number | undefined {
  let decimals = 0;
  for (const number of sorted)
    while (!hasDecimals(number, decimals)) if (++decimals > MAX_DECIMALS) return undefined;
  const scale = 10 ** decimals;
  const largest = Math.max(Math.abs(sorted[0] ?? 0), Math.abs(sorted.at(-1) ?? 0)) * scale;
  return largest <= Number.MAX_SAFE_INTEGER / 2 ? scale : undefined;
}

const hasDecimals = (number: number, decimals: number): boolean =>
  decimals === 0 ? Number.isInteger(number) : Number(number.toFixed(decimals)) === number;

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
