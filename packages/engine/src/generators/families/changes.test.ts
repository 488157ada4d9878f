import { expect, test } from 'vitest';
import { NOON } from '../../../test/rows.ts';
import { timing } from '../../../test/timings.ts';
import { newJourneyTimeline, type JourneyTimeline } from '../../journey/timeline.ts';
import type { Schema } from '../../model/schema.ts';
import { newBatch, texts } from '../../rows/batch.ts';
import { tableAt } from '../../rows/table-at.ts';
import { compile } from '../../rows/writer.ts';
import { parseSchema } from '../../schema/parse.ts';

const CUSTOMER = {
  size: 300,
  fields: {
    first: { type: 'person.firstName', hidden: true },
    name: { type: 'catbird.template', params: '{{first}} {{customer_id}}' },
    city: { type: 'location.city' },
    code: { type: 'string.uuid', unique: true },
    tags: { type: 'lorem.word', count: { min: 0, max: 2 } },
    note: { type: 'lorem.words', missing: 0.2, nulls: 0.2 },
  },
};
const LIFE = {
  of: 'customer',
  states: {
    created: { updated: 8, deleted: 1, end: 1 },
    updated: { updated: 6, deleted: 2, end: 2 },
    deleted: {},
  },
  wait: { created: { mean: '5m' }, updated: { mean: '10m' } },
  deck: 256,
};
const OPS = { created: 'c', updated: 'u', deleted: 'd' };

interface Image {
  readonly customer_id: number;
  readonly name: string;
  readonly city: string;
  readonly code: string;
}
interface Row {
  readonly id: number;
  readonly change: {
    readonly before: Image | null;
    readonly after: Image | null;
    readonly source: { readonly table: string; readonly sequence: number };
    readonly op: string;
    readonly ts_ms: number;
  };
}

const schemaText = (life: object = {}, change: object = {}, fields: object = {}): string =>
  JSON.stringify({
    $entities: { customer: CUSTOMER },
    step: { type: 'catbird.journey', hidden: true, params: { ...LIFE, ...life } },
    id: { type: 'catbird.session', params: { of: 'step', form: 'integer' } },
    change: { type: 'catbird.change', params: { of: 'step', ops: OPS, ...change } },
    ...fields,
  });

function parsed(text: string): Schema {
  const result = parseSchema(text);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
}

function messagesOf(text: string): readonly string[] {
  const result = parseSchema(text);
  return result.ok ? [] : result.issues.map(({ message }) => message);
}

function timelineOf({ journey }: Schema): JourneyTimeline {
  if (journey === undefined) throw new Error('No journey');
  return newJourneyTimeline(journey, timing({ fromMs: NOON, eps: 2, unit: 'starts' }), 1);
}

function rowsOf(schema: Schema, asked: { first?: number; step?: number; count?: number } = {}): string[] {
  const time = timelineOf(schema);
  const { first = 0, step = 1, count = time.before(Infinity) } = asked;
  const batch = compile(schema, { seed: 1 }).fill(newBatch(), { first, step, count, time });
  return [...texts(batch)];
}

const read = (rows: readonly string[]): readonly Row[] => rows.map((row) => JSON.parse(row) as Row);
/** The text of a member of the envelope. */
const imageIn = (row: string, name: 'before' | 'after', next: string): string =>
  new RegExp(`"${name}":(.*?),"${next}":`).exec(row)?.[1] ?? '';

test('before is, to the byte, what came after the change before', () => {
  const texts = rowsOf(parsed(schemaText()));
  const last = new Map<number, string>();
  let changed = 0;
  for (const [i, row] of read(texts).entries()) {
    const text = texts[i] ?? '';
    const [before, after] = [imageIn(text, 'before', 'after'), imageIn(text, 'after', 'source')];
    expect(before).toBe(last.get(row.id) ?? 'null');
    expect(row.change.op).toBe(before === 'null' ? 'c' : after === 'null' ? 'd' : 'u');
    if (row.change.op === 'u' && before !== after) changed++;
    last.set(row.id, after);
  }
  expect(last.size).toBe(300);
  expect(changed).toBeGreaterThan(300);
});

test('the key and unique fields never change, and a first version is the entity as others draw it', () => {
  const schema = parsed(
    schemaText(
      {},
      {},
      {
        city: { type: 'catbird.ref', params: 'step.city' },
        code: { type: 'catbird.ref', params: 'step.code' },
      },
    ),
  );
  const rows = read(rowsOf(schema)) as readonly (Row & { city: string; code: string })[];
  for (const { id, change, city, code } of rows) {
    const image = change.after ?? change.before;
    expect(image).toMatchObject({ customer_id: id, code });
    expect(change.source).toEqual({ table: 'customer', sequence: expect.any(Number) });
    if (change.op === 'c') expect(change.after).toMatchObject({ city });
  }
});

test('a field changes in its share of updates, others with a share of their own do not', () => {
  const rows = read(rowsOf(parsed(schemaText({}, { changes: { city: 0.5, tags: 1 } }))));
  const updates = rows.filter(({ change }) => change.op === 'u');
  const moved = updates.filter(({ change }) => change.before?.city !== change.after?.city);
  expect(moved.length / updates.length).toBeGreaterThan(0.42);
  expect(moved.length / updates.length).toBeLessThan(0.58);
  for (const { change } of updates) expect(change.after?.name).toBe(change.before?.name);
});

test.each<[string, object, object]>([
  ['one field, by default', { city: { type: 'location.city' } }, {}],
  ['a boolean', { isOn: { type: 'datatype.boolean' } }, { changes: 0.1 }],
  [
    'a few values with weights, one of them twice',
    {
      plan: {
        type: 'helpers.weightedArrayElement',
        params: [[8, 1, 1].map((weight, n) => ({ weight, value: ['a', 'b', 'a'][n] }))],
      },
    },
    {},
  ],
  [
    'fields beside constants and copies',
    {
      one: { value: 1 },
      age: { type: 'number.int', params: { min: 1, max: 3 } },
      copy: { type: 'catbird.ref', params: 'age' },
    },
    { changes: 0.5 },
  ],
])('each version of an entity differs from the one before: %s', (_, fields, change) => {
  const whole = JSON.parse(schemaText({}, change)) as object;
  const schema = parsed(JSON.stringify({ ...whole, $entities: { customer: { size: 300, fields } } }));
  const updates = read(rowsOf(schema)).filter(({ change: { op } }) => op === 'u');
  expect(updates.length).toBeGreaterThan(300);
  expect(
    updates.filter(({ change: { before, after } }) => JSON.stringify(before) === JSON.stringify(after)),
  ).toEqual([]);
  for (const first of [0, 200, 500])
    expect(rowsOf(schema, { first, count: 1 })).toEqual([rowsOf(schema)[first]]);
});

test('a row has the same bytes alone, with a step, and in any batch', () => {
  const schema = parsed(schemaText());
  const whole = rowsOf(schema);
  for (const first of [0, 127, 128, 500]) expect(rowsOf(schema, { first, count: 1 })).toEqual([whole[first]]);
  const shard = rowsOf(schema, { first: 1, step: 3, count: 200 });
  expect(shard).toEqual(whole.filter((_, i) => i % 3 === 1).slice(0, 200));
});

test('plain rows are null after a delete, and a tombstone is null', () => {
  const plain = rowsOf(parsed(schemaText({}, { format: 'row' })));
  const enveloped = rowsOf(parsed(schemaText()));
  expect(plain.length).toBe(enveloped.length);
  plain.forEach((row, i) => {
    const after = imageIn(enveloped[i] ?? '', 'after', 'source');
    expect(row).toBe(`{"id":${read([row])[0]?.id},"change":${after}}`);
  });
  const states = { ...LIFE.states, deleted: { gone: 1 }, gone: {} };
  const tombs = read(rowsOf(parsed(schemaText({ states }, { ops: { ...OPS, gone: null } }))));
  const ends = tombs.filter(({ change }) => change === null);
  expect(ends.length).toBe(tombs.filter((row) => row.change?.op === 'd').length);
});

const ORDER = { size: 10_000, fields: { total: { type: 'number.int', params: { max: 500 } } } };
const SHOP = {
  of: 'customer',
  states: {
    created: { ordered: 8, deleted: 1 },
    ordered: { paid: 6, ordered: 2, order_deleted: 1, deleted: 2 },
    paid: { ordered: 5, updated: 2, deleted: 2 },
    updated: { ordered: 2, deleted: 1 },
    order_deleted: { ordered: 1, deleted: 1 },
    deleted: {},
  },
  cascade: { deleted: { ordered: 'order_deleted' } },
  wait: { created: { mean: '5m' }, ordered: { mean: '10m' }, paid: '1m' },
};
const shopText = (life: object, change: object, size = ORDER.size): string => {
  const whole = JSON.parse(schemaText({ ...SHOP, ...life }, change)) as { $entities: object };
  return JSON.stringify({
    ...whole,
    $entities: { customer: CUSTOMER, order: { ...ORDER, size } },
    customer: { type: 'catbird.ref', params: 'step.customer_id' },
  });
};
const SHOP_OPS = { entity: 'order', ops: { ordered: 'c', paid: 'u', order_deleted: 'd' } };
type Child = Row & { readonly customer: number };

test('orders are deleted before their customer, each once, and nothing follows', () => {
  const customers = read(rowsOf(parsed(shopText({ only: ['created', 'updated', 'deleted'] }, {}))));
  const texts = rowsOf(
    parsed(shopText({ only: ['ordered', 'paid', 'order_deleted'], each: 'ordered' }, SHOP_OPS)),
  );
  const deletedMs = new Map(
    customers.filter(({ change }) => change.op === 'd').map((row) => [row.id, row.change.ts_ms]),
  );
  const last = new Map<number, { readonly op: string; readonly after: string; readonly customer: number }>();
  for (const [i, row] of (read(texts) as readonly Child[]).entries()) {
    const text = texts[i] ?? '';
    const { op, ts_ms, source } = row.change;
    const before = last.get(row.id);
    expect(op === 'c').toBe(before === undefined);
    expect(before?.op).not.toBe('d');
    expect(imageIn(text, 'before', 'after')).toBe(before?.after ?? 'null');
    expect(source.table).toBe('order');
    expect(row.change.after ?? row.change.before).toMatchObject({ customer_id: row.customer });
    expect(ts_ms).toBeLessThan(deletedMs.get(row.customer) ?? Infinity);
    last.set(row.id, { op, after: imageIn(text, 'after', 'source'), customer: row.customer });
  }
  expect(last.size).toBeGreaterThan(500);
  const left = [...last.values()].filter(({ op }) => op !== 'd');
  expect(left.filter(({ customer }) => deletedMs.has(customer))).toEqual([]);
  expect(deletedMs.size).toBeGreaterThan(200);
});

test.each([
  [
    'a state without an op',
    schemaText({}, { ops: { created: 'c', updated: 'u' } }),
    /ops lacks the state deleted/,
  ],
  [
    'an unknown state',
    schemaText({}, { ops: { ...OPS, update: 'u' } }),
    /unknown state update. Did you mean updated/,
  ],
  [
    'a create after the first change',
    schemaText({}, { ops: { ...OPS, updated: 'c' } }),
    /updated may be a later change/,
  ],
  [
    'an update as the first change',
    schemaText({}, { ops: { ...OPS, created: 'u' } }),
    /created may be the first change/,
  ],
  [
    'a change after a delete',
    schemaText({ states: { ...LIFE.states, deleted: { updated: 1 } } }),
    /updated may come after a delete/,
  ],
  ['no entity', schemaText({ of: undefined }), /must say whose lives its steps are/],
  ['an unknown entity', schemaText({ of: 'custmer' }), /Unknown entity custmer/],
  [
    'an entity that is not that of the journey',
    schemaText({}, { entity: 'order' }),
    /only for journeys with each/,
  ],
  [
    'fewer children than there may be',
    shopText({ each: 'ordered', only: ['ordered', 'paid', 'order_deleted'] }, SHOP_OPS, 300),
    /order has the size 300, but a customer comes to ordered up to \d+ times, and there are 300\. Set the size to at least/,
  ],
  ['no entity for children', shopText({ each: 'ordered' }, {}), /entity is missing/],
  ['an unknown field', schemaText({}, { changes: { citty: 1 } }), /no field citty. Did you mean city/],
  [
    'the share of the key',
    schemaText({}, { changes: { customer_id: 1 } }),
    /key of customer, which never changes/,
  ],
  [
    'a journey without times',
    schemaText({ wait: undefined, of: undefined, deck: undefined }),
    /catbird.journey with wait/,
  ],
  [
    'a cascade to what has a life of its own',
    schemaText({ cascade: { deleted: { order: 'order_deleted' } } }),
    /unknown state order\. Only what happens in the same journey can cascade/,
  ],
  ['children without a parent', schemaText({ of: undefined, each: 'updated' }), /each needs of/],
])('%s is an issue', (_, text, expected) => {
  expect(messagesOf(text).join('\n')).toMatch(expected);
});

test('a table at an instant is what applying all changes before it gives', () => {
  const children = {
    only: ['ordered', 'paid', 'order_deleted'],
    each: 'ordered',
  };
  const ops = { ordered: 'c', paid: 'u', order_deleted: 'd' };
  for (const text of [schemaText(), shopText(children, { entity: 'order', ops })]) {
    const schema = parsed(text);
    const lives = timelineOf(schema);
    const all = rowsOf(schema);
    for (const minutes of [0, 1, 2, 7, 30, 10_000]) {
      const atMs = NOON + minutes * 60_000;
      const applied = new Map<number, string>();
      for (const row of all.slice(0, lives.before(atMs))) {
        const [{ id } = { id: 0 }] = read([row]);
        const after = imageIn(row, 'after', 'source');
        if (after === 'null') applied.delete(id);
        else applied.set(id, after);
      }
      const table: string[] = [];
      for (const batch of tableAt(schema, { seed: 1, lives, atMs })) table.push(...texts(batch));
      expect(table.toSorted()).toEqual([...applied.values()].toSorted());
    }
  }
});
