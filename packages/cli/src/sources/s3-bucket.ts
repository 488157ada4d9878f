import { createHash } from 'node:crypto';
import { DeliveryError, signer, elementIn, errorOf, keyPath, type S3Credentials } from '@catbird/send';
import { streamed, type StreamedResponse } from '../transport/streamed.ts';
import { SourceError } from './source.ts';

/** A bucket that is read. */
export interface S3Place {
  readonly kind: 's3';
  readonly bucket: string;
  /** What the keys of its objects begin with. */
  readonly prefix: string;
  /** The address of the bucket, without a trailing slash. */
  readonly address: string;
  readonly credentials: S3Credentials;
}

/** An object as a list has it. */
export interface S3Object {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
  /** When it was stored, in milliseconds since 1970. */
  readonly storedMs: number;
}

/** Reads a bucket. */
export interface S3Bucket {
  /** The objects whose keys begin with the prefix, in the order of their keys. */
  readonly list: (signal: AbortSignal) => Promise<readonly S3Object[]>;
  /** An object as it was listed, or some of its bytes. @throws SourceError if it has changed since */
  readonly get: (object: S3Object, signal: AbortSignal, range?: Range) => Promise<AsyncIterable<Uint8Array>>;
}

/** The first byte, and the one after the last. */
type Range = readonly [start: number, end: number];

const NOTHING = createHash('sha256').update('').digest('hex');
/** Bytes of an answer that is no object. */
const ANSWER_BYTES = 16 * 1024 * 1024;

/** A bucket by S3's protocol. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html, https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
export function s3Bucket({ bucket, prefix, address, credentials }: S3Place): S3Bucket {
  const sign = signer({ service: 's3', ...credentials });
  const request = async (
    url: URL,
    given: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<StreamedResponse> => {
    const unsigned = { ...given, 'x-amz-content-sha256': NOTHING };
    const headers = await sign({ method: 'GET', url, headers: unsigned, body: '' }, new Date());
    try {
      return await streamed({ method: 'GET', url: url.href, headers, signal });
    } catch (error) {
      throw signal.aborted ? signal.reason : unreadable(error);
    }
  };
  const unreadable = (error: unknown): unknown => {
    if (!(error instanceof DeliveryError)) return error;
    const { message, hint, kind, status } = error;
    const advice = status === undefined ? hint : (ADVICE[status] ?? hint);
    const text = `s3://${bucket} cannot be read: ${message}`;
    return new SourceError(advice === undefined ? text : `${text.replace(/\.$/, '')}. ${advice}`, {
      isPassing: kind === 'network' || kind === 'unavailable' || kind === 'rate-limited',
      cause: error,
    });
  };
  const failureOf = async ({ status, header, body }: StreamedResponse): Promise<unknown> => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const secrets = [accessKeyId, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])];
    const text = await textOf(body);
    return unreadable(errorOf({ status, header, text }, { ...credentials, secrets, now: Date.now() }));
  };
  const page = async (token: string | undefined, signal: AbortSignal): Promise<string> => {
    const url = new URL(`${address}/`);
    const query = { 'list-type': '2', 'encoding-type': 'url', prefix };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (token !== undefined) url.searchParams.set('continuation-token', token);
    const response = await request(url, {}, signal);
    if (response.status !== 200) throw await failureOf(response);
    const text = await textOf(response.body);
    if (!text.includes('<ListBucketResult'))
      throw new SourceError(`s3://${bucket} cannot be read: its answer is no list. Check the endpoint`);
    return text;
  };
  return {
    async list(signal) {
      const objects: S3Object[] = [];
      const tokens = new Set<string>();
      for (let token: string | undefined; ;) {
        const text = await page(token, signal);
        const isEncoded = elementIn(text, 'EncodingType') === 'url';
        for (const [, contents = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          objects.push(objectIn(contents, isEncoded));
        token = elementIn(text, 'NextContinuationToken');
        if (token === undefined) return objects;
        if (tokens.has(token)) throw new SourceError(`s3://${bucket} cannot be read: its list has no end`);
        tokens.add(token);
      }
    },
    async get({ key, etag }, signal, range) {
      const url = new URL(`${address}/${keyPath(key)}`);
      const part = range && { range: `bytes=${range[0]}-${range[1] - 1}` };
      const response = await request(url, { 'if-match': etag, ...part }, signal);
      const { status, header, body } = response;
      // Some services do not know the condition.
      const isOther = status === 412 || (header('etag') ?? etag) !== etag;
      if (isOther || (status === 404 && elementIn(await textOf(body), 'Code') === 'NoSuchKey'))
        throw new SourceError(
          `s3://${bucket}/${key} changed after it was listed. Verify once the pipeline has written it`,
        );
      if (status === 206 || (status === 200 && range === undefined)) return body;
      if (status === 200)
        throw new SourceError(`s3://${bucket} cannot read parts of objects, as Parquet needs. Download them`);
      throw await failureOf(response);
    },
  };
}

const ADVICE: Readonly<Record<number, string>> = {
  403: 'Check the access key and its secret, and allow it s3:ListBucket and s3:GetObject.',
};

function objectIn(contents: string, isEncoded: boolean): S3Object {
  const text = elementIn(contents, 'Key') ?? '';
  return {
    key: isEncoded ? decodeURIComponent(text.replaceAll('+', ' ')) : text,
    etag: elementIn(contents, 'ETag') ?? '',
    bytes: Number(elementIn(contents, 'Size')),
    storedMs: Date.parse(elementIn(contents, 'LastModified') ?? ''),
  };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > ANSWER_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}
