import { createHash, createHmac } from 'node:crypto';
import { rowsIn } from './s3.ts';
import { startService, type Answer, type Received, type Service } from './service.ts';

/** A container, and who may write to it: with the key of the account, or with a signature. */
export interface AzureBlobOptions {
  readonly account: string;
  readonly container: string;
  /** Base64. */
  readonly accountKey: string;
  /** The query of a shared access signature. */
  readonly sas: string;
}

/** A stand-in for a container, and what is in it. */
export interface AzureBlobService extends Service {
  readonly blobs: ReadonlyMap<string, Buffer>;
}

/**
 * Starts a stand-in for Put Blob that verifies every signature, with an account in the path as emulators have it. Blobs that are lines
 * of JSON, also compressed, are rows. https://learn.microsoft.com/rest/api/storageservices/put-blob
 */
export async function startAzureBlob(options: AzureBlobOptions): Promise<AzureBlobService> {
  const blobs = new Map<string, Buffer>();
  const tags = new Map<string, string>();
  const service = await startService({
    cors: {
      methods: ['PUT'],
      headers: [
        'authorization',
        'content-type',
        'if-match',
        'if-none-match',
        'x-ms-blob-type',
        'x-ms-date',
        'x-ms-version',
      ],
      exposed: ['etag', 'x-ms-error-code'],
    },
    respond(request, fault, take) {
      const { headers, method, body } = request;
      const refused = refusalOf(request, options);
      if (refused !== undefined) return refused;
      const [, account, container, name = ''] = /^\/([^/]+)\/([^/]+)\/(.+)$/.exec(request.path) ?? [];
      if (account !== options.account || container !== options.container)
        return azureError(404, 'ContainerNotFound', 'The specified container does not exist.');
      if (method !== 'PUT') fault(`${method} is not used`);
      if (headers['x-ms-blob-type'] !== 'BlockBlob')
        return azureError(400, 'MissingRequiredHeader', 'x-ms-blob-type is missing');
      const key = decodeURIComponent(name);
      if (headers['if-none-match'] === '*' && blobs.has(key))
        return azureError(409, 'BlobAlreadyExists', 'The specified blob already exists.');
      if (headers['if-match'] !== undefined && headers['if-match'] !== tags.get(key))
        return azureError(412, 'ConditionNotMet', 'The condition specified was not met.');
      blobs.set(key, body);
      const etag = `"0x${createHash('md5').update(body).digest('hex')}"`;
      tags.set(key, etag);
      rowsIn(key, body).forEach(take);
      return { status: 201, headers: { etag } };
    },
  });
  return { ...service, blobs };
}

/** An error in the format of Azure. */
export const azureError = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml', 'x-ms-error-code': code },
  body: `\uFEFF<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${message
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')}</Message></Error>`,
});

function refusalOf(request: Received, { account, accountKey, sas }: AzureBlobOptions): Answer | undefined {
  const failed = azureError(403, 'AuthenticationFailed', 'Server failed to authenticate the request.');
  const { authorization, 'x-ms-version': version = '', 'x-ms-date': date = '' } = request.headers;
  if (!/^\d{4}-\d\d-\d\d$/.test(version)) return azureError(400, 'MissingRequiredHeader', 'x-ms-version');
  if (request.query['sig'] !== undefined)
    return request.target.endsWith(`?${sas}`) && authorization === undefined ? undefined : failed;
  if (Number.isNaN(Date.parse(date))) return failed;
  return authorization === `SharedKey ${account}:${signatureOf(request, account, accountKey)}`
    ? undefined
    : failed;
}

/** https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key */
function signatureOf({ method, path, query, headers, body }: Received, account: string, key: string): string {
  const own = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${headers[name]}\n`)
    .join('');
  const parameters = Object.keys(query)
    .sort()
    .map((name) => `\n${name}:${query[name]}`)
    .join('');
  const length = body.length === 0 ? '' : String(body.length);
  const text = [
    method,
    headers['content-encoding'],
    headers['content-language'],
    length,
    headers['content-md5'],
    headers['content-type'],
    '',
    headers['if-modified-since'],
    headers['if-match'],
    headers['if-none-match'],
    headers['if-unmodified-since'],
    headers['range'],
  ]
    .map((value) => `${value ?? ''}\n`)
    .join('');
  return createHmac('sha256', Buffer.from(key, 'base64'))
    .update(`${text}${own}/${account}${path}${parameters}`)
    .digest('base64');
}
