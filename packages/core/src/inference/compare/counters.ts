/** Starts of counters differ by less than this share of their size. */
const NEAR = 0.05;

/**
 * Whether both sides count up from about the same number. Where they end only says how many rows there are, so their steps are
 * compared.
 */
export function areCounters(a: readonly number[], b: readonly number[]): boolean {
  const [from = 0, other = 0, to = from] = [a[0], b[0], a.at(-1)];
  const size = Math.max(Math.abs(from), to - from);
  return isRising(a) && isRising(b) && Math.abs(from - other) <= NEAR * size;
}

const isRising = (values: readonly number[]): boolean =>
  values.length > 1 && stepsOf(values).every((step) => step > 0);

/** From each number to the next. */
export const stepsOf = (values: readonly number[]): readonly number[] =>
  values.slice(1).map((value, i) => value - (values[i] ?? value));
