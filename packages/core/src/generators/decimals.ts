import { z } from 'zod/mini';

/** Most decimals of a number made here: with 12, numbers below 1000 keep 15 digits. */
const MOST_DECIMALS = 12;
const DEFAULT_DECIMALS = 3;

/** How many decimals a number has. */
export const fractionDigits = z.optional(
  z
    .int()
    .check(
      z.gte(0),
      z.lte(MOST_DECIMALS),
      z.describe(`Decimals, 0 to ${MOST_DECIMALS}. Default ${DEFAULT_DECIMALS}`),
    ),
);

/** The decimals asked for, or the default. */
export const decimalsOf = (given: { readonly fractionDigits?: number }): number =>
  given.fractionDigits ?? DEFAULT_DECIMALS;

/**
 * The fewest decimals that a number can be written with.
 *
 * @throws Error when they are more than 12
 */
export function decimalsIn(x: number): number {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++)
    if (Number(x.toFixed(decimals)) === x) return decimals;
  throw new Error(`${x} has more than ${MOST_DECIMALS} decimals`);
}
