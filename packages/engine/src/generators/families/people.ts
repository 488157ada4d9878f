import * as z from 'zod/mini';
import { INDUSTRIES } from '../../data/codes.ts';
import { type Kind, objectOf } from '../../model/kind.ts';
import { spaceOf } from '../analysis/text-spaces.ts';
import type { GeneratorType } from '../generator.ts';
import { fromDefinitions } from '../kernels/text/from-definitions.ts';
import type { Sex } from '../kernels/text/person-names.ts';
import { companyMembers } from '../records/company.ts';
import {
  localesIn,
  ORIGIN_LOCALE,
  originIn,
  type OriginParams,
  originResources,
  originsOf,
} from '../records/origins.ts';
import { personMembers } from '../records/person.ts';
import { placeDraws, placeMembers, recordCell } from '../records/place.ts';
import {
  anyShares,
  country,
  locale,
  shares,
  type Weighted,
  weightedEntries,
  weightsOf,
} from '../records/weighted.ts';
import { type Declared, family } from './family.ts';
import { date, described, flag, optional, options, text, utcMs } from './params.ts';

const sexType = described(z.enum(['female', 'generic', 'male']), 'Default: any');

/** A name; fast if its only argument is a sex. */
const named = (key: string, summary: string): Declared => ({
  summary,
  takes: z.array(sexType).check(z.maxLength(1)),
  kernel: ([sex, ...rest], scope) =>
    isSex(sex) && rest.length === 0 ? fromDefinitions(`person.${key}`, scope, sex) : undefined,
  values: ([sex, ...rest], lexicon) =>
    rest.length === 0 && (sex === undefined || isSex(sex))
      ? spaceOf(`person.${key}`, sex, lexicon)
      : undefined,
});
const isSex = (given: unknown): given is Sex => given === 'female' || given === 'male';

/** Types of faker's `person` module. */
export const personTypes = family('person', (faker) => faker.person, {
  bio: 'A short biography',
  firstName: named('firstName', 'A first name'),
  fullName: {
    summary: 'A full name, sometimes with a prefix or suffix',
    takes: options({
      firstName: text('First name to use'),
      lastName: text('Last name to use'),
      sex: z.optional(sexType),
    }),
    kernel([given], scope) {
      const { sex, ...rest } = (given ?? {}) as { sex?: unknown };
      return isSex(sex) && Object.keys(rest).length === 0
        ? fromDefinitions('person.fullName', scope, sex)
        : undefined;
    },
    values([given], lexicon) {
      const { sex, ...rest } = (given ?? {}) as { sex?: unknown };
      const isPlain = Object.keys(rest).length === 0 && (sex === undefined || isSex(sex));
      return isPlain ? spaceOf('person.fullName', sex, lexicon) : undefined;
    },
  },
  gender: 'A gender',
  jobArea: 'A field of work, such as Marketing',
  jobDescriptor: 'A job descriptor, such as Senior',
  jobTitle: 'A job title',
  jobType: 'A job type, such as Engineer',
  lastName: named('lastName', 'A last name'),
  middleName: named('middleName', 'A middle name'),
  prefix: named('prefix', 'A name prefix, such as Dr.'),
  sex: 'A sex',
  sexType: {
    summary: 'female or male',
    takes: options({ includeGeneric: flag('Include "generic". Default false') }),
  },
  suffix: 'A name suffix, such as Jr.',
  zodiacSign: 'A zodiac sign',
});

interface PersonParams extends OriginParams {
  readonly age?: { readonly min?: number; readonly max?: number };
  readonly on?: string | number;
  readonly domain?: Weighted | readonly string[];
}

interface CompanyParams extends OriginParams {
  readonly industry?: Weighted;
}

/** Params that choose countries and locales. */
const ORIGIN: readonly string[] = ['country', 'locale'];

const years = (description: string) => optional(z.int().check(z.gte(0), z.lte(120)), description);

const DAY_MS = 86_400_000;
/** Ages are those on this day by default, so that a seed makes the same people in all years. */
const ON = '2026-01-01';

const domainsOf = (given: PersonParams['domain']): Readonly<Record<string, number>> | undefined => {
  if (given === undefined) return undefined;
  const names = typeof given === 'string' ? [given] : given;
  const shares: readonly (readonly [string, number])[] = Array.isArray(names)
    ? names.map((name: string) => [name, 1])
    : Object.entries(names as Readonly<Record<string, number>>);
  const wrong = shares.find(([name]) => !DOMAIN.test(name));
  if (wrong !== undefined)
    throw new Error(`domain must be in ASCII, such as shop.example, not ${JSON.stringify(wrong[0])}`);
  return Object.fromEntries(shares);
};

/** Labels of letters, digits and hyphens. */
const DOMAIN = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i;

function agesOf({ age = {}, on = ON }: PersonParams): { min: number; max: number; onDay: number } {
  const { min = Math.min(18, age.max ?? 18), max = Math.max(90, min) } = age;
  if (min > max) throw new Error('min of age must be at most max');
  const onDay = Math.floor(utcMs(on) / DAY_MS);
  if (!Number.isFinite(onDay)) throw new Error('on must be a date');
  return { min, max, onDay };
}

const PLACE =
  'city region postalCode country countryCode latitude longitude timeZone currency language'.split(' ');
const PERSON = 'sex firstName lastName name email username phone birthDate age street'.split(' ');
const COMPANY = 'name industry domain website email phone employees founded street'.split(' ');

/** The members that are no texts. */
const KINDS: Readonly<Record<string, Kind>> = {
  latitude: { is: 'number' },
  longitude: { is: 'number' },
  birthDate: { is: 'date' },
  age: { is: 'integer' },
  employees: { is: 'integer' },
  founded: { is: 'integer' },
};

const recordKind = (members: readonly string[]): Kind =>
  objectOf(Object.fromEntries(members.map((name) => [name, KINDS[name] ?? 'text'])));

/** People, companies and places whose values fit together. */
export const peopleTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.person',
    summary:
      'A person whose values fit together: name, email, phone, birth date and address. Other fields read them by paths: who.email',
    params: options({
      country,
      locale,
      age: z.optional(
        z.strictObject({ min: years('Youngest, in years. Default 18'), max: years('Oldest. Default 90') }),
      ),
      on: date('Date on which people have their age. Default 2026-01-01'),
      domain: optional(
        z.union([
          z.string().check(z.minLength(1)),
          z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
          anyShares,
        ]),
        'Domain of the email addresses, or several, or several with weights. Default: providers of the country',
      ),
    }),
    example: { country: { DE: 3, FR: 1 }, age: { min: 18, max: 65 } },
    exampleSchema: {
      who: { type: 'catbird.person', params: { country: { US: 3, JP: 1 } }, hidden: true },
      name: { type: 'catbird.ref', params: 'who.name' },
      email: { type: 'catbird.ref', params: 'who.email' },
      city: { type: 'catbird.ref', params: 'who.city' },
    },
    kind: recordKind([...PERSON, ...PLACE]),
    members: [...PERSON, ...PLACE],
    distinctMembers: ['email', 'username'],
    distinct: () => 'text',
    locale: ORIGIN_LOCALE,
    resources: ([given], locale) => originResources(originIn(given, locale)),
    resourceParams: ORIGIN,
    compile([given], scope) {
      const params: PersonParams = given ?? {};
      const plan = {
        ...originsOf(originIn(given, scope.locale), scope.data),
        ages: agesOf(params),
        domains: domainsOf(params.domain),
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
    kind: recordKind(PLACE),
    members: PLACE,
    locale: ORIGIN_LOCALE,
    resources: ([given], locale) =>
      originResources(originIn(given, locale)).filter(({ kind }) => kind === 'country'),
    resourceParams: ORIGIN,
    compile([given], { data, path, ...scope }) {
      const weighted = weightsOf(originIn(given, scope.locale).country ?? 'US');
      const countries = weighted.map(([code]) => data.country(code));
      const origins = weighted.map(([, weight], n) => ({ country: n, locale: 0, weight }));
      const drawn = placeDraws(countries, localesIn(origins, path).country, path);
      return recordCell(placeMembers(countries, drawn, path), { data, path, ...scope });
    },
  },
  {
    name: 'catbird.company',
    summary:
      'A company whose values fit together: name with a legal form of the country, industry, domain, email and address. Other fields read them by paths: firm.domain',
    params: options({
      country,
      locale,
      industry: shares(INDUSTRIES, 'Industry, or industries with weights. Default: all'),
    }),
    example: { country: { GB: 2, DE: 1 }, industry: { Software: 3, Retail: 1 } },
    exampleSchema: {
      firm: { type: 'catbird.company', params: { country: { GB: 2, DE: 1 } }, hidden: true },
      company: { type: 'catbird.ref', params: 'firm.name' },
      website: { type: 'catbird.ref', params: 'firm.website' },
      city: { type: 'catbird.ref', params: 'firm.city' },
    },
    kind: recordKind([...COMPANY, ...PLACE]),
    members: [...COMPANY, ...PLACE],
    locale: ORIGIN_LOCALE,
    resources: ([given], locale) => [
      ...originResources(originIn(given, locale)),
      { kind: 'table', name: 'companies' },
    ],
    resourceParams: ORIGIN,
    compile([given], scope) {
      const params: CompanyParams = given ?? {};
      const industries = weightedEntries(scope.data.table('companies'), params.industry);
      const origins = originsOf(originIn(given, scope.locale), scope.data);
      return recordCell(companyMembers({ ...origins, industries }, scope.path), scope);
    },
  },
];
