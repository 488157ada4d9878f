import { describe, expect, test, vi } from 'vitest';
import { cases } from '../../../../../test/long.ts';
import { COUNTRY_LOCALES } from '../../data/codes.ts';
import { COUNTRIES, LOCALES, ROMANISED } from '../../data/loaders.ts';
import { loaded, loadResources } from '../../data/store.ts';
import { parseSchema } from '../../schema/parse.ts';
import { localeNames } from '../records/names.ts';
import {
  expectPerson,
  expectPlace,
  loadedSchema,
  valuesOf,
  type Person,
  type Place,
} from '../../../test/people.ts';
import { rowsOf } from '../../../test/rows.ts';
import { typeContract } from '../../../test/type-contract.ts';

const SIX = { US: 1, GB: 1, DE: 1, FR: 1, JP: 1, BR: 1 };

test('compile names the data that is missing, which parseSchema does not need', async () => {
  // Other files may have loaded the data.
  vi.resetModules();
  const { compile, loadData, parseSchema } = await import('../../index.ts');
  const result = parseSchema(JSON.stringify({ v: { type: 'catbird.person', params: { country: 'BR' } } }));
  if (!result.ok) throw new Error('The schema is valid');
  expect(() => compile(result.schema, { seed: 1 })).toThrow(
    'Field "v": The cities of the country BR are not loaded. Call `await loadData(schema)` before `compile`',
  );
  await loadData(result.schema);
  expect(() => compile(result.schema, { seed: 1 })).not.toThrow();
});

test('every country has cities and a locale that can be loaded', () => {
  expect(Object.keys(COUNTRY_LOCALES)).toEqual(Object.keys(COUNTRIES));
  for (const locale of Object.values(COUNTRY_LOCALES))
    expect([...Object.keys(LOCALES), 'en']).toContain(locale);
});

test.each(Object.keys(COUNTRIES))('people of %s agree with themselves', async (country) => {
  const people = await valuesOf<Person>({ v: { type: 'catbird.person', params: { country } } }, cases(20));
  for (const person of people) {
    expectPerson(person);
    expect(person.countryCode).toBe(country);
  }
});

test('the values of people of six countries fit together', async () => {
  const people = await valuesOf<Person>(
    { v: { type: 'catbird.person', params: { country: SIX } } },
    cases(400),
  );
  for (const person of people) expectPerson(person);
  expect(new Set(people.map(({ countryCode }) => countryCode)).size).toBe(6);
});

test('places are real cities, drawn by population', async () => {
  const places = await valuesOf<Place>({ v: { type: 'catbird.place', params: { country: 'DE' } } }, 1000);
  places.slice(0, 100).forEach(expectPlace);
  const share = (name: string): number => places.filter(({ city }) => city === name).length / places.length;
  const all = loaded.country('DE').cities;
  const total = all.reduce((sum, { population }) => sum + population, 0);
  for (const { name, population } of all.slice(0, 3))
    expect(Math.abs(share(name) - population / total)).toBeLessThan(0.03);
});

test('members that are read by paths are those of the whole object', async () => {
  const who = { type: 'catbird.person', params: { country: SIX }, nulls: 0.2 };
  const members = ['name', 'email', 'city', 'latitude', 'birthDate', 'street'];
  const paths = members.map((name) => [name, { type: 'catbird.ref', params: `who.${name}` }]);
  const schema = await loadedSchema({ who, ...Object.fromEntries(paths) });
  for (const row of rowsOf(schema, { count: 300 })) {
    const { who: whole, ...read } = JSON.parse(row) as { who: Record<string, unknown> | null };
    for (const name of members) expect(read).toHaveProperty(name, whole?.[name] ?? null);
  }
});

test('a person of an entity is the same wherever it is drawn, and unique emails differ', async () => {
  const who = { type: 'catbird.person', params: { country: SIX }, unique: true };
  const schema = await loadedSchema({
    $entities: {
      user: {
        size: 3000,
        fields: { who, email: { type: 'catbird.ref', params: 'who.email', unique: true } },
      },
    },
    user: { type: 'catbird.entity', params: { of: 'user', skew: 'inOrder' } },
    email: { type: 'catbird.ref', params: 'user.email' },
    login: { type: 'catbird.ref', params: 'user.who.username' },
    same: { type: 'catbird.ref', params: 'user.who.email' },
  });
  const rows = rowsOf(schema, { count: 3000 }).map((row) => JSON.parse(row) as Record<string, string>);
  expect(new Set(rows.map(({ email }) => email)).size).toBe(3000);
  expect(new Set(rows.map(({ login }) => login)).size).toBe(3000);
  expect(rows.every(({ email, same }) => email === same)).toBe(true);
});

test('params choose country, locale, ages and domains', async () => {
  const params = {
    country: { DE: 1 },
    locale: { fr: 1, ja: 1 },
    age: { min: 30, max: 32 },
    on: '2020-02-29',
    domain: ['shop.example', 'mail.example'],
  };
  const people = await valuesOf<Person>({ v: { type: 'catbird.person', params } }, 400);
  expect(new Set(people.map(({ age }) => age))).toEqual(new Set([30, 31, 32]));
  expect(new Set(people.map(({ email }) => email.split('@')[1]))).toEqual(new Set(params.domain));
  expect(people.every(({ countryCode }) => countryCode === 'DE')).toBe(true);
  const japanese = people.filter(({ name }) => /\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}/u.test(name));
  expect(japanese.length / people.length).toBeCloseTo(0.5, 1);
  const [first] = await valuesOf<Person>({ v: { type: 'catbird.person', params: { locale: 'ja' } } }, 1);
  expect(first?.countryCode).toBe('JP');
});

test.each(Object.keys(ROMANISED))('each name of %s has a form in ASCII', async (locale) => {
  await loadResources([{ kind: 'locale', name: locale }]);
  const { first, last } = localeNames(loaded.locale(locale));
  for (const { names, ascii } of [...first, ...last]) {
    expect(ascii).toHaveLength(names.length);
    for (const form of ascii) expect(form).toMatch(/^[a-z]+$/);
  }
});

describe('mistakes', () => {
  test.each([
    [
      { a: { type: 'catbird.ref', params: 'who.emial' } },
      'Unknown field who.emial: catbird.person has no member emial',
      'Did you mean who.email?',
    ],
    [
      { a: { type: 'catbird.ref', params: 'who.name.x' } },
      'Unknown field who.name.x: catbird.person has no member name.x',
      undefined,
    ],
    [{ a: { type: 'catbird.person', params: { country: 'XX' } } }, /^catbird\.person: /, undefined],
    [
      { a: { type: 'catbird.person', params: { age: { min: 50, max: 20 } } } },
      'catbird.person: min of age must be at most max',
      undefined,
    ],
    [{ a: { type: 'catbird.person', params: { country: {} } } }, /At least one/, undefined],
  ])('%j', (fields, message, hint) => {
    const result = parseSchema(JSON.stringify({ who: { type: 'catbird.person' }, ...fields }));
    const [issue] = result.ok ? [] : result.issues;
    expect(issue?.message).toMatch(message);
    if (hint !== undefined) expect(issue?.hint).toBe(hint);
  });
});

await loadedSchema({
  v: { type: 'catbird.person', params: { country: { US: 1, JP: 1 } } },
  w: { type: 'catbird.company' },
});

describe.each(['person', 'place', 'company'])('catbird.%s', (type) => {
  typeContract({ type: `catbird.${type}`, args: [{ country: { US: 1, JP: 1 } }] });
});
