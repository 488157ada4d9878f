import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../../../scripts/programs.js';
import { startKafka } from '../../../../scripts/peers/kafka.js';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { kafka } from '../../src/systems/kafka/destination.ts';
import { hasAccepted, jsonLines, progressIn } from '../catbird.ts';
import { begin, here } from '../here.ts';
import { startGate } from './kafka-gate.ts';
import { consumed, kafka as subject } from './kafka.ts';
import { brokerSuite } from './suite.ts';

brokerSuite([subject]);

const program = findProgram('kcat');

describe.skipIf(program === undefined)('Kafka partitions', () => {
  let cluster: Awaited<ReturnType<typeof startKafka>>;
  beforeAll(async () => void (cluster = await startKafka(program ?? '')));
  afterAll(() => cluster.stop());

  const settings = (topic: string, more: Readonly<Record<string, unknown>> = {}) => ({
    brokers: `127.0.0.1:${cluster.port}`,
    topic,
    ...more,
  });
  const sent = async (topic: string, rows: readonly unknown[], more?: Readonly<Record<string, unknown>>) => {
    const config = configOf(kafka, settings(topic, more));
    const connection = await kafka.open(config, testEnv());
    try {
      return await connection.send(batchOf(rows, config.keyField), sendOptions());
    } finally {
      await connection.close();
    }
  };
  const RATE = ['--schema', '-', '--seed', '7', '--json', '--eps', '1000'];
  const streaming = (topic: string, ...more: string[]) =>
    begin(['kafka', '--brokers', `127.0.0.1:${cluster.port}`, '--topic', topic, ...RATE, ...more], {
      input: '{"id": {"type": "string.uuid"}}',
    });

  test('without a key, rows go to all partitions round-robin', async () => {
    await sent(
      'turns',
      Array.from({ length: 8 }, (_, n) => ({ n })),
    );
    const rows = await consumed(cluster.port, 'turns', '%p %s');
    expect(rows.sort()).toEqual(Array.from({ length: 8 }, (_, n) => `${n % 4} {"n":${n}}`).sort());
  });

  test('a key selects the same partition as in other clients', async () => {
    const keys = ['ada', 'grace', 'ünïcode', '', 'x'.repeat(300), 7, true, { a: 1 }];
    await sent('keyed', [...keys.map((user) => ({ user })), { other: 1 }, { user: null }], {
      keyField: 'user',
    });
    const stored = await consumed(cluster.port, 'keyed', '%K %p %k');
    expect(stored.filter((line) => line.startsWith('-1 '))).toHaveLength(2);
    const texts = keys.map((key) => (typeof key === 'string' ? key : JSON.stringify(key)));
    const to = ['-P', '-b', `127.0.0.1:${cluster.port}`, '-t', 'reference', '-K', '\t'];
    const kcat = execFile('kcat', [...to, '-X', 'topic.partitioner=murmur2_random']);
    kcat.stdin?.end(texts.map((key) => `${key}\tx\n`).join(''));
    await new Promise((resolve) => kcat.once('close', resolve));
    const reference = await consumed(cluster.port, 'reference', '%K %p %k');
    const withKey = (lines: readonly string[]) => lines.filter((line) => !/^(-1|0) /.test(line)).sort();
    expect(withKey(stored)).toHaveLength(7);
    expect(withKey(stored)).toEqual(withKey(reference));
  });

  test('partitions can be selected, and a missing one is reported', async () => {
    await sent(
      'chosen',
      Array.from({ length: 6 }, (_, n) => ({ n })),
      { partitions: '1, 3' },
    );
    expect(new Set(await consumed(cluster.port, 'chosen', '%p'))).toEqual(new Set(['1', '3']));
    const error = await deliveryError(sent('chosen', [{}], { partitions: '1,9' }));
    expect(error).toMatchObject({ kind: 'not-found', message: 'The topic chosen has no partition 9' });
  });

  test('headers and gzip arrive', async () => {
    const more = { headers: { source: 'catbird', 'x-ü': 'ö' }, compression: 'gzip', acks: 'leader' };
    expect(await sent('headed', [{ n: 1 }, { n: 2 }], more)).toMatchObject({ accepted: 2 });
    expect((await consumed(cluster.port, 'headed', '%h %s')).sort()).toEqual([
      'source=catbird,x-ü=ö {"n":1}',
      'source=catbird,x-ü=ö {"n":2}',
    ]);
  });

  test('a token file is read at every login', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catbird-token-'));
    const file = join(folder, 'token');
    await writeFile(file, 'an-old-token\n');
    const login = { mechanism: 'OAUTHBEARER', username: '', password: 'a-new-token' } as const;
    const gate = await startGate({ to: cluster.port, login });
    const args = ['--brokers', `127.0.0.1:${gate.port}`, '--topic', 'by-token', '--token-file', file];
    const refused = await here(['check', 'kafka', ...args]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Check the token') as unknown });
    expect(refused.err).not.toContain('an-old-token');
    await writeFile(file, 'a-new-token\n');
    expect(await here(['check', 'kafka', ...args])).toMatchObject({ code: 0 });
    expect(gate).toMatchObject({ logins: 1, refused: 1, faults: [] });
    await Promise.all([gate.stop(), rm(folder, { recursive: true })]);
  });

  test('a token is printed by a command at every login, which a config must not have', async () => {
    const login = { mechanism: 'OAUTHBEARER', username: '', password: 'a-new-token' } as const;
    const gate = await startGate({ to: cluster.port, login });
    const args = ['--brokers', `127.0.0.1:${gate.port}`, '--topic', 'by-command', '--token-command'];
    expect(await here(['check', 'kafka', ...args, 'echo a-new-token'])).toMatchObject({ code: 0 });
    const failed = await here(['check', 'kafka', ...args, 'echo no such session >&2; exit 3']);
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('The command of --token-command ended with 3');
    expect(gate).toMatchObject({ logins: 1, refused: 0, faults: [] });
    await gate.stop();
    const settings = { brokers: 'b:1', topic: 't', tokenCommand: 'echo a' };
    const input = JSON.stringify({ destination: 'kafka', settings });
    const refused = await here(['run', '-'], { input });
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err).toContain(
      'Unknown key settings.tokenCommand. Use CATBIRD_KAFKA_TOKEN_COMMAND, as a config must not run commands',
    );
  });

  test.each(['lz4', 'snappy'])('%s arrives', async (compression) => {
    const rows = Array.from({ length: 2000 }, (_, n) => ({ n, text: 'x'.repeat(50) }));
    expect(await sent(`with-${compression}`, rows, { compression })).toMatchObject({ accepted: 2000 });
    const stored = await consumed(cluster.port, `with-${compression}`, '%s');
    expect(stored.sort()).toEqual(rows.map((row) => JSON.stringify(row)).sort());
  });

  test.each(['murmur2', 'crc32'])('%s selects the same partition as librdkafka', async (partitioner) => {
    const keys = ['21', 'foobar', 'a-little-bit-long-string', 'ünïcode', 'x'.repeat(300)];
    await sent(
      `by-${partitioner}`,
      keys.map((user) => ({ user })),
      { keyField: 'user', partitioner },
    );
    const name = partitioner === 'crc32' ? 'consistent_random' : 'murmur2_random';
    const to = ['-P', '-b', `127.0.0.1:${cluster.port}`, '-t', `kcat-${partitioner}`, '-K', '\t'];
    const kcat = execFile('kcat', [...to, '-X', `topic.partitioner=${name}`]);
    kcat.stdin?.end(keys.map((key) => `${key}\tx\n`).join(''));
    await new Promise((resolve) => kcat.once('close', resolve));
    const [own, reference] = await Promise.all(
      [`by-${partitioner}`, `kcat-${partitioner}`].map((topic) => consumed(cluster.port, topic, '%p %k')),
    );
    expect(own?.sort()).toEqual(reference?.sort());
  });

  test('zstd arrives, where Node has it', async () => {
    const sending = sent('packed', [{ n: 1 }, { n: 2 }], { compression: 'zstd' });
    if (!('zstdCompress' in zlib)) {
      const error = await deliveryError(sending);
      expect(error.message).toBe(`Node ${process.versions.node} has no zstd`);
      expect(error.hint).toContain('Use Node 22.15');
      return;
    }
    expect(await sending).toMatchObject({ accepted: 2 });
    expect((await consumed(cluster.port, 'packed', '%s')).sort()).toEqual(['{"n":1}', '{"n":2}']);
  });

  test('a value field is the value of a message, and null a tombstone under the same key', async () => {
    const rows = [
      { id: 'a', change: { n: 1 } },
      { id: 'b', change: { n: 2 } },
      { id: 'a', change: null },
      { id: 'b' },
    ];
    const more = { keyField: 'id', valueField: 'change', partitions: '0' };
    expect(await sent('compacted', rows, more)).toMatchObject({ accepted: 4 });
    // %S is the size of the value, −1 for null.
    expect(await consumed(cluster.port, 'compacted', '%k %S %s')).toEqual([
      'a 7 {"n":1}',
      'b 7 {"n":2}',
      'a -1 ',
      'b -1 ',
    ]);
  });

  test('a request at the size limit is accepted', async () => {
    const config = configOf(kafka, settings('large', { headers: { a: 'b' } }));
    const { bytes, bytesPerRow = 0 } = kafka.limits(config);
    const row = { text: 'x'.repeat(bytes - bytesPerRow - 12) };
    expect(await sent('large', [row], { headers: { a: 'b' } })).toMatchObject({ accepted: 1 });
  });

  test('a cluster that hangs for seconds loses nothing', async () => {
    const running = streaming('held', '--limit', '4000');
    await hasAccepted(running);
    cluster.hold(true);
    // Two reports with the same count: for a second, nothing was acknowledged.
    await running.until((err) => {
      const [before, last] = progressIn(err).slice(-2);
      return last !== undefined && last['accepted'] === before?.['accepted'];
    });
    cluster.hold(false);
    const ended = await running.ended;
    expect(ended.code, ended.err).toBe(0);
    expect(jsonLines(ended.err).at(-1)).toMatchObject({ accepted: 4000, failed: 0 });
    expect(new Set(await consumed(cluster.port, 'held', '%s')).size).toBe(4000);
  });

  test('if a cluster is gone for good, exactly the unacknowledged events fail', async () => {
    const running = streaming('lost', '--limit', '5000', '--attempts', '2');
    await hasAccepted(running);
    await cluster.kill();
    const ended = await running.ended;
    expect(ended.code).toBe(1);
    const summary = jsonLines(ended.err).at(-1) as Record<string, number>;
    expect(summary).toMatchObject({ reason: 'failed', rejected: 0 });
    expect(summary['accepted']).toBeGreaterThan(0);
    expect(summary['failed']).toBeGreaterThan(0);
    expect((summary['accepted'] ?? 0) + (summary['failed'] ?? 0)).toBe(summary['generated']);
  });
});
