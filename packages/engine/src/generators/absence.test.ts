import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { rowsOf } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';

const ref = (name: string): object => ({ type: 'catbird.ref', params: name });
const SPARSE = { type: 'number.int', missing: 0.5 };

/** Rows of a schema, each checked to be JSON. */
function parsed(schema: object, count: number): readonly unknown[] {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return rowsOf(result.schema, { count }).map((row): unknown => JSON.parse(row));
}

test('a first field that copies a missing field is missing itself', () => {
  const rows = parsed({ b: ref('a'), a: { ...SPARSE, hidden: true }, c: { type: 'number.int' } }, 200);
  expect(new Set(rows.map((row) => Object.keys(row as object).join()))).toEqual(new Set(['c', 'b,c']));
});

test('an element of a list that copies a missing field is null', () => {
  const rows = parsed({ a: SPARSE, b: { ...ref('a'), count: 2 } }, 200) as readonly {
    readonly a?: number;
    readonly b: readonly unknown[];
  }[];
  for (const { a = null, b } of rows) expect(b).toEqual([a, a]);
  expect(new Set(rows.map(({ a }) => a === undefined)).size).toBe(2);
});

const lookup = (spec: object): object => ({
  type: 'catbird.lookup',
  params: { field: 'flag', cases: { true: spec }, default: 0 },
});

const ENTITIES = {
  maker: { size: 5, fields: { brand: { type: 'company.name', missing: 0.5 } } },
  product: {
    size: 9,
    fields: {
      price: SPARSE,
      same: ref('price'),
      copies: { ...ref('price'), count: { min: 0, max: 3 } },
      maker: { type: 'catbird.entity', params: { of: 'maker' }, missing: 0.3 },
      dear: { type: 'object', fields: { amount: ref('same'), twice: ref('amount') }, nulls: 0.2 },
    },
  },
};

/** What the random fields read. */
const READ = {
  flag: { type: 'datatype.boolean', missing: 0.3, hidden: true },
  a: { ...SPARSE, hidden: true },
  product: { type: 'catbird.entity', params: { of: 'product' }, missing: 0.3, hidden: true },
  deep: { ...ref('product.maker.brand'), hidden: true },
};

const PATHS = [
  'a',
  'flag',
  'deep',
  'product',
  'product.price',
  'product.same',
  'product.copies',
  'product.maker.brand',
  'product.dear',
];

const { field } = fc.letrec<{ field: object; plain: object; value: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'spec' },
    fc.constantFrom(...PATHS).map(ref),
    fc.constant({ type: 'number.int' }),
    fc.constant({ type: 'catbird.template', params: '{{a}}-{{deep}}' }),
    tie('value').map(lookup),
    fc.array(tie('value'), { minLength: 1, maxLength: 3 }).map((each) => ({
      type: 'oneOf',
      params: each.map((spec) => ({ field: spec })),
    })),
    fc.array(tie('field'), { minLength: 1, maxLength: 3 }).map((each) => ({
      type: 'object',
      fields: Object.fromEntries(each.map((spec, i) => [`f${i}`, spec])),
    })),
  ),
  plain: fc
    .tuple(tie('value'), fc.constantFrom({}, {}, { count: 2 }, { count: { min: 0, max: 2 } }))
    .map(([spec, count]) => ({ ...spec, ...count })),
  field: fc
    .tuple(
      tie('plain'),
      fc.constantFrom({}, {}, { missing: 0.4 }, { nulls: 0.3, missing: 0.3 }, { per: 'a' }),
    )
    .map(([spec, absence]) => ({ ...spec, ...absence })),
}));

test('rows whose first fields may be missing are valid JSON', () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 4 }), fc.boolean(), (fields, isFirst) => {
      const sent = Object.fromEntries(fields.map((spec, i) => [`s${i}`, spec]));
      const schema = { $entities: ENTITIES, ...(isFirst ? { ...sent, ...READ } : { ...READ, ...sent }) };
      expect(parsed(schema, 60)).toHaveLength(60);
    }),
    { numRuns: cases(20) },
  );
});
