import type { CheckResult, Connection, DestinationEnv, SendOptions } from './destination.ts';
import { DeliveryError } from './error.ts';
import type { ObjectSettings } from './object-settings.ts';
import { failedCheck, isHtml, isSuccess, unconfirmedAnswer } from './response.ts';
import { keyPath, rolling, type NewObject } from './rolling.ts';
import { errorOf, isStored, saysError, UNSURE, uploadError, type S3Context } from './s3-answers.ts';
import { MULTIPART_BYTES, uploadInParts, type Uploader } from './s3-multipart.ts';
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
  const uploader: Uploader = {
    request,
    errorOf: (response, missing) => uploadError(response, missing, context()),
    abort: (path) => removals.remove(path),
  };
  const put = async (object: NewObject, options: SendOptions) => {
    const { key, body, contentType } = object;
    const { signal } = options;
    const inParts = body.length >= multipartBytes;
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
