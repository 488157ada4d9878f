import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from './xml.ts';

/** A key that requests must be signed with. */
export interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

/** How far the clock of a client may be from ours. */
const CLOCK_MS = 15 * 60_000;
/** How long an address may be valid. */
const MOST_SECONDS = 7 * 86_400;

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** What a request says of its signature. */
interface Signed {
  readonly credential: string;
  readonly headers: readonly string[];
  readonly signature: string;
  /** `20260301T120000Z`. */
  readonly date: string;
  readonly payload: string;
  /** How long it is valid before and after its date. */
  readonly spanMs: number;
}

/**
 * Checks a signature in version 4, in a header or in the address. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 *
 * @throws S3Error if the request has none, or one of another key or another request
 */
export function checkSignature(request: IncomingMessage, key: AccessKey, nowMs: number): void {
  const [path = '', queryText = ''] = splitOnce(request.url ?? '', '?');
  const query = new URLSearchParams(queryText);
  const signed = query.has('X-Amz-Signature') ? inQuery(query) : inHeader(request);
  const { date, spanMs, payload, signature } = signed;
  const [id, ...scope] = splitCredential(signed.credential);
  if (id !== key.id)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key is not the one of this server');
  const age = nowMs - msOf(date);
  if (!(age <= spanMs && age >= -CLOCK_MS))
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The signature is too old, or the clocks differ too much');
  const names = signed.headers.map((name) => name.toLowerCase());
  if (!isScope(scope, date) || !names.includes('host')) throw mismatch();
  const headers = names.map((name) => `${name}:${headerOf(request, name)}\n`).join('');
  const parts = [request.method, path, canonicalQuery(queryText), headers, names.join(';'), payload];
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex');
  const signing = scope.reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${key.secret}`,
  );
  const text = [ALGORITHM, date, scope.join('/'), hash].join('\n');
  const wanted = createHmac('sha256', signing).update(text).digest();
  const isHash = /^[\da-f]{64}$/.test(signature);
  if (!isHash || !timingSafeEqual(Buffer.from(signature, 'hex'), wanted)) throw mismatch();
}

/** Whether a signature is for this service: the day, the region, the service and a mark. */
const isScope = ([day = '', , service, end]: readonly string[], date: string): boolean =>
  /^\d{8}$/.test(day) && date.startsWith(day) && service === 's3' && end === 'aws4_request';

const mismatch = (): S3Error =>
  new S3Error(
    403,
    'SignatureDoesNotMatch',
    'The signature we calculated does not match the one you provided. Check your secret key and signing method',
  );

function inHeader({ headers }: IncomingMessage): Signed {
  const { authorization = '' } = headers;
  if (authorization === '') throw new S3Error(403, 'AccessDenied', 'The request is not signed');
  const part = (name: string): string => new RegExp(`[ ,]${name}=([^,\\s]+)`).exec(authorization)?.[1] ?? '';
  if (!authorization.startsWith(`${ALGORITHM} `))
    throw new S3Error(400, 'InvalidRequest', `Please use ${ALGORITHM}`);
  return {
    credential: part('Credential'),
    headers: part('SignedHeaders').split(';'),
    signature: part('Signature'),
    date: String(headers['x-amz-date'] ?? ''),
    payload: String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'),
    spanMs: CLOCK_MS,
  };
}

function inQuery(query: URLSearchParams): Signed {
  const seconds = Number(query.get('X-Amz-Expires') ?? NaN);
  if (!(seconds >= 1 && seconds <= MOST_SECONDS))
    throw new S3Error(
      400,
      'AuthorizationQueryParametersError',
      `X-Amz-Expires must be from 1 to ${MOST_SECONDS}`,
    );
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    headers: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    payload: 'UNSIGNED-PAYLOAD',
    spanMs: seconds * 1000,
  };
}

/** The id of a key may hold slashes. */
function splitCredential(credential: string): readonly string[] {
  const parts = credential.split('/');
  return [parts.slice(0, -4).join('/'), ...parts.slice(-4)];
}

const splitOnce = (text: string, mark: string): readonly string[] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

/** NaN if it is no date. */
const msOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const headerOf = ({ headers }: IncomingMessage, name: string): string =>
  [headers[name] ?? '']
    .flat()
    .map((each) => each.trim().replaceAll(/ +/g, ' '))
    .join(',');

/** Names and values in the encoding of signatures, in order, without the signature itself. */
function canonicalQuery(query: string): string {
  const parts = query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', value = ''] = splitOnce(part, '=');
      return [encoded(name), encoded(value)] as const;
    })
    .filter(([name]) => name !== 'X-Amz-Signature');
  return parts
    .toSorted(([a, x], [b, y]) => (a < b || (a === b && x < y) ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(text.replaceAll('+', ' '))).replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch (error) {
    if (error instanceof URIError) throw mismatch();
    throw error;
  }
}
