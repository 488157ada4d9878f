import { signer } from './aws-signature.ts';
import type { DestinationEnv, CheckResult, Connection, SendOptions } from './destination.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { sha256 } from './sha256.ts';
import { DeliveryError } from './error.ts';
import type { AwsCredentials } from './aws-json-errors.ts';
import type { ObjectSettings } from './object-settings.ts';
import { isHtml, isSuccess, unconfirmedAnswer, elementIn } from './response.ts';
import { keyPath, rolling, type NewObject } from './rolling.ts';
import { errorOf, isStored, saysError, UNSURE, uploadError, type S3Context } from './s3-answers.ts';

/** A request to a bucket. */
interface S3Request extends Pick<HttpRequest, 'method' | 'signal'> {
  /** The escaped key of an object, with a query if there is one. Empty: the bucket. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const NOTHING = new Uint8Array(0);

/** Sends signed requests to the bucket at an address. */
function requester(address: string, credentials: AwsCredentials, { http, now, awsKeys }: DestinationEnv) {
  const sign = signer({ service: 's3', ...credentials, keys: awsKeys });
  return async ({ method, path, headers: given = {}, body, signal }: S3Request): Promise<HttpResponse> => {
    const url = new URL(path === '' ? address : `${address}/${path}`);
    const unsigned = { ...given, 'x-amz-content-sha256': await sha256(body ?? NOTHING) };
    const headers = await sign({ method, url, headers: unsigned, body: '' }, new Date(now()));
    signal.throwIfAborted();
    return http({ method, url: url.href, headers, ...(body !== undefined && { body }), signal });
  };
}

/** The settings that requests use. */
interface Target extends AwsCredentials, ObjectSettings {}

/** An object of this name exists. */
const EXISTS = 412;
/** How long the removal of an unfinished upload may take. */
const ABORT_MS = 5000;

/**
 * Opens a connection to the bucket at `address`, without a trailing slash.
 *
 * @param sizes of large objects and their parts, where they are not the usual ones
 */
export function open(
  address: string,
  target: Target,
  env: DestinationEnv,
  sizes: Partial<Sizes> = {},
): Connection {
  const request = requester(address, target, env);
  const { multipart, part } = { ...SIZES, ...sizes };
  const context = (): S3Context => ({ region: target.region, secrets: secretsOf(target), now: env.now() });
  const condition = target.existing === 'refuse' ? { 'if-none-match': '*' } : {};
  const removals = newRemovals(async (path) => {
    const signal = AbortSignal.timeout(ABORT_MS);
    const response = await request({ method: 'DELETE', path, signal });
    // 404: it is gone.
    if (!isSuccess(response) && response.status !== 404) throw errorOf(response, context());
  });
  const uploader: Uploader = {
    request,
    partBytes: part,
    errorOf: (response, missing) => uploadError(response, missing, context()),
    abort: (path) => removals.remove(path),
  };
  const put = async (object: NewObject, options: SendOptions) => {
    const { key, body, contentType } = object;
    const { signal } = options;
    const inParts = body.length >= multipart;
    const headers = { 'content-type': contentType, ...condition };
    const response = inParts
      ? await uploadInParts(object, condition, uploader, signal)
      : await request({ method: 'PUT', path: keyPath(key), headers, body, signal });
    const { status } = response;
    // An earlier attempt has stored it, and its response was lost.
    const isStoredBefore = status === EXISTS && target.existing === 'refuse' && options.uncertain === true;
    if (isStoredBefore) return { status };
    if (isStored(response, inParts ? 'completed upload' : 'object')) return { status, answer: key };
    if (!isSuccess(response) || saysError(response)) throw errorOf(response, context());
    throw unconfirmedAnswer(response, {
      service: 'S3',
      rows: object.rows,
      hint: UNSURE,
      secrets: secretsOf(target),
    });
  };
  return { ...rolling(target, env, put), close: () => removals.close() };
}

/** A removal that took too long is aborted. */
function asDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  return new DeliveryError('timeout', `No response within ${ABORT_MS / 1000} seconds`, { cause: error });
}

/** Removes uploads that were not completed. */
function newRemovals(remove: (path: string) => Promise<void>) {
  const failed: DeliveryError[] = [];
  const pending = new Set<Promise<void>>();
  return {
    remove(path: string): Promise<void> {
      const removal = remove(path)
        .catch((error: unknown) => void failed.push(asDeliveryError(error)))
        .finally(() => pending.delete(removal));
      pending.add(removal);
      return removal;
    },
    /** @throws DeliveryError if an upload could not be removed */
    async close(): Promise<void> {
      await Promise.all(pending);
      const [cause] = failed.splice(0);
      if (cause === undefined) return;
      throw new DeliveryError('unavailable', 'Unfinished uploads could not be removed from the bucket', {
        detail: cause.message,
        hint: 'Their parts take up space. A life-cycle rule with AbortIncompleteMultipartUpload removes them.',
        uncertain: false,
        cause,
      });
    },
  };
}

/** Asks for the bucket, which needs the permission to list it, and writes nothing. */
export async function check(
  address: string,
  target: Target,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const response = await requester(address, target, env)({ method: 'HEAD', path: '', signal });
  if (!isSuccess(response) || isHtml(response))
    throw errorOf(response, { region: target.region, secrets: secretsOf(target), now: env.now() });
  return {
    ok: true,
    message: `${new URL(address).host} has the bucket and accepted the signature. Nothing was written.`,
  };
}

const secretsOf = ({ secretAccessKey, sessionToken }: AwsCredentials): readonly string[] => [
  secretAccessKey,
  ...(sessionToken === undefined ? [] : [sessionToken]),
];

/** How objects are uploaded, in bytes. */
interface Sizes {
  /** From this size on, an object is uploaded in parts. */
  readonly multipart: number;
  /** A part but the last. S3 wants at least 5 MiB. https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
  readonly part: number;
}

const SIZES: Sizes = { multipart: 64 * 2 ** 20, part: 8 * 2 ** 20 };
/** Parts that are uploaded at once. */
const PARTS_IN_FLIGHT = 4;

/** What an upload needs of its connection. */
interface Uploader {
  readonly request: (request: S3Request) => Promise<HttpResponse>;
  readonly partBytes: number;
  /** The error of a response on which an upload cannot go on. @param missing what it lacks if it is no error: `the header ETag` */
  readonly errorOf: (response: HttpResponse, missing: string) => DeliveryError;
  /** Removes an upload that was not completed. */
  readonly abort: (path: string) => Promise<void>;
}

/**
 * Uploads an object in parts. An upload that is certainly incomplete is removed.
 *
 * @param headers of the object, and the condition on which it is stored
 * @returns the response to its completion
 */
async function uploadInParts(
  { key, body, contentType }: NewObject,
  condition: Readonly<Record<string, string>>,
  { request, partBytes, errorOf, abort }: Uploader,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const path = keyPath(key);
  const begun = await request({
    method: 'POST',
    path: `${path}?uploads=`,
    headers: { 'content-type': contentType },
    signal,
  });
  const id = elementIn(begun.text, 'UploadId');
  if (!isSuccess(begun) || id === undefined) throw errorOf(begun, 'its UploadId');
  const upload = `${path}?uploadId=${encodeURIComponent(id)}`;
  let isOpen = true;
  try {
    const tags = await uploadParts(body, partBytes, async (number, part) => {
      const response = await request({
        method: 'PUT',
        path: `${upload}&partNumber=${number}`,
        body: part,
        signal,
      });
      const tag = response.header('etag');
      if (tag === undefined) throw errorOf(response, 'the header ETag that confirms a part');
      if (!isStored(response, 'part')) throw errorOf(response, 'the status 200 that confirms a part');
      return tag;
    });
    // From now on it may be complete, whatever becomes of the response.
    isOpen = false;
    const completion = await request({
      method: 'POST',
      path: upload,
      headers: { 'content-type': 'application/xml', ...condition },
      body: new TextEncoder().encode(completionOf(tags)),
      signal,
    });
    isOpen = isRefused(completion, errorOf);
    return completion;
  } finally {
    if (isOpen) await abort(upload);
  }
}

/** Whether a response says that an upload is not complete. That of a proxy which lost its own response does not. */
const isRefused = (response: HttpResponse, errorOf: Uploader['errorOf']): boolean =>
  saysError(response) || (!isSuccess(response) && !errorOf(response, '').uncertain);

/** Uploads the parts of a body, some at once. @returns their tags, in order */
async function uploadParts(
  body: Uint8Array,
  partBytes: number,
  upload: (number: number, part: Uint8Array) => Promise<string>,
): Promise<readonly string[]> {
  const count = Math.ceil(body.length / partBytes);
  const tags = new Array<string>(count).fill('');
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const part = next++;
      try {
        tags[part] = await upload(part + 1, body.subarray(part * partBytes, (part + 1) * partBytes));
      } catch (error) {
        next = count;
        throw error;
      }
    }
  };
  // An upload is removed only once none of its parts is under way.
  const lanes = await Promise.allSettled(Array.from({ length: PARTS_IN_FLIGHT }, lane));
  const failed = lanes.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return tags;
}

const completionOf = (tags: readonly string[]): string => {
  const parts = tags.map(
    (tag, i) =>
      `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
};
