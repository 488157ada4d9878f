import { createHash } from 'node:crypto';
import {
  DeliveryError,
  elementIn,
  errorOf,
  signer,
  type HttpResponse,
  type AwsCredentials,
  type AwsKeys,
} from '@catbird/send';
import { noting } from '../../environment/noting.ts';
import { streamed, type StreamedResponse } from '../../transport/http.ts';

/** Where a bucket is, and who uses it. */
export interface BucketAddress {
  /** The address of the bucket, without a trailing slash. */
  readonly address: string;
  readonly credentials: AwsCredentials;
  /** Current keys, in place of those in the credentials. Absent: these sign. */
  readonly keys?: AwsKeys | undefined;
}

/** An object as a list has it. */
export interface S3Object {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
  /** When it was stored, in milliseconds since 1970. */
  readonly storedMs: number;
}

/** What is sent besides. */
interface More {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** A bucket by S3's protocol. */
export interface S3Bucket {
  /** Sends a request for an object, by its key as it stands in an address. @throws DeliveryError without a response */
  readonly send: (
    method: 'GET' | 'PUT',
    path: string,
    signal: AbortSignal,
    more?: More,
  ) => Promise<StreamedResponse>;
  /** The objects whose keys begin with a prefix, in the order of their keys. @param limit of each page @throws DeliveryError */
  readonly list: (prefix: string, limit: () => AbortSignal) => Promise<readonly S3Object[]>;
  /** The error of a response that is none of those that were expected. */
  readonly failureOf: (response: HttpResponse) => DeliveryError;
}

/** Bytes of an answer that is no object with rows: above the largest state, of 10,000 ranges and as many spans. */
const ANSWER_BYTES = 16 * 1024 * 1024;

/** Uses a bucket. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html, https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
export function s3Bucket({ address, credentials, keys }: BucketAddress): S3Bucket {
  const { region, accessKeyId, secretAccessKey, sessionToken } = credentials;
  const secrets = [accessKeyId, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])];
  const sign = signer({ service: 's3', ...credentials, keys: keys && noting(keys, secrets) });
  const failureOf = (response: HttpResponse): DeliveryError =>
    errorOf(response, { region, secrets, now: Date.now() });
  const send: S3Bucket['send'] = async (
    method,
    path,
    signal,
    { body = '', headers: own, query = {} } = {},
  ) => {
    const url = new URL(`${address}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // Node's hash is many times faster than the signer's own, which uses this header.
    const unsigned = { ...own, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') };
    const headers = await sign({ method, url, headers: unsigned, body }, new Date());
    return streamed({ method, url: url.href, headers, ...(method === 'PUT' && { body }), signal });
  };
  return {
    send,
    failureOf,
    async list(prefix, limit) {
      const objects: S3Object[] = [];
      const tokens = new Set<string>();
      for (let token: string | undefined; ;) {
        const more = token === undefined ? {} : { 'continuation-token': token };
        const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...more };
        const response = await wholeOf(await send('GET', '', limit(), { query }));
        const { status, text } = response;
        if (status !== 200) throw failureOf(response);
        if (!text.includes('<ListBucketResult'))
          throw noList(status, 'answer is no list. Check the endpoint');
        const isEncoded = elementIn(text, 'EncodingType') === 'url';
        for (const [, contents = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          objects.push(objectIn(contents, isEncoded));
        token = elementIn(text, 'NextContinuationToken');
        if (token === undefined) return objects;
        if (tokens.has(token)) throw noList(status, 'list has no end');
        tokens.add(token);
      }
    },
  };
}

const noList = (status: number, what: string): DeliveryError =>
  new DeliveryError('not-found', `Its ${what}`, { status });

function objectIn(contents: string, isEncoded: boolean): S3Object {
  const text = elementIn(contents, 'Key') ?? '';
  return {
    key: isEncoded ? decodeURIComponent(text.replaceAll('+', ' ')) : text,
    etag: elementIn(contents, 'ETag') ?? '',
    bytes: Number(elementIn(contents, 'Size')),
    storedMs: Date.parse(elementIn(contents, 'LastModified') ?? ''),
  };
}

/** A response with its text. */
export async function wholeOf(response: StreamedResponse): Promise<HttpResponse> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > ANSWER_BYTES) break;
  }
  return { ...response, text: Buffer.concat(pieces).toString('utf8') };
}

/** Whether a response says that there is no such object. */
export const isMissing = ({ status, text }: Pick<HttpResponse, 'status' | 'text'>): boolean =>
  status === 404 && elementIn(text, 'Code') === 'NoSuchKey';
