import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { authorizationOf, expectedSignature } from './aws-signature.ts';
import { startService, type Answer, type Received, type Service } from './service.ts';

/** A bucket and the key that may use it. */
export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  /** How long the response to a stored object takes, in milliseconds. Default: 0. */
  readonly delayMs?: () => number;
  /** Least bytes of a part but the last. Default: 5 MiB, as S3 wants. */
  readonly leastPartBytes?: number;
}

/** A stored object. */
export interface S3Object {
  readonly body: Buffer;
  readonly etag: string;
  readonly type: string | undefined;
  readonly storedMs?: number;
}

/** A stand-in for a bucket, and what is in it. */
export interface S3Service extends Service {
  readonly objects: ReadonlyMap<string, S3Object>;
  /** Uploads in parts that were neither completed nor aborted, by id. */
  readonly uploads: ReadonlyMap<string, unknown>;
}

/** Objects in a page of a list. The service's own pages have 1,000: a test has fewer objects. */
const PAGE = 2;

interface Upload {
  readonly key: string;
  readonly type: string | undefined;
  readonly parts: Map<number, Buffer>;
}

/**
 * Starts a stand-in for a bucket: GetObject, PutObject with conditions, uploads in parts, HeadBucket and ListObjectsV2, addressed by
 * path. It verifies every signature. Objects that are lines of JSON, also compressed, are rows.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
 */
export async function startS3(options: S3Options): Promise<S3Service> {
  const objects = new Map<string, S3Object>();
  const uploads = new Map<string, Upload>();
  let uploadCount = 0;

  const stored = (key: string, request: Received, body: Buffer, type: string | undefined): Answer => {
    const found = objects.get(key);
    const { 'if-match': match, 'if-none-match': none } = request.headers;
    if (match !== undefined && found === undefined)
      return s3Error(404, 'NoSuchKey', 'The key does not exist.');
    if ((match !== undefined && match !== found?.etag) || (none === '*' && found !== undefined))
      return s3Error(
        412,
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
      );
    const etag = tagOf(body);
    objects.set(key, { body, etag, type, storedMs: Date.now() });
    return { status: 200, headers: { etag } };
  };

  const list = ({ query }: Received): Answer => {
    const { prefix = '', 'continuation-token': after = '' } = query;
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page
      .map((key) => {
        const { etag = '', body, storedMs = 0 } = objects.get(key) ?? {};
        const facts = `<LastModified>${new Date(storedMs).toISOString()}</LastModified><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${body?.length}</Size>`;
        return `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key>${facts}</Contents>`;
      })
      .join('');
    return { status: 200, body: `<ListBucketResult>${contents}${next}</ListBucketResult>` };
  };

  const complete = (id: string, upload: Upload, request: Received): Answer => {
    const parts = [
      ...request.body
        .toString()
        .matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag><\/Part>/g),
    ].map(([, number, tag = '']) => ({ body: upload.parts.get(Number(number)), tag }));
    const bodies = parts.flatMap(({ body, tag }) =>
      body !== undefined && tagOf(body) === tag ? [body] : [],
    );
    if (bodies.length === 0 || bodies.length < parts.length)
      return s3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found');
    if (bodies.slice(0, -1).some(({ length }) => length < (options.leastPartBytes ?? 5 * 2 ** 20)))
      return s3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    const answer = stored(upload.key, request, Buffer.concat(bodies), upload.type);
    if (answer.status !== 200) return answer;
    uploads.delete(id);
    const tag = objects.get(upload.key)?.etag ?? '';
    return {
      status: 200,
      body: `<CompleteMultipartUploadResult><Key>${upload.key}</Key><ETag>${tag}</ETag></CompleteMultipartUploadResult>`,
    };
  };

  const multipart = (key: string, request: Received): Answer => {
    const { method, query, body, headers } = request;
    if (method === 'POST' && 'uploads' in query) {
      const id = `upload/${++uploadCount}+=&<`;
      uploads.set(id, { key, type: headers['content-type'], parts: new Map() });
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${escaped(id).replace('=', '&#x3D;')}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    const { uploadId: id = '', partNumber } = query;
    const upload = uploads.get(id);
    if (upload?.key !== key) return s3Error(404, 'NoSuchUpload', 'The specified upload does not exist.');
    if (method === 'POST') return complete(id, upload, request);
    if (method === 'DELETE') return uploads.delete(id) ? { status: 204 } : { status: 404 };
    upload.parts.set(Number(partNumber), body);
    return { status: 200, headers: { etag: tagOf(body) } };
  };

  const reading = (key: string, request: Received, fault: (words: string) => void): Answer => {
    if (request.method === 'HEAD' && key === '') return { status: 200 };
    if (request.method !== 'GET') fault(`${request.method} is not used`);
    if (key === '') return list(request);
    const found = objects.get(key);
    if (found === undefined) return s3Error(404, 'NoSuchKey', 'The specified key does not exist.');
    if ((request.headers['if-match'] ?? found.etag) !== found.etag)
      return s3Error(412, 'PreconditionFailed', 'The object has changed');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers['range'] ?? '') ?? [];
    const headers = { etag: found.etag };
    if (from === undefined) return { status: 200, headers, body: found.body };
    return { status: 206, headers, body: found.body.subarray(Number(from), Number(to) + 1) };
  };

  const service = await startService({
    cors: {
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      headers: ['authorization', 'content-type', 'if-none-match', 'x-amz-date', 'x-amz-content-sha256'],
      exposed: ['etag', 'x-amz-bucket-region'],
    },
    respond(request, fault, take) {
      const refused = refusalOf(request, options);
      if (refused !== undefined) return refused;
      const { method, path, query } = request;
      const [, name, escaped = ''] = /^\/([^/]*)(?:\/(.*))?$/.exec(path) ?? [];
      const key = decodeURIComponent(escaped);
      if (name !== options.bucket) return s3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
      if ('uploads' in query || 'uploadId' in query) return multipart(key, request);
      if (method !== 'PUT') return reading(key, request, fault);
      const answer = stored(key, request, request.body, request.headers['content-type']);
      if (answer.status === 200) rowsIn(key, request.body).forEach(take);
      return { ...answer, afterMs: options.delayMs?.() ?? 0 };
    },
  });
  return { ...service, objects, uploads };
}

/** The rows of an object, if it is lines of JSON. */
export function rowsIn(key: string, body: Buffer): readonly unknown[] {
  const [, gz] = /\.ndjson(\.gz)?$/.exec(key) ?? [undefined, null];
  if (gz === null) return [];
  const text = (gz === undefined ? body : gunzipSync(body)).toString();
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}

const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function refusalOf(
  request: Received,
  { region, accessKeyId, secretAccessKey, sessionToken }: S3Options,
): Answer | undefined {
  const { headers } = request;
  const authorization = authorizationOf(headers['authorization']);
  if (authorization === undefined) return s3Error(403, 'AccessDenied', 'Access Denied');
  if (authorization.accessKeyId !== accessKeyId || headers['x-amz-security-token'] !== sessionToken)
    return s3Error(403, 'InvalidAccessKeyId', 'Unknown key');
  const hash = createHash('sha256').update(request.body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash)
    return s3Error(400, 'XAmzContentSHA256Mismatch', 'The hash does not match');
  if (authorization.service === 's3' && authorization.region !== region)
    return {
      ...s3Error(400, 'AuthorizationHeaderMalformed', `The region is wrong; expecting '${region}'`),
      headers: { 'x-amz-bucket-region': region },
    };
  const isSigned = ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) =>
    authorization.signedHeaders.includes(name),
  );
  return authorization.service === 's3' &&
    isSigned &&
    authorization.signature === expectedSignature(request, authorization, secretAccessKey)
    ? undefined
    : s3Error(403, 'SignatureDoesNotMatch', 'The signature does not match');
}

/** An error in the format of S3. */
export const s3Error = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`,
});

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
