import { AvroDeserializer, SchemaRegistryClient, SerdeType } from '@confluentinc/schemaregistry';
import * as z from 'zod/mini';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSchemaRegistry, type SchemaRegistryService } from '../../../test/services/schema-registry.ts';
import type { Destination } from '../../send/src/destinations/destination.ts';
import { textSetting, keyFieldSetting } from '../../send/src/destinations/setting.ts';
import { records, type Side } from '../../engine/src/rows/batch.ts';
import { stream, type SendStreamOptions } from './send.ts';

interface Sent {
  readonly key: Side['key'];
  readonly value: Buffer;
}

/** A destination with topics and keys, and what was sent to it. */
function newTopic(more: Partial<Destination> = {}): {
  readonly destination: Destination;
  readonly sent: Sent[];
} {
  const sent: Sent[] = [];
  return {
    sent,
    destination: {
      name: 'Topic',
      command: 'topic',
      title: 'Topic',
      summary: '',
      acknowledgement: '',
      call: '',
      config: z.object({
        topic: textSetting({ label: 'Topic' }),
        keyField: keyFieldSetting({ label: 'Key field' }),
      }),
      formats: ['lines', 'records'],
      takesKeyBytes: true,
      topic: ({ topic }) => (topic === 'many' ? undefined : String(topic)),
      limits: () => ({ rows: 7, bytes: 10_000 }),
      host: () => undefined,
      open: () =>
        Promise.resolve({
          async send(batch) {
            for (const [i, record] of [...records(batch)].entries())
              sent.push({ key: batch.sides?.[i]?.key, value: Buffer.from(record) });
            return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: 0 };
          },
          close: () => Promise.resolve(),
        }),
      check: () => Promise.resolve({ ok: true, message: '' }),
      ...more,
    },
  };
}

const SCHEMA = {
  n: 'catbird.sequence',
  user: { type: 'string.uuid', hidden: true },
  share: { type: 'number.float', params: { fractionDigits: 3 } },
  maybe: { type: 'number.int', params: 9, nulls: 0.5 },
  flag: 'datatype.boolean',
  at: 'catbird.timestampNow',
  text: { type: 'helpers.arrayElement', params: ['ü🐦', '"', '', '\n'] },
  home: {
    type: 'object',
    fields: { floor: { type: 'number.int', params: 40 }, street: { type: 'location.street' } },
  },
};

describe('keys in Avro', () => {
  let registry: SchemaRegistryService;
  beforeEach(async () => void (registry = await startSchemaRegistry({ firstId: 70_000 })));
  afterEach(async () => {
    expect(registry.faults).toEqual([]);
    await registry.close();
  });

  const options = (keyField: string, more: object = {}): Omit<SendStreamOptions, 'destination'> => ({
    schema: SCHEMA,
    settings: { topic: 'orders', keyField },
    seed: 42,
    eps: 10,
    limit: 20,
    from: '2026-01-01T00:00:00Z',
    format: { name: 'avro', schemaRegistry: registry.url, register: true, keyFormat: 'avro', ...more },
  });
  const sentBy = async (given: Omit<SendStreamOptions, 'destination'>): Promise<readonly Sent[]> => {
    const { destination, sent } = newTopic();
    await stream({ ...given, destination }).done;
    return sent;
  };
  const readers = () => {
    const client = new SchemaRegistryClient({ baseURLs: [registry.url], maxRetries: 0 });
    return {
      key: new AvroDeserializer(client, SerdeType.KEY, {}),
      value: new AvroDeserializer(client, SerdeType.VALUE, {}),
    };
  };
  const schemaOf = (subject: string): unknown =>
    JSON.parse(registry.subjects.get(subject)?.at(-1)?.schema ?? '""');

  test.each([
    ['n', 'long'],
    ['user', { type: 'string', logicalType: 'uuid' }],
    ['share', 'double'],
    ['maybe', 'int'],
    ['flag', 'boolean'],
    ['at', { type: 'long', logicalType: 'timestamp-millis' }],
    ['text', 'string'],
    ['home.floor', 'int'],
    ['home', { type: 'record', name: 'home' }],
  ] as const)('that are %s have the schema %j, and Confluent’s client reads them', async (field, type) => {
    const sent = await sentBy(options(field));
    expect(sent).toHaveLength(20);
    expect(schemaOf('orders-key')).toEqual(typeof type === 'string' ? type : expect.objectContaining(type));
    expect([...registry.subjects.keys()]).toEqual(['orders-value', 'orders-key']);
    const read = readers();
    const texts = await sentBy({ ...options(field), format: 'json' });
    for (const [i, { key, value }] of sent.entries()) {
      const text = texts[i]?.key;
      expect(await read.value.deserialize('orders', value)).toMatchObject({ n: i + 1 });
      if (text === undefined) expect(key).toBeUndefined();
      else {
        if (!(key instanceof Uint8Array)) throw new Error('The key is no Avro');
        const got: unknown = await read.key.deserialize('orders', Buffer.from(key));
        if (field === 'at') expect(got).toBe(Date.parse(String(text)));
        else expect(typeof got === 'string' ? got : JSON.stringify(got)).toBe(text);
      }
    }
    if (field === 'maybe') expect(new Set(texts.map(({ key }) => key === undefined)).size).toBe(2);
  });

  test('have the newest schema of their subject if none is registered, which may be a record of the field', async () => {
    await registry.close();
    const record = { type: 'record', name: 'Key', fields: [{ name: 'n', type: 'long' }] };
    const value = { type: 'record', name: 'Event', fields: [{ name: 'n', type: 'long' }] };
    registry = await startSchemaRegistry({
      schemas: [
        { subject: 'orders-key', schema: '{"type": "string"}' },
        { subject: 'orders-key', schema: JSON.stringify(record) },
        { subject: 'orders-value', schema: JSON.stringify(value) },
      ],
    });
    const sent = await sentBy({ ...options('n', { register: false }), schema: { n: 'catbird.sequence' } });
    const keys = sent.map(({ key }) => readers().key.deserialize('orders', Buffer.from(key ?? '')));
    expect(await Promise.all(keys)).toEqual(sent.map((_, i) => ({ n: i + 1 })));
  });

  test.each([
    [{ keyFormat: 'xml' }, 'n', 'orders', /^format\.keyFormat: Must be one of: text, avro$/],
    [{}, undefined, 'orders', /^format\.keyFormat: Needs a key\. Name its field with settings\.keyField$/],
    [{}, 'n', 'many', /^format\.keyFormat: Needs a single topic/],
    [
      { register: false, subject: 'others-value' },
      'n',
      'others',
      /^Keys do not fit schema 2 of others-key, version 1:\nThe Avro schema: rows have a whole number here, which does not fit in boolean/,
    ],
    [
      { register: false, schemaId: 1 },
      'n',
      'orders',
      /^The registry has no subject orders-key\. Register the schema of the keys with format\.register$/,
    ],
    [{ schemaRegistry: undefined }, 'n', 'orders', /^format\.register: Requires format\.schemaRegistry/],
  ])('with %j of %s to %s are refused', async (more, keyField, topic, message) => {
    await registry.close();
    registry = await startSchemaRegistry({
      schemas: [
        {
          subject: 'others-value',
          schema: '{"type": "record", "name": "Event", "fields": [{"name": "n", "type": "long"}]}',
        },
        { subject: 'others-key', schema: '"boolean"' },
      ],
    });
    const settings = { topic, ...(keyField !== undefined && { keyField }) };
    const schema = { n: SCHEMA.n };
    await expect(sentBy({ ...options('', more), schema, settings })).rejects.toThrow(message);
  });

  test('wait for a registry until the stream is stopped', async () => {
    const { destination, sent } = newTopic();
    registry.answerWith({ status: 200, afterMs: 10_000 });
    const running = stream({ ...options('n'), destination });
    await expect.poll(() => registry.requests.length).toBe(1);
    running.stop();
    await expect(running.done).rejects.toThrow('aborted');
    expect(sent).toEqual([]);
  });

  test('are refused where keys are texts', async () => {
    const { takesKeyBytes: _, ...plain } = newTopic().destination;
    await expect(stream({ ...options('n'), destination: plain }).done).rejects.toThrow(
      'format.keyFormat: Topic has no keys in Avro. Leave it out',
    );
    expect(registry.requests).toEqual([]);
  });
});
