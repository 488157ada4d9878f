import { generatorTypes } from '@catbird/engine';
import { expect, test } from 'vitest';
import { drawTypes } from './draw-types.ts';

const NOW = Date.UTC(2026, 0, 1);
const draw = (types: readonly string[], counted = 0, seed = '42') => drawTypes({ types, seed, counted }, NOW);

test('every type that takes params or reads other fields shows values', async () => {
  const types = generatorTypes.filter(
    ({ example, exampleSchema }) => example !== undefined || exampleSchema !== undefined,
  );
  const drawn = await draw(types.map(({ name }) => name));
  expect(drawn).toHaveLength(types.length);
  const empty = drawn.filter(({ values }) => values.length === 0);
  expect(empty.map(({ name, note }) => [name, note])).toEqual([]);
});

test('the same seed draws the same values', async () => {
  const [first, again, other] = await Promise.all([
    draw(['number.int', 'person.fullName']),
    draw(['number.int', 'person.fullName']),
    draw(['number.int', 'person.fullName'], 0, '7'),
  ]);
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
  expect(first[0]?.values).toHaveLength(10);
});

test('counted values are summed up, without those of other fields', async () => {
  const [price, ref, person] = await draw(['commerce.price', 'catbird.expression', 'catbird.person'], 1000);
  expect(price?.fields.map(({ path, places }) => [path, places])).toEqual([['value', 1000]]);
  expect(ref?.fields).toHaveLength(1);
  expect(ref?.note).toMatch(/^Reads other fields/);
  expect(person?.fields.map(({ path }) => path)).toContain('value.email');
});

test('an unknown type fails alone', async () => {
  const [unknown, known] = await draw(['no.such', 'number.int']);
  expect(unknown?.values).toEqual([]);
  expect(known?.values).not.toEqual([]);
});
