import { beforeAll, describe, expect, test, vi } from 'vitest';
import { loadResources } from '../../data/store.ts';
import { parseSchema } from '../../schema/parse.ts';
import { rowsOf } from '../../../test/rows.ts';

beforeAll(() => loadResources([{ kind: 'regex' }]));

const constants = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const schemaOf = (text: string, values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...constants(values), result: { type: 'catbird.expression', params: [text] } });

/** The result of an expression over these values. */
function result(text: string, values: Readonly<Record<string, unknown>> = {}): unknown {
  const parsed = parseSchema(schemaOf(text, values));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const [row = ''] = rowsOf(parsed.schema);
  return (JSON.parse(row) as { result: unknown }).result;
}

const messages = (text: string): readonly string[] => {
  const parsed = parseSchema(schemaOf(text, { a: 'x' }));
  return parsed.ok ? [] : parsed.issues.map(({ message }) => message.replace(/^catbird\.expression: /, ''));
};

const VALUES = {
  email: 'Ada.Lovelace@mail.example.org',
  url: '/shop?id=42&utm_source=news&id=43',
  odd: 'a\\b "c" é 🐦🐦',
  empty: '',
  none: null,
  n: 5,
};

describe('regular expressions', () => {
  test.each([
    ['matches(email, "@mail\\.")', true],
    ['matches(email, "^lovelace")', false],
    ['matches(email, "(?i)lovelace@")', true],
    ["matches(url, '^/\\w+\\?id=\\d+')", true],
    ["matches(url, '^/\\\\w+\\\\?id=\\\\d+')", true],
    ['matches(odd, "\\\\\\\\b")', true],
    ['matches(odd, "\\"c\\"")', true],
    ['matches(odd, "\\bb\\b")', true],
    ['matches(odd, "^.{12}$")', true],
    ['matches(odd, "\\p{So}{2}$")', true],
    ['matches(odd, "\\pL{2}$")', false],
    ['matches(empty, "^$")', true],
    ['matches(none, "a")', null],
    ['matches(n, "5")', null],
    ['matches(toText(n), "5")', true],
    ['extract(email, "@(.*)$")', 'mail.example.org'],
    ['extract(email, "@.*$")', '@mail.example.org'],
    ['extract(email, "(\\w+)@(\\w+)", 2)', 'mail'],
    ['extract(email, "(\\w+)@(\\w+)", 0)', 'Lovelace@mail'],
    ['extract(url, "id=(?<id>\\d+)", "id")', '42'],
    ['toNumber(extract(url, "id=(\\d+)")) + 1', 43],
    ['extract(url, "(a)|(s)", 1)', null],
    ['extract(url, "nothing")', null],
    ['extract(odd, "🐦")', '🐦'],
    ['extract(odd, "é (.)")', '🐦'],
    ['replaceAll(url, "\\d", "#")', '/shop?id=##&utm_source=news&id=##'],
    [
      'replaceAll(email, "(?<first>\\w+)\\.(\\w+)@.*", "$2, $<first> ($&) for $$5")',
      'Lovelace, Ada (Ada.Lovelace@mail.example.org) for $5',
    ],
    ['replaceAll(url, "news", email)', '/shop?id=42&utm_source=Ada.Lovelace@mail.example.org&id=43'],
    ['replaceAll("abc", "", "-")', '-a-b-c-'],
    ['replaceAll("🐦a", "", "-")', '-🐦-a-'],
    ['replaceAll("aXbX", "X*", "-")', '-a--b--'],
    ['replaceAll("x", "x", none)', null],
  ])('%s is %j', (text, expected) => {
    expect(result(text, VALUES)).toEqual(expected);
  });

  test('a condition can have one', () => {
    const schema = parseSchema(
      JSON.stringify({
        name: { type: 'oneOf', params: [{ value: 'Ada' }, { value: 'Bob' }] },
        isA: { value: true, if: 'matches(name, "^A")' },
      }),
    );
    if (!schema.ok) throw new Error('The schema is valid');
    for (const row of rowsOf(schema.schema, { count: 100 }))
      expect(row.includes('isA')).toBe(row.includes('Ada'));
  });

  test.each([
    ['matches(a, "(a)\\1")', 'Invalid pattern (a)\\1: back references are not possible: \\1, at character 4'],
    [
      'matches(a, "a{1000000}")',
      'Invalid pattern a{1000000}: {1000000} repeats more than 1,000 times, at character 2',
    ],
    ['matches(a, a)', 'The pattern of matches must be a constant in quotes: matches(name, "^A")'],
    ['extract(a, "x" + "y")', 'The pattern of extract must be a constant in quotes: extract(name, "^A")'],
    ['matches(a, 5)', 'matches needs a string, not the number 5'],
    ['matches(a)', 'matches takes 2 arguments, not 1'],
    ['extract(a, "(x)", 2)', 'The pattern has 1 group, not a group 2'],
    ['extract(a, "(x)", -1)', 'The pattern has 1 group, not a group -1'],
    ['extract(a, "(?<x>x)", "y")', 'The pattern has no group named y. Groups: x'],
    ['extract(a, "(x)", "y")', 'The pattern has no group named y. Name one: (?<name>…)'],
    ['extract(a, "(x)", a)', 'The group must be a constant number, or a name in quotes'],
    ['replaceAll(a, "(x)", "\\1")', 'A group of the pattern is $1 in a replacement, not \\1'],
    ['replaceAll(a, "(x)", "$12")', 'The pattern has 1 group, not a group 12'],
    ['a.match("x")', 'Only functions can be called. Write extract(…, "pattern") instead of .match()'],
  ])('%s is an issue', (text, message) => {
    expect(messages(text)).toEqual([message]);
  });

  test.each(['a =~ "x"', 'matches(a, /x/)', 'a LIKE "x%"'])('%s says what to write instead', (text) => {
    expect(messages(text).join('\n')).toContain('matches(text, "');
  });

  test('a condition with a wrong one is an issue', () => {
    const parsed = parseSchema('{"a": {"value": "x", "if": "matches(\\"x\\", \\"(\\")"}}');
    expect(parsed.ok ? [] : parsed.issues.map(({ message }) => message)).toEqual([
      'Field a: if: Invalid pattern (: missing ) for the (, at character 1',
    ]);
  });
});

describe('hostile patterns', () => {
  const MANY = 100_000;

  test.each([
    ['matches(t, "(a+)+$")', false],
    ['matches(t, "^(a|a)*$")', false],
    ['matches(t, "(a*)*b")', false],
    ['length(extract(t, "(a?){50}a{50}!", 0))', 101],
    ['replaceAll(t, "(a+)+!", "-")', '-'],
    ['length(replaceAll(t, "(a+)+$", "-"))', MANY],
    ['replaceAll(t, "a", "-")', null],
    ['length(replaceAll(substring(t, 0, 16384), "a", "-"))', 16_384],
  ])('%s on 100,000 characters', (text, expected) => {
    expect(result(text, { t: `${'a'.repeat(MANY - 1)}!` })).toEqual(expected);
  });

  test('results that would grow without limit become null', () => {
    expect(result('replaceAll(t, "a", t)', { t: 'a'.repeat(1000) })).toBeNull();
  });
});

test('the library is loaded only for schemas that need it', async () => {
  vi.resetModules();
  const { compile, loadData, parseSchema: parse } = await import('../../index.ts');
  const parsed = parse(schemaOf('matches("a", "a")', {}));
  if (!parsed.ok) throw new Error('The schema is valid');
  expect(() => compile(parsed.schema, { seed: 1 })).toThrow(
    'Field "result": Regular expressions are not loaded. Call `await loadData(schema)` before `compile`',
  );
  await loadData(parsed.schema);
  expect(() => compile(parsed.schema, { seed: 1 })).not.toThrow();
});
