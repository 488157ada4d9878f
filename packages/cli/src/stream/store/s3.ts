import { createHash } from 'node:crypto';
import { signer, DeliveryError, oneLine, type HttpResponse, elementIn, isStored } from '@catbird/send';
import { newTransport } from '../../transport/http.ts';
import type { StoreAddress } from './address.ts';
import { RESPONSE_MS, type Store } from './store.ts';

/** Above the largest state: 10,000 ranges and as many spans. */
const ANSWER_BYTES = 16 * 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens a store in S3: an object per key. Its ETag is the version, and writes are conditional:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html. Credentials, region and endpoint are in the variables
 * of AWS's own tools: https://docs.aws.amazon.com/sdkref/latest/guide/environment-variables.html.
 *
 * @throws DeliveryError if the credentials are missing, or the endpoint is no address
 */
export function openS3({ server, name, shown }: StoreAddress, env: Environment): Store {
  const { host: bucket } = new URL(server);
  const request = requester(bucket, shown, env);
  const objectOf = (key: string): string => `${name}/${key.replace('/', '-of-')}.json`;
  return {
    async load(key) {
      const response = await request('GET', objectOf(key));
      if (codeIn(response) === 'NoSuchKey') return undefined;
      const version = response.header('etag');
      if (response.status !== 200 || version === undefined) throw failureOf(response, shown);
      return { text: response.text, version };
    },
    async save(key, text, version) {
      const condition = version === undefined ? { 'if-none-match': '*' } : { 'if-match': version };
      const response = await request('PUT', objectOf(key), { body: text, headers: condition });
      // An object that was removed has no version to match.
      if (response.status === 412 || codeIn(response) === 'NoSuchKey') return undefined;
      const saved = response.header('etag');
      if (!isStored(response, 'object') || saved === undefined) throw failureOf(response, shown);
      return saved;
    },
    pattern: `objects ${name}/*`,
    async all() {
      const found = new Map<string, string>();
      for (const object of await objectsBelow(`${name}/`, request, shown)) {
        const key = object
          .slice(name.length + 1)
          .replace('-of-', '/')
          .replace(/\.json$/, '');
        const response = await request('GET', object);
        // Removed in the meantime.
        if (codeIn(response) === 'NoSuchKey') continue;
        if (response.status !== 200) throw failureOf(response, shown);
        found.set(key, response.text);
      }
      return found;
    },
    close: () => request.close(),
  };
}

interface Requester {
  (method: 'GET' | 'PUT', path: string, more?: More): Promise<HttpResponse>;
  close(): Promise<void>;
}

interface More {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

function requester(bucket: string, shown: string, env: Environment): Requester {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new DeliveryError(
      'auth',
      `${shown} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`,
    );
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const sign = signer({
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: env['AWS_SESSION_TOKEN'],
  });
  const base = baseOf(bucket, region, env);
  const transport = newTransport();
  const request: Requester = async (method, path, { body = '', headers: given = {}, query = {} } = {}) => {
    const url = new URL(`${base}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const unsigned = {
      ...given,
      ...(method === 'PUT' ? { 'content-type': 'application/json' } : {}),
      // Node's hash is many times faster than the signer's own; the signer uses this header.
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    };
    const headers = await sign({ method, url, headers: unsigned, body }, new Date());
    const signal = AbortSignal.timeout(RESPONSE_MS);
    const sent = method === 'PUT' ? { body } : {};
    return transport.http({ method, url: url.href, headers, ...sent, signal, answerBytes: ANSWER_BYTES });
  };
  request.close = () => transport.close();
  return request;
}

/** The bucket is part of the host name, unless the endpoint is given or a certificate would not cover its dots. */
function baseOf(bucket: string, region: string, env: Environment): string {
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  if (endpoint !== undefined && !(/^https?:/i.test(endpoint) && URL.canParse(endpoint)))
    throw new DeliveryError(
      'rejected',
      'AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL must be an address such as https://host:9000',
    );
  if (endpoint !== undefined) return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/** The keys of all objects with a prefix. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
async function objectsBelow(prefix: string, request: Requester, shown: string): Promise<readonly string[]> {
  const keys: string[] = [];
  let token: string | undefined;
  do {
    const query = {
      'list-type': '2',
      prefix,
      ...(token === undefined ? {} : { 'continuation-token': token }),
    };
    const response = await request('GET', '', { query });
    if (response.status !== 200 || !response.text.includes('<ListBucketResult'))
      throw failureOf(response, shown);
    // Keys hold no character that XML would escape.
    keys.push(...[...response.text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key));
    const next = elementIn(response.text, 'NextContinuationToken');
    if (next !== undefined && next === token) throw failureOf(response, shown);
    token = next;
  } while (token !== undefined);
  return keys;
}

const codeIn = ({ status, text }: HttpResponse): string | undefined =>
  status === 404 ? elementIn(text, 'Code') : undefined;

/** What a retry may mend: throttling, conflicts of writes at the same time, and faults of the service. */
const isTemporary = (status: number): boolean => status === 409 || status === 429 || status >= 500;

function failureOf(response: HttpResponse, shown: string): DeliveryError {
  const { status, text } = response;
  const code = elementIn(text, 'Code');
  const words = oneLine([`HTTP ${status}`, code, elementIn(text, 'Message')].filter(Boolean).join(' '), []);
  return new DeliveryError(
    isTemporary(status) ? 'unavailable' : 'not-found',
    `${shown} responded: ${words}`,
    {
      status,
      code,
      hint: isTemporary(status)
        ? undefined
        : 'Check bucket, region and permissions: s3:GetObject, s3:PutObject, s3:ListBucket.',
    },
  );
}
