import { describe, expect, test } from 'vitest';
import { rowsInBatches, rowsOf, NOON } from '../../../test/rows.ts';
import { parseSchema } from '../../schema/parse.ts';
import { compile } from '../../rows/writer.ts';
import type { Schema } from '../../model/schema.ts';

type Row = Readonly<Record<string, unknown>>;

function parsed(schema: object): { readonly schema: Schema; readonly notes: readonly string[] } {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message, hint }) => `${message}: ${hint}`).join('\n'));
  return { schema: result.schema, notes: result.notes.map(({ message }) => message) };
}

const rows = (schema: object, count = 300): readonly Row[] =>
  rowsOf(parsed(schema).schema, { count, stepMs: 1000 }).map((row) => JSON.parse(row) as Row);

function issues(schema: object): readonly (readonly unknown[])[] {
  const result = parseSchema(JSON.stringify(schema));
  return result.ok ? [] : result.issues.map(({ message, path }) => [message, path.join('.')]);
}

const STOCK = { type: 'number.int', params: { min: 1, max: 20 } };
const upTo = (name: string): object => ({ type: 'number.int', params: { min: 0, max: { ref: name } } });

describe('params that read fields', () => {
  test('bound a value by another one in the same row', () => {
    const found = rows({ sold: upTo('stock'), stock: STOCK });
    expect(found.every(({ sold, stock }) => Number(sold) <= Number(stock))).toBe(true);
    expect(found.some(({ sold, stock }) => Number(sold) === Number(stock))).toBe(true);
  });

  test('cannot choose a country or a locale, whose data is loaded before the first row', () => {
    for (const type of ['catbird.person', 'catbird.company'])
      for (const param of ['country', 'locale'])
        expect(issues({ who: { type, params: { [param]: { ref: 'x' } } }, x: { value: 'DE' } })).toEqual([
          [
            `${type}: ${param} cannot be read from a field: its data is loaded before the first row`,
            `who.params.${param}`,
          ],
        ]);
  });

  test('draw what the same constants would', () => {
    const found = rows({ stock: { value: 20 }, sold: upTo('stock') });
    expect(found).toEqual(
      rows({ stock: { value: 20 }, sold: { type: 'number.int', params: { min: 0, max: 20 } } }),
    );
  });

  test('work in one argument, texts, lists of objects, with count and per, and in entities', () => {
    const found = rows({
      $entities: { shop: { size: 5, fields: { size: STOCK, staff: upTo('size') } } },
      shop: { type: 'catbird.entity', params: { of: 'shop' } },
      size: { type: 'catbird.ref', params: 'shop.size' },
      staff: { type: 'catbird.ref', params: 'shop.staff' },
      short: { type: 'string.alpha', params: { ref: 'size' } },
      from: { type: 'date.past', params: { refDate: { ref: 'until' } } },
      until: { type: 'date.recent' },
      items: {
        type: 'object',
        count: { min: 1, max: 3 },
        fields: { stock: STOCK, sold: upTo('stock'), dice: { ...upTo('^size'), count: 2 } },
      },
      fixed: { ...upTo('size'), per: 'shop' },
    });
    for (const { size, staff, short, from, until, items } of found) {
      expect(Number(staff)).toBeLessThanOrEqual(Number(size));
      expect(short).toHaveLength(Number(size));
      expect((from as string) < (until as string)).toBe(true);
      for (const { stock, sold, dice } of items as readonly Row[]) {
        expect(Number(sold)).toBeLessThanOrEqual(Number(stock));
        for (const each of dice as readonly number[]) expect(each).toBeLessThanOrEqual(Number(size));
      }
    }
    const pairs = new Set(found.map(({ shop, fixed }) => `${String(shop)} ${String(fixed)}`));
    expect(pairs.size).toBe(5);
  });

  test('give the same bytes in any batches', () => {
    const { schema } = parsed({ sold: upTo('stock'), stock: { type: 'number.int', params: 100_000 } });
    const writer = compile(schema, { seed: 1 });
    const time = { startMs: NOON, stepMs: 0 };
    expect(rowsInBatches(writer, time)).toEqual(rowsOf(schema, { count: 300 }));
  });

  test('that do not fit give null, and a note counts them', () => {
    const schema = {
      low: STOCK,
      high: STOCK,
      x: { type: 'number.int', params: { min: { ref: 'low' }, max: { ref: 'high' } } },
    };
    const found = rows(schema, 128);
    for (const { low, high, x } of found) expect(x === null).toBe(Number(low) > Number(high));
    const [note, ...others] = parsed(schema).notes;
    expect(others).toEqual([]);
    expect(note).toMatch(
      /^x: \d+ values in 128 sample rows are null where the params do not fit: Max \d+ should be/,
    );
  });

  test.each([
    [{ type: 'number.int', nulls: 1 }, 'max is null'],
    [{ value: 'many' }, 'max is "many"'],
    [{ value: 'x'.repeat(50) }, 'max is a long text'],
    [{ type: 'number.int', count: 2 }, 'max is a list'],
    [{ type: 'object', fields: { x: STOCK } }, 'max is an object'],
  ])('are named with the value that does not fit: %j', (a, why) => {
    const { notes } = parsed({ a, b: { type: 'number.int', params: { max: { ref: 'a' } } } });
    expect(notes).toEqual([`b: 128 values in 128 sample rows are null where the params do not fit: ${why}`]);
  });

  test('whose field is null or missing, or of another kind, give null', () => {
    expect(rows({ a: { value: null }, x: upTo('a') }, 2)).toEqual([
      { a: null, x: null },
      { a: null, x: null },
    ]);
    expect(rows({ a: { value: 'ten' }, x: upTo('a') }, 1)).toEqual([{ a: 'ten', x: null }]);
    expect(rows({ a: { value: 5, if: 'false' }, x: upTo('a') }, 1)).toEqual([{ x: null }]);
    expect(
      rows({ a: { value: 1e9 }, x: { type: 'string.alpha', params: { length: { ref: 'a' } } } }, 1),
    ).toEqual([{ a: 1e9, x: null }]);
  });

  test('are data in lists of values', () => {
    const value = { ref: 'a' };
    expect(rows({ x: { type: 'helpers.arrayElement', params: [value] } }, 1)).toEqual([{ x: value }]);
    expect(rows({ x: { type: 'catbird.pick', params: { values: [value] } } }, 1)).toEqual([{ x: value }]);
  });

  test.each([
    [{ x: upTo('shelf'), stock: STOCK }, [['Unknown field shelf', 'x.params.max.ref']]],
    [{ x: upTo('x') }, [['Circular field reference: x reads x', 'x']]],
    [
      { a: STOCK, x: { type: 'number.int', params: { max: { ref: 'a' }, mn: 1 } } },
      [['number.int: Unknown param mn', 'x.params.mn']],
    ],
    [
      { a: STOCK, x: { type: 'catbird.lookup', params: { field: { ref: 'a' }, cases: {} } } },
      [['catbird.lookup: field must be a string', 'x.params.field']],
    ],
    [
      {
        $entities: {
          e: {
            size: 3,
            fields: { days: STOCK, at: { type: 'date.recent', params: { days: { ref: 'days' } } } },
          },
        },
        x: { value: 1 },
      },
      [
        [
          'date.recent: An entity is the same at all times, but this value depends on the time of the row',
          '$entities.e.fields.at.params',
        ],
      ],
    ],
  ])('%j is an issue', (schema, found) => {
    expect(issues(schema)).toEqual(found);
  });
});
