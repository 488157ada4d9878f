import { createHash, createHmac } from 'node:crypto';

/** A received request. */
export interface Signed {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The fields of the `Authorization` header of a signed request. */
export interface Authorization {
  readonly accessKeyId: string;
  readonly date: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** Parses an `Authorization` header; undefined if it is not of Signature Version 4. */
export function authorizationOf(header: string | undefined): Authorization | undefined {
  const match = AUTHORIZATION.exec(header ?? '');
  if (match === null) return undefined;
  const [, accessKeyId = '', date = '', region = '', service = '', signedHeaders = '', signature = ''] =
    match;
  return { accessKeyId, date, region, service, signedHeaders: signedHeaders.split(';'), signature };
}

/**
 * The expected signature of a received request. Computed with Node's own hashes, so that it shares no code with the signer.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function expectedSignature(
  request: Signed,
  authorization: Authorization,
  secretAccessKey: string,
): string {
  const scope = `${authorization.date}/${authorization.region}/${authorization.service}/aws4_request`;
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'] ?? '',
    scope,
    sha256(canonicalRequest(request, authorization)),
  ].join('\n');
  const key = [authorization.date, authorization.region, authorization.service, 'aws4_request'].reduce<
    string | Buffer
  >(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, stringToSign).toString('hex');
}

function canonicalRequest(
  { method, target, headers, body }: Signed,
  { signedHeaders, service }: Authorization,
): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  return [
    method,
    // S3 does not escape a path twice.
    path
      .split('/')
      .map((part) => encode(service === 's3' ? decodeURIComponent(part) : part))
      .join('/'),
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    sha256(body),
  ].join('\n');
}

const canonicalQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
    .map((pair) => pair.join('='))
    .join('&');

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const encode = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
