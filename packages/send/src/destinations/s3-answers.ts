import { DeliveryError, type DeliveryErrorKind } from './error.ts';
import type { HttpResponse } from './http.ts';
import {
  isHtml,
  isSuccess,
  isText,
  isWrongHost,
  kindOfStatus,
  refusal,
  contentIn,
  elementIn,
} from './response.ts';

/** What a response is judged with. */
export interface S3Context {
  readonly region: string;
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Kinds of codes whose status says something else. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const KINDS: Readonly<Record<string, DeliveryErrorKind>> = {
  SlowDown: 'rate-limited',
  RequestTimeout: 'unavailable',
  OperationAborted: 'unavailable',
  ConditionalRequestConflict: 'unavailable',
  // An upload that another attempt has aborted.
  NoSuchUpload: 'unavailable',
  EntityTooLarge: 'too-large',
  ExpiredToken: 'auth',
  InvalidToken: 'auth',
  AuthorizationHeaderMalformed: 'auth',
  InvalidBucketName: 'not-found',
  IllegalLocationConstraintException: 'not-found',
  PreconditionFailed: 'rejected',
};

const HINTS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Check the name of the bucket, and create it first.',
  RequestTimeTooSkewed: 'Check the clock of this machine.',
  SignatureDoesNotMatch: 'Check the secret key, and that no proxy changes requests.',
  InvalidAccessKeyId: 'Check the access key, and that the endpoint is the service that issued it.',
  ExpiredToken: 'The temporary credentials have expired. Get new ones.',
  PreconditionFailed: 'An object of this name exists. Replace it, or choose another prefix.',
};

const STATUS_HINTS: Readonly<Record<number, string>> = {
  400: 'Check bucket, region and endpoint.',
  401: 'Check the access key and its secret.',
  403: 'Check the access key and its secret, and that it may put objects into the bucket. The connection test needs s3:ListBucket.',
  404: 'Check the name of the bucket and the endpoint.',
  413: 'The object is too large for the service. Choose a smaller object size.',
};

const WRONG_HOST = 'This host serves web pages, not the S3 API. Check the endpoint.';

/** What to check if a response does not confirm what it should. */
export const UNSURE =
  'Check whether the endpoint is S3, or a proxy in front of it. For a page, the CORS settings of the bucket must expose ETag.';

/** Statuses of a stored object: 200, and others that some services can be set to. */
const STORED: readonly number[] = [200, 201, 204];

/**
 * Whether a response confirms that an object or a part of one is stored. Its tag is in a header, and that of a completed upload is in
 * its result.
 */
export function isStored(response: HttpResponse, as: 'object' | 'part' | 'completed upload'): boolean {
  const { status, text } = response;
  if (!STORED.includes(status) || isHtml(response) || saysError(response)) return false;
  const result = contentIn(text, 'CompleteMultipartUploadResult') ?? '';
  return isText(as === 'completed upload' ? elementIn(result, 'ETag') : response.header('etag'));
}

/** Whether a response is an error, which S3 may find after it has begun to respond with 200. */
export const saysError = (response: HttpResponse): boolean => /<Error[\s/>]/.test(response.text);

/** The error of a response on which an upload cannot go on. Nothing of it is visible yet. */
export function uploadError(response: HttpResponse, missing: string, context: S3Context): DeliveryError {
  if (!isSuccess(response) || isHtml(response) || saysError(response)) return errorOf(response, context);
  const { status } = response;
  return new DeliveryError('not-found', `S3 returned ${status} in an upload, without ${missing}`, {
    status,
    hint: UNSURE,
  });
}

/** The error of a response other than success, or of one that looks like it. */
export function errorOf(response: HttpResponse, { region, secrets, now }: S3Context): DeliveryError {
  const { status, text } = response;
  if (isWrongHost(response))
    return refusal(response, {
      service: 'S3',
      kind: 'not-found',
      words: 'a web page',
      hint: WRONG_HOST,
      secrets,
      now,
    });
  const code = elementIn(text, 'Code') ?? '';
  const regionHint = otherRegion(response, region);
  return refusal(response, {
    service: 'S3',
    // CompleteMultipartUpload may fail after it has answered 200.
    kind: KINDS[code] ?? kindOfStatus(isSuccess(response) ? 500 : status),
    code: code === '' ? undefined : code,
    words: isHtml(response) ? 'a web page' : (elementIn(text, 'Message') ?? text),
    hint: regionHint ?? HINTS[code] ?? STATUS_HINTS[status],
    redirectHint: regionHint,
    uncertain: isSuccess(response) || undefined,
    secrets,
    now,
  });
}

/** The hint that a bucket is in another region. */
function otherRegion(response: HttpResponse, region: string): string | undefined {
  const found = response.header('x-amz-bucket-region') ?? elementIn(response.text, 'Region');
  if (found === undefined || found === region || !/^[a-z0-9-]+$/.test(found)) return undefined;
  return `The bucket is in the region ${found}: set the region.`;
}
