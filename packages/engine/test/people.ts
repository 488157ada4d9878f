import parsePhone from 'libphonenumber-js/max';
import { postcodeValidator } from 'postcode-validator';
import { expect } from 'vitest';
import { COUNTRY_LOCALES } from '../src/data/codes.ts';
import { loaded } from '../src/data/store.ts';
import { asciiName } from '../src/generators/records/ascii.ts';
import { localeNames, type NameList } from '../src/generators/records/names.ts';
import { loadData } from '../src/rows/load-data.ts';
import type { Schema } from '../src/model/schema.ts';
import { parseSchema } from '../src/schema/parse.ts';
import { rowsOf } from './rows.ts';

/** A place as `catbird.place` writes it. */
export interface Place {
  readonly city: string;
  readonly region: string;
  readonly postalCode: string | null;
  readonly country: string;
  readonly countryCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  readonly currency: string;
  readonly language: string;
}

/** A person as `catbird.person` writes it. */
export interface Person extends Place {
  readonly sex: 'female' | 'male';
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly phone: string;
  readonly birthDate: string;
  readonly age: number;
  readonly street: string;
}

/** A valid schema with its data. */
export async function loadedSchema(schema: object): Promise<Schema> {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  await loadData(result.schema);
  return result.schema;
}

/** Values of the field `v`. */
export async function valuesOf<Value>(
  schema: { readonly v: object },
  count: number,
  seed = 1,
): Promise<readonly Value[]> {
  return rowsOf(await loadedSchema(schema), { count, seed }).map(
    (row) => (JSON.parse(row) as { v: Value }).v,
  );
}

const RADIUS_KM = 15.1;

/** Kilometres between two points that are close to each other, in degrees. */
function distanceKm(a: readonly [number, number], b: readonly [number, number]): number {
  const [north, east] = [a[0] - b[0], (a[1] - b[1]) * Math.cos((a[0] * Math.PI) / 180)];
  return Math.hypot(north, east) * 111.2;
}

/** Checks that the values of a place fit together. */
export function expectPlace(place: Place): void {
  const country = loaded.country(place.countryCode);
  expect(place).toMatchObject({
    country: country.name,
    currency: country.currency,
    language: country.language,
  });
  const cities = loaded
    .country(place.countryCode)
    .cities.filter(({ name, region, timeZone }) =>
      [name, region, timeZone].every((text, i) => text === [place.city, place.region, place.timeZone][i]),
    );
  const near = cities.filter(({ latitude, longitude }) => {
    const centre = [latitude / 1000, longitude / 1000] as const;
    return distanceKm(centre, [place.latitude, place.longitude]) < RADIUS_KM;
  });
  expect(near.length, JSON.stringify(place)).toBeGreaterThan(0);
  const hasCode = place.postalCode !== null;
  expect(hasCode).toBe(country.postalCodes.length > 0);
  if (hasCode) expect(postcodeValidator(place.postalCode, place.countryCode), place.postalCode).toBe(true);
  if (hasCode) expectArea('postal', place, place.postalCode);
}

/** Checks that a code begins as those of the city do, if its beginnings are known. */
function expectArea(kind: 'postal' | 'phones', { city, countryCode, region }: Place, text: string): void {
  const { areas, cities } = loaded.country(countryCode);
  const lists = cities
    .filter((each) => each.name === city && each.region === region)
    .map((each) => each[kind]);
  if (lists.some(({ length }) => length === 0)) return;
  const [before = ''] = (areas?.[kind] ?? '').split('{}');
  const known = lists.flat().map((each) => before + each);
  expect(known.length === 0 || known.some((each) => text.startsWith(each)), `${text} ${city}`).toBe(true);
}

/** Years from a birth date to a day. */
function yearsTo(day: string, birthDate: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

const letters = (text: string): string => text.replaceAll(/[\d._-]/g, '');

/** Checks that the values of a person fit together. @param on the day on which the person has the age */
export function expectPerson(person: Person, on = '2026-01-01'): void {
  expectPlace(person);
  const { firstName, lastName, name, email, username, phone, birthDate, age, countryCode, street } = person;
  expect([`${firstName} ${lastName}`, `${lastName} ${firstName}`, `${lastName}${firstName}`]).toContain(name);
  expect(email).toMatch(/^[a-z0-9]+([._][a-z0-9]+)*@[a-z0-9-]+(\.[a-z0-9-]+)+$/);
  expect(username).toMatch(/^[a-z0-9]+([._][a-z0-9]+)*$/);
  const number = parsePhone(phone);
  expect(number?.isValid() === true && number.country === countryCode, `${phone} ${countryCode}`).toBe(true);
  expectArea('phones', person, phone);
  expect(yearsTo(on, birthDate), birthDate).toBe(age);
  expect(street.length).toBeGreaterThan(3);
  const locale = COUNTRY_LOCALES[countryCode] ?? '';
  const { first: firsts, last: lasts } = readingsOf(locale);
  const joined = lastName.split(' ');
  const families = joined.map((_, i) => joined.slice(0, i + 1).map((each) => lasts.get(each) ?? []));
  const forms = (firsts.get(firstName) ?? []).flatMap((first) => [
    first,
    ...families
      .flatMap((parts) =>
        parts.reduce((texts, part) => texts.flatMap((text) => part.map((each) => text + each)), ['']),
      )
      .flatMap((one) => [`${first}${one}`, `${first[0]}${one}`, `${first}${one[0]}`, `${one}${first}`]),
  ]);
  for (const account of [email.split('@')[0] ?? '', username]) expect(forms).toContain(letters(account));
}

type Readings = ReadonlyMap<string, readonly string[]>;

const known = new Map<string, { readonly first: Readings; readonly last: Readings }>();

/** The forms in ASCII of the names of a locale: several if names in another script are read in several ways. */
function readingsOf(locale: string): { readonly first: Readings; readonly last: Readings } {
  const { first, last } = localeNames(loaded.locale(locale));
  const found = known.get(locale) ?? { first: readings(first, locale), last: readings(last, locale) };
  known.set(locale, found);
  return found;
}

function readings(lists: readonly NameList[], locale: string): Readings {
  const found = new Map<string, string[]>();
  for (const { names, ascii } of lists)
    names.forEach((name, i) => {
      found.set(name, [...(found.get(name) ?? []), ascii[i] ?? '']);
      // Of names with several words, such as last names of both parents, each word is looked up.
      if (name.includes(' '))
        for (const word of name.split(' '))
          found.set(word, [...(found.get(word) ?? []), asciiName(word, locale)]);
    });
  return found;
}
