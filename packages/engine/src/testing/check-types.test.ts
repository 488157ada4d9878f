import { expect, test } from 'vitest';
import type { CustomType } from '../model/custom-type.ts';
import { checkTypes } from './check-types.ts';

const gate: CustomType = {
  name: 'acme.gate',
  summary: 'A gate of an airport',
  params: { most: { type: 'integer', minimum: 1, maximum: 99, default: 40, description: 'Highest number' } },
  generate: (random, { most }) => `${random.pick(['A', 'B'])}${random.integer(1, Number(most))}`,
};

const messagesOf = (...types: readonly CustomType[]): readonly string[] =>
  checkTypes(types).map(({ message }) => message);

let calls = 0;

test('a type whose values follow from its draws, and that is documented, has no issues', () => {
  expect(messagesOf(gate)).toEqual([]);
});

test.each<[string, Partial<CustomType>, string]>([
  ['counts its calls', { generate: () => (calls += 1) }, 'The same values in batches of any size: '],
  ['draws outside of its source', { generate: () => Math.random() }, 'The same values in batches of any'],
  [
    'fails at a limit of a param',
    { generate: (random, { most }) => random.integer(2, Number(most)) },
    'With params {"most":1}: generate() threw: integer(2, 1) needs two whole numbers in order',
  ],
  [
    'fails in few rows',
    { generate: (random) => (random.integer(0, 99) === 7 ? undefined : 1) },
    'generate() returned undefined',
  ],
  [
    'fails without an event time',
    { generate: (_random, _params, { timeMs }) => timeMs || undefined },
    'A value without an event time, as in an entity: ',
  ],
  ['lacks a summary', { summary: '' }, 'acme.gate: summary is missing'],
  [
    'lacks descriptions',
    { params: { most: { type: 'integer', default: 40 } } },
    'acme.gate: The description of param most is missing',
  ],
  [
    'requires params without an example',
    { params: { most: { type: 'integer', description: 'Highest number' } } },
    'acme.gate: example is missing',
  ],
  ['has an example that does not fit', { example: { most: 100 } }, 'With params {"most":100}: most'],
  ['has the prefix of a built-in family', { name: 'string.gate' }, 'is in the built-in namespace string'],
])('a type that %s has an issue', (_, change, message) => {
  expect(messagesOf({ ...gate, ...change }).join('\n')).toContain(message);
});

test('two types with one name, no types, and no list are issues', () => {
  expect(messagesOf(gate, gate)).toEqual(['acme.gate: The name is used twice']);
  for (const none of [[], gate as never]) expect(checkTypes(none)).toHaveLength(1);
});
