import { expect, test } from 'vitest';
import { parseSchema, type SchemaIssue } from '@catbird/core';
import { excerpt } from './excerpt.ts';
import { fromYaml, type Converted } from '@catbird/stream';

async function converted(text: string): Promise<Converted> {
  const found = await fromYaml(text);
  if (!found.ok) throw new Error(found.issues[0]?.message);
  return found;
}

/** The issues of a YAML schema: line, column, marked text and message. */
async function issuesOf(text: string): Promise<readonly (readonly unknown[])[]> {
  const { json, inText } = await converted(text);
  const result = parseSchema(json);
  return (result.ok ? result.notes : result.issues)
    .map(inText)
    .map(({ line, column, offset, length, message }: SchemaIssue) => [
      line,
      column,
      text.slice(offset, offset + length),
      message,
    ]);
}

test('YAML is the JSON with the same values', async () => {
  const { json } = await converted(
    '# note\na: {type: number.int}\nb: [1, 0.5, yes, null, ~, "x", 2026-01-01]\nc:\n',
  );
  expect(JSON.parse(json)).toEqual({
    a: { type: 'number.int' },
    b: [1, 0.5, 'yes', null, null, 'x', '2026-01-01'],
    c: null,
  });
});

test('merge keys and aliases are resolved, and own keys win', async () => {
  const { json } = await converted(
    'a: &a {type: x, count: 2}\nb: {<<: *a, count: 3}\nc: {<<: [*a, {d: 1}]}\ne: *a\n',
  );
  expect(JSON.parse(json)).toEqual({
    a: { type: 'x', count: 2 },
    b: { count: 3, type: 'x' },
    c: { type: 'x', count: 2, d: 1 },
    e: { type: 'x', count: 2 },
  });
});

test('issues are at the lines of the YAML', async () => {
  const text =
    'id:\n  type: string.uid\nage:\n  type: number.int\n  params:\n    mn: 1\n    max: "x"\nplain: 5\n';
  expect(await issuesOf(text)).toEqual([
    [2, 9, 'string.uid', 'string.uid: Unknown generator type'],
    [6, 5, 'mn', 'number.int: Unknown param mn'],
    [7, 10, '"x"', 'number.int: max must be a number'],
    [8, 8, '5', 'Field plain must be an object with a type'],
  ]);
});

test('numbers that JSON lacks are issues at their places, and not null', async () => {
  expect(await issuesOf('a: {value: .nan}\nb: {value: [1, -.inf]}\n')).toEqual([
    [1, 12, '.nan', 'NaN is not valid in JSON'],
    [2, 16, '-.inf', '-Infinity is not valid in JSON'],
  ]);
});

test('an issue in an alias is at its anchor', async () => {
  expect(await issuesOf('a: &a\n  type: nope\nb:\n  *a\n')).toEqual([
    [2, 9, 'nope', 'nope: Unknown generator type'],
    [2, 9, 'nope', 'nope: Unknown generator type'],
  ]);
});

test.each([
  ['', 'A schema must be an object that maps field names to generators, not null'],
  ['just text', 'A schema must be an object that maps field names to generators, not "just text"'],
  ['- a\n- b\n', 'A schema must be an object that maps field names to generators, not a list'],
])('%j is no schema', async (text, message) => {
  const [[, , , found] = []] = await issuesOf(text);
  expect(found).toBe(message);
});

test.each([
  ['a: {type: x\nb: 1\n', 'schema.yaml:2:1: error: Invalid YAML: '],
  ['a: 1\na: 2\n', 'schema.yaml:2:1: error: Invalid YAML: duplicate key a'],
  ['a: &a {<<: *a}\n', 'schema.yaml:1:1: error: Invalid YAML: '],
  ['a: 1\n---\nb: 2\n', 'schema.yaml:2:1: error: Invalid YAML: several documents. Keep one of them'],
  ['a: &a [*a]\n', 'schema.yaml:1:1: error: Invalid YAML: '],
  [
    `a: &a {x: 1}\n${'b'.repeat(9)}: ${'['.repeat(600)}`,
    'schema.yaml:1:1: error: Invalid YAML: nested deeper',
  ],
  [
    `a: &a ["${'x'.repeat(9000)}"]\n${Array.from({ length: 900 }, (_, i) => `b${i}: *a`).join('\n')}`,
    'schema.yaml:1:1: error: Invalid YAML: more than a million characters',
  ],
])('%# is invalid at its place', async (text, start) => {
  const found = await fromYaml(text);
  const [issue] = found.ok ? [] : found.issues;
  if (issue === undefined) throw new Error('The YAML is valid');
  expect(excerpt(issue, 'schema.yaml', text)).toContain(start);
});

test('numbers with too many digits are issues, and others stay as written', async () => {
  expect(await issuesOf('a: {value: 12345678901234567890}\nb: {value: 1.50}\n')).toEqual([
    [
      1,
      12,
      '12345678901234567890',
      '12345678901234567890 would become 12345678901234567000: numbers keep 15 digits',
    ],
  ]);
  const { json } = await converted('a: {value: [+5, 0o17, 0x1F, .5, 1.50, 1e3]}\n');
  expect(JSON.parse(json)).toEqual({ a: { value: [5, 15, 31, 0.5, 1.5, 1000] } });
});

test('binary values are their Base64', async () => {
  const { json } = await converted('a: !!binary |\n  aGVs\n  bG8=\n');
  expect(JSON.parse(json)).toEqual({ a: 'aGVsbG8=' });
});

test.each([
  ['a: {value: 1}\na: {value: 2}\n', 'duplicate key a', undefined, [2, 1]],
  ['a:\n  value: *b\n', 'Unknown alias *b', 'Put a text with such characters in quotes', [2, 10]],
  ['a:\n  <<: *b\n', 'Unknown alias *b', 'Put a text with such characters in quotes', [2, 7]],
  ['a:\n  if: !(b == "x")\n', 'Unknown tag !(b', 'Put a text with such characters in quotes', [2, 7]],
  ['a:\n\tvalue: 1\n', 'Tabs are not allowed as indentation', 'Indent with spaces', [2, 1]],
  ['{b: {{c}}}\n', 'a list or an object as a key: {"c":null}. Put it in quotes', undefined, [1, 6]],
])('%j is an error with its place', async (text, message, hint, place) => {
  const found = await fromYaml(text);
  const [issue] = found.ok ? [] : found.issues;
  expect(issue?.message).toBe(`Invalid YAML: ${message}`);
  expect(issue?.hint).toBe(hint);
  expect([issue?.line, issue?.column]).toEqual(place);
});
