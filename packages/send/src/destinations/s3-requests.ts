import { signer } from './aws-signature.ts';
import type { DestinationEnv } from './destination.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { sha256 } from './sha256.ts';

/** Credentials for a bucket. */
export interface S3Credentials {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** A request to a bucket. */
export interface S3Request extends Pick<HttpRequest, 'method' | 'signal'> {
  /** The escaped key of an object, with a query if there is one. Empty: the bucket. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const NOTHING = new Uint8Array(0);

/** Sends signed requests to the bucket at an address. */
export function requester(address: string, credentials: S3Credentials, { http, now }: DestinationEnv) {
  const sign = signer({ service: 's3', ...credentials });
  return async ({ method, path, headers: given = {}, body, signal }: S3Request): Promise<HttpResponse> => {
    const url = new URL(path === '' ? address : `${address}/${path}`);
    const unsigned = { ...given, 'x-amz-content-sha256': await sha256(body ?? NOTHING) };
    const headers = await sign({ method, url, headers: unsigned, body: '' }, new Date(now()));
    signal.throwIfAborted();
    return http({ method, url: url.href, headers, ...(body !== undefined && { body }), signal });
  };
}
