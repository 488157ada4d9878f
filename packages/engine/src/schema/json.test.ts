import { assert, constantFrom, json, nat, property, record } from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testData } from '../../../../scripts/data.js';
import { plainValue, readJson } from './read-json.ts';

const DEEP = 1000;
const SUITE = testData('JSONTestSuite/test_parsing') ?? '';

const read = (text: string): unknown => {
  const { root, faults } = readJson(text, DEEP);
  if (root === undefined || faults.length > 0) throw new SyntaxError(faults[0]?.message);
  return plainValue(root);
};
const outcome = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    return { value: parse(text) };
  } catch {
    return 'rejected';
  }
};
const faultsOf = (text: string) => readJson(text, DEEP).faults;

test('parses any JSON like JSON.parse', () => {
  assert(
    property(json(), (text) => {
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('accepts mutated JSON exactly when JSON.parse does', () => {
  const characters = [
    '"',
    "'",
    ',',
    ':',
    '{',
    '}',
    '[',
    ']',
    '\\',
    '/',
    '0',
    '-',
    '.',
    'e',
    'n',
    ' ',
    '\n',
    '\u00a0',
    '\ufeff',
    '\t',
    '“',
  ];
  const slip = record({
    text: json(),
    at: nat(),
    removed: nat({ max: 1 }),
    added: constantFrom('', ...characters),
  });
  assert(
    property(slip, ({ text, at, removed, added }) => {
      const place = at % (text.length + 1);
      const changed = text.slice(0, place) + added + text.slice(place + removed);
      expect(outcome(read, changed)).toEqual(outcome(JSON.parse, changed));
    }),
    { numRuns: 2000 },
  );
});

test.skipIf(SUITE === '')('the verdict on every decisive file of JSONTestSuite is that of JSON.parse', () => {
  const files = readdirSync(SUITE).filter((name) => /^[yn]_.*\.json$/.test(name));
  expect(files.length).toBe(283);
  for (const name of files) {
    const text = readFileSync(join(SUITE, name), 'utf8');
    const verdict = outcome(read, text);
    expect(verdict === 'rejected', name).toBe(outcome(JSON.parse, text) === 'rejected');
    if (verdict !== 'rejected') expect(verdict, name).toEqual({ value: JSON.parse(text) });
  }
});

test('rejects a hundred thousand nested lists with a place instead of crashing', () => {
  const { root, faults } = readJson('['.repeat(100_000), 32);
  expect(root).toBeUndefined();
  expect(faults).toMatchObject([{ code: 'too-deep', offset: 32 }]);
  expect(readJson(`${'['.repeat(32)}${']'.repeat(32)}`, 32).faults).toEqual([]);
});

test('names such as __proto__ are plain properties', () => {
  const value = read('{"__proto__": {"polluted": 1}, "constructor": 2}');
  expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
  expect(Object.prototype).not.toHaveProperty('polluted');
});

describe('recoverable mistakes are reported, and parsing continues', () => {
  test.each([
    ['a trailing comma', '{"a": 1,}', { a: 1 }, 7, 'Trailing comma'],
    ['a trailing comma in a list', '[1, 2, ]', [1, 2], 5, 'Trailing comma'],
    ['two commas', '[1,, 2]', [1, 2], 3, 'Extra comma'],
    ['a missing comma', '{"a": 1 "b": 2}', { a: 1, b: 2 }, 7, 'Missing comma'],
    ['a missing comma in a list', '[1 2]', [1, 2], 2, 'Missing comma'],
    ['single quotes', "{'a': 'x\"y'}", { a: 'x"y' }, 1, 'Strings need straight double quotes'],
    ['typographic quotes', '{“a”: 1}', { a: 1 }, 1, 'Strings need straight double quotes'],
    ['a name without quotes', '{a: 1}', { a: 1 }, 1, 'Missing double quotes around a'],
    ['a comment', '{"a": 1 // one\n}', { a: 1 }, 8, 'JSON does not allow comments'],
    ['a comment before', '/* a */ 1', 1, 0, 'JSON does not allow comments'],
    ['a word without quotes', '[number.int]', ['number.int'], 1, 'Missing double quotes around number.int'],
    ['True', '[True]', [true], 1, 'True is not valid in JSON'],
    ['a leading zero', '[01]', [1], 1, '01 is not a valid JSON number'],
    ['a leading point', '[.5]', [0.5], 1, '.5 is not a valid JSON number'],
    ['=', '{"a" = 1}', { a: 1 }, 5, 'Expected a colon, found ='],
    ['an unknown escape', String.raw`["\d"]`, [String.raw`\d`], 2, String.raw`Invalid escape \d`],
    ['a tab in a string', '["a\tb"]', ['a\tb'], 3, 'Control character in a string'],
    ['a no-break space', '[\u00a01]', [1], 1, 'Invalid space character'],
  ])('%s', (_, text, value, offset, message) => {
    const { root, faults } = readJson(text, DEEP);
    expect(root && plainValue(root)).toEqual(value);
    expect(faults[0]).toMatchObject({ offset, message });
    expect(outcome(JSON.parse, text)).toBe('rejected');
  });
});

test.each([
  ['nothing', '  ', 'The text is empty'],
  ['an unclosed bracket', '{"a": {"b": 1}', 'Unclosed {'],
  ['the wrong bracket', '{"a": [1}', 'Expected a comma or ], found }'],
  ['an unclosed string', '{"a": "x\n}', 'Unclosed string'],
  ['two documents', '{} {}', 'Unexpected text after the end'],
  ['no colon', '{"a" 1}', 'Missing colon after the name'],
  ['no value', '{"a": }', 'Expected a value, found }'],
])('%s stops parsing with one fault', (_, text, message) => {
  const { root, faults } = readJson(text, DEEP);
  expect(root).toBeUndefined();
  expect(faults.map((fault) => fault.message)).toEqual([message]);
});

test('reports several mistakes at once', () => {
  expect(faultsOf("{'a': 1, b: 2,}").map(({ offset }) => offset)).toEqual([1, 9, 13]);
});

test('text that is not JSON at all gets a few faults, not thousands', () => {
  expect(faultsOf(`[${'x '.repeat(10_000)}]`).length).toBeLessThanOrEqual(50);
});
