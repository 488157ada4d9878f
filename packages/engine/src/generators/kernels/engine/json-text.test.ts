import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../../../test/long.ts';
import { codePoint } from '../../../../../../test/code-point.ts';
import { newBatch, payload } from '../../../rows/batch.ts';
import { newSources } from '../../compile/context.ts';
import { seedOf } from '../../../numeric/random.ts';
import { jsonText } from './json-text.ts';
import type { FillableBatch } from './pack.ts';
import { rowFiller } from './rows.ts';
import { fromValue } from './value.ts';

const circle: Record<string, unknown> = {};
circle['self'] = circle;

test.each([
  ['a BigInt', 2n ** 64n, '"18446744073709551616"'],
  ['a nested BigInt', { id: 9007199254740993n }, '{"id":"9007199254740993"}'],
  ['a date', new Date(Date.UTC(2026, 1, 3, 4, 5, 6, 7)), '"2026-02-03T04:05:06.007Z"'],
  ['an invalid date', new Date(Number.NaN), 'null'],
  ['NaN', Number.NaN, 'null'],
  ['infinity', -Infinity, 'null'],
  ['a nested NaN', [1, Number.NaN], '[1,null]'],
  ['undefined', undefined, 'null'],
  ['undefined in a list', [undefined], '[null]'],
  ['null', null, 'null'],
  ['minus zero', -0, '0'],
  ['a lone high surrogate', 'a\ud83d', '"a\ufffd"'],
  ['a lone low surrogate', '\udc26b', '"\ufffdb"'],
  ['nested lone surrogates', { '\ud800': '\udfff' }, '{"\ufffd":"\ufffd"}'],
  ['a surrogate pair', '\ud83d\udc26', '"🐦"'],
  ['backslashes before a u', String.raw`\ud800`, String.raw`"\\ud800"`],
  ['control characters', '\u0000\u001f\u007f', String.raw`"\u0000\u001f\u007f"`],
])('%s becomes JSON', (_, value, text) => {
  expect(jsonText(value)).toBe(text);
  expect(() => {
    JSON.parse(text);
  }).not.toThrow();
});

test('any text survives JSON once its lone surrogates are replaced', () => {
  assert(
    property(string({ unit: codePoint }), (text) => {
      expect(JSON.parse(jsonText(text))).toBe(text.toWellFormed());
    }),
    { numRuns: cases(400) },
  );
});

const ONE = { first: 0, count: 1, time: { startMs: 0, stepMs: 0 } };

test.each([
  ['a function', () => 1, 'A function cannot be written as JSON'],
  ['a nested function', { a: [() => 1] }, 'A function at "0" cannot be written as JSON'],
  ['a symbol', Symbol('s'), 'A symbol cannot be written as JSON'],
  ['a nested symbol', { tag: Symbol('s') }, 'A symbol at "tag" cannot be written as JSON'],
  ['a value that contains itself', circle, 'Converting circular structure to JSON'],
])('%s is an error that names the field', (_, value, message) => {
  const { randomizer } = newSources();
  const cell = fromValue(() => value, randomizer, { path: 'odd', lead: '{"odd":' }, false);
  const batch = newBatch() as FillableBatch;
  expect(() => rowFiller([cell], seedOf(0))(batch, ONE)).toThrow(`Field "odd": ${message}`);
});

test('a row contains values as JSON that have no direct form in it', () => {
  const { randomizer } = newSources();
  const cell = fromValue(
    () => [1n, undefined, '\udc26'],
    randomizer,
    { path: 'odd', lead: '{"odd":' },
    false,
  );
  const batch = newBatch() as FillableBatch;
  rowFiller([cell], seedOf(0))(batch, ONE);
  expect(new TextDecoder().decode(payload(batch))).toBe('{"odd":["1",null,"\ufffd"]}\n');
});
