import { DuckDBInstance } from '@duckdb/node-api';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases, longOnly } from '../../../test/long.ts';
import { begin, here, type Begun } from './here.ts';
import { send } from './sender.ts';

const CONFIG = `seed: 42
from: 2026-03-01T00:00:00Z
to: 2026-03-03T00:00:00Z
entities:
  customer:
    size: 3000
    key: { type: string.uuid }
    fields:
      city: { type: location.city }
streams:
  orders:
    destination: log
    eps: 0.2
    rate: business day
    faults: { duplicates: { share: 0.1 } }
    schema:
      id: { type: catbird.sequence }
      at: { type: catbird.timestampNow }
      customer_id: { type: catbird.entity, params: { of: customer } }
      customer_city: { type: catbird.ref, params: customer_id.city }
      quantity: { type: number.int, params: { min: 1, max: 9 } }
      price: { type: number.float, params: { min: 1, max: 90, fractionDigits: 2 } }
      paid: { type: datatype.boolean }
      status: { type: helpers.arrayElement, params: [new, paid, sent], nulls: 0.2 }
      note: { type: lorem.sentence, missing: 0.5 }
      place: { type: object, fields: { lat: { type: location.latitude }, zip: { type: location.zipCode, nulls: 0.3 } } }
      tags: { type: lorem.word, count: { min: 0, max: 3 } }
  steps:
    destination: log
    eps: 5
    schema:
      n: { type: catbird.sequence }
      text: { type: catbird.expression, params: "n <= 90000 || n > 91000 ? 'short' : '${'long'.repeat(100)}'" }
`;

let folder = '';
let file = '';
let running: Begun | undefined;
let port = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-lake-'));
  file = join(folder, 'shop.yaml');
  await writeFile(file, CONFIG);
  [running, port] = await served();
});
afterAll(async () => {
  running?.stop();
  await running?.ended;
  await rm(folder, { recursive: true });
});

async function served(
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<[Begun, number]> {
  const begun = begin(
    ['lake', file, '--port', '0', '--group-rows', '1000', '--object-rows', '4000', ...flags],
    { env },
  );
  return [begun, Number(/^\d+/.exec(await begun.printed('Listening on http://127.0.0.1:'))?.[0])];
}

const clientOf = (at: number, secretAccessKey = 'any', accessKeyId = 'any'): S3Client =>
  new S3Client({
    endpoint: `http://127.0.0.1:${at}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
  });

async function keysOf(table: string): Promise<readonly { readonly key: string; readonly size: number }[]> {
  const found = [];
  const pages = paginateListObjectsV2(
    { client: clientOf(port), pageSize: 2 },
    { Bucket: 'catbird', Prefix: `${table}/` },
  );
  for await (const { Contents = [] } of pages)
    found.push(...Contents.map(({ Key: key = '', Size: size = 0 }) => ({ key, size })));
  return found;
}

const urlOf = (key: string): string => `http://127.0.0.1:${port}/catbird/${key}`;
const bytesOf = async (key: string, range?: string): Promise<Buffer> => {
  const response = await fetch(urlOf(key), range === undefined ? {} : { headers: { range } });
  return Buffer.from(await response.arrayBuffer());
};

/** The rows that `catbird sample` prints, as a file. */
async function sampled(...asked: readonly string[]): Promise<string> {
  const path = join(folder, `${asked.join('')}.ndjson`);
  await writeFile(path, (await here(['sample', '--config', file, ...asked, '-n', '1000000'])).bytes);
  return path;
}

test('a warehouse reads the objects as the rows of sample, and references join', async () => {
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  const count = async (query: string): Promise<unknown> =>
    (await duck.runAndReadAll(`SELECT count(*)::INTEGER FROM ${query}`)).getRows()[0]?.[0];
  for (const table of ['orders', 'customer']) {
    const paths = [];
    for (const [i, { key, size }] of (await keysOf(table)).entries()) {
      const bytes = await bytesOf(key);
      expect(bytes.length).toBe(size);
      paths.push(join(folder, `${table}-${i}.parquet`));
      await writeFile(paths.at(-1) ?? '', bytes);
    }
    await duck.run(
      `CREATE VIEW ${table} AS FROM read_parquet(${JSON.stringify(paths).replaceAll('"', "'")})`,
    );
  }
  const orders = await sampled('--stream', 'orders');
  const customers = await sampled('--entity', 'customer');
  const columns = `{id: 'BIGINT', "at": 'TIMESTAMP', customer_id: 'VARCHAR', customer_city: 'VARCHAR', quantity: 'INTEGER',
    price: 'DOUBLE', paid: 'BOOLEAN', status: 'VARCHAR', note: 'VARCHAR', place: 'STRUCT(lat DOUBLE, zip VARCHAR)', tags: 'JSON'}`;
  await duck.run(`CREATE VIEW expected AS FROM read_json('${orders}', columns = ${columns})`);
  await duck.run(`CREATE VIEW people AS FROM read_json_auto('${customers}')`);
  expect(await count('orders')).toBeGreaterThan(8000);
  for (const [one, other] of [
    ['orders', 'expected'],
    ['customer', 'people'],
  ]) {
    expect(await count(`(FROM ${one} EXCEPT ALL FROM ${other})`)).toBe(0);
    expect(await count(`(FROM ${other} EXCEPT ALL FROM ${one})`)).toBe(0);
  }
  const joined = 'orders o JOIN customer c USING (customer_id) WHERE o.customer_city = c.city';
  expect(await count(joined)).toBe(await count('orders'));
  duck.closeSync();
});

test('a reader takes a column and some rows over ranges', async () => {
  const [{ key } = { key: '' }, ...others] = await keysOf('orders');
  expect(others.length).toBeGreaterThan(1);
  const objects = await parquetReadObjects({
    file: await asyncBufferFromUrl({ url: urlOf(key) }),
    columns: ['id', 'at'],
    rowStart: 1500,
    rowEnd: 1502,
  });
  expect(objects.map(({ id }) => id)).toEqual([1501n, 1502n]);
});

test('any range is that part of the whole', async () => {
  const [{ key, size } = { key: '', size: 0 }] = await keysOf('customer');
  const whole = await bytesOf(key);
  await fc.assert(
    fc.asyncProperty(fc.nat(size - 1), fc.nat(size + 10), async (from, to) => {
      expect((await bytesOf(key, `bytes=${from}-`)).equals(whole.subarray(from))).toBe(true);
      expect(
        (await bytesOf(key, `bytes=-${to + 1}`)).equals(whole.subarray(Math.max(0, size - to - 1))),
      ).toBe(true);
      if (to >= from)
        expect((await bytesOf(key, `bytes=${from}-${to}`)).equals(whole.subarray(from, to + 1))).toBe(true);
    }),
    { numRuns: cases(25) },
  );
});

test('the client of AWS lists, reads and gets the errors of S3', async () => {
  const client = clientOf(port);
  const folders = await client.send(new ListObjectsV2Command({ Bucket: 'catbird', Delimiter: '/' }));
  expect(folders.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['customer/', 'orders/', 'steps/']);
  const Key = 'customer/part-00000.parquet';
  const {
    ETag = '',
    ContentLength = 0,
    LastModified,
  } = await client.send(new HeadObjectCommand({ Bucket: 'catbird', Key }));
  expect(ETag).toMatch(/^"[\da-f]{32}-1"$/);
  expect(LastModified).toEqual(new Date(0));
  const { Body, ContentRange } = await client.send(
    new GetObjectCommand({ Bucket: 'catbird', Key, Range: 'bytes=-8', IfMatch: ETag }),
  );
  expect(ContentRange).toBe(`bytes ${ContentLength - 8}-${ContentLength - 1}/${ContentLength}`);
  expect(
    Buffer.from((await Body?.transformToByteArray()) ?? [])
      .subarray(4)
      .toString(),
  ).toBe('PAR1');
  for (const [input, status] of [
    [{ Key, IfNoneMatch: ETag }, 304],
    [{ Key, IfModifiedSince: new Date() }, 304],
    [{ Key, IfMatch: '"other"' }, 412],
    [{ Key: 'customer/part-00001.parquet' }, 404],
  ] as const)
    await expect(client.send(new GetObjectCommand({ Bucket: 'catbird', ...input }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: status },
    });
});

const KEY = '/catbird/customer/part-00000.parquet';
const HOSTILE = [
  [{ path: '/catbird/none' }, 404, 'NoSuchKey'],
  [{ path: '/catbird/customer/part-00001.parquet' }, 404, 'NoSuchKey'],
  [{ path: '/catbird/../../etc/passwd' }, 404, 'NoSuchKey'],
  [{ path: '/catbird/customer/%00' }, 404, 'NoSuchKey'],
  [{ path: '/other' }, 404, 'NoSuchBucket'],
  [{ path: '/%ff' }, 400, 'InvalidURI'],
  [{ path: '//' }, 200, 'ListAllMyBucketsResult'],
  [{ path: '/catbird?list-type=2&continuation-token=x' }, 400, 'InvalidArgument'],
  [{ path: '/catbird?max-keys=1e9' }, 400, 'InvalidArgument'],
  [{ path: '/catbird?versions' }, 501, 'NotImplemented'],
  [{ path: KEY, headers: { range: 'bytes=99999999999-' } }, 416, 'InvalidRange'],
  [{ path: KEY, headers: { range: 'bytes=-0' } }, 416, 'InvalidRange'],
  [{ method: 'PUT', path: KEY, body: 'x'.repeat(100_000) }, 405, 'MethodNotAllowed'],
  [{ method: 'DELETE', path: KEY }, 405, 'MethodNotAllowed'],
  [{ method: 'BREW', path: KEY }, 400, 'BadRequest'],
  [{ path: '/catbird', headers: { host: 'evil.example.com' } }, 403, 'AccessDenied'],
  [{ path: '/catbird', headers: { origin: 'https://evil.example.com' } }, 403, 'AccessDenied'],
  [{ path: '/catbird', headers: { 'x-large': 'x'.repeat(20_000) } }, 400, 'RequestHeaderSectionTooLarge'],
] as const;
const titled = HOSTILE.map(([request, status, code]) => ({ request, status, code, path: request.path }));
test.each(titled)('$path ends in $status $code', async ({ request, status, code }) => {
  const answer =
    'method' in request && request.method === 'BREW'
      ? await raw(`BREW ${request.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
      : await send(port, { method: 'GET', ...request });
  expect(answer.status).toBe(status);
  expect(answer.body).toContain(`<${status === 200 ? '' : 'Code>'}${code}`);
  expect(answer.body).toMatch(/^<\?xml/);
});

/** What comes back for these bytes. */
async function raw(bytes: string): Promise<{ readonly status: number; readonly body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body };
}

test.each(['bytes=a-b', 'bytes=5-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=-', ''])(
  'the range %j is none: all of the object comes',
  async (range) =>
    expect((await bytesOf('customer/part-00000.parquet', range)).length).toBeGreaterThan(100_000),
);

test('texts that are longer than their place are an error with their rows, and others are read', async () => {
  const all = await keysOf('steps');
  expect(all.length).toBeGreaterThan(200);
  // Rows 90,001 to 91,000 are those of one row group.
  const key = 'steps/day=2026-03-01/part-00022.parquet';
  const { status, body } = await send(port, { method: 'GET', path: `/catbird/${key}` });
  expect(status).toBe(500);
  expect(body).toContain(
    'steps.text, rows 90000 to 90999: The texts are longer than their place. Reduce --group-rows or the text',
  );
  await running?.until((err) => err.includes('steps.text, rows 90000'));
  expect(
    (await send(port, { method: 'GET', path: '/catbird/steps/day=2026-03-01/part-00000.parquet' })).status,
  ).toBe(200);
});

test('of very many requests at a time, those beyond a limit get SlowDown', async () => {
  const count = longOnly([1000])[0] ?? 300;
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      send(port, { method: 'GET', path: `/catbird/steps/day=2026-03-01/part-000${10 + (i % 10)}.parquet` }),
    ),
  );
  const slow = answers.filter(({ status }) => status === 503);
  expect(slow.every(({ body }) => body.includes('<Code>SlowDown</Code>'))).toBe(true);
  expect(answers.filter(({ status }) => status === 200).length + slow.length).toBe(count);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(64);
});

test('a client that goes away or takes nothing keeps no others waiting', async () => {
  for (let i = 0; i < 70; i++) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET ${KEY} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    socket.destroy();
  }
  await expect
    .poll(async () => (await send(port, { method: 'GET', path: '/catbird?max-keys=1' })).status)
    .toBe(200);
});

test('with a key, only requests with its signature are answered', async () => {
  const [begun, at] = await served(['--access-key', 'reader'], { CATBIRD_SECRET_KEY: 'secret' });
  const list = (id: string, secret: string): Promise<unknown> =>
    clientOf(at, secret, id).send(
      new ListObjectsV2Command({ Bucket: 'catbird', Prefix: "a b+c/é'(*)", Delimiter: '/', MaxKeys: 3 }),
    );
  try {
    await expect(list('reader', 'secret')).resolves.toMatchObject({ KeyCount: 0 });
    await expect(list('reader', 'other')).rejects.toThrow('does not match');
    await expect(list('other', 'secret')).rejects.toThrow('not the one of this server');
    // A link that others may open for a minute, as the SDKs make it.
    const signer = new SignatureV4({
      service: 's3',
      region: 'us-east-1',
      credentials: { accessKeyId: 'reader', secretAccessKey: 'secret' },
      sha256: Sha256,
      uriEscapePath: false,
      applyChecksum: false,
    });
    const host = `127.0.0.1:${at}`;
    const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const { query = {} } = await signer.presign(
      { method: 'GET', protocol: 'http:', hostname: '127.0.0.1', path: KEY, headers: { host, ...unsigned } },
      { expiresIn: 60 },
    );
    const link = `http://${host}${KEY}?${new URLSearchParams(query as Record<string, string>).toString()}`;
    const opened = await fetch(link);
    expect([opened.status, (await opened.text()).slice(0, 4)]).toEqual([200, 'PAR1']);
    expect((await fetch(link.replace('part-00000', 'part-00001'))).status).toBe(403);
    for (const [path, code] of [
      ['/catbird', 'AccessDenied'],
      ['/catbird?X-Amz-Signature=0', 'AuthorizationQueryParametersError'],
      [
        '/catbird?X-Amz-Signature=0&X-Amz-Expires=60&X-Amz-Credential=reader/1/2/s3/aws4_request',
        'RequestTimeTooSkewed',
      ],
    ] as const)
      expect((await send(at, { method: 'GET', path })).body).toContain(`<Code>${code}</Code>`);
  } finally {
    begun.stop();
    await begun.ended;
  }
});

test.each([
  ['seed: 42\n', '', [], 'a table needs a seed'],
  ['from: 2026-03-01T00:00:00Z\nto: 2026-03-03T00:00:00Z\n', '', [], 'a table needs absolute times'],
  ['2026-03-01T00:00:00Z\nto: 2026-03-03T00:00:00Z', '-1d', [], 'a table needs absolute times'],
  [
    'duplicates: { share: 0.1 }',
    'drift: [{ at: 2026-03-02T00:00:00Z, remove: [note] }]',
    [],
    'all have the same fields',
  ],
  [
    'seed: 42\n',
    'seed: 42\nincidents: [{ name: gap, at: +1h, for: 5m, in: { orders: { drop: true } } }]\n',
    [],
    'incidents.0.in.orders.drop: a table that is computed has all rows',
  ],
  ['', '', ['--object-rows', '1500'], 'must be a multiple of --group-rows'],
  ['', '', ['--host', '0.0.0.0'], 'set --access-key'],
  ['', '', ['--access-key', 'reader'], 'needs its secret in CATBIRD_SECRET_KEY'],
] as const)('%j as %j with %j is refused', async (from, to, flags, reason) => {
  const path = join(folder, 'wrong.yaml');
  await writeFile(path, CONFIG.replace(from, to).replace(/ {2}steps:[^]*/, ''));
  const { code, err } = await here(['lake', path, '--group-rows', '1000', ...flags]);
  expect(err).toContain(reason);
  expect(code).toBe(2);
  if (flags.length === 0) expect(err).toMatch(/wrong\.yaml:\d+:\d+: error/);
});
