import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import protobufjs from 'protobufjs';
import { expect, test } from 'vitest';
import { cases, everyNth } from '../../../test/long.ts';
import { findProgram } from '../../../scripts/programs.js';
import { fileOf, KINDS, planned, rowsOf, TIME, writerOf, type Row } from '../test/format-rows.ts';
import { kindsOf } from '../../engine/src/generators/analysis/kinds.ts';
import { invalid } from '../../engine/src/model/issue.ts';
import type { Kind, Member } from '../../engine/src/model/kind.ts';
import { newBatch, records, texts } from '../../engine/src/rows/batch.ts';
import { loadData } from '../../engine/src/rows/load-data.ts';
import { compile, type RowWriter } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { templates } from '../../engine/src/templates/index.ts';
import { withFormat, type FormatPlan } from './format.ts';
import { protobuf } from './protobuf.ts';

const protoc = findProgram('protoc');

function typeOf({ schemaText = '' }: FormatPlan, name: string): protobufjs.Type {
  const { root } = protobufjs.parse(schemaText, { keepCase: true });
  root.addJSON(protobufjs.common.get('google/protobuf/timestamp.proto')?.nested ?? {});
  return root.lookupType(name);
}

/** The rows of a batch as a reader of Protobuf gives them. */
function read(plan: FormatPlan, rows: RowWriter, count: number, name = 'Event'): readonly unknown[] {
  const type = typeOf(plan, name);
  const batch = withFormat(rows, plan).fill(newBatch(), { first: 0, count, time: TIME });
  return [...records(batch)].map((bytes) =>
    type.toObject(type.decode(bytes), { longs: Number, enums: String }),
  );
}

/** What a reader gives for a row: what is null or an empty list is missing, as is zero where it cannot be, and a union has one field for each of its types. */
function rowAsRead(row: Row, members: readonly Member[]): Row {
  return Object.fromEntries(
    members.flatMap((member) => {
      const { name, kind } = member;
      const value = row[name];
      if (isLeftOut(value, member)) return [];
      if (kind.is !== 'union') return [[name, asRead(value, kind)]];
      const type = typeof value === 'string' ? 'text' : typeof value;
      return [[`${name}_${type}`, asRead(value, { is: type } as Kind)]];
    }),
  );
}

function isLeftOut(value: unknown, { kind, optional }: Member): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'object') return kind.is !== 'object' && Object.keys(value).length === 0;
  const mayLack = optional === true || kind.nullable === true || kind.is === 'union';
  return !mayLack && (value === '' || value === false || value === 0);
}

function asRead(value: unknown, kind: Kind): unknown {
  if (kind.is === 'list') return (value as readonly unknown[]).map((each) => asRead(each, kind.of));
  if (kind.is === 'object') return rowAsRead(value as Row, kind.members);
  if (kind.is === 'map')
    return Object.fromEntries(
      Object.entries(value as Row).map(([key, each]) => [key, asRead(each, kind.of)]),
    );
  if (kind.is === 'instant') {
    const ms = Date.parse(String(value));
    const seconds = Math.floor(ms / 1000);
    const nanos = (ms - seconds * 1000) * 1e6;
    return { ...(seconds !== 0 && { seconds }), ...(nanos !== 0 && { nanos }) };
  }
  return typeof value === 'string' ? value.toWellFormed() : value;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.each(everyNth(4, templates).map(({ name, text }) => ({ name, text })))(
  'a reader of Protobuf reads the rows of $name',
  async ({ text }) => {
    const parsed = parseSchema(text);
    if (!parsed.ok) throw new Error(text);
    await loadData(parsed.schema);
    const members = kindsOf(parsed.schema);
    const rows = compile(parsed.schema, { seed: 5 });
    const lines = [...texts(rows.fill(newBatch(), { first: 0, count: 300, time: TIME }))];
    const expected = lines.map((line) => rowAsRead(JSON.parse(line) as Row, members));
    const plan = planned(protobuf.plan(members, {}));
    expect(plain(read(plan, rows, 300))).toEqual(plain(expected));
    const { schemaText: proto = '' } = plan;
    const given = protobuf.plan(members, { proto, message: 'Event' });
    if (!proto.includes('oneof')) expect(plain(read(planned(given), rows, 300))).toEqual(plain(expected));
  },
);

test('a reader of Protobuf reads any values of any kinds', () => {
  fc.assert(
    fc.property(rowsOf(KINDS), ({ members, rows }) => {
      const plan = planned(protobuf.plan(members, { message: 'com.example.Any' }));
      const found = read(plan, writerOf(rows), rows.length, 'com.example.Any');
      expect(plain(found)).toEqual(plain(rows.map((row) => rowAsRead(row, members))));
    }),
    { numRuns: cases(100) },
  );
});

test('messages in a file follow their lengths, in any batches', () => {
  const rows = Array.from({ length: 50 }, (_, i) => ({ id: i + 1, name: 'x'.repeat(7 * i + 1) }));
  const members: readonly Member[] = [
    { name: 'id', kind: { is: 'integer', min: 0, max: 100 } },
    { name: 'name', kind: { is: 'text' } },
  ];
  const plan = planned(protobuf.plan(members, {}));
  const file = fileOf(plan, writerOf(rows), rows.length);
  expect(fileOf(plan, writerOf(rows), rows.length, 7).equals(file)).toBe(true);
  const reader = protobufjs.Reader.create(file);
  const type = typeOf(plan, 'Event');
  const found = [];
  while (reader.pos < reader.len) found.push(type.toObject(type.decodeDelimited(reader)));
  expect(found).toEqual(rows);
});

const PROTO = `
syntax = "proto2";
package shop;
import "google/protobuf/timestamp.proto";
enum State { NEW = 0; paid = 7; sent = 9; }
message Line { required string sku = 1; optional fixed64 count = 20; }
message Order {
  required uint32 order_id = 5;
  optional State state = 2;
  optional google.protobuf.Timestamp at = 3;
  repeated Line lines = 4;
  repeated sint64 deltas = 6 [packed = true];
  repeated float shares = 7;
  optional string note = 8;
  optional sfixed32 low = 9;
}`;

test('rows fit a given message, by its names or those that it has in JSON', () => {
  const members: readonly Member[] = [
    { name: 'orderId', kind: { is: 'integer', min: 0, max: 4e9 } },
    { name: 'state', kind: { is: 'text', values: ['paid'] }, optional: true },
    { name: 'at', kind: { is: 'instant', nullable: true } },
    {
      name: 'lines',
      kind: {
        is: 'list',
        of: {
          is: 'object',
          members: [
            { name: 'sku', kind: { is: 'text' } },
            { name: 'count', kind: { is: 'integer', min: 0 } },
          ],
        },
      },
    },
    { name: 'deltas', kind: { is: 'list', of: { is: 'integer' } } },
    { name: 'shares', kind: { is: 'list', of: { is: 'number' } } },
    { name: 'low', kind: { is: 'integer', min: -5, max: 0 } },
  ];
  const rows = [
    {
      orderId: 4e9,
      state: 'paid',
      at: '1969-12-31T23:59:59.001Z',
      lines: [{ sku: 'a', count: 2 ** 52 + 1 }],
      deltas: [-(2 ** 53) + 1, 0, 5],
      shares: [0.5, -1],
      low: -5,
    },
    { orderId: 0, at: null, lines: [], deltas: [], shares: [], low: 0 },
  ];
  const plan = planned(protobuf.plan(members, { proto: PROTO, message: 'Order' }));
  expect(plain(read(plan, writerOf(rows), 2, 'shop.Order'))).toEqual([
    {
      order_id: 4e9,
      state: 'paid',
      at: { seconds: -1, nanos: 1_000_000 },
      lines: rows[0]?.lines,
      deltas: rows[0]?.deltas,
      shares: [0.5, -1],
      low: -5,
    },
    { order_id: 0, low: 0 },
  ]);
});

test('what cannot fit a message is named, with what to do', () => {
  const members: readonly Member[] = [
    { name: 'order_id', kind: { is: 'integer', min: -1, max: 5 } },
    { name: 'state', kind: { is: 'text', values: ['lost'] } },
    { name: 'more', kind: { is: 'text' } },
    { name: 'lines', kind: { is: 'list', of: { is: 'object', nullable: true, members: [] } } },
    { name: 'note', kind: { is: 'number' } },
  ];
  expect(protobuf.plan(members, { proto: PROTO, message: 'shop.Order' })).toEqual(
    invalid(
      'order_id: rows can have whole numbers from -1 to 5, which do not fit in uint32. Change the type, or the range',
      'state: the enum State has no lost. Its values are NEW, paid, sent',
      'more: Order has no such field. Hide the field, or add it to the message',
      'lines: a list in Protobuf has no null. Make its values never null',
      'note: rows have number here, which does not fit in string. Change the field or the message',
    ),
  );
  expect(protobuf.plan(members, { proto: PROTO })).toEqual(
    invalid('message is required: the .proto file has the messages shop.Line, shop.Order'),
  );
  expect(protobuf.plan([{ name: 'x y', kind: { is: 'any' } }], {})).toHaveProperty('issues.length', 2);
});

const whole: Kind = { is: 'integer', min: 0, max: 9 };
const objectWith = (name: string): Kind => ({ is: 'object', members: [{ name, kind: whole }] });

test('names that follow from others do not clash with those of fields', () => {
  const members: readonly Member[] = [
    { name: 'Order', kind: objectWith('order') },
    { name: 'Order_2', kind: whole },
    { name: 'event', kind: { is: 'list', of: objectWith('event') } },
    { name: 'a', kind: { is: 'union', of: [{ is: 'text' }, { is: 'number' }] } },
    { name: 'a_text', kind: whole },
    { name: 'google', kind: objectWith('at') },
    { name: 'time', kind: { is: 'instant' } },
  ];
  const plan = planned(protobuf.plan(members, {}));
  expect(plan.schemaText?.match(/^ +(message|oneof|string|double|\.google).*$/gm)).toEqual([
    '  message Order_3 {',
    '  message Event {',
    '  message Google {',
    '  oneof a {',
    '    string a_text_2 = 4;',
    '    double a_number = 5;',
    '  .google.protobuf.Timestamp time = 8;',
  ]);
  const row = {
    Order: { order: 1 },
    Order_2: 2,
    event: [{ event: 3 }],
    a: 'x',
    a_text: 4,
    google: { at: 5 },
    time: '2026-01-01T00:00:00.500Z',
  };
  const { a, ...others } = row;
  const seconds = Math.floor(Date.parse(row.time) / 1000);
  expect(read(plan, writerOf([row]), 1)).toEqual([
    { ...others, a_text_2: a, time: { seconds, nanos: 500_000_000 } },
  ]);
  const clashing = ['foo_bar', 'fooBar', 'Foo_Bar'].map((name) => ({ name, kind: whole }));
  expect(protobuf.plan(clashing, {})).toEqual(
    invalid(
      ...['fooBar', 'Foo_Bar'].map(
        (name) =>
          `${name}: names in Protobuf differ by more than case and _, and foo_bar does not. Rename one of them`,
      ),
    ),
  );
});

test.skipIf(protoc === undefined)('protoc accepts names that follow from others', async () => {
  const members: readonly Member[] = [
    { name: 'Order', kind: objectWith('order') },
    { name: 'a', kind: { is: 'union', of: [{ is: 'text' }, { is: 'number' }] } },
    { name: 'a_text', kind: whole },
    { name: 'message', kind: objectWith('message') },
    { name: 'string', kind: { is: 'map', of: { is: 'text' } } },
  ];
  const { schemaText = '' } = planned(protobuf.plan(members, {}));
  const folder = await mkdtemp(join(tmpdir(), 'catbird-protoc-'));
  try {
    await writeFile(join(folder, 'event.proto'), schemaText);
    const out = `--descriptor_set_out=${join(folder, 'event.desc')}`;
    await promisify(execFile)(protoc ?? '', [`--proto_path=${folder}`, out, 'event.proto']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
