import type { DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';
import { isSuccess } from './response.ts';
import type { NewObject } from './rolling.ts';
import { keyPath } from './rolling.ts';
import { isStored, saysError } from './s3-answers.ts';
import type { S3Request } from './s3-requests.ts';
import { elementIn } from './xml.ts';

/** From this size on, an object is uploaded in parts. */
export const MULTIPART_BYTES = 64 * 2 ** 20;
/** Bytes of a part but the last. At least 5 MiB. https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const PART_BYTES = 8 * 2 ** 20;
/** Parts that are uploaded at once. */
const PARTS_IN_FLIGHT = 4;

/** What an upload needs of its connection. */
export interface Uploader {
  readonly request: (request: S3Request) => Promise<HttpResponse>;
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
export async function uploadInParts(
  { key, body, contentType }: NewObject,
  condition: Readonly<Record<string, string>>,
  { request, errorOf, abort }: Uploader,
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
    const tags = await uploadParts(body, async (number, part) => {
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
  upload: (number: number, part: Uint8Array) => Promise<string>,
): Promise<readonly string[]> {
  const count = Math.ceil(body.length / PART_BYTES);
  const tags = new Array<string>(count).fill('');
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const part = next++;
      try {
        tags[part] = await upload(part + 1, body.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
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
