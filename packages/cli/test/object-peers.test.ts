import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { parquetReadObjects } from 'hyparquet';
import S3rver from 's3rver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { startS3 } from '../../../test/services/s3.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

const SCHEMA =
  '{"n": {"type": "catbird.sequence"}, "text": {"type": "string.alphanumeric", "params": [{"length": 100}]}}';
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const ROWS = longOnly([100_000])[0] ?? 20_000;
/** Of more than one part, and more than ten in the long run. */
const MANY = longOnly([700_000])[0] ?? 150_000;

const clientOf = (endpoint: string, more: S3ClientConfig = {}): S3Client =>
  new S3Client({ endpoint, region: 'us-east-1', credentials: KEYS, forcePathStyle: true, ...more });

describe('the client of AWS reads from a real server what was stored there', () => {
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
    client = clientOf(endpoint);
  });
  afterEach(async () => {
    client.destroy();
    await server.close();
    await rm(folder, { recursive: true });
  });

  /** Sends a stream to the bucket, and returns its objects by key. */
  async function stored(limit: number, ...flags: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const settings = ['--bucket', 'events', '--endpoint', endpoint, '--access-key-id', KEYS.accessKeyId];
    const { code, err } = await here(
      ['s3', ...settings, '--secret-access-key', KEYS.secretAccessKey, '--prefix', 'raw/events'].concat(
        ['--schema', '-', '--seed', '7', '--eps', 'max', '--limit', String(limit)],
        flags,
      ),
      { input: SCHEMA },
    );
    expect(code, err).toBe(0);
    const objects = new Map<string, Buffer>();
    let token: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: 'events', Prefix: 'raw/events/', ContinuationToken: token }),
      );
      for (const { Key = '' } of page.Contents ?? []) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: 'events', Key }));
        objects.set(Key, Buffer.from((await Body?.transformToByteArray()) ?? []));
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
    return objects;
  }
  const expectAll = (numbers: readonly unknown[], count: number): void => {
    expect(numbers).toHaveLength(count);
    expect(new Set(numbers).size).toBe(count);
  };
  const numberIn = (row: unknown): unknown => (row as { readonly n: number }).n;

  test('rows as lines of JSON with gzip', async () => {
    const objects = await stored(ROWS, '--batch-bytes', '100000');
    expect(objects.size).toBeGreaterThan(10);
    const rows = [...objects.values()].flatMap((body) => jsonLines(gunzipSync(body).toString()));
    expectAll(rows.map(numberIn), ROWS);
  });

  test('rows as Parquet, a whole file in each object', async () => {
    const objects = await stored(ROWS, '--format', 'parquet', '--batch-rows', '6000');
    expect([...objects.keys()].map((key) => /-(\d+-\d+\.parquet)$/.exec(key)?.[1])).toEqual(
      expect.arrayContaining(['0-6000.parquet', '6000-6000.parquet']),
    );
    const files = await Promise.all(
      [...objects.values()].map((body) =>
        parquetReadObjects({ file: new Uint8Array(body).buffer, columns: ['n'] }),
      ),
    );
    expectAll(
      files.flat().map((row) => Number(numberIn(row))),
      ROWS,
    );
  });

  test.each([
    ['csv', '.csv.gz', /^"?n"?,"?text"?\n/],
    ['json-array', '.json.gz', /^\[/],
    ['avro-file', '.avro', /^Obj/],
  ])('rows as %s, each object whole', async (format, ending, beginning) => {
    const objects = await stored(1000, '--format', format, '--batch-rows', '400');
    expect(objects.size).toBe(3);
    for (const [key, body] of objects) {
      expect(key.endsWith(ending), key).toBe(true);
      expect((ending.endsWith('.gz') ? gunzipSync(body) : body).toString('latin1')).toMatch(beginning);
    }
  });

  test('an object of many parts', async () => {
    const objects = await stored(MANY, '--object-size', '100MB', '--compression', 'none');
    const sizes = [...objects.values()].map(({ length }) => length);
    expect(Math.max(...sizes)).toBeGreaterThan(MANY * 100);
    const lines = [...objects.values()].reduce(
      (sum, body) => sum + body.filter((byte) => byte === 10).length,
      0,
    );
    expect(lines).toBe(MANY);
  });
});

test('the stand-in of these tests takes what the client of AWS sends, and refuses a wrong key', async () => {
  const service = await startS3({ ...KEYS, bucket: 'events', region: 'us-east-1' });
  const put = (more: S3ClientConfig) => {
    const client = clientOf(service.url, { maxAttempts: 1, ...more });
    const Key = "raw/a b=ü&?#%25'(*)!/1.ndjson";
    const sent = client.send(
      new PutObjectCommand({ Bucket: 'events', Key, Body: '{"n":1}\n', IfNoneMatch: '*' }),
    );
    return sent.finally(() => client.destroy());
  };
  const wrong = { credentials: { ...KEYS, secretAccessKey: 'wrong' } };
  await expect(put(wrong)).rejects.toThrow('The signature does not match');
  expect((await put({})).ETag).toMatch(/^"[0-9a-f]{32}"$/);
  await expect(put({})).rejects.toThrow('pre-conditions');
  expect([...service.objects.keys()]).toEqual(["raw/a b=ü&?#%25'(*)!/1.ndjson"]);
  expect(service.rows).toEqual([{ n: 1 }]);
  await service.close();
});
