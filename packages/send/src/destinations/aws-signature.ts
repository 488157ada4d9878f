import type { AwsCredentials, AwsKeys } from './aws-json-errors.ts';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { DestinationEnv } from './destination.ts';
import type { Http } from './http.ts';

/** Credentials, and the service and region to sign for. */
export interface Signer extends AwsCredentials {
  readonly service: string;
  /** In place of the credentials. Absent: these sign. */
  readonly keys?: AwsKeys | undefined;
}

/** A request to sign, exactly as it will be sent. */
export interface Unsigned {
  readonly method: string;
  readonly url: Pick<URL, 'protocol' | 'hostname' | 'host' | 'pathname' | 'searchParams'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** Hashes in plain JavaScript, as pages without HTTPS have no `crypto.subtle`. */
const signatureOf = ({ service, region, accessKeyId, secretAccessKey, sessionToken, keys }: Signer) =>
  new SignatureV4({
    service,
    region,
    credentials: keys ?? {
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
    sha256: Sha256,
    applyChecksum: false,
    // S3 takes a path as it stands in the address.
    uriEscapePath: service !== 's3',
  });
/**
 * Signs requests with AWS Signature Version 4. Returns the headers to send, without `host`, which HTTP clients derive from the address.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signer(who: Signer) {
  const signature = signatureOf(who);
  return async (request: Unsigned, date: Date): Promise<Record<string, string>> => {
    const { url } = request;
    const { headers } = await signature.sign(
      {
        method: request.method,
        protocol: url.protocol,
        hostname: url.hostname,
        path: url.pathname,
        query: queryOf(url),
        headers: { ...request.headers, host: url.host },
        body: request.body,
      },
      { signingDate: date },
    );
    return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'));
  };
}

/**
 * An address with a signature in its query. https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 *
 * @param seconds how long it holds
 */
export async function presigned(who: Signer, address: string, date: Date, seconds: number): Promise<string> {
  const url = new URL(address);
  const { query = {} } = await signatureOf(who).presign(
    {
      method: 'GET',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: queryOf(url),
      headers: { host: url.host },
    },
    { signingDate: date, expiresIn: seconds },
  );
  url.search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each])),
  ).toString();
  return url.href;
}

/** Sends requests with their signatures. */
export function signed(
  who: Signer,
  { http, now, awsKeys }: Pick<DestinationEnv, 'http' | 'now' | 'awsKeys'>,
): Http {
  const sign = signer({ ...who, keys: awsKeys });
  return async (request) => {
    const { body = '' } = request;
    const headers = await sign({ ...request, url: new URL(request.url), body }, new Date(now()));
    return http({ ...request, headers });
  };
}

function queryOf({ searchParams }: Unsigned['url']): Record<string, string[]> {
  const query: Record<string, string[]> = {};
  for (const [name, value] of searchParams) (query[name] ??= []).push(value);
  return query;
}
