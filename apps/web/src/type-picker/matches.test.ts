import { generatorTypes } from '@catbird/engine';
import { expect, test } from 'vitest';
import { CATEGORIES, categoryOf, suggested } from './matches.ts';

test('every category has types, and Everything else is not where most are', () => {
  const counts = new Map<string, number>();
  for (const { name } of generatorTypes)
    counts.set(categoryOf(name), (counts.get(categoryOf(name)) ?? 0) + 1);
  expect([...counts.keys()].toSorted()).toEqual([...CATEGORIES].toSorted());
  expect(counts.get('Everything else')).toBeLessThan(generatorTypes.length / 3);
});

test.each([
  ['internet.email', 'People'],
  ['internet.ip', 'Internet'],
  ['catbird.logNormal', 'Numbers'],
  ['object', 'Your own values'],
  ['catbird.expression', 'From other fields'],
])('%s is in %s', (name, category) => expect(categoryOf(name)).toBe(category));

test('all types that are suggested exist, and what was found comes first', () => {
  const names = new Set(generatorTypes.map(({ name }) => name));
  for (const name of suggested([])) expect(names).toContain(name);
  expect(suggested(['commerce.price', 'string.uuid']).slice(0, 2)).toEqual(['commerce.price', 'string.uuid']);
  expect(new Set(suggested(['string.uuid'])).size).toBe(8);
});
