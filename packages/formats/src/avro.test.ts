import avsc from 'avsc';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases, everyNth } from '../../../test/long.ts';
import {
  fileOf,
  KINDS,
  NULLS_IN_LIST,
  planned,
  rowAsRead,
  rowsOf,
  TIME,
  writerOf,
  type Row,
} from '../test/format-rows.ts';
import { kindsOf } from '../../engine/src/generators/analysis/kinds.ts';
import { invalid, messagesOf } from '../../engine/src/model/issue.ts';
import type { Kind, Member } from '../../engine/src/model/kind.ts';
import { newBatch, records } from '../../engine/src/rows/batch.ts';
import { loadData } from '../../engine/src/rows/load-data.ts';
import { compile, type RowWriter } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { templates } from '../../engine/src/templates/index.ts';
import { avro, avroFile } from './avro.ts';
import { withFormat, type FormatPlan } from './format.ts';
import { protobuf } from './protobuf.ts';

/** avsc's own numbers are exact only up to 2^52. */
const long = avsc.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => Number(bytes.readBigInt64LE()),
  toBuffer: (n: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(n));
    return bytes;
  },
  fromJSON: Number,
  toJSON: Number,
  isValid: Number.isSafeInteger,
  compare: (a: number, b: number) => a - b,
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The rows of a batch as a reader of Avro gives them. */
function read(plan: FormatPlan, rows: RowWriter, count: number): readonly unknown[] {
  const type = avsc.Type.forSchema(JSON.parse(plan.schemaText ?? '') as avsc.Schema, {
    wrapUnions: false,
    registry: { long },
  });
  const batch = withFormat(rows, plan).fill(newBatch(), { first: 0, count, time: TIME });
  return [...records(batch)].map((bytes) => plain(type.fromBuffer(Buffer.from(bytes))));
}

/** Times are numbers, and what is missing is null. */
function one(value: unknown, { is }: Kind): unknown {
  if (is === 'instant') return Date.parse(String(value));
  if (is === 'date') return Date.parse(String(value)) / 86_400_000;
  return typeof value === 'string' ? value.toWellFormed() : value;
}

test.each(everyNth(4, templates).map(({ name, text }) => ({ name, text })))(
  'a reader of Avro reads the rows of $name',
  async ({ text }) => {
    const parsed = parseSchema(text);
    if (!parsed.ok) throw new Error(text);
    await loadData(parsed.schema);
    const members = kindsOf(parsed.schema);
    const rows = compile(parsed.schema, { seed: 5 });
    const lines = [...records(rows.fill(newBatch(), { first: 0, count: 300, time: TIME }))];
    const expected = lines.map((line) =>
      rowAsRead(JSON.parse(Buffer.from(line).toString()) as Row, members, one),
    );
    const plan = planned(avro.plan(members, {}));
    expect(read(plan, rows, 300)).toEqual(expected);
    // A schema that is given is as good as one that is made.
    const { schemaText = '' } = plan;
    expect(read(planned(avro.plan(members, { avroSchema: schemaText })), rows, 300)).toEqual(expected);
  },
);

test('a reader of Avro reads any values of any kinds, with a made or a given schema', () => {
  fc.assert(
    fc.property(rowsOf([...KINDS, NULLS_IN_LIST]), fc.boolean(), ({ members, rows }, isGiven) => {
      const made = planned(avro.plan(members, {}));
      const { schemaText: schema = '' } = made;
      const plan = isGiven ? planned(avro.plan(members, { avroSchema: schema })) : made;
      expect(read(plan, writerOf(rows), rows.length)).toEqual(
        rows.map((row) => plain(rowAsRead(row, members, one))),
      );
    }),
    { numRuns: cases(100) },
  );
});

test('a container is the same in any batches, and a reader of Avro reads it', async () => {
  const rows = Array.from({ length: 9000 }, (_, i) => ({ id: i, name: `n${i}` }));
  const members: readonly Member[] = [
    { name: 'id', kind: { is: 'integer', min: 0, max: 9000 } },
    { name: 'name', kind: { is: 'text' } },
  ];
  const plan = planned(avroFile.plan(members, {}));
  const file = fileOf(plan, writerOf(rows), rows.length);
  expect(fileOf(plan, writerOf(rows), rows.length, 777).equals(file)).toBe(true);
  const decoder = new avsc.streams.BlockDecoder();
  const found: unknown[] = [];
  decoder.on('data', (row: unknown) => found.push(plain(row)));
  decoder.end(file);
  await new Promise((resolve) => decoder.on('end', resolve));
  expect(found).toEqual(rows);
});

test('a container refuses a row that is malformed on purpose', () => {
  const bytes = Buffer.from('{"id":1}\n{"id":\n');
  const rows: RowWriter = {
    fill: (batch) => Object.assign(batch, { first: 4, count: 2, bytes, ends: Uint32Array.of(9, 16) }),
  };
  const plan = planned(avroFile.plan([{ name: 'id', kind: { is: 'integer' } }], {}));
  expect(() => fileOf(plan, rows, 2)).toThrow(/^Row 5 is malformed/);
});

test('fields that Avro cannot have are named, with what to do', () => {
  const members: readonly Member[] = [
    { name: 'a b', kind: { is: 'text' } },
    { name: 'o', kind: { is: 'object', members: [{ name: 'x', kind: { is: 'any' } }] } },
  ];
  expect(avro.plan(members, { avroName: '1' })).toEqual(
    invalid(
      'The name of an Avro record has letters, digits and _ between its dots, not "1"',
      'a b: names in Avro have letters, digits and _, and begin with no digit. Rename the field',
      'o.x: its type is not known before it is written, so it has none in Avro. Hide the field, or make it of one type',
    ),
  );
});

const GIVEN = {
  type: 'record',
  name: 'Order',
  namespace: 'com.example',
  fields: [
    { name: 'note', type: ['string', 'null'], default: 'none' },
    { name: 'price', type: 'float' },
    { name: 'state', type: { type: 'enum', name: 'State', symbols: ['new', 'paid', 'sent'] } },
    { name: 'before', type: ['null', 'com.example.State'], default: null },
    { name: 'orderId', aliases: ['id'], type: 'double' },
    { name: 'at', type: { type: 'long', logicalType: 'timestamp-micros' } },
    {
      name: 'lines',
      type: {
        type: 'array',
        items: {
          type: 'record',
          name: 'Line',
          fields: [
            { name: 'sku', type: 'string' },
            { name: 'count', type: 'int', default: 1 },
            { name: 'tags', type: { type: 'map', values: 'int' }, default: { a: 1 } },
          ],
        },
      },
    },
  ],
};
const ORDER: readonly Member[] = [
  { name: 'id', kind: { is: 'integer', min: 0, max: 1000 } },
  { name: 'state', kind: { is: 'text', values: ['paid', 'new'] } },
  { name: 'at', kind: { is: 'instant' } },
  { name: 'price', kind: { is: 'number' } },
  {
    name: 'lines',
    kind: { is: 'list', of: { is: 'object', members: [{ name: 'sku', kind: { is: 'text' } }] } },
  },
];

test('fields match a given schema by name or alias, and its defaults fill what rows lack', () => {
  const at = '2026-01-31T12:00:00.123Z';
  const row = { id: 7, state: 'paid', at, price: 0.5, lines: [{ sku: 'a' }, { sku: 'b' }] };
  const plan = planned(avro.plan(ORDER, { avroSchema: JSON.stringify(GIVEN) }));
  const tags = { a: 1 };
  expect(read(plan, writerOf([row]), 1)).toEqual([
    {
      note: 'none',
      price: 0.5,
      state: 'paid',
      before: null,
      orderId: 7,
      at: Date.parse(at) * 1000,
      lines: ['a', 'b'].map((sku) => ({ sku, count: 1, tags })),
    },
  ]);
});

test('a number that counts rows fits in 32 bits, and ends the stream when it no longer does', () => {
  const counter = (min: number): Kind => ({ is: 'integer', min, grows: true });
  const avroSchema = JSON.stringify({ type: 'record', name: 'E', fields: [{ name: 'id', type: 'int' }] });
  const members = [{ name: 'id', kind: counter(1) }];
  const plan = planned(avro.plan(members, { avroSchema }));
  expect(read(plan, writerOf([{ id: 2 ** 31 - 1 }]), 1)).toEqual([{ id: 2 ** 31 - 1 }]);
  expect(() => read(plan, writerOf([{ id: 2 ** 31 }]), 1)).toThrow('id has grown too large for an int');
  const proto = 'syntax = "proto3"; message E { uint32 id = 1; }';
  const inProtobuf = planned(protobuf.plan(members, { proto }));
  expect(() => fileOf(inProtobuf, writerOf([{ id: 2 ** 32 }]), 1)).toThrow(
    'id has grown too large for uint32',
  );
  const fits = (min: number): boolean => protobuf.plan([{ name: 'id', kind: counter(min) }], { proto }).ok;
  expect([-1, 0, 2 ** 32 - 1, 2 ** 32].map(fits)).toEqual([false, true, true, false]);
});

test('elements of a list that lack many fields, or fields with long defaults, are whole', () => {
  const filler = 'd'.repeat(500);
  const names = Array.from({ length: 40 }, (_, i) => `f${i}`);
  const lines: Kind = {
    is: 'list',
    of: { is: 'object', members: names.map((name) => ({ name, kind: { is: 'text' }, optional: true })) },
  };
  const members: readonly Member[] = [{ name: 'lines', kind: lines }];
  const rows = [{ lines: [...Array.from({ length: 200 }, () => ({})), { f39: 'last' }] }];
  const fields = names.map((name) => ({ name, type: 'string', default: filler }));
  const items = { type: 'record', name: 'Line', fields };
  const order = {
    type: 'record',
    name: 'Order',
    fields: [{ name: 'lines', type: { type: 'array', items } }],
  };
  for (const [avroSchema, none] of [
    [undefined, null],
    [JSON.stringify(order), filler],
  ] as const) {
    const usual = Object.fromEntries(names.map((name) => [name, none]));
    const plan = planned(avro.plan(members, { avroSchema }));
    const expected = rows.map(({ lines }) => ({ lines: lines.map((line) => ({ ...usual, ...line })) }));
    expect(read(plan, writerOf(rows), 1)).toEqual(expected);
  }
});

test.each([
  ['null', 'The Avro schema'],
  [{ ...GIVEN, fields: [{ name: 'orderId', aliases: ['id'] }] }, 'orderId'],
  [{ ...GIVEN, fields: [{ name: 'orderId', aliases: ['id'], type: [5] }] }, 'orderId'],
  [{ ...GIVEN, fields: [{ name: 'lines', type: { type: 'array' } }] }, 'lines'],
])('what is no type in a given schema is a problem: %j', (schema, path) => {
  const avroSchema = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const plan = avro.plan(ORDER, { avroSchema });
  expect(plan.ok ? [] : messagesOf(plan.issues)).toContainEqual(
    expect.stringMatching(new RegExp(`^${path}: rows have .*, which does not fit in `)),
  );
});

test('rows that cannot fit a given schema are problems with their places', () => {
  const members: readonly Member[] = [
    { name: 'id', kind: { is: 'integer', min: 0, max: 2 ** 40 } },
    { name: 'state', kind: { is: 'text', values: ['new', 'lost'] } },
    { name: 'at', kind: { is: 'text' } },
    { name: 'more', kind: { is: 'boolean' } },
    {
      name: 'lines',
      kind: {
        is: 'list',
        of: { is: 'object', members: [{ name: 'sku', kind: { is: 'text', nullable: true } }] },
      },
    },
  ];
  const fields = GIVEN.fields.map((field) => (field.name === 'orderId' ? { ...field, type: 'int' } : field));
  expect(avro.plan(members, { avroSchema: JSON.stringify({ ...GIVEN, fields }) })).toEqual(
    invalid(
      'more: the schema has no such field. Hide the field, or add it to the schema',
      'price: rows can lack it, and the schema has no default. Add the field, or a default to the schema',
      'state: the enum has no symbol lost. Its symbols are new, paid, sent',
      'orderId: rows can have whole numbers from 0 to 1099511627776, and an int ends at 2147483647. Use long, or a smaller range',
      'at: rows have text here, which does not fit in {"type":"long","logicalType":"timestamp-micros"}. Change the field or the schema',
      'lines.sku: rows can have null here. Make it a union with null in the schema',
    ),
  );
});

/** Kinds with a type, a row of each, and what a reader without logical types finds; or the error of the row. */
test.each<[Kind, object, unknown, unknown]>([
  [
    { is: 'integer' },
    { type: 'long', logicalType: 'timestamp-micros' },
    1_769_860_800_000_001,
    1_769_860_800_000_001,
  ],
  [{ is: 'integer', min: 0, max: 30_000 }, { type: 'int', logicalType: 'date' }, 20_484, 20_484],
  [{ is: 'number' }, { type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 }, -1.285, [0xff, 0x7f]],
  [
    { is: 'number' },
    { type: 'fixed', name: 'F', size: 3, logicalType: 'decimal', precision: 4, scale: 2 },
    -1,
    [0xff, 0xff, 0x9c],
  ],
  [
    { is: 'number' },
    { type: 'bytes', logicalType: 'decimal', precision: 30, scale: 0 },
    1e20,
    [5, 0x6b, 0xc7, 0x5e, 0x2d, 0x63, 0x10, 0, 0],
  ],
  [{ is: 'number' }, { type: 'bytes', logicalType: 'big-decimal' }, 2.56, [4, 1, 0, 4]],
  [
    { is: 'number' },
    { type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 },
    100,
    /f has a number that is too large for a decimal of 4 digits/,
  ],
  [
    { is: 'text' },
    { type: 'fixed', name: 'F', size: 4 },
    'abc',
    /f has a text of 3 bytes, and the schema a fixed type of 4/,
  ],
  [{ is: 'number', nullable: true, unsure: true }, { type: 'double' }, 0.5, 0.5],
  [
    { is: 'number', nullable: true, unsure: true },
    { type: 'double' },
    null,
    /f is null in a row.* Make it a union with null/,
  ],
])('%j in %j: %j', (kind, type, value, expected) => {
  const avroSchema = JSON.stringify({ type: 'record', name: 'E', fields: [{ name: 'f', type }] });
  const plan = planned(avro.plan([{ name: 'f', kind }], { avroSchema }));
  const rows = (): unknown => read(plan, writerOf([{ f: value }]), 1);
  if (expected instanceof RegExp) {
    expect(rows).toThrow(expected);
    return;
  }
  const data = Array.isArray(expected) ? { type: 'Buffer', data: expected } : expected;
  expect(rows()).toEqual([{ f: data }]);
});
