import { describe, expect, test } from 'vitest';
import { aloneTypes, examples } from '../../test/examples.ts';
import { everyNth } from '../../../../test/long.ts';
import { typeContract } from '../../test/type-contract.ts';
import { generatorTypes, knowAllTypes } from './catalogue.ts';
import { findType } from './known-types.ts';

test('finds every type by its name', () => {
  knowAllTypes();
  expect(new Set(generatorTypes.map(({ name }) => name)).size).toBe(generatorTypes.length);
  expect(findType('constructor')).toBeUndefined();
  expect(findType('person.constructor')).toBeUndefined();
});

test('every type is tested at least once, also without params where they are optional', () => {
  expect(new Set(examples.map(({ type }) => type)).size).toBe(aloneTypes.length);
  for (const { type, args } of examples) expect(type.params.safeParse(args).success, type.name).toBe(true);
});

describe.each(everyNth(4, examples))('$name', ({ type, args }) => {
  typeContract({ type: type.name, args });
});
