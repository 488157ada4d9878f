import { describe, expect, test } from 'vitest';
import { aloneTypes, examples } from '../../test/examples.ts';
import { typeContract } from '../../test/type-contract.ts';
import { findType, generatorTypes } from './catalogue.ts';

test('the catalogue has every type under its own name', () => {
  expect(new Set(generatorTypes.map(({ name }) => name)).size).toBe(generatorTypes.length);
  expect(findType('constructor')).toBeUndefined();
  expect(findType('person.constructor')).toBeUndefined();
});

test('every type that its params can do without is tried, and every one at least once', () => {
  expect(new Set(examples.map(({ type }) => type)).size).toBe(aloneTypes.length);
  for (const { type, args } of examples) expect(type.params.safeParse(args).success, type.name).toBe(true);
});

describe.each(examples)('$name', ({ type, args }) => {
  typeContract({ type: type.name, args });
});
