import type { Faker } from '@faker-js/faker';
import type { City } from '../../data/country.ts';
import type { CountryData, LocaleData } from '../../data/store.ts';
import { cosOfTurns, sinOfTurns } from '../../numeric/deterministic-math.ts';
import { drawKey, keyedRandomizer } from '../../numeric/random.ts';
import { nearest } from '../../numeric/rounding.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import { below, fraction, inGroup, type Pick, remembered } from '../kernels/record/pick.ts';
import {
  decimal,
  literal,
  oneOf,
  partOf,
  type Piece,
  pieceCell,
  quoted,
  sequence,
  variant,
} from '../kernels/record/piece.ts';
import { fakerOf } from '../kernels/text/faker.ts';
import type { Scope } from '../scope.ts';
import { areaCode, type PlaceDraws } from './area.ts';
import { once } from './weighted.ts';

/** Streets of a locale. */
interface Streets {
  readonly names: readonly string[];
  /** The text before, between and after street and house number. */
  readonly before: string;
  readonly between: string;
  readonly after: string;
  readonly isNumberFirst: boolean;
  readonly hasNumber: boolean;
}

/** Streets to choose from. */
const STREETS = 512;
const MAX_NUMBER = 199;

/** Streets as faker makes them in a locale, always the same ones. */
function readStreets({ name, definitions }: LocaleData): Streets {
  const randomizer = keyedRandomizer();
  const faker = fakerOf(definitions, randomizer);
  const key = drawKey(`street\n${name}`, 0);
  const names = Array.from({ length: STREETS }, (_, n) => {
    randomizer.begin(n, STREETS, key);
    return faker.location.street();
  });
  return { names: [...new Set(names)], ...formOf(definitions) };
}

const PARTS =
  /^(.*?)\{\{location\.(street|buildingNumber)\}\}(?:(.*?)\{\{location\.(?:street|buildingNumber)\}\})?(.*)$/;

function formOf(definitions: Faker['rawDefinitions']): Omit<Streets, 'names'> {
  const address = definitions.location?.street_address?.normal ?? '';
  const [, before = '', first, between, after = ''] = PARTS.exec(address) ?? [];
  const hasNumber = between !== undefined;
  // Spanish house numbers bring their own separator.
  return {
    before,
    between: between === '' && after === '' ? ', ' : (between ?? ''),
    after,
    isNumberFirst: first === 'buildingNumber',
    hasNumber,
  };
}

/** A street with a house number, without quotes. @param index of the street */
function streetOf(streets: Streets, index: Pick, path: string): Piece {
  const { names, before, between, after, isNumberFirst, hasNumber } = streets;
  const name = partOf([names], () => 0, index);
  if (!hasNumber) return name;
  const draws = below(MAX_NUMBER, path);
  const number = decimal((a, b) => 1 + draws(a, b), 0);
  const [first, second] = isNumberFirst ? [number, name] : [name, number];
  return sequence([literal(before), first, literal(between), second, literal(after)]);
}

/** Streets of a locale, read once. */
const localeStreets = once(readStreets);

/** A street with a house number, as the locale writes it, without quotes. */
export function streetIn(locales: readonly LocaleData[], locale: Pick, path: string): Piece {
  const streets = locales.map((data) => {
    const found = localeStreets(data);
    return streetOf(found, below(found.names.length, `${path}\nstreet`), `${path}\nnumber`);
  });
  return variant(streets, locale);
}

/** Draws one of the country's cities, by population. */
export function placeDraws(countries: readonly CountryData[], country: Pick, path: string): PlaceDraws {
  const populations = countries.map(({ cities }) => cities.map(({ population }) => population));
  return { country, city: remembered(inGroup(populations, country, `${path}\ncity`)) };
}

/** Inhabitants per km² of a city, with which its radius follows from its population. */
const DENSITY = 4000;
const MAX_RADIUS_KM = 15;
const KM_PER_DEGREE = 111.2;
/** Decimals of coordinates: about a metre. */
const DECIMALS = 5;

/** The members of a record: each makes the JSON of its value, after a lead. */
export type Members = Readonly<Record<string, (lead: string) => Piece>>;

/** The members of a place. */
export function placeMembers(
  countries: readonly CountryData[],
  { country, city }: PlaceDraws,
  path: string,
): Members {
  const cities = countries.flatMap((each) => each.cities);
  const ofCity =
    (value: (city: City) => unknown) =>
    (lead: string): Piece =>
      oneOf(cities.map(value), city, lead);
  const ofCountry =
    (value: (country: CountryData) => unknown) =>
    (lead: string): Piece =>
      oneOf(countries.map(value), country, lead);
  return {
    city: ofCity(({ name }) => name),
    region: ofCity(({ region }) => region),
    postalCode: (lead) => quoted(lead, areaCode('postal', countries, { country, city }, path)),
    country: ofCountry(({ name }) => name),
    countryCode: ofCountry(({ code }) => code),
    ...coordinates(cities, city, path),
    timeZone: ofCity(({ timeZone }) => timeZone),
    currency: ofCountry(({ currency }) => currency),
    language: ofCountry(({ language }) => language),
  };
}

/** A point of a city, uniform on a disc around its centre. */
function coordinates(cities: readonly City[], city: Pick, path: string): Members {
  const [angle, distance] = [fraction(`${path}\nangle`), fraction(`${path}\ndistance`)];
  const [latitudes, longitudes] = [
    Float64Array.from(cities, ({ latitude }) => latitude / 1000),
    Float64Array.from(cities, ({ longitude }) => longitude / 1000),
  ];
  const radii = Float64Array.from(
    cities,
    ({ population }) => Math.min(MAX_RADIUS_KM, Math.sqrt(population / (Math.PI * DENSITY))) / KM_PER_DEGREE,
  );
  const stretch = Float64Array.from(cities, ({ latitude }) => 1 / cosOfTurns(latitude / 360_000));
  const after =
    (degrees: Pick) =>
    (lead: string): Piece =>
      sequence([literal(lead), decimal(degrees, DECIMALS)]);
  const units = 10 ** DECIMALS;
  const radius = (n: number, a: number, b: number): number => (radii[n] ?? 0) * Math.sqrt(distance(a, b));
  return {
    latitude: after((a, b) => {
      const n = city(a, b);
      return nearest(((latitudes[n] ?? 0) + radius(n, a, b) * sinOfTurns(angle(a, b))) * units);
    }),
    longitude: after((a, b) => {
      const n = city(a, b);
      const offset = radius(n, a, b) * cosOfTurns(angle(a, b)) * (stretch[n] ?? 1);
      return nearest(((longitudes[n] ?? 0) + offset) * units);
    }),
  };
}

/** All members as an object, or the one that a path leads to. */
export function recordCell(members: Members, scope: Scope): Cell {
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
