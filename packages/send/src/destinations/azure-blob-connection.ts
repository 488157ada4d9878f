import type { AzureBlobConfig } from './azure-blob.ts';
import type { CheckResult, Connection, DestinationEnv, SendOptions } from './destination.ts';
import type { DeliveryError, DeliveryErrorKind } from './error.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import {
  isHtml,
  isSuccess,
  isText,
  isWrongHost,
  kindOfStatus,
  refusal,
  unconfirmedAnswer,
  elementIn,
} from './response.ts';
import { keyPath, rolling, type NewObject } from './rolling.ts';
import { digestInScript } from './sha256.ts';

/** https://learn.microsoft.com/rest/api/storageservices/versioning-for-the-azure-storage-services */
const VERSION = '2021-12-02';

const CREATED = 201;
/** Codes of a blob that exists. */
const EXISTS = ['BlobAlreadyExists', 'ConditionNotMet'];

/** Kinds of codes whose status says something else. https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes */
const KINDS: Readonly<Record<string, DeliveryErrorKind>> = {
  OperationTimedOut: 'unavailable',
  ContainerBeingDeleted: 'not-found',
  LeaseIdMissing: 'rejected',
  RequestBodyTooLarge: 'too-large',
};

const HINTS: Readonly<Record<string, string>> = {
  BlobAlreadyExists: 'A blob of this name exists. Replace it, or choose another prefix.',
  ContainerNotFound: 'Check the name of the container, and create it first.',
  AuthenticationFailed:
    'Check the signature or the key of the account, that it has not expired, and the clock of this machine.',
  AuthorizationPermissionMismatch: 'The signature must allow to create and to write blobs.',
};

const STATUS_HINTS: Readonly<Record<number, string>> = {
  400: 'Check account, container and endpoint.',
  401: 'Check the signature or the key of the account.',
  403: 'Check the signature or the key of the account, and that it may create and write blobs.',
  404: 'Check the name of the container and the endpoint.',
  413: 'The blob is too large for the service. Choose a smaller object size.',
};

const WRONG_HOST = 'This host serves web pages, not blobs. Check the endpoint.';

/** Opens a connection to the container at `address`, without a trailing slash. */
export function open(address: string, target: AzureBlobConfig, env: DestinationEnv): Connection {
  const request = requester(address, target, env);
  const condition = target.existing === 'refuse' ? { 'if-none-match': '*' } : {};
  const put = async (object: NewObject, { signal, uncertain }: SendOptions) => {
    const response = await request('PUT', keyPath(object.key), {
      headers: { 'content-type': object.contentType, 'x-ms-blob-type': 'BlockBlob', ...condition },
      body: object.body,
      signal,
    });
    const { status } = response;
    // An earlier attempt has stored it, and its response was lost.
    if (target.existing === 'refuse' && uncertain === true && EXISTS.includes(codeOf(response) ?? ''))
      return { status };
    if (!isSuccess(response)) throw errorOf(response, target, env.now());
    const isTagged = isText(response.header('etag')) && !isHtml(response) && codeOf(response) === undefined;
    if (status === CREATED && isTagged) return { status, answer: object.key };
    throw unconfirmedAnswer(response, {
      service: 'Azure',
      rows: object.rows,
      hint: 'Check whether the endpoint is Azure, or a proxy in front of it. For a page, the CORS settings of the account must expose ETag.',
      secrets: secretsOf(target),
    });
  };
  return { ...rolling(target, env, put), close: () => Promise.resolve() };
}

/** A tag that no blob has. */
const NO_TAG = '"0x0"';

/** Tries to replace a blob that does not exist, which needs the same permissions as every later request, and writes nothing. */
export async function check(
  address: string,
  target: AzureBlobConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const response = await requester(address, target, env)('PUT', 'catbird-check', {
    headers: { 'x-ms-blob-type': 'BlockBlob', 'if-match': NO_TAG },
    body: new Uint8Array(0),
    signal,
  });
  if (isHtml(response) || codeOf(response) !== 'ConditionNotMet') throw errorOf(response, target, env.now());
  return {
    ok: true,
    message: `${new URL(address).host} accepted the credentials and has the container. Nothing was written.`,
  };
}

/** Sends requests with a signature, or signed with the key. */
function requester(
  address: string,
  { account, sas = '', accountKey }: AzureBlobConfig,
  { http, now }: DestinationEnv,
) {
  return async (
    method: 'PUT',
    path: string,
    { headers: given, body, signal }: Pick<HttpRequest, 'headers' | 'signal'> & { readonly body: Uint8Array },
  ): Promise<HttpResponse> => {
    const url = new URL(`${address}/${path}${sas === '' ? '' : `?${sas.replace(/^\?/, '')}`}`);
    const headers = {
      'x-ms-version': VERSION,
      'x-ms-date': new Date(now()).toUTCString(),
      ...given,
    };
    const login =
      accountKey === undefined
        ? {}
        : {
            authorization: await sharedKey(
              { method, url, headers, contentLength: body.length },
              account,
              accountKey,
            ),
          };
    return http({ method, url: url.href, headers: { ...headers, ...login }, body, signal });
  };
}

const codeOf = (response: HttpResponse): string | undefined =>
  response.header('x-ms-error-code') ?? elementIn(response.text, 'Code');

function errorOf(response: HttpResponse, target: AzureBlobConfig, now: number): DeliveryError {
  const { status, text } = response;
  const wrongHost = isWrongHost(response);
  const code = wrongHost ? undefined : codeOf(response);
  return refusal(response, {
    service: 'Azure',
    kind: wrongHost ? 'not-found' : (KINDS[code ?? ''] ?? kindOfStatus(status)),
    code,
    words: isHtml(response) ? 'a web page' : (elementIn(text, 'Message') ?? text),
    hint: wrongHost ? WRONG_HOST : (HINTS[code ?? ''] ?? STATUS_HINTS[status]),
    secrets: secretsOf(target),
    now,
  });
}

/** The signature itself may be repeated, without the rest of its token. */
function secretsOf({ sas, accountKey }: AzureBlobConfig): readonly string[] {
  const signature = new URLSearchParams(sas ?? '').get('sig');
  return [sas, signature, accountKey].flatMap((secret) => secret ?? []);
}

/** A request to sign, as it will be sent. */
interface AzureRequest {
  readonly method: string;
  readonly url: URL;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentLength: number;
}

/**
 * The `Authorization` of a request with the key of an account.
 * https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
async function sharedKey(request: AzureRequest, account: string, key: string): Promise<string> {
  const secret = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  const signature = await digestInScript(textToSign(request, account), secret);
  return `SharedKey ${account}:${btoa(String.fromCharCode(...signature))}`;
}

/** Headers whose values stand in a fixed order. `x-ms-date` stands for the date. */
const BEFORE_LENGTH = ['content-encoding', 'content-language'];
const AFTER_LENGTH = [
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

function textToSign({ method, url, headers, contentLength }: AzureRequest, account: string): string {
  const valueOf = (name: string): string => headers[name] ?? '';
  const own = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .toSorted()
    .map((name) => `${name}:${valueOf(name)}`);
  const query = [...url.searchParams].map(([name, value]) => `${name.toLowerCase()}:${value}`).toSorted();
  return [
    method,
    ...BEFORE_LENGTH.map(valueOf),
    contentLength === 0 ? '' : String(contentLength),
    ...AFTER_LENGTH.map(valueOf),
    ...own,
    `/${account}${url.pathname}`,
    ...query,
  ].join('\n');
}
