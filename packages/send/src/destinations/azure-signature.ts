import { digestInScript } from './sha256.ts';

/** A request to sign, as it will be sent. */
export interface AzureRequest {
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
export async function sharedKey(request: AzureRequest, account: string, key: string): Promise<string> {
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
