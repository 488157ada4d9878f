import { AvroDeserializer, SchemaRegistryClient, SerdeType } from '@confluentinc/schemaregistry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  confluentError,
  startConfluent,
  type ConfluentService,
} from '../../../../test/services/confluent.ts';
import { startSchemaRegistry } from '../../../../test/services/schema-registry.ts';
import { HANG_UP } from '../../../../test/services/service.ts';
import { jsonLines } from '../catbird.ts';
import { begin, here } from '../here.ts';

const SECRET = 'a+secret/of:confluent';
const SCHEMA = '{"id": {"type": "string.uuid"}, "n": {"type": "number.int"}, "t": {"type": "lorem.words"}}';

let service: ConfluentService;
const tried = new Map<string, number>();
beforeEach(async () => {
  tried.clear();
  // Rejects every seventh record once, like a cluster that moves a partition.
  service = await startConfluent({
    apiSecret: SECRET,
    refuses(row) {
      const { id } = row as { id: string };
      const times = (tried.get(id) ?? 0) + 1;
      tried.set(id, times);
      return times === 1 && tried.size % 7 === 0 ? 50302 : undefined;
    },
  });
});
afterEach(() => service.close());

const streaming = (...more: string[]) => {
  const settings = ['--restEndpoint', service.url, '--clusterId', 'lkc-vo9pz', '--topic', 'events'];
  const rest = ['--apiKey', 'ABCDEFGHIJKLMNOP', '--schema', '-', '--seed', '7', '--json', '--logs', ...more];
  return begin(['confluent-cloud-kafka', ...settings, ...rest], {
    env: { CATBIRD_CONFLUENT_CLOUD_KAFKA_API_SECRET: SECRET },
    input: SCHEMA,
  });
};
const sample = async (count: number): Promise<unknown[]> => {
  const args = ['sample', '--schema', '-', '--seed', '7', '-n', String(count)];
  return jsonLines((await here(args, { input: SCHEMA })).out);
};
const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

test('5,000 rows are stored once each, even if some are rejected at first and requests fail', async () => {
  service.answerWith(({ body }) =>
    body.includes('"n":1') && service.requests.length % 3 === 1
      ? confluentError(503, 503, 'busy')
      : undefined,
  );
  const ended = await streaming('--eps', 'max', '--limit', '5000', '--attempts', '20').ended;
  expect(ended.code, ended.err).toBe(0);
  expect(jsonLines(ended.err).at(-1)).toMatchObject({
    accepted: 5000,
    failed: 0,
    rejected: 0,
    reason: 'limit',
  });
  expect(sorted(service.rows)).toEqual(sorted(await sample(5000)));
  expect(service.faults).toEqual([]);
  expect(ended.err).not.toContain(SECRET);
});

test('records of Avro arrive with the id of their schema in the registry, and Confluent’s client reads them', async () => {
  await service.close();
  service = await startConfluent({ apiSecret: SECRET });
  const registry = await startSchemaRegistry({ firstId: 7 });
  const keys = ['--key-field', 'id', '--key-format', 'avro'];
  const format = ['--format', 'avro', '--schema-registry', registry.url, '--register', ...keys];
  const ended = await streaming('--eps', 'max', '--limit', '100', ...format).ended;
  expect(ended.code, ended.err).toBe(0);
  expect(ended.err).toContain('Rows have schema 7 of events-value. Keys have schema 8 of events-key');
  const client = new SchemaRegistryClient({ baseURLs: [registry.url] });
  const reader = new AvroDeserializer(client, SerdeType.VALUE, {});
  const read = service.rows.map((row) => reader.deserialize('events', Buffer.from(String(row), 'base64')));
  expect(sorted(await Promise.all(read))).toEqual(sorted(await sample(100)));
  const keyReader = new AvroDeserializer(client, SerdeType.KEY, {});
  const ids = service.records.map(({ key }) =>
    keyReader.deserialize('events', Buffer.from(String(key?.data), 'base64')),
  );
  expect(await Promise.all(ids)).toEqual((await Promise.all(read)).map(({ id }: { id: string }) => id));
  expect([...service.faults, ...registry.faults]).toEqual([]);
  await registry.close();
});

test('a cluster that is down for a while loses no row', async () => {
  const running = streaming('--eps', '1000', '--limit', '3000', '--attempts', '20');
  await running.printed('"start"');
  service.answerWith(HANG_UP, 8);
  const ended = await running.ended;
  expect(ended.code, ended.err).toBe(0);
  expect(ended.err).toContain('"retried":true');
  expect(sorted(service.rows)).toEqual(sorted(await sample(3000)));
});

test('SIGINT in mid-flight drains: what is counted is stored', async () => {
  const running = streaming('--eps', '2000', '--grace', '60s');
  await running.printed('"start"');
  await expect.poll(() => service.rows.length).toBeGreaterThan(500);
  running.stop();
  const ended = await running.ended;
  expect(ended.code, ended.err).toBe(130);
  const { accepted, failed } = jsonLines(ended.err).at(-1) as Record<string, number>;
  expect({ accepted, failed }).toEqual({ accepted: service.rows.length, failed: 0 });
  expect(ended.err).not.toContain(SECRET);
});
