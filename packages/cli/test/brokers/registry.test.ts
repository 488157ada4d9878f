import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AvroDeserializer, SchemaRegistryClient, SerdeType } from '@confluentinc/schemaregistry';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import { startKafka } from '../../../../scripts/peers/kafka.js';
import { findProgram } from '../../../../scripts/programs.js';
import {
  startSchemaRegistry,
  type SchemaRegistryService,
} from '../../../../test/services/schema-registry.ts';
import { everyNth } from '../../../../test/long.ts';
import { jsonLines } from '../catbird.ts';
import { here } from '../here.ts';

const run = promisify(execFile);
const [kcat, protoc] = [findProgram('kcat'), findProgram('protoc')];
const PASSWORD = 'a+secret/of:the-registry';
const CREDENTIALS = { CATBIRD_SCHEMA_REGISTRY_USER: 'me', CATBIRD_SCHEMA_REGISTRY_PASSWORD: PASSWORD };
const ROWS = ['--template', 'Flight Bookings', '--seed', '7', '--from', '2026-01-01', '--eps', '50'];
const AVRO = ['--format', 'avro', '--register'];
/** An id of a schema, a length, and a UUID. */
const UUID_BYTES = 5 + 1 + 36;
const UNTIL = ['--to', '2026-01-02', '--quiet'];

describe.skipIf(kcat === undefined)('Kafka with a schema registry', () => {
  let cluster: Awaited<ReturnType<typeof startKafka>>;
  let folder = '';
  let registry: SchemaRegistryService;
  beforeAll(async () => {
    cluster = await startKafka(kcat ?? '');
    folder = await mkdtemp(join(tmpdir(), 'catbird-registry-'));
  });
  afterAll(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    const authorization = `Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`;
    registry = await startSchemaRegistry({ authorization, firstId: 70_000 });
  });
  afterEach(async () => {
    expect(registry.faults).toEqual([]);
    await registry.close();
  });

  const stream = (topic: string, ...more: readonly string[]): readonly string[] => {
    const to = ['kafka', '--brokers', `127.0.0.1:${cluster.port}`, '--topic', topic];
    return [...to, '--schema-registry', registry.url, ...more];
  };
  /** All records, as kcat gives them: a key of this many bytes, and the value after its length. */
  const recordsOf = async (
    topic: string,
    keyBytes: number,
  ): Promise<readonly { readonly key: Buffer; readonly value: Buffer }[]> => {
    const from = ['-C', '-q', '-e', '-b', `127.0.0.1:${cluster.port}`, '-t', topic, '-o', 'beginning'];
    const { stdout } = await run('kcat', [...from, '-f', '%k%R%s'], { encoding: 'buffer', maxBuffer: 1e9 });
    const found: { key: Buffer; value: Buffer }[] = [];
    for (let at = 0; at < stdout.length;) {
      const value = at + keyBytes + 4;
      const end = value + stdout.readInt32BE(value - 4);
      found.push({ key: stdout.subarray(at, at + keyBytes), value: stdout.subarray(value, end) });
      at = end;
    }
    return found;
  };
  const values = async (topic: string): Promise<readonly Buffer[]> =>
    (await recordsOf(topic, 0)).map(({ value }) => value);
  const sampled = async (rows: number): Promise<readonly Record<string, unknown>[]> =>
    jsonLines((await here(['sample', ...ROWS, '-n', String(rows), '--quiet'])).out) as Record<
      string,
      unknown
    >[];
  const inOrder = (rows: readonly unknown[]): readonly string[] =>
    rows.map((row) => JSON.stringify(row)).toSorted();

  test.each(everyNth<[string[]]>(2, [[[]], [['--workers', '2']]]))(
    'gets keys and values that Confluent’s client reads with the registered schemas, with %j',
    async (flags) => {
      const topic = `avro${flags.length}`;
      const keyed = ['--key-field', 'transaction_id', '--key-format', 'avro'];
      const args = stream(topic, ...ROWS, ...UNTIL, ...AVRO, ...keyed, '--limit', '300');
      const ended = await here([...args, ...flags], { env: CREDENTIALS });
      expect(ended).toMatchObject({ code: 0, err: '' });
      // Threads do not ask again.
      expect(registry.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `POST /subjects/${topic}-value/versions`,
        `POST /subjects/${topic}-key/versions`,
      ]);
      const client = new SchemaRegistryClient({
        baseURLs: [registry.url],
        basicAuthCredentials: { credentialsSource: 'USER_INFO', userInfo: `me:${PASSWORD}` },
      });
      const reader = new AvroDeserializer(client, SerdeType.VALUE, {});
      const keyReader = new AvroDeserializer(client, SerdeType.KEY, {});
      const read = await Promise.all(
        (await recordsOf(topic, UUID_BYTES)).map(async ({ key, value }) => {
          const row = (await reader.deserialize(topic, value)) as { readonly transaction_id: string };
          expect(await keyReader.deserialize(topic, key)).toBe(row.transaction_id);
          return row;
        }),
      );
      const expected = (await sampled(300)).map((row) => ({
        ...row,
        timestamp: Date.parse(String(row['timestamp'])),
      }));
      expect(inOrder(read.map((row) => ({ ...row })))).toEqual(inOrder(expected));
    },
  );

  test.skipIf(protoc === undefined)('gets Protobuf that protoc reads behind its six bytes', async () => {
    const args = stream('proto', ...ROWS, ...UNTIL, '--format', 'protobuf', '--register', '--limit', '3');
    expect(await here(args, { env: CREDENTIALS })).toMatchObject({ code: 0, err: '' });
    await writeFile(join(folder, 'event.proto'), registry.subjects.get('proto-value')?.[0]?.schema ?? '');
    // Debian has it in another package.
    await mkdir(join(folder, 'google/protobuf'), { recursive: true });
    await writeFile(
      join(folder, 'google/protobuf/timestamp.proto'),
      'syntax = "proto3"; package google.protobuf; message Timestamp { int64 seconds = 1; int32 nanos = 2; }',
    );
    const texts: string[] = [];
    for (const bytes of await values('proto')) {
      expect([...bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0x11, 0x70, 0]);
      const child = spawn(protoc ?? '', ['--decode=Event', `--proto_path=${folder}`, 'event.proto']);
      child.stdin.end(bytes.subarray(6));
      texts.push((await buffer(child.stdout)).toString());
    }
    const expected = (await sampled(3)).map(({ transaction_id }) => transaction_id);
    expect(
      texts
        .map((text) => /transaction_id: "?([^"\n]+)/.exec(text)?.[1] ?? '')
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(expected.map(String).toSorted());
  });

  test('gets nothing if rows do not fit the schema of the subject', async () => {
    const order = { type: 'record', name: 'Order', fields: [{ name: 'id', type: 'int' }] };
    await registry.close();
    registry = await startSchemaRegistry({
      schemas: [{ subject: 'unfit-value', schema: JSON.stringify(order) }],
    });
    const schema = '{"id": {"type": "string.uuid"}, "more": {"type": "catbird.sequence"}}';
    const args = stream('unfit', '--schema', '-', '--limit', '1', '--format', 'avro');
    expect(await here(args, { input: schema })).toMatchObject({
      code: 2,
      out: '',
      err: [
        'Rows do not fit schema 1 of unfit-value, version 1:',
        'more: the schema has no such field. Hide the field, or add it to the schema',
        'id: rows have a UUID here, which does not fit in int. Change the field or the schema',
        '',
      ].join('\n'),
    });
    const refused = await here([...args, '--register'], { input: schema });
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^The registry refuses the schema for unfit-value. 409: Schema being registered is/,
      ) as string,
    });
    expect(registry.subjects.get('unfit-value')).toHaveLength(1);
    expect(await here([...args, '--subject', 'none'], { input: schema })).toMatchObject({
      code: 2,
      err: 'The registry has no subject none. Register the schema of the rows with --register, or name another one with --subject\n',
    });
  });

  test('is not opened if the registry is down, and its credentials are not shown', async () => {
    const [port = 0] = await freePorts(1);
    const args = ['kafka', '--brokers', `127.0.0.1:${cluster.port}`, '--topic', 'down', '--limit', '1'];
    const avro = [...args, '--format', 'avro', '--schema-registry'];
    const down = await here([...avro, `http://127.0.0.1:${port}`, '--json'], { env: CREDENTIALS });
    expect(down.code).toBe(1);
    expect(jsonLines(down.err)).toEqual([
      {
        type: 'error',
        kind: 'service',
        message: `The schema registry cannot be reached: No response from 127.0.0.1:${port}. Nothing is listening there. Check host and port.`,
      },
    ]);
    const wrong = { ...CREDENTIALS, CATBIRD_SCHEMA_REGISTRY_PASSWORD: `not ${PASSWORD}` };
    const refused = await here([...avro, registry.url], { env: wrong });
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /returned 401: Unauthorized. Check the credentials of the registry/,
      ) as string,
    });
    expect(refused.err).not.toContain(PASSWORD);
  });

  test('resumes with the schema with which it began', async () => {
    const state = join(folder, 'stream.state');
    const config = join(folder, 'stream.yaml');
    const written = (schema: string): Promise<void> =>
      writeFile(
        config,
        `destination: kafka
settings: { brokers: '127.0.0.1:${cluster.port}', topic: resumed }
schema: { id: { type: catbird.sequence } }
seed: 7
limit: 5
format:
  name: avro
  schemaRegistry: ${registry.url}
  schemaRegistryUser: me
  schemaRegistryPassword: \${SECRET}
  ${schema}
`,
      );
    const again = async (): Promise<{ code: number | null; err: string }> =>
      here(['run', config, '--state', state], { env: { SECRET: PASSWORD } });
    await written('register: true');
    const first = await again();
    expect(first.err).toContain('Rows have schema 70000 of resumed-value');
    expect(first.code).toBe(0);
    expect(await readFile(state, 'utf8')).not.toContain(PASSWORD);
    expect(await again()).toMatchObject({
      code: 0,
      err: expect.stringContaining('Already finished') as string,
    });
    await written('avroName: Other\n  subject: other\n  register: true');
    expect(await again()).toMatchObject({
      code: 2,
      err: expect.stringContaining('another format') as string,
    });
    expect(await here(['digest', config], { env: { SECRET: PASSWORD } })).toMatchObject({ code: 0 });
    await written('subject: third\n  register: true');
    expect(await here(['digest', config], { env: { SECRET: PASSWORD } })).toMatchObject({ code: 2 });
    expect([...registry.subjects.keys()]).toEqual(['resumed-value', 'other']);
  });
});
