import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { DeliveryError } from '@catbird/core/destinations';
import { openStore } from '../../stream/store/open.ts';
import type { Store } from '../../stream/store/store.ts';

const ADDRESS = {
  kind: 's3',
  shown: 's3://bucket/orders',
  server: 's3://bucket',
  name: 'orders',
  username: undefined,
  password: undefined,
} as const;

let close = async (): Promise<void> => undefined;
afterEach(() => close());

/** A store whose service gives these responses to the paths that end like this. */
async function storeWith(
  responses: Readonly<Record<string, readonly [status: number, body: string]>>,
  tag: OutgoingHttpHeaders = { etag: '"1"' },
) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const [, [status, body] = [404, '']] =
      Object.entries(responses).find(([end]) => pathname.endsWith(end)) ?? [];
    response.writeHead(status, tag).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const env = {
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret-key',
    AWS_SESSION_TOKEN: 'FwoGZX/+0token=',
  };
  const store: Store = await openStore(ADDRESS, { ...env, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` });
  close = async () => {
    await store.close();
    server.close();
  };
  return store;
}

const listOf = (...keys: readonly string[]): readonly [number, string] => [
  200,
  `<ListBucketResult>${keys.map((key) => `<Contents><Key>orders/${key}</Key></Contents>`).join('')}</ListBucketResult>`,
];

test('an object that cannot be read is no missing one', async () => {
  const list = listOf('0-of-2.json', '1-of-2.json');
  const store = await storeWith({ 'bucket/': list, '0-of-2.json': [200, '{}'], '1-of-2.json': [500, 'no'] });
  await expect(store.all()).rejects.toMatchObject({ kind: 'unavailable' });
});

test('an object that was removed after it was listed is left out', async () => {
  const gone = [404, '<Error><Code>NoSuchKey</Code></Error>'] as const;
  const list = listOf('0-of-2.json', '1-of-2.json');
  const store = await storeWith({ 'bucket/': list, '0-of-2.json': [200, '{}'], '1-of-2.json': gone });
  expect(await store.all()).toEqual(new Map([['0/2', '{}']]));
});

test('a page that is no list, or a list without an end, is no empty store', async () => {
  const page = await storeWith({ 'bucket/': [200, '<html>Welcome</html>'] });
  await expect(page.all()).rejects.toMatchObject({ status: 200 });
  await close();
  const [, empty] = listOf();
  const endless = empty.replace('</', '<NextContinuationToken>a</NextContinuationToken></');
  const store = await storeWith({ 'bucket/': [200, endless] });
  await expect(store.all()).rejects.toMatchObject({ status: 200 });
});

test('a save that is answered by an error, whatever its status and tag, is none', async () => {
  const late = '<Error xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Code>InternalError</Code></Error>';
  const store = await storeWith({ '0-of-2.json': [200, late], '1-of-2.json': [206, ''] });
  for (const key of ['0/2', '1/2'])
    await expect(store.save(key, '{}', undefined)).rejects.toBeInstanceOf(DeliveryError);
});

test('errors hide all credentials that the service repeats', async () => {
  const message = 'AKIAEXAMPLE with FwoGZX/+0token= or FwoGZX%2F%2B0token%3D, not secret-key';
  const body = `<Error><Code>InvalidToken</Code><Message>${message}</Message></Error>`;
  const store = await storeWith({ '.json': [400, body] });
  await expect(store.load('0/1')).rejects.toMatchObject({
    message: expect.stringContaining('[hidden] with [hidden] or [hidden], not [hidden]') as unknown,
  });
});

test('an endpoint that is no address is an error at once', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_ENDPOINT_URL_S3: 'nonsense' };
  await expect(openStore(ADDRESS, env)).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('must be an address') as unknown,
  });
});

test('a refusal names the store and what it needs', async () => {
  const refused = [403, '<Error><Code>AccessDenied</Code></Error>'] as const;
  const store = await storeWith({ 'bucket/': refused, '0-of-2.json': refused });
  const error = {
    kind: 'auth',
    message: expect.stringMatching(/^s3:\/\/bucket\/orders: .*403/) as string,
    hint: expect.stringContaining('s3:ListBucket') as string,
  };
  await expect(store.load('0/2')).rejects.toMatchObject(error);
  await expect(store.all()).rejects.toMatchObject(error);
});

test('a conflict of two writes is tried again, and a success without a tag is not', async () => {
  const conflict = '<Error><Code>OtherWriteInProgress</Code></Error>';
  const busy = await storeWith({ '0-of-2.json': [409, conflict], '1-of-2.json': [409, ''] });
  for (const key of ['0/2', '1/2'])
    await expect(busy.save(key, '{}', undefined)).rejects.toMatchObject({ kind: 'unavailable' });
  await close();
  const store = await storeWith({ '.json': [200, '{}'] }, {});
  const untagged = {
    kind: 'not-found',
    status: 200,
    hint: expect.stringContaining('Check bucket') as string,
  };
  await expect(store.load('0/2')).rejects.toMatchObject(untagged);
  await expect(store.save('0/2', '{}', undefined)).rejects.toMatchObject(untagged);
});
