import { expect, test } from 'vitest';
import { newBatch, texts } from '../src/rows/batch.ts';
import { compile } from '../src/rows/writer.ts';
import { expectPerson, expectPlace, loadedSchema, type Person, type Place } from './people.ts';

const COUNT = 100_000;
const STEP = 10_000;
const SIX = { US: 1, GB: 1, DE: 1, FR: 1, JP: 1, BR: 1 };

const LOCALES = { en: 1, en_GB: 1, de: 1, fr: 1, ja: 1, pt_BR: 1 };

async function* rowsIn<Row>(given: object): AsyncGenerator<Row> {
  const schema = await loadedSchema(given);
  const writer = compile(schema, { seed: 7 });
  for (let first = 0; first < COUNT; first += STEP)
    for (const row of texts(writer.fill(newBatch(), { first, count: STEP, time: { startMs: 0, stepMs: 0 } })))
      yield JSON.parse(row) as Row;
}

async function* valuesIn<Value>(type: string): AsyncGenerator<Value> {
  for await (const { v } of rowsIn<{ v: Value }>({ v: { type, params: { country: SIX } } })) yield v;
}

test('the values of 100,000 people in six locales fit together', async () => {
  const emails = new Set<string>();
  const people = new Map<string, number>();
  let women = 0;
  for await (const person of valuesIn<Person>('catbird.person')) {
    expectPerson(person);
    emails.add(person.email);
    people.set(person.countryCode, (people.get(person.countryCode) ?? 0) + 1);
    if (person.sex === 'female') women++;
  }
  for (const count of people.values()) expect(Math.abs(count / COUNT - 1 / 6)).toBeLessThan(0.01);
  expect(people.size).toBe(6);
  expect(Math.abs(women / COUNT - 0.5)).toBeLessThan(0.01);
  // Rows know nothing of each other. Only `unique` in an entity rules repeats out.
  expect(emails.size / COUNT).toBeGreaterThan(0.998);
});

test('the values of 100,000 places fit together', async () => {
  for await (const place of valuesIn<Place>('catbird.place')) expectPlace(place);
});

test('the values of 100,000 people and places in six locales of a schema fit together', async () => {
  const fields = {
    who: { type: 'catbird.person' },
    place: { type: 'catbird.place' },
    first: { type: 'person.firstName' },
  };
  const people = new Map<string, number>();
  const emails = new Set<string>();
  const japanese = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
  for await (const row of rowsIn<{ who: Person; place: Place; first: string }>({
    $locale: LOCALES,
    ...fields,
  })) {
    expectPerson(row.who);
    expectPlace(row.place);
    const { countryCode, email } = row.who;
    expect(row.place.countryCode).toBe(countryCode);
    expect(japanese.test(row.first), row.first).toBe(countryCode === 'JP');
    emails.add(email);
    people.set(countryCode, (people.get(countryCode) ?? 0) + 1);
  }
  expect([...people.keys()].toSorted()).toEqual(Object.keys(SIX).toSorted());
  for (const count of people.values()) expect(Math.abs(count / COUNT - 1 / 6)).toBeLessThan(0.01);
  expect(emails.size / COUNT).toBeGreaterThan(0.998);
});
