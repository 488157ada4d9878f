import { describe, expect, test } from 'vitest';
import { NOON, rowsInBatches, rowsOf } from '../../test/rows.ts';
import type { Schema } from '../model/schema.ts';
import { compile } from '../rows/writer.ts';
import { parseSchema } from '../schema/parse.ts';

function parsed(field: object): Schema {
  const result = parseSchema(JSON.stringify({ list: field }));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
}

const lists = (field: object, count = 300): readonly (readonly unknown[])[] =>
  rowsOf(parsed(field), { count }).map((row) => (JSON.parse(row) as { list: unknown[] }).list);

const DIE = { type: 'number.int', params: { min: 1, max: 6 } };
const ITEM = {
  type: 'object',
  fields: {
    sku: { ...DIE },
    price: { type: 'number.int', params: { min: 1, max: 99 } },
    name: { type: 'lorem.word' },
  },
};

describe('a list without repetition', () => {
  test('has as many elements as one that may repeat, all different', () => {
    const field = { ...DIE, count: { min: 0, max: 6 } };
    const plain = lists(field);
    const distinct = lists({ ...field, distinct: true });
    expect(distinct.map(({ length }) => length)).toEqual(plain.map(({ length }) => length));
    for (const [i, list] of distinct.entries()) {
      expect(new Set(list).size).toBe(list.length);
      if (new Set(plain[i]).size === plain[i]?.length) expect(list).toEqual(plain[i]);
    }
  });

  test('differs in a member', () => {
    for (const list of lists({ ...ITEM, count: 4, distinct: 'sku' }) as readonly (readonly {
      sku: number;
    }[])[]) {
      expect(new Set(list.map(({ sku }) => sku)).size).toBe(4);
    }
  });

  test('is shorter if there are too few different values', () => {
    expect(new Set(lists({ ...DIE, count: 9, distinct: true }).map((list) => list.length))).toEqual(
      new Set([6]),
    );
    expect(lists({ value: 'ü', count: 3, distinct: true }, 1)).toEqual([['ü']]);
  });
});

describe('a sorted list', () => {
  test('has the same elements in order', () => {
    const field = { ...DIE, count: 5 };
    const expected = lists(field).map((list) => list.toSorted((a, b) => Number(a) - Number(b)));
    expect(lists({ ...field, sort: true })).toEqual(expected);
    expect(lists({ ...field, sort: { order: 'descending' } })).toEqual(
      expected.map((list) => list.toReversed()),
    );
  });

  test('is sorted by a member: numbers, then texts, then others', () => {
    const names = lists({ ...ITEM, count: 4, sort: 'name' }).map((list) =>
      list.map((item) => (item as { name: string }).name),
    );
    for (const each of names) expect(each).toEqual(each.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const mixed = { type: 'helpers.arrayElement', params: ['b', 2, null, 'a', 10], count: 5, distinct: true };
    for (const list of lists({ ...mixed, sort: true }, 50).filter(({ length }) => length === 5))
      expect(list).toEqual([2, 10, 'a', 'b', null]);
  });
});

test('the same bytes come in any batches, with per and inside objects', () => {
  const schema = parsed({
    type: 'object',
    count: { min: 0, max: 3 },
    fields: { inner: { ...ITEM, count: { min: 1, max: 4 }, distinct: 'sku', sort: { by: 'price' } } },
  });
  const time = { startMs: NOON, stepMs: 0 };
  expect(rowsInBatches(compile(schema, { seed: 1 }), time)).toEqual(rowsOf(schema, { count: 300 }));
});

test.each([
  [{ ...DIE, distinct: true }, 'number.int: distinct and sort are only for arrays'],
  [{ ...DIE, count: 2, distinct: 1 }, 'number.int: distinct must be true, or the name of a member'],
  [
    { ...DIE, count: 2, sort: { by: 'x', order: 'up' } },
    'number.int: sort must be true, the name of a member, or {"by", "order"}',
  ],
  [{ ...ITEM, count: 2, distinct: 'skus' }, 'object: distinct: It has no member skus'],
  [{ ...ITEM, count: 2, sort: { by: 'weight' } }, 'object: sort: It has no member weight'],
  [{ type: 'catbird.place', count: 2, sort: 'town' }, 'catbird.place: sort: It has no member town'],
  [{ ...DIE, count: 2, sort: 'descending' }, 'number.int: sort: descending is not a member'],
  [
    { type: 'object', count: 2, sort: 'a', fields: { a: { ...DIE, hidden: true }, b: DIE } },
    'object: sort: Its member a is hidden, and only what is sent is compared',
  ],
])('%j is an issue', (list, message) => {
  const result = parseSchema(JSON.stringify({ list }));
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([message]);
});
