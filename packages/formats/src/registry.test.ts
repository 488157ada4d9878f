import { AvroDeserializer, SchemaRegistryClient, SerdeType } from '@confluentinc/schemaregistry';
import protobufjs from 'protobufjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSchemaRegistry, type SchemaRegistryService } from '../../../test/services/schema-registry.ts';
import { deliveryError } from '../../send/test/destinations/contract.ts';
import { writerOf, type Row } from '../test/format-rows.ts';
import { fetchHttp } from '../../send/src/destinations/http.ts';
import { invalid, messagesOf } from '../../engine/src/model/issue.ts';
import type { Member } from '../../engine/src/model/kind.ts';
import { newBatch, records } from '../../engine/src/rows/batch.ts';
import { withFormat, type FormatPlan } from './format.ts';
import { planInRegistry, type RegistryOptions } from './in-registry.ts';
import { findFormat } from './catalogue.ts';

const SECRET = 'a+secret/of:the-registry';
const MEMBERS: readonly Member[] = [
  { name: 'id', kind: { is: 'integer', min: 1, max: 1000 } },
  { name: 'state', kind: { is: 'text', values: ['new', 'paid'] } },
];
const ROWS: readonly Row[] = [
  { id: 7, state: 'new' },
  { id: 300, state: 'paid' },
];

let service: SchemaRegistryService;
beforeEach(async () => {
  service = await startSchemaRegistry({ firstId: 70_000 });
});
afterEach(() => service.close());

const planOf = async (
  format: string,
  settings: Row = {},
  more: Partial<RegistryOptions> & { readonly members?: readonly Member[] } = {},
): ReturnType<typeof planInRegistry> => {
  const choice = findFormat(format);
  if (choice === undefined) throw new Error(format);
  return planInRegistry(
    choice,
    more.members ?? MEMBERS,
    { schemaRegistry: service.url, ...settings },
    {
      what: 'rows',
      http: fetchHttp(fetch),
      signal: new AbortController().signal,
      now: Date.now,
      topic: 'orders',
      mayRegister: true,
      nameOf: (name) => `--${name}`,
      ...more,
    },
  );
};

const planned = async (
  ...args: Parameters<typeof planOf>
): Promise<FormatPlan & { readonly note: string }> => {
  const found = await planOf(...args);
  if (!found.ok) throw new Error(messagesOf(found.issues).join('\n'));
  return { ...found.plan, note: found.note };
};

/** What is sent for rows. */
const sent = (plan: FormatPlan, rows: readonly Row[] = ROWS): readonly Buffer[] =>
  [
    ...records(
      withFormat(writerOf(rows), plan).fill(newBatch(), {
        first: 0,
        count: rows.length,
        time: { startMs: 0, stepMs: 1 },
      }),
    ),
  ].map((bytes) => Buffer.from(bytes));

/** What Confluent's own client reads. */
const readByConfluent = (messages: readonly Buffer[], topic = 'orders'): Promise<readonly unknown[]> => {
  const client = new SchemaRegistryClient({ baseURLs: [service.url], maxRetries: 0 });
  const reader = new AvroDeserializer(client, SerdeType.VALUE, {});
  return Promise.all(messages.map((bytes) => reader.deserialize(topic, bytes)));
};

const post = async (subject: string, schema: object, more: object = {}): Promise<void> => {
  const { status } = await fetch(`${service.url}/subjects/${subject}/versions`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
    body: JSON.stringify({ schema: typeof schema === 'string' ? schema : JSON.stringify(schema), ...more }),
  });
  expect(status).toBe(200);
};
const avroRecord = (name: string, fields: readonly object[], more: object = {}): object => ({
  type: 'record',
  name,
  fields,
  ...more,
});

describe('the schema of the rows', () => {
  test('is registered if that is asked for, and Confluent’s client reads the rows', async () => {
    const plan = await planned('avro', { register: true, avroName: 'com.example.Order' });
    expect(plan.note).toBe('Rows have schema 70000 of orders-value');
    expect([...(sent(plan)[0] ?? [])].slice(0, 5)).toEqual([0, 0, 1, 0x11, 0x70]);
    expect(await readByConfluent(sent(plan))).toEqual(ROWS);
    expect(JSON.parse(service.subjects.get('orders-value')?.[0]?.schema ?? '')).toMatchObject({
      type: 'record',
      name: 'com.example.Order',
    });
    expect(service.faults).toEqual([]);
  });

  test.each([
    [{ subjectStrategy: 'record' }, 'com.example.Order'],
    [{ subjectStrategy: 'topic-record' }, 'orders-com.example.Order'],
    [{ subject: 'a/b c' }, 'a/b c'],
  ])('is in the subject that %j names: %s', async (settings, subject) => {
    const own = { register: true, message: 'com.example.Order', ...settings };
    await planned('protobuf', own);
    expect([...service.subjects.keys()]).toEqual([subject]);
  });

  test('begins with the place of its message in Protobuf', async () => {
    const made = await planned('protobuf', { register: true });
    const { root } = protobufjs.parse(service.subjects.get('orders-value')?.[0]?.schema ?? '');
    const read = sent(made).map((bytes) => {
      expect([...bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0x11, 0x70, 0]);
      return root.lookupType('Event').decode(bytes.subarray(6)).toJSON();
    });
    expect(read).toEqual(ROWS);
    const proto = `syntax = "proto3"; package a;
      enum State { new = 0; paid = 1; }
      message First {}
      message Second { map<string, string> tags = 1; message Not {} message Order { int32 id = 1; State state = 2; } }`;
    const given = await planned('protobuf', {
      register: true,
      subject: 'x',
      proto,
      message: 'a.Second.Order',
    });
    // Two levels: the second message, and the second one in it.
    expect([...(sent(given)[0] ?? [])]).toEqual([0, 0, 1, 0x11, 0x71, 4, 2, 2, 8, 7, 16, 0]);
  });

  test('is looked up if it is given and nothing may be registered', async () => {
    const avroSchema = JSON.stringify(
      avroRecord('Order', [
        { name: 'id', type: 'int' },
        { name: 'state', type: 'string' },
      ]),
    );
    expect(await planOf('avro', { avroSchema })).toEqual(
      invalid('The registry has no such schema in orders-value. Register it with --register'),
    );
    await planned('avro', { avroSchema, register: true });
    const again = await planned('avro', { avroSchema });
    expect(await readByConfluent(sent(again))).toEqual(ROWS);
    const later = await planned('avro', { avroSchema, register: true }, { mayRegister: false });
    expect(later.note).toBe('Rows have schema 70000 of orders-value');
    expect(service.subjects.get('orders-value')).toHaveLength(1);
  });

  test('is refused in the words of the registry', async () => {
    await post('orders-value', avroRecord('Event', [{ name: 'id', type: 'string' }]));
    expect(await planOf('avro', { register: true })).toEqual(
      invalid(
        'The registry refuses the schema for orders-value. 409: Schema being registered is incompatible with an earlier schema for subject "orders-value", details: [cannot read "string" as "int"]',
      ),
    );
    service.answerWith({
      status: 422,
      body: '{"error_code":42201,"message":"Either the input schema is invalid"}',
    });
    expect(await planOf('avro', { register: true })).toEqual(
      invalid('The registry refuses the schema for orders-value. 422: Either the input schema is invalid'),
    );
  });
});

describe('a schema of the registry', () => {
  const order = avroRecord(
    'Order',
    [
      { name: 'state', type: { type: 'enum', name: 'State', symbols: ['paid', 'new'] } },
      { name: 'orderId', aliases: ['id'], type: 'long' },
      { name: 'note', type: 'string', default: 'none' },
    ],
    { namespace: 'com.example' },
  );

  test('is the newest one of the subject, or the one with an id, and rows are written with it', async () => {
    await post(
      'orders-value',
      avroRecord('Order', [{ name: 'id', type: 'int' }], { namespace: 'com.example' }),
    );
    await fetch(`${service.url}/config/orders-value`, { method: 'PUT', body: '{"compatibility":"NONE"}' });
    await post('orders-value', order);
    const expected = ROWS.map(({ id, state }) => ({ orderId: id, state, note: 'none' }));
    const newest = await planned('avro');
    expect(newest.note).toBe('Rows have schema 70001 of orders-value, version 2');
    expect(await readByConfluent(sent(newest))).toEqual(expected);
    const byId = await planned('avro', { schemaId: '70001' }, { topic: undefined });
    expect(sent(byId)).toEqual(sent(newest));
    expect(service.subjects.get('orders-value')).toHaveLength(2);
  });

  test('is refused if rows do not fit it, with the place of each field', async () => {
    await post('orders-value', order);
    const members: readonly Member[] = [
      { name: 'id', kind: { is: 'text' } },
      { name: 'state', kind: { is: 'text', values: ['lost'] } },
    ];
    expect(await planOf('avro', {}, { members })).toEqual(
      invalid(
        'Rows do not fit schema 70000 of orders-value, version 1:',
        'state: the enum has no symbol lost. Its symbols are paid, new',
        'orderId: rows have text here, which does not fit in long. Change the field or the schema',
      ),
    );
  });

  test('may refer to others, which refer to more', async () => {
    const inner = avroRecord('Id', [{ name: 'id', type: 'int' }], { namespace: 'a' });
    const outer = avroRecord(
      'Pair',
      [
        { name: 'one', type: 'a.Id' },
        { name: 'two', type: 'a.Id' },
      ],
      { namespace: 'b' },
    );
    await post('ids', inner);
    await post('pairs', outer, { references: [{ name: 'a.Id', subject: 'ids', version: 1 }] });
    await post('orders-value', avroRecord('Order', [{ name: 'pair', type: 'b.Pair' }], { namespace: 'c' }), {
      references: [{ name: 'b.Pair', subject: 'pairs', version: 1 }],
    });
    const id: Member = { name: 'id', kind: { is: 'integer', min: 0, max: 9 } };
    const pair = ['one', 'two'].map((name): Member => ({ name, kind: { is: 'object', members: [id] } }));
    const members: readonly Member[] = [{ name: 'pair', kind: { is: 'object', members: pair } }];
    const rows = [{ pair: { one: { id: 1 }, two: { id: 2 } } }];
    const [message] = sent(await planned('avro', {}, { members }), rows);
    expect([...(message ?? [])]).toEqual([0, 0, 1, 0x11, 0x72, 2, 4]);
  });

  test('may import others in Protobuf, also of other packages', async () => {
    const more = { schemaType: 'PROTOBUF' };
    const state = 'syntax = "proto2"; package a; enum State { new = 0; paid = 1; }' as unknown as object;
    const common =
      'syntax = "proto3"; package b; import "state.proto"; import "google/protobuf/timestamp.proto"; message Line { a.State state = 1; google.protobuf.Timestamp at = 2; }' as unknown as object;
    const main =
      'syntax = "proto3"; package c; import "b/common.proto"; message Order { int32 id = 1; repeated b.Line lines = 2; }' as unknown as object;
    await post('state', state, more);
    await post('common', common, {
      ...more,
      references: [{ name: 'state.proto', subject: 'state', version: 1 }],
    });
    await post('orders-value', main, {
      ...more,
      references: [{ name: 'b/common.proto', subject: 'common', version: 1 }],
    });
    const line: readonly Member[] = [
      { name: 'state', kind: { is: 'text', values: ['new', 'paid'] } },
      { name: 'at', kind: { is: 'instant' } },
    ];
    const members: readonly Member[] = [
      { name: 'id', kind: { is: 'integer', min: 0, max: 9 } },
      { name: 'lines', kind: { is: 'list', of: { is: 'object', members: line } } },
    ];
    const rows = [{ id: 3, lines: [{ state: 'paid', at: '1970-01-01T00:00:05.000Z' }] }];
    const [message] = sent(await planned('protobuf', {}, { members }), rows);
    expect([...(message ?? [])]).toEqual([0, 0, 1, 0x11, 0x72, 0, 8, 3, 18, 8, 8, 1, 18, 4, 8, 5, 16, 0]);
  });

  test.each([
    [
      'avro',
      {},
      'The registry has no subject orders-value. Register the schema of the rows with --register, or name another one with --subject',
    ],
    ['avro', { schemaId: 5 }, 'schemaId: The registry has no schema 5'],
    ['avro', { schemaId: 0 }, 'schemaId: Must be a whole number from 1 to 2147483647'],
    [
      'avro',
      { schemaId: 7, register: true },
      'register: leave it out, since --schemaId says which schema it is',
    ],
    [
      'avro',
      { schemaId: 7, subject: 'x' },
      'subject: leave it out, since --schemaId says which schema it is',
    ],
    ['avro', { schemaId: 7, avroSchema: '{}' }, 'schemaId: leave it out, since a schema is given'],
    [
      'avro',
      { subject: 'x', subjectStrategy: 'record' },
      'subjectStrategy: leave it out, since --subject names the subject',
    ],
    [
      'avro',
      { schemaRegistry: 'localhost:8081' },
      'schemaRegistry: Must be a URL: write http://localhost:8081',
    ],
    ['avro', { schemaRegistryPassword: 'x' }, 'schemaRegistryPassword: Requires --schemaRegistryUser'],
    [
      'avro',
      { schemaRegistryUser: 'x', schemaRegistryToken: 'y' },
      'schemaRegistryToken: leave it out, since --schemaRegistryUser is given, too',
    ],
  ])('is not found, or asked for in two ways: %s %j', async (format, settings, problem) => {
    expect(await planOf(format, settings)).toMatchObject(invalid(problem));
    expect(service.subjects.size).toBe(0);
  });

  test('needs a subject without a single topic, and the same kind as the rows', async () => {
    expect(await planOf('avro', {}, { topic: undefined })).toEqual(
      invalid(
        'subject is required: there is no single topic to name it after. Give it, or use --subjectStrategy record',
      ),
    );
    await post('Event', order);
    expect(await planOf('protobuf', { subjectStrategy: 'record' })).toEqual(
      invalid('Schema 70000 of Event is AVRO, and rows are PROTOBUF. Choose another format'),
    );
  });
});

describe('a registry', () => {
  test.each([
    [{ schemaRegistryUser: 'me', schemaRegistryPassword: SECRET }, `Basic ${btoa(`me:${SECRET}`)}`],
    [{ schemaRegistryToken: SECRET }, `Bearer ${SECRET}`],
  ])('gets the credentials of its own only: %j', async (settings, authorization) => {
    const other = await startSchemaRegistry();
    service.answerWith({ status: 307, headers: { location: `${other.url}/subjects` } });
    const moved = await deliveryError(planOf('avro', settings));
    expect(moved.message).toMatch(/a redirect, which Catbird does not follow$/);
    expect(other.requests).toEqual([]);
    await other.close();
    expect(service.requests.map(({ headers }) => headers['authorization'])).toEqual([authorization]);
    const words = `{"error_code":401,"message":"Unauthorized: ${SECRET}, ${authorization}"}`;
    service.answerWith({ status: 401, body: words });
    const refused = await deliveryError(planOf('avro', settings));
    expect(refused).toMatchObject({ kind: 'auth', hint: expect.stringContaining('credentials') as string });
    expect(refused.message).toMatch(
      /^The schema registry 127.0.0.1:\d+ returned 401: Unauthorized: \[hidden\], /,
    );
    expect(refused.message).not.toContain(SECRET);
    expect(refused.message).not.toContain(btoa(`me:${SECRET}`));
  });

  const schema = JSON.stringify('{"type":"record","name":"E","fields":[]}');
  test.each([
    ['latest', ''],
    ['latest', '<html>Log in</html>'],
    ['latest', '{"id":7}'],
    ['latest', `{"schema":${schema}}`],
    ['latest', `{"id":"7","schema":${schema}}`],
    ['latest', `{"id":-1,"schema":${schema}}`],
    ['latest', `{"id":7,"schema":${schema},"references":{}}`],
    ['latest', `{"id":7,"schema":${schema},"references":[{"name":"a"}]}`],
    ['register', '[]'],
    ['register', '{"id":4294967296}'],
  ])('that answers %s with %j is none', async (act, body) => {
    service.answerWith({ status: 200, body });
    const error = await deliveryError(planOf('avro', act === 'register' ? { register: true } : {}));
    expect(error.kind).toBe('not-found');
    expect(error.message).toMatch(/^The schema registry \S+ returned 200: not .* but ./);
    expect(error.hint).toMatch(/^Check the address/);
  });

  test('that has no such path, or is at fault, is named', async () => {
    const error = await deliveryError(planOf('avro', { schemaRegistry: `${service.url}/api` }));
    expect(error).toMatchObject({ kind: 'not-found', hint: expect.stringContaining('address') as string });
    service.answerWith({
      status: 500,
      body: '{"error_code":50001,"message":"Error in the backend datastore"}',
    });
    expect(await deliveryError(planOf('avro'))).toMatchObject({
      kind: 'unavailable',
      code: '50001',
      message: expect.stringMatching(
        /^The schema registry \S+ returned 500 \(50001\): Error in the backend datastore$/,
      ) as string,
    });
  });

  test('whose schemas refer to one another does not keep the stream from its end', async () => {
    const references = [{ name: 'a', subject: 'a', version: 1 }];
    service.answerWith({ status: 200, body: JSON.stringify({ id: 7, schema: '"a"', references }) });
    expect(await planOf('avro')).toMatchObject(
      invalid(expect.stringContaining('do not fit'), expect.anything()),
    );
    expect(service.requests).toHaveLength(2);
  });
});
