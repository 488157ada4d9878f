import { optional } from './params.ts';
import * as z from 'zod/mini';
import type { Kind } from '../../model/kind.ts';

/** With 12 decimals, a number below 1000 keeps 15 significant digits. */
const MAX_DECIMALS = 12;
const DEFAULT_DECIMALS = 3;

/** Schema of the number of decimals. */
export const fractionDigits = optional(
  z.int().check(z.gte(0), z.lte(MAX_DECIMALS)),
  `Decimal places, 0 to ${MAX_DECIMALS}. Default ${DEFAULT_DECIMALS}`,
);

/** The given number of decimals, or the default. */
export const decimalsOf = (given: { readonly fractionDigits?: number }): number =>
  given.fractionDigits ?? DEFAULT_DECIMALS;

/**
 * The fewest decimals that represent a number exactly.
 *
 * @throws Error when 12 are not enough
 */
export function decimalsIn(x: number): number {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++)
    if (Number(x.toFixed(decimals)) === x) return decimals;
  throw new Error(`${x} has more than ${MAX_DECIMALS} decimal places`);
}

/** The kind of numbers with so many decimals, with the bounds of whole numbers. */
export function numberKind(given: {
  readonly fractionDigits?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}): Kind {
  if (given.fractionDigits !== 0) return { is: 'number' };
  const { min, max } = given;
  return {
    is: 'integer',
    ...(min !== undefined && { min: Math.floor(min) }),
    ...(max !== undefined && { max: Math.ceil(max) }),
  };
}
