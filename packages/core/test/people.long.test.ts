import { expect, test } from 'vitest';
import { newBatch, texts } from '../src/rows/batch.ts';
import { compile } from '../src/rows/writer.ts';
import { expectPerson, expectPlace, loadedSchema, type Person, type Place } from './people.ts';

const COUNT = 100_000;
const STEP = 10_000;
const SIX = { US: 1, GB: 1, DE: 1, FR: 1, JP: 1, BR: 1 };

async function* valuesIn<Value>(type: string): AsyncGenerator<Value> {
  const schema = await loadedSchema({ v: { type, params: { country: SIX } } });
  const writer = compile(schema, { seed: 7 });
  for (let first = 0; first < COUNT; first += STEP)
    for (const row of texts(writer.fill(newBatch(), { first, count: STEP, time: { startMs: 0, stepMs: 0 } })))
      yield (JSON.parse(row) as { v: Value }).v;
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
