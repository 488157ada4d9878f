import type { CheckResult, Connection, DestinationEnv, SendOptions } from './destination.ts';
import { DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';
import type { ObjectSettings } from './object-settings.ts';
import { failedCheck, isHtml, isSuccess, unconfirmedAnswer } from './response.ts';
import { keyPath, rolling, type NewObject } from './rolling.ts';
import { errorOf, type S3Context } from './s3-answers.ts';
import { MULTIPART_BYTES, uploadInParts } from './s3-multipart.ts';
import { requester, type S3Credentials } from './s3-requests.ts';

/** The settings that requests use. */
interface Target extends S3Credentials, ObjectSettings {}

/** An object of this name exists. */
const EXISTS = 412;
/** How long the removal of an unfinished upload may take. */
const ABORT_MS = 5000;

/**
 * Opens a connection to the bucket at `address`, without a trailing slash.
 *
 * @param multipartBytes from this size on, an object is uploaded in parts
 */
export function open(
  address: string,
  target: Target,
  env: DestinationEnv,
  multipartBytes = MULTIPART_BYTES,
): Connection {
  const request = requester(address, target, env);
  const context = (): S3Context => ({ region: target.region, secrets: secretsOf(target), now: env.now() });
  const condition = target.existing === 'refuse' ? { 'if-none-match': '*' } : {};
  const removals = newRemovals(async (path) => {
    const signal = AbortSignal.timeout(ABORT_MS);
    const response = await request({ method: 'DELETE', path, signal });
    // 404: it is gone.
    if (!isSuccess(response) && response.status !== 404) throw errorOf(response, context());
  });
  const store = (object: NewObject, signal: AbortSignal): Promise<HttpResponse> => {
    const { key, body, contentType } = object;
    const headers = { 'content-type': contentType, ...condition };
    if (body.length < multipartBytes)
      return request({ method: 'PUT', path: keyPath(key), headers, body, signal });
    const uploader = {
      request,
      errorOf: (response: HttpResponse) => errorOf(response, context()),
      abort: (path: string) => removals.remove(path),
    };
    return uploadInParts(object, condition, uploader, signal);
  };
  const put = async (object: NewObject, options: SendOptions) => {
    const response = await store(object, options.signal);
    const { status } = response;
    // An earlier attempt has stored it, and its response was lost.
    const isStoredBefore = status === EXISTS && target.existing === 'refuse' && options.uncertain === true;
    if (isStoredBefore) return { status };
    if (!isSuccess(response) || response.text.includes('<Error>')) throw errorOf(response, context());
    if (isConfirmed(response)) return { status, answer: object.key };
    throw unconfirmedAnswer(response, {
      service: 'S3',
      rows: object.rows,
      hint: 'Check whether the endpoint is S3, or a proxy in front of it. For a page, the CORS settings of the bucket must expose ETag.',
      secrets: secretsOf(target),
    });
  };
  return { ...rolling(target, env, put), close: () => removals.close() };
}

/** A stored object has a tag: in a header, or in the response to its completion. */
const isConfirmed = (response: HttpResponse): boolean =>
  !isHtml(response) && (response.header('etag') !== undefined || response.text.includes('<ETag>'));

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
  try {
    const response = await requester(address, target, env)({ method: 'HEAD', path: '', signal });
    if (!isSuccess(response) || isHtml(response))
      throw errorOf(response, { region: target.region, secrets: secretsOf(target), now: env.now() });
    return {
      ok: true,
      message: `${new URL(address).host} has the bucket and accepted the signature. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

const secretsOf = ({ secretAccessKey, sessionToken }: S3Credentials): readonly string[] => [
  secretAccessKey,
  ...(sessionToken === undefined ? [] : [sessionToken]),
];
