import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of a schema, each parsed. */
function rows(schema: object, count = 50): readonly Row[] {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message, hint }) => `${message}: ${hint}`).join('\n'));
  return rowsOf(result.schema, { count, stepMs: 1000 }).map((row) => JSON.parse(row) as Row);
}

/** The first issue of a wrong schema: its message, hint and path. */
function issue(schema: object): readonly (string | undefined)[] {
  const result = parseSchema(JSON.stringify(schema));
  if (result.ok) throw new Error('The schema is valid');
  const [first] = result.issues;
  return [first?.message, first?.hint, first?.path.join('.')];
}

const expression = (params: string): object => ({ type: 'catbird.expression', params });
const ref = (params: string): object => ({ type: 'catbird.ref', params });
const FLAG = { type: 'datatype.boolean' };

describe('a constant', () => {
  test('is written into every row, whatever it looks like', () => {
    const value = { type: 'number.int', params: [null, 'ü"\\', 1e300] };
    expect(rows({ a: { value: 5 }, b: { value: null }, c: { value } }, 2)).toEqual([
      { a: 5, b: null, c: value },
      { a: 5, b: null, c: value },
    ]);
  });

  test('can be read, repeated, hidden, nulled and conditional', () => {
    const found = rows({
      vat: { value: 0.19, hidden: true },
      gross: expression('100 * (1 + vat)'),
      list: { value: 'x', count: 2 },
      maybe: { value: true, nulls: 0.5 },
      rare: { value: 1, if: 'maybe' },
    });
    expect(found.every(({ gross }) => gross === 119)).toBe(true);
    expect(found[0]?.['list']).toEqual(['x', 'x']);
    expect(found.every((row) => 'rare' in row === (row['maybe'] === true))).toBe(true);
  });

  test('works in oneOf, in a lookup and in an entity', () => {
    expect(
      rows(
        {
          $entities: { shop: { size: 3, fields: { open: { value: true } } } },
          shop: { type: 'catbird.entity', params: { of: 'shop' } },
          isOpen: ref('shop.open'),
          one: { type: 'oneOf', params: [{ field: { value: 1 } }] },
          two: { type: 'catbird.lookup', params: { field: 'isOpen', cases: { true: { value: [2] } } } },
        },
        1,
      )[0],
    ).toMatchObject({ isOpen: true, one: 1, two: [2] });
  });

  test.each([
    [
      { a: { value: 5, parms: 1 } },
      [
        'Field a: Unknown key parms',
        'Valid keys: value, count, distinct, sort, per, nulls, missing, if, hidden',
        'a.parms',
      ],
    ],
    [
      { a: { type: 'number.int', value: 5 } },
      ['number.int: Unknown key value', 'For a constant, replace type by {"value": 5}', 'a.value'],
    ],
  ])('%j is an issue', (schema, found) => {
    expect(issue(schema)).toEqual(found);
  });
});

describe('a name with ^', () => {
  const outer = { type: 'catbird.sequence' };

  test('is that of the outer object in every kind of reference', () => {
    const [row] = rows(
      {
        id: outer,
        item: {
          type: 'object',
          fields: {
            id: { type: 'catbird.template', params: 'item {{^id}}' },
            copy: ref('^id'),
            own: ref('id'),
            double: expression('^id * 2 + field("^id")'),
            named: { type: 'catbird.lookup', params: { field: '^id', cases: { 1: 'first' } } },
            per: { type: 'string.uuid', per: '^id' },
            deep: { type: 'object', fields: { id: expression('^^id + 1'), item: ref('^id') } },
          },
        },
      },
      1,
    );
    expect(row?.['item']).toMatchObject({
      id: 'item 1',
      copy: 1,
      own: 'item 1',
      double: 3,
      named: 'first',
      deep: { id: 2, item: 'item 1' },
    });
  });

  test('follows paths into entities, and works in lists of objects', () => {
    const [row] = rows(
      {
        $entities: { product: { size: 1, fields: { price: { value: 7 } } } },
        product: { type: 'catbird.entity', params: { of: 'product' } },
        items: {
          type: 'object',
          count: 2,
          fields: { product: expression('^product.price + 1'), if: { value: 1, if: '^product == 1' } },
        },
      },
      1,
    );
    expect(row?.['items']).toEqual([
      { product: 8, if: 1 },
      { product: 8, if: 1 },
    ]);
  });

  test('is first of all the exact name of a field', () => {
    expect(rows({ '^id': { value: 1 }, b: ref('^id') }, 1)).toEqual([{ '^id': 1, b: 1 }]);
  });

  test.each([
    [{ a: outer, b: ref('^a') }, ['Unknown field ^a', 'No object encloses this one: write a', 'b.params']],
    [
      { a: outer, o: { type: 'object', fields: { a: outer, b: ref('^^a') } } },
      ['Unknown field ^^a', 'Only one object encloses this one: write ^a', 'o.fields.b.params'],
    ],
    [
      { id: outer, o: { type: 'object', fields: { id: ref('id') } } },
      [
        'Circular field reference: id reads id',
        'To read the field of the outer object, write ^id',
        'o.fields.id',
      ],
    ],
    [
      { a: outer, b: expression('a ^ 1') },
      [
        'catbird.expression: ^ is not an operator. Write bitXor(a, b), or ^name to read a field of the outer object',
        'Example: "params": "round(price * quantity * (1 - discount), 2)"',
        'b.params',
      ],
    ],
  ])('%j is an issue', (schema, found) => {
    expect(issue(schema)).toEqual(found);
  });
});

describe('a field with if', () => {
  test('exists exactly in the rows whose condition is true', () => {
    const found = rows({
      state: { type: 'helpers.arrayElement', params: ['open', 'paid', null] },
      paidAt: { type: 'catbird.timestampNow', if: 'state == "paid"' },
      copy: ref('paidAt'),
      late: { value: 1, if: 'paidAt > "2026-03-01T12:00:20"' },
    });
    for (const row of found) {
      expect('paidAt' in row).toBe(row['state'] === 'paid');
      expect('copy' in row).toBe(row['state'] === 'paid');
      expect('late' in row).toBe(((row['paidAt'] as string | undefined) ?? '') > '2026-03-01T12:00:20');
    }
    expect(new Set(found.map((row) => 'late' in row))).toEqual(new Set([true, false]));
  });

  test('works first, alone, in lists of objects, with count, per and nulls', () => {
    const found = rows({
      first: { value: 1, if: 'flag' },
      flag: { ...FLAG, hidden: true },
      items: {
        type: 'object',
        count: 3,
        fields: { x: { ...FLAG, hidden: true }, y: { value: 0, count: 2, if: 'x' } },
      },
      user: { type: 'catbird.key', params: { name: 'user', size: 3 } },
      city: { type: 'location.city', per: 'user', nulls: 0.5, if: '!flag' },
    });
    const shapes = new Set(
      found.flatMap(({ items }) => (items as readonly Row[]).map((row) => JSON.stringify(row))),
    );
    expect(shapes).toEqual(new Set(['{}', '{"y":[0,0]}']));
    expect(new Set(found.map((row) => Object.keys(row).join()))).toEqual(
      new Set(['first,items,user', 'items,user,city']),
    );
  });

  test('does not change other values', () => {
    const all = rows({ a: { type: 'number.int' }, b: FLAG });
    const some = rows({ a: { type: 'number.int', if: 'b' }, b: FLAG });
    expect(some).toEqual(all.map(({ a, b }) => (b === true ? { a, b } : { b })));
  });

  test('can depend on the time and the index of the row', () => {
    expect(
      rows({ n: { value: 1 }, even: { value: 1, if: 'index() % 2 == 0 && second(now()) < 2' } }, 4),
    ).toEqual([{ n: 1, even: 1 }, { n: 1 }, { n: 1 }, { n: 1 }]);
  });

  test.each([
    [{ a: { value: 1, if: 5 } }, 'Field a: if must be an expression in quotes', 'a.if'],
    [
      { a: { value: 1, if: '1 + 1' } },
      'Field a: if: the condition must be true or false, not a number',
      'a.if',
    ],
    [{ a: { value: 1, if: 'x ==' } }, 'Field a: if: Expected expression after ==, at character 5', 'a.if'],
    [{ a: { value: 1, if: 'x' } }, 'Unknown field x', 'a.if'],
    [{ a: { value: 1, if: 'a == 1' } }, 'Circular field reference: a reads a', 'a'],
    [
      { a: { type: 'oneOf', params: [{ field: { value: 1, if: 'true' } }] } },
      'Field a: if is only allowed on fields, not in arguments',
      'a.params.0.field.if',
    ],
  ])('%j is an issue', (schema, message, path) => {
    const [found, , at] = issue(schema);
    expect([found, at]).toEqual([message, path]);
  });
});

test('a case of a lookup may be a oneOf, or a list of values and fields', () => {
  const items = [{ weight: 3, field: { type: 'number.int' } }, { value: 'none' }];
  const found = rows(
    {
      a: { type: 'helpers.arrayElement', params: ['x', 'y', 'z'] },
      b: {
        type: 'catbird.lookup',
        params: {
          field: 'a',
          cases: { x: { type: 'oneOf', params: items }, y: items },
          default: [{ field: 1 }],
        },
      },
    },
    1000,
  );
  for (const name of ['x', 'y']) {
    const values = found.filter(({ a }) => a === name).map(({ b }) => b);
    expect(values.every((b) => typeof b === 'number' || b === 'none')).toBe(true);
    expect(values.filter((b) => b === 'none').length / values.length).toBeCloseTo(0.25, 1);
  }
  expect(found.find(({ a }) => a === 'z')?.['b']).toEqual([{ field: 1 }]);
});

describe('an expression', () => {
  test('index() is the number of the row, from 0', () => {
    expect(rows({ a: expression('index() + 1') }, 3)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });

  test('rand() is uniform, differs at each call, and follows per', () => {
    const found = rows(
      {
        user: { type: 'catbird.key', params: { name: 'user', size: 2 } },
        x: expression('rand()'),
        y: expression('rand() < 0.25 ? "rare" : "often"'),
        same: expression('rand() == rand()'),
        own: { ...expression('rand()'), per: 'user' },
        list: { ...expression('rand()'), count: 2 },
      },
      4000,
    );
    const mean = found.reduce((sum, { x }) => sum + Number(x), 0) / found.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
    expect(found.every(({ x }) => Number(x) >= 0 && Number(x) < 1)).toBe(true);
    expect(Math.abs(found.filter(({ y }) => y === 'rare').length / found.length - 0.25)).toBeLessThan(0.03);
    expect(found.some(({ same }) => same === true)).toBe(false);
    expect(new Set(found.map(({ own }) => own)).size).toBe(2);
    expect(found.every(({ list }) => new Set(list as unknown[]).size === 2)).toBe(true);
  });

  test.each([
    ['round(sin(pi() / 6), 9)', 0.5],
    ['round(atan2(1, -1), 9)', 2.35619449],
    ['asin(2)', null],
    ['bitAnd(12, 10)', 8],
    ['bitOr(12, 3)', 15],
    ['bitXor(-1, 5)', -6],
    ['bitXor(9007199254740991, 1)', 9007199254740990],
    ['bitNot(0)', -1],
    ['bitAnd(1.5, 1)', null],
  ])('%s is %s', (params, value) => {
    expect(rows({ v: expression(params) }, 1)).toEqual([{ v: value }]);
  });
});
