import { messagesOf } from '@catbird/engine';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { accessOf, type Allowed } from '../transport/access.ts';
import { listening, type Listening } from '../transport/listening.ts';
import { bytesIn, etagOf, modifiedMs, type Lake, type LakeObject } from './lake.ts';
import { BUCKET, listing } from './listing.ts';
import { bytesOf, conditionOf, isRangeStale, rangeOf, type ByteRange, type Source } from './objects.ts';
import { documentOf, errorDocument, S3Error } from './xml.ts';

/** What a lake's server works with. */
export interface LakeServer extends Source {
  readonly lake: Lake;
  /** Who may read, besides programs and pages of this machine. */
  readonly allowed: Allowed;
  /** Checks the signature of a request. Default: any credentials, or none, will do. @throws S3Error if it is none of the key */
  readonly checkSignature?: ((request: IncomingMessage) => void) | undefined;
  /** Called with the reason when an object cannot be computed. */
  readonly failed: (reason: string) => void;
}

/** Requests at a time. */
const MOST_IN_FLIGHT = 64;
/** Ranges up to here are computed before the head of their response is sent, so that a failure has a status. */
const COMPUTED_FIRST = 8 * 2 ** 20;
/** How long a client may take nothing of a response. */
const IDLE_MS = 60_000;

/** Answers S3's requests for reading on an address. @throws Node's error if the port is not available */
export async function serveLake(
  port: number,
  host: string,
  given: LakeServer,
): Promise<Listening & { readonly port: number }> {
  const flight = { requests: 0 };
  const server = createServer((request, response) => void answer(request, response, given, flight));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(refusalOf(error));
    else socket.destroy();
  });
  server.on('connect', (_, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\n\r\n'),
  );
  const open = await listening(server, port, host);
  const address = server.address();
  return { ...open, port: typeof address === 'object' && address !== null ? address.port : port };
}

/** The response to what Node cannot read. */
function refusalOf({ code }: NodeJS.ErrnoException): string {
  const error =
    code === 'HPE_HEADER_OVERFLOW'
      ? new S3Error(
          400,
          'RequestHeaderSectionTooLarge',
          'The request header exceeds the maximum allowed size',
        )
      : new S3Error(400, 'BadRequest', 'The request is no valid HTTP');
  const body = errorDocument(error, '/', randomUUID());
  return `HTTP/1.1 400 Bad Request\r\ncontent-type: application/xml\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Answers a request. Never throws. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  given: LakeServer,
  flight: { requests: number },
): Promise<void> {
  const id = randomUUID();
  const access = accessOf(request, given.allowed, 'GET, HEAD');
  response.setHeader('server', 'catbird');
  response.setHeader('x-amz-request-id', id);
  if (access.ok) for (const [name, value] of Object.entries(access.headers)) response.setHeader(name, value);
  flight.requests++;
  try {
    if (!access.ok) throw new S3Error(403, 'AccessDenied', messagesOf(access.issues).join('. '));
    if (flight.requests > MOST_IN_FLIGHT)
      throw new S3Error(503, 'SlowDown', 'Please reduce your request rate');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else await respond(request, response, given);
  } catch (error) {
    if (!(error instanceof S3Error)) given.failed(error instanceof Error ? error.message : String(error));
    if (response.headersSent) response.destroy();
    else sendError(request, response, asS3(error), id);
  } finally {
    flight.requests--;
  }
}

const asS3 = (error: unknown): S3Error =>
  error instanceof S3Error
    ? error
    : new S3Error(500, 'InternalError', error instanceof Error ? error.message : String(error));

function sendError(request: IncomingMessage, response: ServerResponse, error: S3Error, id: string): void {
  // A body that is not read must not be taken for the next request.
  if (request.method !== 'GET' && request.method !== 'HEAD') response.setHeader('connection', 'close');
  if (error.status === 405) response.setHeader('allow', 'GET, HEAD');
  sendXml(request, response, errorDocument(error, request.url ?? '', id), error.status);
}

function sendXml(request: IncomingMessage, response: ServerResponse, text: string, status = 200): void {
  const head = { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, head).end(request.method === 'HEAD' ? undefined : text);
}

/** Parts of a bucket that a reader of these tables has no use for: `?acl`, `?versions`. */
const MISSING = [
  'acl',
  'attributes',
  'cors',
  'lifecycle',
  'policy',
  'tagging',
  'torrent',
  'uploads',
  'versioning',
  'versions',
  'website',
];

async function respond(request: IncomingMessage, response: ServerResponse, given: LakeServer): Promise<void> {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD')
    throw new S3Error(405, 'MethodNotAllowed', 'These tables are computed. They can only be read');
  given.checkSignature?.(request);
  const { bucket, key, query } = addressOf(request);
  const missing = MISSING.find((each) => query.has(each));
  if (missing !== undefined)
    throw new S3Error(501, 'NotImplemented', `These tables are computed: they have no ${missing}`);
  if (bucket === '') return sendXml(request, response, buckets());
  if (bucket !== BUCKET) throw new S3Error(404, 'NoSuchBucket', `The only bucket is ${BUCKET}`);
  if (key !== '') {
    const object = given.lake.find(key);
    if (object === undefined) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist');
    return sendObject(request, response, object, given);
  }
  if (query.has('location')) return sendXml(request, response, documentOf('LocationConstraint', []));
  sendXml(request, response, method === 'HEAD' ? '' : listing(given.lake, query));
}

/** What a request is for, in path style. @throws S3Error if its address cannot be read */
function addressOf({ url = '' }: IncomingMessage): {
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
} {
  const [, path = '', query = ''] = /^(?:[a-z]+:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(url) ?? [];
  let decoded;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    throw new S3Error(400, 'InvalidURI', 'Could not parse the specified URI');
  }
  const [, bucket = '', ...rest] = decoded.split('/');
  return { bucket, key: rest.join('/'), query: new URLSearchParams(query) };
}

const buckets = (): string =>
  documentOf('ListAllMyBucketsResult', [
    ['Owner', [['ID', 'catbird']]],
    [
      'Buckets',
      [
        [
          'Bucket',
          [
            ['Name', BUCKET],
            ['CreationDate', new Date(0).toISOString()],
          ],
        ],
      ],
    ],
  ]);

async function sendObject(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  object: LakeObject,
  source: Source,
): Promise<void> {
  const size = bytesIn(object);
  const isWanted = isWantedAs(response, object, conditionOf(headers, object));
  if (!isWanted) return;
  const isStale = isRangeStale([headers['if-range']].flat()[0], object);
  const part = isStale ? undefined : rangeOf(headers.range, size);
  const range: ByteRange = part ?? { from: 0, end: size };
  const length = range.end - range.from;
  if (method === 'GET' && length <= COMPUTED_FIRST) await computed(bytesOf(object, range, source));
  response.writeHead(part === undefined ? 200 : 206, {
    'content-type': 'application/vnd.apache.parquet',
    'content-length': length,
    ...(part && { 'content-range': `bytes ${range.from}-${range.end - 1}/${size}` }),
  });
  if (method === 'GET') await sendBytes(response, bytesOf(object, range, source));
  response.end();
}

/** Whether an object is sent. If not, the response ends without it. @throws S3Error if a condition does not hold */
function isWantedAs(response: ServerResponse, object: LakeObject, condition: 200 | 304 | 412): boolean {
  if (condition === 412)
    throw new S3Error(
      412,
      'PreconditionFailed',
      'At least one of the preconditions you specified did not hold',
    );
  response.setHeader('etag', etagOf(object));
  response.setHeader('last-modified', new Date(modifiedMs(object)).toUTCString());
  response.setHeader('accept-ranges', 'bytes');
  if (condition === 304) response.writeHead(304).end();
  return condition === 200;
}

/** Waits until all bytes are there: they are remembered. */
async function computed(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const { length } of pieces) void length;
}

async function sendBytes(response: ServerResponse, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const bytes of pieces) {
    if (response.destroyed) return;
    if (!response.write(bytes)) await drained(response);
  }
}

/** Resolves once a client has taken what was written, or is gone. One that takes nothing is sent away. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), IDLE_MS);
    const done = (): void => {
      clearTimeout(timer);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
