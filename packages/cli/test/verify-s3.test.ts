import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startS3, type S3Object, type S3Service } from '../../../test/services/s3.ts';
import { begin, here } from './here.ts';
import { send, verdictOn, type SentRows } from './verified.ts';

const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const ENV = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

describe('objects of a real server', () => {
  let folder = '';
  let server: S3rver;
  let client: S3Client;
  let endpoint = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-s3rver-'));
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      directory: folder,
      silent: true,
      configureBuckets: [{ name: 'events', configs: [] }],
    });
    const { port } = await server.run();
    endpoint = `http://127.0.0.1:${port}`;
    client = new S3Client({ endpoint, region: 'us-east-1', credentials: KEYS, forcePathStyle: true });
  });
  afterEach(async () => {
    client.destroy();
    await server.close();
    await rm(folder, { recursive: true });
  });

  const sent = (...flags: readonly string[]): Promise<SentRows> =>
    send([
      's3',
      '--bucket',
      'events',
      '--endpoint',
      endpoint,
      '--access-key-id',
      KEYS.accessKeyId,
      '--secret-access-key',
      KEYS.secretAccessKey,
      '--prefix',
      'raw/a & b',
      '--object-size',
      '100kB',
      ...flags,
    ]);
  const source = (): string => `s3://events/raw/a &*?endpoint=${endpoint}`;

  test.each([
    ['lines of JSON', []],
    ['compressed lines', ['--compression', 'gzip']],
    ['CSV', ['--format', 'csv']],
    ['Parquet', ['--format', 'parquet']],
  ])('that are %s are right as they were stored, and have a lag', async (_, flags) => {
    const { record } = await sent(...flags);
    const report = await verdictOn(record, [source()], { env: ENV });
    expect(report).toMatchObject({ code: 0, verdict: 'right', counts: { right: 900, extra: 0 } });
    expect(report).toMatchObject({ lag: { rows: 900, from: 'acknowledgement', to: 'arrival' } });
  });

  test('to which a client of AWS adds rows and a mark of the end are wrong by the rows alone', async () => {
    const { record } = await sent();
    const put = (Key: string, Body: string): Promise<unknown> =>
      client.send(new PutObjectCommand({ Bucket: 'events', Key, Body }));
    await put('raw/a & b/_SUCCESS', '');
    await put('raw/a & b/zz.ndjson', '{"id":"nobody"}\n');
    await put('other/rows.ndjson', '{"id":"nobody"}\n');
    expect(await verdictOn(record, [source()], { env: ENV })).toMatchObject({
      code: 99,
      counts: { right: 900, extra: 1 },
    });
  });
});

describe('objects of a stand-in', () => {
  const OPTIONS = { bucket: 'events', region: 'us-east-1', ...KEYS };
  let service: S3Service;
  let record = '';
  let folder = '';
  beforeEach(async () => {
    service = await startS3(OPTIONS);
    ({ record, folder } = await send(['log']));
  });
  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });
  const put = async (key: string, body: string): Promise<void> => {
    const client = new S3Client({
      endpoint: service.url,
      region: 'us-east-1',
      credentials: KEYS,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
    await client.send(new PutObjectCommand({ Bucket: 'events', Key: key, Body: body }));
    client.destroy();
  };
  const failing = async (source: string, env: Readonly<Record<string, string>> = ENV) => {
    const { code, out, err } = await here(['verify', '--record', record, '--source', source], { env });
    expect(out).toBe('');
    return { code, err };
  };

  const place = (): string => `s3://events/*?endpoint=${service.url}`;

  test('that change after they were listed give no verdict', async () => {
    await put('a.ndjson', '{"id": 1}\n');
    const objects = service.objects as Map<string, S3Object>;
    service.answerWith(({ path }) => {
      // After the list, and before the object is read.
      if (path.endsWith('a.ndjson'))
        objects.set('a.ndjson', { body: Buffer.from('{}'), etag: '"other"', type: '' });
      return undefined;
    });
    const { code, err } = await failing(place());
    expect(err).toContain('s3://events/a.ndjson changed after it was listed');
    expect(code).toBe(1);
    expect(service.faults).toEqual([]);
  });

  test('that cannot be read give no verdict, and a sentence of what to do without any secret', async () => {
    expect(await failing(place())).toMatchObject({
      code: 1,
      err: expect.stringContaining('no such objects') as unknown,
    });
    await put('a.avro', 'Obj');
    expect((await failing(place())).err).toContain('Use .ndjson, .json, .csv');
    const wrong = await failing(place(), { ...ENV, AWS_SECRET_ACCESS_KEY: 'a-wrong-secret' });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/s3:\/\/events cannot be read: .*403/);
    expect(wrong.err).not.toContain('a-wrong-secret');
  });

  test.each([
    ['without keys', 's3://events/*', {}, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    [
      'with a secret in its address',
      's3://events/*?secretAccessKey=hidden',
      ENV,
      'must not contain a secret',
    ],
    ['with a pattern inside', 's3://events/*/a*', ENV, '* may only be its end'],
    ['without a bucket', 's3:///x', ENV, 'must have a bucket'],
  ] as const)('an address %s is refused', async (_, source, env, words) => {
    const { code, err } = await failing(source, env);
    expect(err).toContain(words);
    expect(err).not.toContain('=hidden');
    expect(code).toBe(2);
  });

  test('are read on while they are followed: each object once', async () => {
    const lines = (
      await here([
        'log',
        '--schema',
        join(folder, 'schema.json'),
        '--from',
        '2026-03-20T00:00:00Z',
        '--eps',
        '0.00073',
        '--limit',
        '900',
        '--seed',
        '7',
        '--quiet',
      ])
    ).out
      .trim()
      .split('\n');
    await put('1.ndjson', `${lines.slice(0, 600).join('\n')}\n`);
    const following = begin(
      ['verify', '--record', record, '--source', place(), '--live', '--within', '1h', '--json'],
      { env: ENV },
    );
    await following.printed('complete through');
    await put('2.ndjson', `${lines.slice(600).join('\n')}\n`);
    const { code, out } = await following.ended;
    expect(JSON.parse(out)).toMatchObject({
      verdict: 'right',
      tables: [{ counts: { right: 900, doubled: 0 } }],
    });
    expect(code).toBe(0);
    expect(
      service.requests.filter(({ path }) => path.endsWith('1.ndjson') && !path.includes('?')),
    ).toHaveLength(2);
  });
});
