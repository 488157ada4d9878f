import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { rowsOf, type Asked } from '../../test/rows.ts';
import { newBatch, texts } from '../rows/batch.ts';
import { compile } from '../rows/writer.ts';
import type { Schema } from '../model/schema.ts';
import { parseEntities, parseSchema } from '../schema/parse.ts';
import { rowsIn, tableOf } from './analysis/pools.ts';

const ENTITIES = {
  maker: { size: 7, key: { type: 'string.uuid' }, fields: { brand: { type: 'company.name' } } },
  product: {
    size: 50,
    fields: {
      name: { type: 'commerce.productName' },
      price: { type: 'number.float', params: { min: 1, max: 200, fractionDigits: 2 } },
      maker: { type: 'catbird.entity', params: { of: 'maker' } },
      label: { type: 'catbird.template', params: '{{name}} {{product_id}} by {{maker.brand}}' },
      tags: { type: 'lorem.word', count: { min: 0, max: 3 } },
    },
  },
};

const PRODUCT = { type: 'catbird.entity', params: { of: 'product' } };
const ref = (path: string): object => ({ type: 'catbird.ref', params: path });

function schemaOf(fields: object, entities: object = ENTITIES): Schema {
  const result = parseSchema(JSON.stringify({ $entities: entities, ...fields }));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
}

type Row = Readonly<Record<string, unknown>>;
const parsed = (schema: Schema, asked: Asked = {}): readonly Row[] =>
  rowsOf(schema, asked).map((row) => JSON.parse(row) as Row);

function tableNamed(name: string, seed: number): ReadonlyMap<unknown, Row> {
  const result = parseEntities(JSON.stringify(ENTITIES));
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  const entity = result.entities.find((each) => each.name === name);
  if (entity === undefined) throw new Error(name);
  const schema = tableOf(entity, result.entities);
  const rows = parsed(schema, { seed, count: rowsIn(schema) });
  return new Map(rows.map((row) => [row[entity.key.name], row]));
}

const READ = {
  price: ref('product.price'),
  label: ref('product.label'),
  tags: ref('product.tags'),
  brand: ref('product.maker.brand'),
};

test('an entity has the same values at any depth, in lists, in any stream, for every seed', () => {
  const shapes = {
    flat: schemaOf({ product: PRODUCT, ...READ }),
    nested: schemaOf({ a: { type: 'object', fields: { product: PRODUCT, ...READ } } }),
    list: schemaOf({
      a: { type: 'object', count: { min: 0, max: 3 }, fields: { product: PRODUCT, ...READ } },
    }),
    outer: schemaOf({ product: PRODUCT, a: { type: 'object', count: 2, fields: READ } }),
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(shapes)),
      fc.nat(1000),
      fc.nat(2 ** 40),
      (schema, seed, first) => {
        const products = tableNamed('product', seed);
        const makers = tableNamed('maker', seed);
        const check = (row: Row, product = row['product']): void => {
          const own = products.get(product);
          expect(own).toMatchObject({ price: row['price'], label: row['label'], tags: row['tags'] });
          expect(makers.get(own?.['maker'])).toMatchObject({ brand: row['brand'] });
        };
        for (const row of parsed(schema, { seed, first, count: 20 })) {
          const inner = (row['a'] ?? row) as Row | readonly Row[];
          [inner].flat().forEach((each) => check(each, each['product'] ?? row['product']));
        }
      },
    ),
    { numRuns: cases(10) },
  );
});

test('every key that is drawn is in the table of its entity, in every shard of every stream', () => {
  const skew = fc.constantFrom(
    'uniform',
    'turns',
    { zipf: 1.1 },
    { hot: { keys: 0.1, rows: 0.6 } },
    { weights: Array.from({ length: 50 }, (_, i) => i % 3) },
  );
  const shape = fc.record({ skew, inner: skew, count: fc.nat(3), shards: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(shape, fc.nat(1000), fc.nat(2 ** 40), ({ skew: own, inner, count, shards }, seed, first) => {
      const product = (chosen: unknown): object => ({
        type: 'catbird.entity',
        params: { of: 'product', skew: chosen },
      });
      const schema = schemaOf({
        product: product(own),
        maker: ref('product.maker'),
        list: {
          type: 'object',
          count: { min: 0, max: count },
          fields: {
            product: product(inner === 'turns' ? 'uniform' : inner),
            ...READ,
            maker: ref('product.maker'),
          },
        },
      });
      const products = tableNamed('product', seed);
      const makers = tableNamed('maker', seed);
      const whole = parsed(schema, { seed, first, count: 30 });
      for (const row of whole.flatMap(({ list, ...outer }) => [outer, ...[(list ?? []) as Row[]].flat()])) {
        expect(products.get(row['product'])?.['maker']).toBe(row['maker']);
        expect(makers.has(row['maker'])).toBe(true);
      }
      const writer = compile(schema, { seed });
      for (let k = 0; k < shards; k++) {
        const extent = { first: first + k, step: shards, count: Math.floor((30 - k - 1) / shards) + 1 };
        const rows = texts(writer.fill(newBatch(), { ...extent, time: { startMs: 0, stepMs: 0 } }));
        expect(Array.from(rows, (row) => JSON.parse(row) as Row)).toEqual(
          whole.filter((_, i) => i % shards === k),
        );
      }
    }),
    { numRuns: cases(8) },
  );
});

test('two draws of one entity stay distinct', () => {
  const fields = { buyer: PRODUCT, seller: PRODUCT, a: ref('buyer.price'), b: ref('seller.price') };
  const products = tableNamed('product', 3);
  const rows = parsed(schemaOf(fields), { seed: 3, count: 500 });
  for (const { buyer, seller, a, b } of rows)
    expect([a, b]).toEqual([products.get(buyer)?.['price'], products.get(seller)?.['price']]);
  expect(rows.filter(({ buyer, seller }) => buyer !== seller).length).toBeGreaterThan(400);
});

test('paths work in templates, expressions, per and lookup, and an exact name wins', () => {
  const schema = schemaOf({
    product: PRODUCT,
    'product.name': { type: 'catbird.sequence' },
    text: { type: 'catbird.template', params: '{{product.maker.brand|upper}}: {{product.price}}' },
    twice: { type: 'catbird.expression', params: 'product.price * 2' },
    rank: { type: 'number.int', per: 'product.maker.brand' },
    same: { type: 'catbird.lookup', params: { field: 'product.price', cases: {}, default: 'none' } },
    exact: ref('product.name'),
    price: ref('product.price'),
    brand: ref('product.maker.brand'),
  });
  const ranks = new Map<unknown, unknown>();
  for (const row of parsed(schema, { count: 300 })) {
    expect(row['text']).toBe(`${String(row['brand']).toUpperCase()}: ${String(row['price'])}`);
    expect(row['twice']).toBeCloseTo(Number(row['price']) * 2, 9);
    expect(row['exact']).toBe(row['product.name']);
    expect(row['rank']).toBe(ranks.get(row['brand']) ?? row['rank']);
    ranks.set(row['brand'], row['rank']);
  }
  expect(new Set(ranks.values()).size).toBe(7);
});

test('a draw that is null or missing has fields that are null', () => {
  const product = { ...PRODUCT, nulls: 0.3, missing: 0.3 };
  for (const row of parsed(schemaOf({ id: { type: 'catbird.sequence' }, product, ...READ }), {
    count: 300,
  })) {
    const isThere = typeof row['product'] === 'number';
    expect([row['price'], row['label'], row['brand']].map((value) => value !== null)).toEqual(
      Array(3).fill(isThere),
    );
  }
});

test('the table of an entity has its key first, each entity once, and then ends', () => {
  const products = tableNamed('product', 1);
  expect([...products.keys()]).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  expect(Object.keys(products.get(1) ?? {})).toEqual([
    'product_id',
    'name',
    'price',
    'maker',
    'label',
    'tags',
  ]);
  expect(tableNamed('maker', 1).size).toBe(7);
});

test.each([
  ['inOrder', true],
  ['shuffled', true],
  ['turns', false],
])('%s draws each entity once a round', (skew, isLimited) => {
  const schema = schemaOf({ product: { type: 'catbird.entity', params: { of: 'product', skew } } });
  expect(rowsIn(schema)).toBe(isLimited ? 50 : Infinity);
  const rounds = [0, 50, 100].map((first) =>
    parsed(schema, { first, count: 50 }).map(({ product }) => Number(product)),
  );
  for (const round of rounds) expect(new Set(round).size).toBe(50);
  const [one, two] = rounds.map(String);
  expect(one === two).toBe(skew !== 'shuffled');
  expect(one === String(rounds[0]?.toSorted((a, b) => a - b))).toBe(skew === 'inOrder');
});

test('weights set how often each entity is drawn', () => {
  const entities = { plan: { size: 3, fields: { name: { type: 'lorem.word' } } } };
  const plan = { type: 'catbird.entity', params: { of: 'plan', skew: { weights: [6, 0, 4] } } };
  const drawn = parsed(schemaOf({ plan }, entities), { count: 10_000 }).map((row) => row['plan']);
  expect(drawn.filter((key) => key === 1).length / 10_000).toBeCloseTo(0.6, 1);
  expect(drawn).not.toContain(2);
});

test('a text key is the same where it is written, read as text, grouped by and read through a list', () => {
  const drawn = { type: 'catbird.entity', params: { of: 'item' } };
  const entities = {
    item: {
      size: 40,
      key: { type: 'catbird.template', params: 'i-{{number}}' },
      fields: { name: { type: 'commerce.productName' } },
    },
  };
  const members = {
    id: drawn,
    name: ref('id.name'),
    label: { type: 'catbird.template', params: '{{id}}!' },
    lot: { type: 'number.int', params: { max: 1e6 }, per: 'id' },
  };
  const rows = parsed(
    schemaOf(
      {
        list: { type: 'object', count: { min: 0, max: 4 }, fields: members },
        pair: { type: 'object', count: 2, fields: members },
        maybe: { type: 'object', nulls: 0.5, fields: members },
        ...members,
      },
      entities,
    ),
    { count: 900 },
  );
  const all = rows.flatMap(({ list, pair, maybe, ...own }) => [
    ...[list, pair].map((each) => each as readonly Row[]),
    maybe === null ? [] : [maybe as Row],
    [own],
  ]);
  for (const kind of [0, 1, 2, 3]) {
    const found = all.filter((_, i) => i % 4 === kind).flat();
    expect(found.length).toBeGreaterThan(300);
    expect(found.map(({ label }) => label)).toEqual(found.map(({ id }) => `${String(id)}!`));
    const lots = new Set(found.map(({ id, lot }) => `${String(id)} ${String(lot)}`));
    expect(lots.size).toBe(40);
    const names = new Set(found.map(({ id, name }) => `${String(id)} ${String(name)}`));
    expect(names.size).toBe(40);
  }
});
