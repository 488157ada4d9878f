import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import avsc from 'avsc';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import { startRedis } from '../../../../scripts/peers/redis.js';
import { findProgram } from '../../../../scripts/programs.js';
import { jsonLines } from '../catbird.ts';
import { here } from '../here.ts';

const program = findProgram('redis-server');
const ROWS = ['--template', 'Flight Bookings', '--seed', '7', '--from', '2026-01-01', '--eps', '50'];

/** A row as avsc reads it: times are numbers. */
const asRead = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name === 'timestamp' ? Date.parse(String(value)) : (value as unknown),
    ]),
  );

describe.skipIf(program === undefined)('Redis', () => {
  let folder = '';
  let server: { stop(): Promise<void> };
  let client: Redis;
  let stream: readonly string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-records-'));
    const [port = 0] = await freePorts(1);
    server = await startRedis({ program: program ?? '', port });
    client = new Redis(port);
    stream = ['redis', '--url', `redis://127.0.0.1:${port}`, ...ROWS, '--to', '2026-01-02'];
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const stored = async (name: string): Promise<readonly Buffer[]> =>
    (await client.xrangeBuffer(name, '-', '+')).flatMap(([, [, row]]) => row ?? []);

  test.each([[[]], [['--workers', '2']]])('gets a record of Avro with each event, with %j', async (flags) => {
    const schema = (await here(['schema', '--as', 'avro', '--template', 'Flight Bookings'])).out;
    const file = join(folder, 'event.avsc');
    await writeFile(file, schema);
    const name = `avro${flags.length}`;
    const avro = ['--format', 'avro', '--avro-schema', file, '--stream', name];
    const ended = await here([...stream, ...avro, '--limit', '3000', ...flags]);
    expect(ended.code, ended.err).toBe(0);
    const type = avsc.Type.forSchema(JSON.parse(schema) as avsc.Schema, { wrapUnions: false });
    const found = (await stored(name)).map((bytes) => ({ ...(type.fromBuffer(bytes) as object) }));
    const sampled = jsonLines((await here(['sample', ...ROWS, '-n', '3000', '--quiet'])).out) as object[];
    const texts = (rows: readonly object[]): readonly string[] => rows.map((row) => JSON.stringify(row));
    expect(texts(found).toSorted()).toEqual(texts(sampled.map(asRead)).toSorted());
  });

  test('gets each event as a line of CSV without header and newline', async () => {
    const ended = await here([...stream, '--format', 'csv', '--stream', 'csv', '--limit', '100']);
    expect(ended.code, ended.err).toBe(0);
    const printed = (await here(['sample', ...ROWS, '-n', '100', '--format', 'csv', '--quiet'])).out;
    expect((await stored('csv')).map(String)).toEqual(printed.trimEnd().split('\n').slice(1));
  });

  test('gets nothing if the format has no place for a field', async () => {
    const schema = '{"a-b": {"type": "catbird.sequence"}}';
    const args = ['redis', '--url', stream[2] ?? '', '--stream', 'none', '--schema', '-', '--limit', '1'];
    const ended = await here([...args, '--format', 'avro'], { input: schema });
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('a-b: names in Avro') as string });
    expect(await stored('none')).toEqual([]);
  });
});
