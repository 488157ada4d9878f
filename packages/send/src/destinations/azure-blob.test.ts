import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { azureError, startAzureBlob, type AzureBlobService } from '../../../../test/services/azure-blob.ts';
import { HANG_UP } from '../../../../test/services/service.ts';
import { batchOf, batchWith } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { settingErrors } from '../../test/setting-errors.ts';
import { azureBlob, azureBlobWithRoutes } from './azure-blob.ts';
import { parseConfig } from './parse-config.ts';

const KEY = Buffer.from('a key of the account, with / and +').toString('base64');
const SIGNATURE = Buffer.from('?? signature of a token >>').toString('base64');
const SAS = `sv=2021-12-02&ss=b&srt=o&sp=cw&se=2030-01-01T00%3A00%3A00Z&sig=${encodeURIComponent(SIGNATURE)}`;
const ACCOUNT = { account: 'mystorage', container: 'my-events', accountKey: KEY, sas: SAS };
const { account, container } = ACCOUNT;
const at = (url: string) => ({ account, container, endpoint: `${url}/${account}` });

const CODES: Readonly<Record<number, string>> = { 403: 'AuthorizationFailure', 404: 'ContainerNotFound' };

contractSuite({
  destination: azureBlob,
  start: () => startAzureBlob(ACCOUNT),
  settings: (url) => ({ ...at(url), accountKey: KEY, prefix: "a b/ü=ß&?#%25'(*)!", partitionBy: 'hour' }),
  wrongCredentials: { accountKey: Buffer.from('another key').toString('base64') },
  secrets: [KEY],
  refusal: (status, words) => azureError(status, CODES[status] ?? 'Other', words),
  success: () => ({ status: 201, headers: { etag: '"1"' } }),
  readsAnswers: false,
});

contractSuite({
  destination: azureBlobWithRoutes,
  start: () => startAzureBlob(ACCOUNT),
  settings: (url) => ({ ...at(url), sas: SAS, compression: 'none' }),
  wrongCredentials: { sas: 'sv=2021-12-02&sig=another' },
  secrets: [SIGNATURE],
  refusal: (status, words) => azureError(status, CODES[status] ?? 'Other', words),
  success: () => ({ status: 201, headers: { etag: '"1"' } }),
  readsAnswers: false,
});

describe('Azure Blob Storage', () => {
  let service: AzureBlobService;
  beforeEach(async () => {
    service = await startAzureBlob(ACCOUNT);
  });
  afterEach(() => service.close());

  const open = (more: Readonly<Record<string, unknown>> = {}) =>
    azureBlob.open(configOf(azureBlob, { ...at(service.url), sas: `?${SAS}`, ...more }), {
      ...testEnv(),
      stream: { id: 'Ab3', rowNumber: (row) => row + 10 },
    });

  test('the same rows replace their blob, in folders of their time', async () => {
    const connection = await open({ prefix: 'raw', partitionBy: 'day' });
    const batch = batchWith([[{ n: 1 }, { ms: Date.UTC(2026, 10, 21, 13) }]]);
    service.answerWith(HANG_UP, 1);
    await deliveryError(connection.send(batch, sendOptions()));
    await connection.send(batch, sendOptions({ attempt: 2, uncertain: true }));
    await connection.send(batch, sendOptions({ attempt: 3 }));
    expect([...service.blobs.keys()]).toEqual(['raw/dt=2026-11-21/Ab3-10-1.ndjson.gz']);
  });

  test('with refuse, an existing blob is an error, unless an earlier attempt may have stored it', async () => {
    const connection = await open({ existing: 'refuse' });
    await connection.send(batchOf([1]), sendOptions());
    const error = await deliveryError(connection.send(batchOf([1]), sendOptions()));
    expect(error).toMatchObject({
      kind: 'rejected',
      status: 409,
      code: 'BlobAlreadyExists',
      uncertain: false,
    });
    expect(error.hint).toContain('exists');
    const again = connection.send(batchOf([1]), sendOptions({ attempt: 2, uncertain: true }));
    expect(await again).toMatchObject({ accepted: 1, status: 409 });
  });

  test.each([
    [500, 'OperationTimedOut', 'unavailable', true],
    [500, 'InternalError', 'unavailable', true],
    [503, 'ServerBusy', 'unavailable', false],
    [413, 'RequestBodyTooLarge', 'too-large', false],
    [412, 'LeaseIdMissing', 'rejected', false],
  ])('%i %s is "%s"', async (status, code, kind, uncertain) => {
    service.answerWith(azureError(status, code, 'No'));
    const error = await deliveryError((await open()).send(batchOf([1]), sendOptions()));
    expect(error).toMatchObject({ kind, code, uncertain });
  });

  test.each([
    ['no tag', { status: 201 }, 'unconfirmed'],
    ['another status', { status: 200, headers: { etag: '"1"' } }, 'unconfirmed'],
    ['an empty tag', { status: 201, headers: { etag: '' } }, 'unconfirmed'],
    ['an error', { ...azureError(201, 'InternalError', 'No'), headers: { etag: '"1"' } }, 'unconfirmed'],
    ['a web page', { status: 201, headers: { 'content-type': 'text/html', etag: '"1"' } }, 'not-found'],
  ])('a response with %s confirms nothing', async (_, answer, kind) => {
    service.answerWith(answer);
    const error = await deliveryError((await open()).send(batchOf([1, 2]), sendOptions()));
    expect(error).toMatchObject({ kind, uncertain: true });
  });
});

describe('Azure’s settings', () => {
  const given = { account, container, sas: SAS };

  test('the default endpoint is that of the account', () => {
    expect(azureBlob.host(configOf(azureBlob, given))).toBe('mystorage.blob.core.windows.net');
  });

  test.each([
    [{ account: 'My' }, 'account'],
    [{ container: 'Events' }, 'container'],
    [{ container: 'a--b' }, 'container'],
    [{ sas: 'sv=2021' }, 'sas'],
    [{ sas: 'https://x.blob.core.windows.net/c?sig=1' }, 'sas'],
    [{ sas: undefined, accountKey: 'no key!' }, 'accountKey'],
    [{ sas: undefined }, 'sas'],
    [{ endpoint: 'https://x.example?sig=1' }, 'endpoint'],
    [{ prefix: '{{n}}' }, 'prefix'],
  ])('%j is rejected at its field', (more, field) => {
    expect(Object.keys(settingErrors(parseConfig(azureBlob, { ...given, ...more })))).toEqual([field]);
  });
});
