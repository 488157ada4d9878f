import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { gunzipSync } from 'node:zlib';
import {
  BlobServiceClient,
  ContainerSASPermissions,
  generateBlobSASQueryParameters,
  StorageSharedKeyCredential,
  type ContainerClient,
} from '@azure/storage-blob';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines } from '../../packages/cli/test/catbird.ts';
import { here } from '../../packages/cli/test/here.ts';

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "id": {"type": "string.uuid"}}';
const ROWS = 100_000;
/** The account of every emulator. https://learn.microsoft.com/azure/storage/common/storage-connect-azurite */
const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';
const credential = new StorageSharedKeyCredential(ACCOUNT, KEY);

let server: ChildProcess;
let endpoint = '';
let container: ContainerClient;

// Too heavy to be installed for all who work on Catbird.
beforeAll(async () => {
  const port = await unusedPort();
  endpoint = `http://127.0.0.1:${port}/${ACCOUNT}`;
  const args = [
    '--blobPort',
    String(port),
    '--inMemoryPersistence',
    '--silent',
    '--disableTelemetry',
    '--skipApiVersionCheck',
  ];
  server = spawn('npx', ['--yes', '--package', 'azurite@3', 'azurite-blob', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  for await (const line of createInterface({ input: server.stdout ?? process.stdin }))
    if (line.includes('successfully listens')) break;
  const client = new BlobServiceClient(endpoint, credential);
  container = client.getContainerClient('my-events');
  await container.create();
}, 300_000);
// npx starts another process.
afterAll(() => process.kill(-(server.pid ?? 0)));

async function unusedPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** A signature that may only create and write. */
const sas = (): string =>
  generateBlobSASQueryParameters(
    {
      containerName: 'my-events',
      permissions: ContainerSASPermissions.parse('cw'),
      expiresOn: new Date(Date.now() + 3_600_000),
    },
    credential,
  ).toString();

const settings = (login: readonly string[]): readonly string[] =>
  ['--account', ACCOUNT, '--container', 'my-events', '--endpoint', endpoint].concat(login);
const LOGINS: readonly (readonly [name: string, login: () => readonly string[]])[] = [
  ['the key of the account', () => ['--account-key', KEY]],
  ['a signature', () => ['--sas', sas()]],
];

test.each(LOGINS)('with %s, the client of Azure reads 100,000 rows that were stored', async (name, login) => {
  const prefix = `with ${name}/ü=&?#%25'(*)!`;
  const args = [...settings(login()), '--prefix', prefix, '--batch-bytes', '500000', '--schema', '-'];
  const { code, err } = await here(['azure-blob', ...args, '--eps', 'max', '--limit', String(ROWS)], {
    input: SCHEMA,
  });
  expect(code, err).toBe(0);
  const numbers = new Set<unknown>();
  for await (const { name: key } of container.listBlobsFlat({ prefix })) {
    const body = await container.getBlobClient(key).downloadToBuffer();
    for (const row of jsonLines(gunzipSync(body).toString())) numbers.add((row as { readonly n: number }).n);
  }
  expect(numbers.size).toBe(ROWS);
});

test.each(LOGINS)('with %s, the connection test succeeds, and writes nothing', async (_, login) => {
  const { code, err, out } = await here(['check', 'azure-blob', ...settings(login())]);
  expect(code, err + out).toBe(0);
  for await (const { name } of container.listBlobsFlat()) expect(name).not.toContain('check');
});

test('the connection test reports a missing container and a wrong key', async () => {
  const missing = await here([
    'check',
    'azure-blob',
    ...settings(['--account-key', KEY, '--container', 'other']),
  ]);
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('ContainerNotFound') as unknown });
  const wrong = await here([
    'check',
    'azure-blob',
    ...settings(['--account-key', Buffer.from('wrong').toString('base64')]),
  ]);
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('403') as unknown });
});

test('an existing blob is refused', async () => {
  const args = [...settings(['--account-key', KEY]), '--prefix', 'twice', '--existing', 'refuse'];
  const stream = ['azure-blob', ...args, '--schema', '-', '--seed', '7', '--eps', 'max', '--limit', '10'];
  expect(await here(stream, { input: SCHEMA })).toMatchObject({ code: 0 });
  const { code, err } = await here(stream, { input: SCHEMA });
  expect(code).toBe(1);
  expect(err).toContain('BlobAlreadyExists');
});
