import type { AreaKind } from '../../data/country.ts';
import type { CountryData } from '../../data/store.ts';
import { literal, partOf, pattern, sequence, variant, type Piece } from '../kernels/record/piece.ts';
import { byWeights, inList, type Pick } from '../kernels/record/pick.ts';

/** Where each row is: what its members agree on. */
export interface PlaceDraws {
  /** Index of the country. */
  readonly country: Pick;
  /** Index of the city in those of all countries, one after the other. */
  readonly city: Pick;
}

/** The forms of a country, and the key of their draws. */
const KINDS = {
  postal: { forms: 'postalCodes', path: 'postalCode' },
  phones: { forms: 'phones', path: 'phone' },
} as const satisfies Readonly<Record<AreaKind, unknown>>;

/**
 * Postal codes or phone numbers that begin as those of the city do, without quotes. Those of cities whose beginnings are unknown have
 * one of the forms of the country.
 */
export function areaCode(
  kind: AreaKind,
  countries: readonly CountryData[],
  { country, city }: PlaceDraws,
  path: string,
): Piece {
  const { forms, path: name } = KINDS[kind];
  const ofCountry = countries.map((each) => maskOf(each[forms], `${path}\n${each.code}\n${name}`));
  const lists = countries.flatMap(({ cities }) => cities.map((each) => each[kind]));
  if (lists.every(({ length }) => length === 0)) return variant(ofCountry, country);
  const sizes = lists.map(({ length }) => Math.max(1, length));
  const beginning = partOf(lists, city, inList(sizes, city, `${path}\n${name}\narea`));
  const ofCity = countries.map(({ areas, code }) => {
    const [before = '', after = ''] = (areas?.[kind] ?? '').split('{}');
    return sequence([literal(before), beginning, pattern(after, `${path}\n${code}\n${name}\nrest`)]);
  });
  const isKnown = Uint8Array.from(lists, ({ length }) => (length > 0 ? 1 : 0));
  return variant(
    [...ofCountry, ...ofCity],
    (a, b) => country(a, b) + (isKnown[city(a, b)] === 1 ? countries.length : 0),
  );
}

/** A text in one of several forms, all equally likely. */
export const maskOf = (masks: readonly string[], path: string): Piece =>
  variant(
    masks.map((mask, i) => pattern(mask, `${path}\n${i}`)),
    byWeights(
      masks.map(() => 1),
      path,
    ),
  );
