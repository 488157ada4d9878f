import { expect, test } from 'vitest';
import { entryOf, marked, matching, type Entry } from './entries.ts';
import { withField } from './with-field.ts';

const entry = (group: Entry['group'], label: string, detail?: string): Entry => ({
  id: label,
  group,
  label,
  detail,
  keys: undefined,
  blocked: undefined,
  run: () => undefined,
});

const ENTRIES = [
  entry('Types', 'catbird.wave', 'Temperature, pressure'),
  entry('Types', 'person.prefix', 'Mr., Dr.'),
  entry('Do', 'Start Generating!', 'Online Shop'),
  entry('Do', 'Preview', 'Refresh and save'),
  entry('Go to', 'Preview, table'),
  entry('Templates', 'Stock Prices', 'The price of a stock'),
];
const labels = (search: string) => matching(ENTRIES, search).map(({ label }) => label);

test('a search finds labels before details, in the order of the groups', () => {
  expect(labels('pre')).toEqual(['Preview', 'Preview, table', 'person.prefix', 'catbird.wave']);
  expect(labels('pr stock')).toEqual(['Stock Prices']);
  expect(labels('zzz')).toEqual([]);
});

test('without a search there are commands and places', () => {
  expect(labels(' ')).toEqual(['Start Generating!', 'Preview', 'Preview, table']);
});

test('a command that cannot run comes last, and says why', () => {
  const run = (): void => undefined;
  const command = { id: 'a', label: 'Stop', detail: 'x', group: 'While running', run } as const;
  expect(entryOf({ ...command, blocked: 'No stream is running' })).toMatchObject({
    group: 'Not now',
    detail: 'No stream is running',
  });
  expect(entryOf(command)).toMatchObject({ group: 'Do', detail: 'x' });
});

test('the first word of a search is marked where it occurs', () => {
  expect(marked('person.prefix', 'PRE x')).toEqual(['person.', 'pre', 'fix']);
  expect(marked('wave', 'pre')).toEqual(['wave']);
  expect(marked('wave', '')).toEqual(['wave']);
});

test('a type becomes a field at the end, under a name of its own', () => {
  const text = '{\n  "int": {"type": "string.uuid"}\n}';
  const edited = withField(text, { name: 'number.int', example: '{"min":1}' });
  expect(JSON.parse(edited ?? '')).toEqual({
    int: { type: 'string.uuid' },
    int_2: { type: 'number.int', params: { min: 1 } },
  });
  expect(
    Object.keys(JSON.parse(withField('{}', { name: 'person.fullName', example: undefined }) ?? '')),
  ).toEqual(['full_name']);
  expect(withField('{', { name: 'number.int', example: undefined })).toBeUndefined();
});
