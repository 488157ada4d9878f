import { z } from 'zod/mini';
import { COUNTRY_LOCALES } from '../../data/codes.ts';

const weight = z.number().check(z.gt(0));
const notEmpty = z.refine((given) => Object.keys(given as object).length > 0, {
  error: 'At least one is required',
});

/** An optional value from a list, or several of them with weights. */
export const shares = (names: readonly string[], description: string) =>
  z.optional(
    z
      .union([z.enum(names), z.partialRecord(z.enum(names), weight).check(notEmpty)])
      .check(z.describe(description)),
  );

/** Any texts with weights. */
export const anyShares = z.record(z.string(), weight).check(notEmpty);

export const country = shares(
  Object.keys(COUNTRY_LOCALES),
  'ISO 3166 code of the country, or codes with weights: {"DE": 3, "FR": 1}. Default US',
);

export const locale = shares(
  [...new Set(Object.values(COUNTRY_LOCALES))],
  'Locale of the names, or locales with weights. Default: the country’s',
);
