import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseSchema } from '../../../schema/parse.ts';
import { newBatch, payload } from '../../../rows/batch.ts';
import { compile, type RowWriter } from '../../../rows/writer.ts';

function writerOf(schema: object): RowWriter {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return compile(result.schema, { seed: 1 });
}

/** A hash of the rows from each of these, which are made in this order. */
const hashesOf = (writer: RowWriter, firsts: readonly number[], count: number): ReadonlyMap<number, string> =>
  new Map(
    firsts.map((first) => {
      const batch = writer.fill(newBatch(), { first, count, time: { startMs: 0, stepMs: 1 } });
      return [first, createHash('sha256').update(payload(batch)).digest('hex')];
    }),
  );

const ENTITIES = {
  maker: { size: 30, fields: { name: { type: 'company.name' } } },
  product: {
    size: 200,
    key: { type: 'catbird.template', params: 'p-{{number}}' },
    fields: {
      price: { type: 'number.float', params: { max: 90, fractionDigits: 2 } },
      name: { type: 'commerce.productName', nulls: 0.2 },
      note: { type: 'lorem.word', missing: 0.3 },
      maker: { type: 'catbird.entity', params: { of: 'maker' } },
      label: { type: 'catbird.template', params: '{{maker.name}} {{name}}' },
      kind: { type: 'helpers.arrayElement', params: ['a', 'b'] },
    },
  },
  essay: {
    size: 6000,
    fields: { text: { type: 'lorem.paragraphs', params: 6 }, words: { type: 'number.int' } },
  },
};
const paths = (draw: string, ...names: readonly string[]): object =>
  Object.fromEntries(
    names.map((name) => [`${draw}_${name}`, { type: 'catbird.ref', params: `${draw}.${name}` }]),
  );
const drawn = (of: string, more: object = {}): object => ({
  type: 'catbird.entity',
  params: { of },
  ...more,
});

const SCHEMAS: Readonly<Record<string, object>> = {
  'of one draw': {
    p: drawn('product'),
    ...paths('p', 'price', 'name', 'note', 'maker.name', 'label', 'kind'),
  },
  'of several draws': {
    p: drawn('product', { nulls: 0.3 }),
    q: drawn('product'),
    ...paths('p', 'name', 'price'),
    ...paths('q', 'name', 'label'),
  },
  'in lists': {
    list: {
      type: 'object',
      count: { min: 0, max: 3 },
      fields: { p: drawn('product'), ...paths('p', 'name', 'price', 'kind') },
    },
    p: drawn('product'),
    ...paths('p', 'kind', 'price'),
  },
  'with what depends on them and on choices': {
    list: {
      type: 'object',
      count: { min: 1, max: 3 },
      fields: {
        p: drawn('product'),
        ...paths('p', 'name', 'price'),
        n: { type: 'helpers.arrayElement', params: [1, 2, 3] },
        gift: { type: 'datatype.boolean', nulls: 0.2 },
        amount: { type: 'catbird.expression', params: 'round(p_price * n, 2)' },
        text: { type: 'catbird.expression', params: 'concat(p_kind, " ", gift)' },
        p_kind: { type: 'catbird.ref', params: 'p.kind' },
        either: { type: 'catbird.expression', params: 'gift ? amount : n' },
        maybe: { type: 'catbird.expression', params: 'amount + n', nulls: 0.3, missing: 0.3 },
        other: { type: 'catbird.expression', params: 'round(amount * rand(), 2)' },
        outer: { type: 'catbird.expression', params: 'round(amount + ^side, 2)' },
        again: { type: 'catbird.expression', params: 'round(p_price / n, 2)', per: 'n' },
      },
    },
    side: { type: 'helpers.arrayElement', params: [0, 5, 500] },
    sum: { type: 'catbird.expression', params: 'round(sum(list, "amount") + sum(list, "either"), 2)' },
    p: drawn('product'),
    ...paths('p', 'price'),
    cost: { type: 'catbird.expression', params: 'p_price + side' },
    whole: { type: 'catbird.expression', params: 'cost > 40 ? "much" : null' },
    total: { type: 'catbird.expression', params: 'cost + sum' },
  },
  'before keys that are drawn when they are written': {
    n: { type: 'helpers.arrayElement', params: [1, 2, 3], missing: 0.3 },
    p: drawn('product'),
    ...paths('p', 'name'),
    k: { type: 'catbird.key', params: { name: 'k', size: 3, form: 'text', prefix: 'a_key_' }, per: 'n' },
    j: { type: 'catbird.key', params: { name: 'j', size: 3, form: 'text', prefix: 'another_key_' } },
  },
  'in alternatives in lists': {
    list: {
      type: 'object',
      count: { min: 1, max: 3 },
      fields: {
        side: { type: 'helpers.arrayElement', params: ['left', 'right'] },
        deal: {
          type: 'catbird.lookup',
          params: {
            field: 'side',
            cases: {
              left: { type: 'object', fields: { p: drawn('product'), ...paths('p', 'name', 'price') } },
              right: { type: 'object', fields: { p: drawn('product'), ...paths('p', 'label', 'price') } },
            },
          },
        },
        inner: {
          type: 'object',
          count: { min: 1, max: 2 },
          fields: {
            p: drawn('product'),
            ...paths('p', 'name'),
            part: { type: 'object', fields: { q: drawn('product'), ...paths('q', 'name', 'kind') } },
          },
        },
      },
    },
  },
  'in alternatives': {
    side: { type: 'helpers.arrayElement', params: ['left', 'right'] },
    deal: {
      type: 'catbird.lookup',
      params: {
        field: 'side',
        cases: {
          left: { type: 'object', fields: { p: drawn('product'), ...paths('p', 'name', 'price') } },
          right: { type: 'object', fields: { p: drawn('product'), ...paths('p', 'label', 'price') } },
        },
      },
    },
  },
  'of keys': {
    k: { type: 'catbird.key', params: { name: 'k', size: 40, form: 'text', prefix: 'a_somewhat_long_key_' } },
    ...Object.fromEntries(
      Object.entries({
        code: {
          type: 'oneOf',
          params: [
            { weight: 3, value: 15 },
            { weight: 1, field: { type: 'number.int', params: { min: 0, max: 999_999 } } },
            { weight: 1, field: { type: 'lorem.paragraph' } },
          ],
        },
        note: { type: 'lorem.paragraphs', nulls: 0.3 },
        extra: { type: 'lorem.words', missing: 0.3 },
        tags: { type: 'lorem.words', count: { min: 0, max: 5 } },
        sorted: { type: 'number.int', count: { min: 0, max: 5 }, sort: true },
        owner: { type: 'object', fields: { name: { type: 'company.name', nulls: 0.5 } } },
      }).map(([name, field]) => [name, { ...field, per: 'k' }]),
    ),
  },
  'of many keys, with few values': {
    k: { type: 'catbird.key', params: { name: 'k', size: 5000, skew: { zipf: 1 } } },
    before: { type: 'number.int' },
    ...Object.fromEntries(
      Object.entries({
        device: { type: 'helpers.arrayElement', params: ['mobile', 'desktop', 'tablet'], nulls: 0.1 },
        browser: {
          type: 'catbird.lookup',
          params: {
            field: 'device',
            cases: {
              desktop: [{ value: 'Edge' }, { value: 'Firefox, the browser with a somewhat longer name' }],
            },
            default: [{ value: 'Chrome' }, { value: null }],
          },
        },
        isNew: { type: 'datatype.boolean' },
        size: { type: 'helpers.arrayElement', params: Array.from({ length: 300 }, (_, n) => n) },
      }).map(([name, field]) => [name, { ...field, per: 'k' }]),
    ),
  },
  'with more text than is kept': {
    e: { type: 'catbird.entity', params: { of: 'essay', skew: 'shuffled' } },
    ...paths('e', 'text', 'words'),
  },
};

test.each(Object.entries(SCHEMAS))(
  'entities have the same values when they are drawn again, %s',
  (_, fields) => {
    const schema = { $entities: ENTITIES, ...fields };
    const count = 1000;
    const firsts = [0, 1000, 4000];
    const fresh = new Map(firsts.flatMap((first) => [...hashesOf(writerOf(schema), [first], count)]));
    expect(hashesOf(writerOf(schema), firsts, count)).toEqual(fresh);
    expect(hashesOf(writerOf(schema), firsts.toReversed(), count)).toEqual(fresh);
  },
);
