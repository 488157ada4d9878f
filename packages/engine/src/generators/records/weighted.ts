import { optional } from '../families/params.ts';
import * as z from 'zod/mini';
import { COUNTRY_LOCALES } from '../../data/codes.ts';
import type { LocaleData } from '../../data/store.ts';

const weight = z.number().check(z.gt(0));
const notEmpty = z.refine((given) => Object.keys(given as object).length > 0, {
  error: 'At least one is required',
});

/** An optional value from a list, or several of them with weights. */
export const shares = (names: readonly string[], description: string) =>
  optional(z.union([z.enum(names), z.partialRecord(z.enum(names), weight).check(notEmpty)]), description);

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

/** Remembers what was made of a locale, for as long as the locale is in use. */
export function once<Made>(make: (data: LocaleData) => Made): (data: LocaleData) => Made {
  const made = new WeakMap<LocaleData, Made>();
  return (data) => {
    const known = made.get(data) ?? make(data);
    made.set(data, known);
    return known;
  };
}

/** A value, or several with their weights. */
export type Weighted = string | Readonly<Record<string, number>>;

/** Values with their weights. */
export const weightsOf = (given: Weighted): readonly (readonly [name: string, weight: number])[] =>
  typeof given === 'string' ? [[given, 1]] : Object.entries(given);

/** An entry of a table, with its weight. */
type Weighable = readonly [weight: number, ...rest: unknown[]];

/** The entries of a table that are chosen, with the weights given for them. @param chosen one, or several with weights; absent: all, with their own weights */
export function weightedEntries<Entry extends Weighable>(
  table: Readonly<Record<string, Entry>>,
  chosen: Weighted | undefined,
): readonly WeightedEntry<Entry>[] {
  const all = Object.entries(table).map(([name, entry]) => ({ name, weight: entry[0], entry }));
  if (chosen === undefined) return all;
  const weights = new Map(weightsOf(chosen));
  const some = all.flatMap((each) => {
    const weight = weights.get(each.name);
    return weight === undefined ? [] : [{ ...each, weight }];
  });
  // The table that stands in while a schema is parsed has one entry only.
  return some.length === 0 ? all : some;
}

/** An entry of a table with its name and its weight. */
export interface WeightedEntry<Entry> {
  readonly name: string;
  readonly weight: number;
  readonly entry: Entry;
}
