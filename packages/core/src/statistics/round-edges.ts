/** A round step, 1, 2 or 5 times a power of 10, as a fraction of whole numbers, so that its multiples are exact decimals. */
export interface RoundStep {
  readonly size: number;
  readonly numerator: number;
  readonly denominator: number;
}

/** The smallest round step that is not below a size above 0. */
export function roundStep(least: number): RoundStep {
  const power = Math.floor(Math.log10(least));
  for (const exponent of [power - 1, power, power + 1])
    for (const digit of [1, 2, 5]) {
      const [numerator, denominator] = exponent < 0 ? [digit, 10 ** -exponent] : [digit * 10 ** exponent, 1];
      const size = numerator / denominator;
      // The logarithm may be off by a bit.
      if (size >= least * (1 - 1e-12)) return { size, numerator, denominator };
    }
  return { size: least, numerator: least, denominator: 1 };
}

/** The multiples of a step from one number to another, the last at or below the first and the first at or above the last included. */
export function roundEdges(
  from: number,
  to: number,
  { size, numerator, denominator }: RoundStep,
): readonly number[] {
  const first = Math.floor(from / size);
  const count = Math.ceil(to / size) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => ((first + i) * numerator) / denominator);
}
