import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HANG_UP } from '../../../../test/services/service.ts';
import { rowsIn, s3Error, startS3, type S3Service } from '../../../../test/services/s3.ts';
import { batchOf, batchWith } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { settingErrors } from '../../test/setting-errors.ts';
import { limitsWithin } from '../../../stream/src/stream-format.ts';
import { parseConfig } from './parse-config.ts';
import type { DestinationEnv } from './destination.ts';
import { open as openConnection } from './s3-connection.ts';
import { s3, s3WithRoutes } from './s3.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY';
const SESSION = 'FwoGZXIvYXdzEXAMPLE/+token==';
const BUCKET = {
  bucket: 'events',
  region: 'eu-north-1',
  accessKeyId: 'AKIAEXAMPLE',
  secretAccessKey: SECRET,
};
const settings = (url: string): Readonly<Record<string, unknown>> => ({ ...BUCKET, endpoint: url });

const CODES: Readonly<Record<number, string>> = {
  403: 'AccessDenied',
  404: 'NoSuchBucket',
  500: 'InternalError',
};

/** An error that was found after the response had begun. */
const LATE_ERROR = {
  status: 200,
  body: '<Error xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Code>InternalError</Code></Error>',
};

contractSuite({
  destination: s3,
  start: () => startS3(BUCKET),
  settings: (url) => ({ ...settings(url), prefix: "a b/ü=ß&?#%25'(*)!", partitionBy: 'hour' }),
  wrongCredentials: { secretAccessKey: 'another/secret' },
  secrets: [SECRET],
  refusal: (status, words) => s3Error(status, CODES[status] ?? 'Other', words),
  success: () => ({ status: 200, headers: { etag: '"1"' } }),
  readsAnswers: false,
});

contractSuite({
  destination: s3WithRoutes,
  start: () => startS3({ ...BUCKET, sessionToken: SESSION }),
  settings: (url) => ({ ...settings(url), sessionToken: SESSION, compression: 'none' }),
  wrongCredentials: { accessKeyId: 'AKIAOTHER' },
  secrets: [SECRET, SESSION],
  refusal: (status, words) => s3Error(status, CODES[status] ?? 'Other', words),
  success: () => ({ status: 200, headers: { etag: '"1"' } }),
  readsAnswers: false,
});

describe('S3', () => {
  let service: S3Service;
  beforeEach(async () => {
    service = await startS3(BUCKET);
  });
  afterEach(() => service.close());

  const stream = { id: 'Ab3', rowNumber: (row: number) => 1000 + row };
  const open = (more: Readonly<Record<string, unknown>> = {}, env: Partial<DestinationEnv> = {}) =>
    s3.open(configOf(s3, { ...settings(service.url), ...more }), { ...testEnv(), stream, ...env });
  const keys = (): readonly string[] => [...service.objects.keys()];

  test('an object has the name of its rows, and is text with gzip', async () => {
    const connection = await open({ prefix: 'raw/orders' });
    const rows = [{ n: 1 }, { n: 2 }];
    await connection.send({ ...batchOf(rows), first: 7 }, sendOptions());
    expect(keys()).toEqual(['raw/orders/Ab3-1007-2.ndjson.gz']);
    const [[key = '', object] = []] = service.objects;
    expect(object?.type).toBe('application/gzip');
    expect(rowsIn(key, object?.body ?? Buffer.alloc(0))).toEqual(rows);
  });

  test('the same rows replace their object, whatever was lost between', async () => {
    const connection = await open();
    service.answerWith((request) => (request.method === 'PUT' ? HANG_UP : undefined), 1);
    await deliveryError(connection.send(batchOf([1, 2]), sendOptions()));
    await connection.send(batchOf([1, 2]), sendOptions({ attempt: 2, uncertain: true }));
    await connection.send(batchOf([1, 2]), sendOptions({ attempt: 3 }));
    expect(keys()).toEqual(['Ab3-1000-2.ndjson.gz']);
  });

  test('without a stream, objects have a random name that stays', async () => {
    const connection = await open({}, { stream: undefined as never });
    await connection.send(batchOf([1]), sendOptions());
    await connection.send({ ...batchOf([1]), first: 1 }, sendOptions());
    expect(keys()).toEqual(['iiiiiiiiiiii-0-1.ndjson.gz', 'iiiiiiiiiiii-1-1.ndjson.gz']);
  });

  test.each([
    ['day', 'dt=2026-11-21/Ab3-1000-1.ndjson'],
    ['hour', 'dt=2026-11-21/hour=13/Ab3-1000-1.ndjson'],
  ])('folders by %s are those of the time of the rows', async (partitionBy, key) => {
    const connection = await open({ partitionBy, compression: 'none' });
    const ms = Date.UTC(2026, 10, 21, 13, 59, 59, 999);
    await connection.send(batchWith([[1, { ms }]]), sendOptions());
    expect(keys()).toEqual([key]);
  });

  test('folders are those of a time zone, if there is one', async () => {
    const toLocal = (ms: number): number => ms + 5.5 * 3_600_000;
    const connection = await open({ partitionBy: 'hour', compression: 'none' }, { toLocal });
    await connection.send(batchWith([[1, { ms: Date.UTC(2026, 10, 21, 23) }]]), sendOptions());
    expect(keys()).toEqual(['dt=2026-11-22/hour=04/Ab3-1000-1.ndjson']);
  });

  test('another attempt stores the same object, also if an hour has begun since', async () => {
    let ms = Date.UTC(2026, 10, 21, 13, 59);
    const connection = await open({ partitionBy: 'hour' }, { now: () => ms });
    service.answerWith(s3Error(500, 'InternalError', 'We encountered an internal error'), 1);
    await deliveryError(connection.send(batchOf([1]), sendOptions()));
    ms += 3_600_000;
    await connection.send(batchOf([1]), sendOptions({ attempt: 2 }));
    await connection.send({ ...batchOf([1]), first: 1 }, sendOptions({ id: 'other' }));
    expect(keys()).toEqual([
      'dt=2026-11-21/hour=13/Ab3-1000-1.ndjson.gz',
      'dt=2026-11-21/hour=14/Ab3-1001-1.ndjson.gz',
    ]);
  });

  test('with refuse, an existing object is an error, unless an earlier attempt may have stored it', async () => {
    const connection = await open({ existing: 'refuse' });
    await connection.send(batchOf([1]), sendOptions());
    const error = await deliveryError(connection.send(batchOf([1]), sendOptions()));
    expect(error).toMatchObject({
      kind: 'rejected',
      status: 412,
      code: 'PreconditionFailed',
      uncertain: false,
    });
    expect(error.hint).toContain('exists');
    const again = connection.send(batchOf([1]), sendOptions({ attempt: 2, uncertain: true }));
    expect(await again).toMatchObject({ accepted: 1, status: 412 });
  });

  test.each([
    [400, 'EntityTooLarge', 'too-large', false],
    [400, 'RequestTimeout', 'unavailable', false],
    [400, 'ExpiredToken', 'auth', false],
    [409, 'ConditionalRequestConflict', 'unavailable', false],
    [500, 'InternalError', 'unavailable', true],
    [503, 'SlowDown', 'rate-limited', false],
  ])('%i %s is "%s"', async (status, code, kind, uncertain) => {
    service.answerWith(s3Error(status, code, 'No'));
    expect(await deliveryError((await open()).send(batchOf([1]), sendOptions()))).toMatchObject({
      kind,
      code,
      uncertain,
    });
  });

  test('the region of the bucket is the hint if another one is set', async () => {
    const wrong = await deliveryError(
      (await open({ region: 'us-west-2' })).send(batchOf([1]), sendOptions()),
    );
    expect(wrong).toMatchObject({
      kind: 'auth',
      hint: 'The bucket is in the region eu-north-1: set the region.',
    });
    service.answerWith({
      ...s3Error(301, 'PermanentRedirect', ''),
      headers: { 'x-amz-bucket-region': 'ap-1' },
    });
    const moved = await deliveryError((await open()).send(batchOf([1]), sendOptions()));
    expect(moved).toMatchObject({
      kind: 'not-found',
      hint: 'The bucket is in the region ap-1: set the region.',
    });
  });

  test.each([
    ['no tag', { status: 200 }, 'unconfirmed'],
    ['a web page', { status: 200, headers: { 'content-type': 'text/html', etag: '"1"' } }, 'not-found'],
    ['an empty tag', { status: 200, headers: { etag: '' } }, 'unconfirmed'],
    ['a tag of a part of the request', { status: 206, headers: { etag: '"1"' } }, 'unconfirmed'],
    ['an error', s3Error(200, 'InternalError', 'No'), 'unavailable'],
    ['a tag and an error', { ...LATE_ERROR, headers: { etag: '"1"' } }, 'unavailable'],
  ])('a successful response with %s confirms nothing', async (_, answer, kind) => {
    service.answerWith(answer);
    const error = await deliveryError((await open()).send(batchOf([1, 2]), sendOptions()));
    expect(error).toMatchObject({ kind, uncertain: true });
  });

  test('the connection test says what is wrong with the bucket', async () => {
    const wrong = configOf(s3, { ...settings(service.url), bucket: 'other' });
    const result = await s3.check(wrong, testEnv(), new AbortController().signal);
    expect(result).toMatchObject({ ok: false, kind: 'not-found' });
    expect(service.objects.size).toBe(0);
  });

  describe('in parts', () => {
    const text = 'x'.repeat(50);
    const large = () => batchOf([{ text }]);
    beforeEach(async () => {
      await service.close();
      service = await startS3({ ...BUCKET, leastPartBytes: 1 });
    });
    const openSized = async (
      more: Readonly<Record<string, unknown>>,
      sizes?: Parameters<typeof openConnection>[3],
    ) => {
      const given = { ...settings(service.url), compression: 'none', ...more };
      const { region = '', ...config } = configOf(s3, given);
      return openConnection(`${service.url}/events`, { region, ...config }, { ...testEnv(), stream }, sizes);
    };
    const openPlain = (more: Readonly<Record<string, unknown>> = {}) =>
      openSized(more, { multipart: 50, part: 25 });

    test('a large object is uploaded whole, in parts of a size that S3 accepts', async () => {
      const connection = await openSized({}, { multipart: 10_000_000 });
      const most = 'x'.repeat(10 * 2 ** 20 - 12);
      const receipt = await connection.send(batchOf([{ text: most }]), sendOptions());
      expect(receipt).toMatchObject({ accepted: 1, bytes: most.length + 12 });
      const [object] = service.objects.values();
      expect(object?.body.equals(Buffer.from(`{"text":"${most}"}\n`))).toBe(true);
      expect(object?.type).toBe('application/x-ndjson');
      const parts = service.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body.length);
      expect(parts.toSorted((a, b) => b - a)).toEqual([8 * 2 ** 20, 2 * 2 ** 20]);
      expect(service.uploads.size).toBe(0);
      await connection.close();
    });

    test.each(['a part', 'the completion'])('an upload is removed if %s fails', async (what) => {
      service.answerWith(({ method, query }) => {
        const isPart = method === 'PUT' && query['partNumber'] === '3';
        const isEnd = method === 'POST' && 'uploadId' in query;
        return (what === 'a part' ? isPart : isEnd) ? s3Error(500, 'InternalError', 'No') : undefined;
      });
      const connection = await openPlain();
      const error = await deliveryError(connection.send(large(), sendOptions()));
      expect(error).toMatchObject({ kind: 'unavailable', code: 'InternalError' });
      expect([service.uploads.size, service.objects.size]).toEqual([0, 0]);
      await connection.close();
    });

    test.each([
      ['a tag and an error', { ...LATE_ERROR, headers: { etag: '"1"' } }, 'unavailable', 0],
      ['a tag and no result', { status: 200, headers: { etag: '"1"' } }, 'unconfirmed', 1],
      ['a result without a tag', { status: 200, body: '<CompleteMultipartUploadResult/>' }, 'unconfirmed', 1],
      ['the page of a proxy', { status: 504, body: 'Gateway Timeout' }, 'unavailable', 1],
      ['no response', HANG_UP, 'network', 1],
      ['a refusal', s3Error(403, 'AccessDenied', 'No'), 'auth', 0],
    ] as const)(
      'a completion with %s confirms nothing, and its upload is removed only if it is certainly incomplete',
      async (_, answer, kind, uploads) => {
        service.answerWith(({ method, query }) =>
          method === 'POST' && 'uploadId' in query ? answer : undefined,
        );
        const connection = await openPlain();
        const error = await deliveryError(connection.send(large(), sendOptions()));
        expect(error).toMatchObject({ kind, uncertain: kind !== 'auth' });
        expect(service.uploads.size).toBe(uploads);
        await connection.close();
      },
    );

    test.each([
      ['a part', 'PUT', { status: 200 }, 'the header ETag'],
      ['a part', 'PUT', { status: 206, headers: { etag: '"1"' } }, 'the status 200'],
      ['a new upload', 'POST', { status: 200 }, 'its UploadId'],
    ])(
      '%s that nothing confirms ends the run, as every other would fail',
      async (_, sent, answer, missing) => {
        service.answerWith(({ method }) => (method === sent ? answer : undefined));
        const connection = await openPlain();
        const error = await deliveryError(connection.send(large(), sendOptions()));
        expect(error).toMatchObject({ kind: 'not-found', uncertain: false });
        expect(error.message).toContain(`without ${missing}`);
        expect(service.uploads.size).toBe(0);
      },
    );

    test('an error after 200 is one, and the condition is kept', async () => {
      const connection = await openPlain({ existing: 'refuse' });
      service.answerWith(({ method, query }) =>
        method === 'POST' && 'uploadId' in query ? s3Error(200, 'InternalError', 'No') : undefined,
      );
      const error = await deliveryError(connection.send(large(), sendOptions()));
      expect(error).toMatchObject({ kind: 'unavailable', uncertain: true });
      service.answerWith(undefined);
      await connection.send(large(), sendOptions());
      expect(await deliveryError(connection.send(large(), sendOptions()))).toMatchObject({ status: 412 });
      expect(service.uploads.size).toBe(0);
    });

    test('an upload is removed if the run is aborted, and one that cannot be is named at the end', async () => {
      const controller = new AbortController();
      const connection = await openPlain();
      service.answerWith(({ method }) => {
        if (method === 'PUT') controller.abort(new Error('enough'));
        return method === 'PUT' ? { status: 200, headers: { etag: '1' }, afterMs: 60_000 } : undefined;
      });
      await expect(connection.send(large(), sendOptions({ signal: controller.signal }))).rejects.toThrow(
        'enough',
      );
      expect(service.uploads.size).toBe(0);
      await connection.close();

      service.answerWith(({ method }) =>
        method === 'POST' ? undefined : s3Error(403, 'AccessDenied', 'Access Denied'),
      );
      await deliveryError(connection.send(large(), sendOptions()));
      const left = await deliveryError(connection.close());
      expect(left.hint).toContain('AbortIncompleteMultipartUpload');
      await connection.close();
    });
  });
});

describe('S3’s settings', () => {
  const given = { bucket: 'my-events', accessKeyId: 'AKIA', secretAccessKey: SECRET };

  test.each([
    [{}, 'my-events.s3.us-east-1.amazonaws.com'],
    [{ region: 'cn-north-1' }, 'my-events.s3.cn-north-1.amazonaws.com.cn'],
    [{ bucket: 'my.events' }, 's3.us-east-1.amazonaws.com'],
    [{ addressing: 'path' }, 's3.us-east-1.amazonaws.com'],
    [{ endpoint: 'https://x.r2.cloudflarestorage.com', region: 'auto' }, 'x.r2.cloudflarestorage.com'],
    [{ endpoint: 'https://minio.example:9000/', addressing: 'host' }, 'my-events.minio.example:9000'],
  ])('%j is sent to %s', (more, host) => {
    expect(s3.host(configOf(s3, { ...given, ...more }))).toBe(host);
  });

  test.each([
    [{ bucket: 'a/b' }, 'bucket'],
    [{ region: 'eu north' }, 'region'],
    [{ endpoint: 'http://minio.example' }, 'endpoint'],
    [{ endpoint: 'https://minio.example?x=1' }, 'endpoint'],
    [{ prefix: '/events' }, 'prefix'],
    [{ prefix: 'events//raw' }, 'prefix'],
    [{ prefix: 'events/../raw' }, 'prefix'],
    [{ prefix: '{{country}}' }, 'prefix'],
    [{ objectSize: '0MB' }, 'objectSize'],
    [{ objectSize: '2000MB' }, 'objectSize'],
    [{ objectSize: 'large' }, 'objectSize'],
    [{ partitionBy: 'minute' }, 'partitionBy'],
  ])('%j is rejected at its field', (more, field) => {
    expect(Object.keys(settingErrors(parseConfig(s3, { ...given, ...more })))).toEqual([field]);
  });

  test('objects are as large as asked, and aligned ones begin at multiples of their rows', () => {
    const limits = (more: object) => s3.limits(configOf(s3, { ...given, ...more }));
    expect(limits({ objectSize: '100MB' })).toMatchObject({ bytes: 1e8, fullBytes: 1e8, waitMs: 60_000 });
    expect(limits({ objectSize: '1kB' })).toMatchObject({ bytes: 67_108_864, fullBytes: 1000 });
    const growing = {
      blocks: { block: () => ({ bytes: new Uint8Array(0) }), growth: { factor: 8, perRow: 0, rest: 90 } },
    };
    const grown = s3.limits(configOf(s3, { ...given, objectSize: '100MB' }), growing);
    expect(limitsWithin(grown, growing)).toMatchObject({ bytes: 1e8, fullBytes: 1e8 });
    expect(limits({ align: 'yes' })).toMatchObject({ rows: 100_000, waitMs: Infinity, aligned: true });
  });
});
