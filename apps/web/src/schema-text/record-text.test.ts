import { readJson } from '@catbird/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecord, recordText } from './record-text.ts';

const textOf = (value: unknown, isNested: boolean, orText = false): string | undefined => {
  const text = JSON.stringify(value);
  const { root } = readJson(text, 100);
  return root && recordText(text, root, { isNested, orText });
};

const valueOf = (typed: string, isNested: boolean, orText = false): unknown => {
  const read = readRecord(typed, { isNested, orText });
  return read.ok ? read.value && JSON.parse(read.value) : 'invalid';
};

test.each([
  [{ pending: { paid: 85, 'in transit': 15 }, paid: {} }, 'pending: paid 85, in transit 15\npaid', true],
  [{ 'a>b': { median: '4s', sigma: 0.7 }, a: '8s' }, 'a>b: median 4s, sigma 0.7\na: 8s', true],
  [{ person: 95, bot: 5 }, 'person: 95\nbot: 5', false],
  [{ DE: 'New York', FR: '5' }, 'DE: New York\nFR: "5"', false],
  ['home', 'home', false],
  [{ a: { b: { person: 3, bot: 0 } } }, undefined, true],
  [{ 'a: b': 1 }, undefined, false],
])('%j is the text %j', (value, text, isNested) => {
  expect(textOf(value, isNested)).toBe(text);
});

test('an object comes back from its lines, whatever its names and values', () => {
  const flat = fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string()), { noNullPrototype: true });
  const nested = fc.dictionary(fc.string(), fc.oneof(flat, fc.string()), { noNullPrototype: true });
  for (const [values, isNested] of [
    [flat, false],
    [nested, true],
  ] as const)
    fc.assert(
      fc.property(values, (value) => {
        const text = textOf(value, isNested);
        if (text !== undefined) expect(valueOf(text, isNested)).toEqual(value);
      }),
    );
});

test('lines are read as they are typed', () => {
  expect(valueOf(' a :  b 1 ,c 2\n\nc', true)).toEqual({ a: { b: 1, c: 2 }, c: {} });
  expect(valueOf('a: b 1, c', true)).toBe('invalid');
  expect(valueOf('', true)).toBeUndefined();
});

test('a text in place of a record is itself', () => {
  expect(textOf('pending', true, true)).toBe('pending');
  expect(valueOf('pending', true, true)).toBe('pending');
  expect(valueOf('pending: 3\npaid: 1', true, true)).toEqual({ pending: 3, paid: 1 });
  expect(valueOf('pending', true)).toEqual({ pending: {} });
});
