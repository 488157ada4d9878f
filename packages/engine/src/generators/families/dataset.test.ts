import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../../test/rows.ts';
import { chiSquareZ } from '../../../test/statistics.ts';
import { parseSchema } from '../../schema/parse.ts';
import type { Field } from '../../model/schema.ts';

const TABLE = [
  { id: 'a', name: 'Ann', share: 1, at: { zip: '01234' } },
  { id: 'b', name: 'Bo "the" \\ bird', share: 0 },
  { id: 7, name: '🐦', share: 6, extra: true },
  { id: 'd', name: '', share: 3 },
];

function fieldsOf(schema: object): readonly Field[] {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema.fields;
}

type Row = Readonly<Record<string, unknown>>;
const parsed = (schema: object, count = 1000): readonly Row[] =>
  rowsOf(fieldsOf(schema), { count }).map((row) => JSON.parse(row) as Row);
const dataset = (params: object): object => ({ type: 'catbird.dataset', params });
const issuesOf = (schema: object): readonly string[] => {
  const result = parseSchema(JSON.stringify(schema));
  return result.ok ? [] : result.issues.map(({ message }) => message);
};

describe('a dataset', () => {
  test('uses all rows equally often, and whole rows without a column', () => {
    const rows = parsed({ v: dataset({ rows: TABLE }) }, 4000);
    const counts = TABLE.map(
      (entry) => rows.filter(({ v }) => JSON.stringify(v) === JSON.stringify(entry)).length,
    );
    expect(Math.abs(chiSquareZ(counts, [0.25, 0.25, 0.25, 0.25]))).toBeLessThan(3.5);
  });

  test('uses rows by weight, and never one with weight 0', () => {
    const rows = parsed({ v: dataset({ rows: TABLE, column: 'id', weight: 'share' }) }, 4000);
    const counts = ['a', 7, 'd'].map((id) => rows.filter(({ v }) => v === id).length);
    expect(Math.abs(chiSquareZ(counts, [0.1, 0.6, 0.3]))).toBeLessThan(3.5);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4000);
  });

  test('uses rows in order, including lists, with null for a missing column', () => {
    const [x, y] = [['x', 1], ['y']];
    const rows = parsed({ v: dataset({ rows: [x, y], column: 1, inOrder: true }) }, 4);
    expect(rows.map(({ v }) => v)).toEqual([1, null, 1, null]);
  });

  test('uses the first row that matches another field by value or spelling, or null', () => {
    const rows = parsed({
      key: { type: 'helpers.arrayElement', params: ['a', 'b', 7, '7', 'z', null] },
      v: dataset({
        rows: [...TABLE, { id: 'a', name: 'Second' }],
        column: 'name',
        match: { column: 'id', field: 'key' },
      }),
    });
    const names = new Map<unknown, unknown>([
      ['a', 'Ann'],
      ['b', 'Bo "the" \\ bird'],
      [7, '🐦'],
      ['7', '🐦'],
      ['z', null],
      [null, null],
    ]);
    for (const { key, v } of rows) expect(v).toBe(names.get(key));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(6);
  });

  test('agrees with the field named by `of`: with nulls, per another field and in arrays', () => {
    const byId = new Map<unknown, unknown>(TABLE.map(({ id, name }) => [id, name]));
    const rows = parsed({
      user: { type: 'catbird.key', params: { name: 'user', size: 20 } },
      id: { ...dataset({ rows: TABLE, column: 'id', weight: 'share' }), per: 'user', nulls: 0.3 },
      name: { ...dataset({ of: 'id', column: 'name' }), missing: 0.5 },
      again: dataset({ of: 'name', column: 'id' }),
      items: {
        type: 'object',
        count: { min: 0, max: 3 },
        fields: {
          id: dataset({ rows: TABLE, column: 'id' }),
          name: dataset({ of: 'id', column: 'name' }),
          outer: dataset({ of: 'again', column: 'name' }),
        },
      },
    });
    for (const row of rows) {
      if ('name' in row) expect(row['name']).toBe(row['id'] === null ? null : byId.get(row['id']));
      expect(row['again']).toBe('name' in row ? row['id'] : null);
      for (const { id, name, outer } of row['items'] as readonly Row[]) {
        expect(name).toBe(byId.get(id));
        expect(outer).toBe(row['again'] === null ? null : byId.get(row['again']));
      }
    }
    expect(new Set(rows.map(({ user, id }) => `${String(user)} ${String(id)}`)).size).toBe(20);
  });

  test('handles a thousand columns with names such as __proto__', () => {
    const rows = parsed(
      { v: dataset({ rows: [JSON.parse('{"__proto__": 1, "count": 5000000}')], column: '__proto__' }) },
      2,
    );
    expect(rows.map(({ v }) => v)).toEqual([1, 1]);
    expect(issuesOf({ v: dataset({ rows: [{ a: 1 }], column: 'constructor' }) })).toEqual([
      'catbird.dataset: No row has the column constructor',
    ]);
  });
});

test.each([
  ['no rows', { rows: [], column: 'a' }, 'The dataset has no rows'],
  ['nothing', { column: 'a' }, 'Use exactly one of rows, file and of'],
  ['rows and a file', { rows: TABLE, file: 'x.csv' }, 'Use exactly one of rows, file and of'],
  [
    'a file without a reader',
    { file: 'x.csv' },
    'Cannot read x.csv: only the command line reads files. Put the rows into the schema instead',
  ],
  ['an unknown column', { rows: TABLE, column: 'nmae' }, 'No row has the column nmae'],
  [
    'a weight that is not a number',
    { rows: TABLE, weight: 'name' },
    'Every weight must be a number of at least 0, not "Ann"',
  ],
  ['no weight above 0', { rows: [{ w: 0 }], weight: 'w' }, 'At least one weight must be greater than 0'],
  [
    'two ways to select',
    { rows: TABLE, weight: 'share', inOrder: true },
    'Use only one of weight, inOrder and match',
  ],
])('%s is an issue', (_, params, message) => {
  expect(issuesOf({ v: dataset(params) })).toEqual([`catbird.dataset: ${message}`]);
});

test.each([
  [
    'of another type',
    { u: { type: 'number.int' }, v: dataset({ of: 'u' }) },
    'Field u must be a catbird.dataset with a single value',
  ],
  [
    'with `of` and its own selection',
    { u: dataset({ rows: TABLE }), v: dataset({ of: 'u', inOrder: true }) },
    'u selects the row: move weight, inOrder and match there',
  ],
  [
    'of a journey',
    { u: { type: 'catbird.journey', params: { states: { a: {} } } }, v: dataset({ of: 'u' }) },
    'Field u must be a catbird.dataset with a single value',
  ],
])('a dataset %s is an issue', (_, schema, message) => {
  expect(issuesOf(schema)).toEqual([`catbird.dataset: ${message}`]);
});

test.each([
  [{ rows: 'x' }],
  [{ rows: [1] }],
  [{ rows: TABLE, column: -1 }],
  [{ rows: TABLE, match: 'id' }],
  [5],
])('rejects %j', (params) => {
  expect(issuesOf({ v: { type: 'catbird.dataset', params } })).not.toEqual([]);
});
