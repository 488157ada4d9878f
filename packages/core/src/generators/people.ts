import { z } from 'zod/mini';
import { COUNTRY_LOCALES } from '../data/codes.ts';
import type { Resource } from '../data/store.ts';
import type { GeneratorType, Scope } from './generator.ts';
import type { Cell } from './kernels/engine/cell.ts';
import { byWeights } from './kernels/record/pick.ts';
import { literal, pieceCell, sequence } from './kernels/record/piece.ts';
import { date, options } from './params.ts';
import { personMembers, type Origin } from './people/person.ts';
import { placeDraws, placeMembers, type Members } from './people/place.ts';
import { utcMs } from './utc.ts';

/** A value, or several with their weights. */
type Weighted = string | Readonly<Record<string, number>>;

interface PlaceParams {
  readonly country?: Weighted;
}

interface PersonParams extends PlaceParams {
  readonly locale?: Weighted;
  readonly age?: { readonly min?: number; readonly max?: number };
  readonly on?: string | number;
  readonly domain?: Weighted | readonly string[];
}

const weight = z.number().check(z.gt(0));
const notEmpty = z.refine((given) => Object.keys(given as object).length > 0, {
  error: 'At least one is required',
});
const CODES = Object.keys(COUNTRY_LOCALES);
const LOCALES = [...new Set(Object.values(COUNTRY_LOCALES))];
const country = z.optional(
  z
    .union([z.enum(CODES), z.partialRecord(z.enum(CODES), weight).check(notEmpty)])
    .check(z.describe('ISO 3166 code of the country, or codes with weights: {"DE": 3, "FR": 1}. Default US')),
);
const years = (description: string) =>
  z.optional(z.int().check(z.gte(0), z.lte(120), z.describe(description)));

const DEFAULT_COUNTRY = 'US';
const DAY_MS = 86_400_000;
/** Ages are those on this day by default, so that a seed makes the same people in all years. */
const ON = '2026-01-01';

const weightsOf = (given: Weighted): readonly (readonly [name: string, weight: number])[] =>
  typeof given === 'string' ? [[given, 1]] : Object.entries(given);

/** The country whose people have names of a locale. */
const countryOf = (locale: string): string =>
  Object.keys(COUNTRY_LOCALES).find((code) => COUNTRY_LOCALES[code] === locale) ?? DEFAULT_COUNTRY;

/** Countries and locales by name, with weights. */
function originsOf({ country: given, locale }: PersonParams): readonly {
  readonly country: string;
  readonly locale: string;
  readonly weight: number;
}[] {
  if (locale === undefined)
    return weightsOf(given ?? DEFAULT_COUNTRY).map(([code, share]) => ({
      country: code,
      locale: COUNTRY_LOCALES[code] ?? 'en',
      weight: share,
    }));
  return weightsOf(locale).flatMap(([name, share]) =>
    weightsOf(given ?? countryOf(name)).map(([code, part]) => ({
      country: code,
      locale: name,
      weight: share * part,
    })),
  );
}

/** The position of each value in a list of the different ones. */
function numbered(values: readonly string[]): {
  readonly names: readonly string[];
  readonly of: readonly number[];
} {
  const names = [...new Set(values)];
  return { names, of: values.map((value) => names.indexOf(value)) };
}

/** All members as an object, or the one that a path leads to. */
function recordCell(members: Members, scope: Scope): Cell {
  if (scope.member !== undefined) {
    const make = members[scope.member];
    if (make === undefined) throw new Error(`Unknown member ${scope.member}`);
    return pieceCell(make(scope.lead));
  }
  const pieces = Object.entries(members).map(([name, make], i) =>
    make(`${i === 0 ? `${scope.lead}{` : ','}${JSON.stringify(name)}:`),
  );
  return pieceCell(sequence([...pieces, literal('}')]));
}

const PLACE_MEMBERS = [
  'city',
  'region',
  'postalCode',
  'country',
  'countryCode',
  'latitude',
  'longitude',
  'timeZone',
  'currency',
  'language',
] as const;

const PERSON_MEMBERS = [
  'sex',
  'firstName',
  'lastName',
  'name',
  'email',
  'username',
  'phone',
  'birthDate',
  'age',
  'street',
  ...PLACE_MEMBERS,
] as const;

const countriesIn = (codes: readonly string[]): readonly Resource[] =>
  codes.map((code) => ({ kind: 'country', code }));

/** People and places whose values fit together. */
export const peopleTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.person',
    summary:
      'A person whose values fit together: name, email, phone, birth date and address. Other fields read them by paths: who.email',
    params: options({
      country,
      locale: z.optional(
        z
          .union([z.enum(LOCALES), z.partialRecord(z.enum(LOCALES), weight).check(notEmpty)])
          .check(z.describe('Locale of the names, or locales with weights. Default: the country’s')),
      ),
      age: z.optional(
        z.strictObject({ min: years('Youngest, in years. Default 18'), max: years('Oldest. Default 90') }),
      ),
      on: date('Date on which people have their age. Default 2026-01-01'),
      domain: z.optional(
        z
          .union([
            z.string().check(z.minLength(1)),
            z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
            z.record(z.string(), weight).check(notEmpty),
          ])
          .check(
            z.describe(
              'Domain of the email addresses, or several, or several with weights. Default: providers of the country',
            ),
          ),
      ),
    }),
    example: { country: { DE: 3, FR: 1 }, age: { min: 18, max: 65 } },
    exampleSchema: {
      who: { type: 'catbird.person', params: { country: { US: 3, JP: 1 } }, hidden: true },
      name: { type: 'catbird.ref', params: 'who.name' },
      email: { type: 'catbird.ref', params: 'who.email' },
      city: { type: 'catbird.ref', params: 'who.city' },
    },
    members: PERSON_MEMBERS,
    distinctMembers: ['email', 'username'],
    distinct: () => 'text',
    resources([given]) {
      const origins = originsOf(given ?? {});
      const locales = origins.map(({ locale }) => ({ kind: 'locale' as const, name: locale }));
      return [...countriesIn(origins.map((origin) => origin.country)), ...locales];
    },
    compile([given], scope) {
      const params = (given ?? {}) as PersonParams;
      const { min = 18, max = Math.max(90, min) } = params.age ?? {};
      if (min > max) throw new Error('`min` of age must be at most `max`');
      const all = originsOf(params);
      const countries = numbered(all.map((origin) => origin.country));
      const locales = numbered(all.map(({ locale }) => locale));
      const origins = all.map((origin, i): Origin => ({
        country: countries.of[i] ?? 0,
        locale: locales.of[i] ?? 0,
        weight: origin.weight,
      }));
      const { domain } = params;
      const plan = {
        countries: countries.names.map((code) => scope.data.country(code)),
        locales: locales.names.map((name) => scope.data.locale(name)),
        origins,
        ages: { min, max, onDay: Math.floor(utcMs(params.on ?? ON) / DAY_MS) },
        domains: Array.isArray(domain)
          ? Object.fromEntries(domain.map((name: string) => [name, 1]))
          : domain === undefined
            ? undefined
            : Object.fromEntries(weightsOf(domain as Weighted)),
        distinct: scope.distinct,
      };
      return recordCell(personMembers(plan, scope.path), scope);
    },
  },
  {
    name: 'catbird.place',
    summary:
      'A real city, drawn by population, with region, postal code, coordinates in the city, time zone and currency. Other fields read them by paths: place.city',
    params: options({ country }),
    example: { country: 'FR' },
    exampleSchema: {
      place: { type: 'catbird.place', params: { country: { BR: 2, DE: 1 } }, hidden: true },
      city: { type: 'catbird.ref', params: 'place.city' },
      time_zone: { type: 'catbird.ref', params: 'place.timeZone' },
    },
    members: PLACE_MEMBERS,
    resources: ([given]) =>
      countriesIn(weightsOf(((given ?? {}) as PlaceParams).country ?? DEFAULT_COUNTRY).map(([code]) => code)),
    compile([given], scope) {
      const weighted = weightsOf(((given ?? {}) as PlaceParams).country ?? DEFAULT_COUNTRY);
      const countries = weighted.map(([code]) => scope.data.country(code));
      const drawn = byWeights(
        weighted.map(([, share]) => share),
        `${scope.path}\ncountry`,
      );
      return recordCell(placeMembers(countries, placeDraws(countries, drawn, scope.path), scope.path), scope);
    },
  },
];
