import type { DestinationEnv } from './destination.ts';
import { DeliveryError } from './error.ts';
import { base64Url } from './redact.ts';
import { isSuccess, isText, jsonOf, kindOfStatus, member, refusal } from './response.ts';
import type { ServiceAccount } from './service-account.ts';

/** How long a token is asked for, and when it is renewed before its end, in seconds. */
const LIFE_SECONDS = 3600;
const RENEWAL_SECONDS = 120;

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const encoder = new TextEncoder();

/** A token, and when it ends. */
interface Token {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Gets access tokens of a service account, and keeps each until shortly before its end. https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
export function tokensOf(account: ServiceAccount, scope: string, env: DestinationEnv) {
  let token: Token | undefined;
  return async (signal: AbortSignal): Promise<string> => {
    if (token === undefined || env.now() >= token.endsAt - RENEWAL_SECONDS * 1000)
      token = await newToken(account, scope, env, signal);
    return token.text;
  };
}

async function newToken(
  account: ServiceAccount,
  scope: string,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<Token> {
  const assertion = await signed(account, scope, env.now());
  const body = new URLSearchParams({ grant_type: GRANT, assertion }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await env
    .http({ method: 'POST', url: account.tokenUrl, headers, body, signal })
    .catch((error: unknown) => {
      throw error instanceof DeliveryError ? unsent(error) : error;
    });
  const answer = jsonOf(response.text);
  const [text, seconds] = [member(answer, 'access_token'), member(answer, 'expires_in')];
  if (isSuccess(response) && isText(text) && typeof seconds === 'number')
    return { text, endsAt: env.now() + seconds * 1000 };
  const code = member(answer, 'error');
  const words = member(answer, 'error_description');
  const kind = kindOfStatus(response.status);
  throw refusal(response, {
    service: 'Google’s token service',
    kind: kind === 'rejected' || kind === 'not-found' ? 'auth' : kind,
    code: isText(code) ? code : undefined,
    words: isText(words) ? words : response.text,
    hint: 'Check that the key of the service account exists and is enabled, and this machine’s clock.',
    // Events are sent with the token only.
    uncertain: false,
    secrets: [account.privateKey, assertion],
    now: env.now(),
  });
}

/** The same error of a request before that of the rows. */
const unsent = ({ kind, message, code, hint, cause }: DeliveryError): DeliveryError =>
  new DeliveryError(kind, message, { code, hint, cause, uncertain: false });

/** A JSON Web Token that asks for an access token. @param now milliseconds since 1970 */
async function signed({ email, keyId, privateKey, tokenUrl }: ServiceAccount, scope: string, now: number) {
  const iat = Math.floor(now / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
  const claims = { iss: email, scope, aud: tokenUrl, iat, exp: iat + LIFE_SECONDS };
  const text = [header, claims].map((part) => base64Url(encoder.encode(JSON.stringify(part)))).join('.');
  const signature = await crypto.subtle.sign(ALGORITHM, await keyOf(privateKey), encoder.encode(text));
  return `${text}.${base64Url(new Uint8Array(signature))}`;
}

/** @throws DeliveryError if the key cannot be read here */
async function keyOf(pem: string): Promise<CryptoKey> {
  if ((globalThis.crypto as Crypto | undefined)?.subtle === undefined)
    throw new DeliveryError('auth', 'The key of a service account cannot be used in a page without HTTPS', {
      hint: 'Open the page with https://, or use an access token.',
    });
  try {
    const der = atob(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''));
    const bytes = Uint8Array.from(der, (character) => character.charCodeAt(0));
    return await crypto.subtle.importKey('pkcs8', bytes, ALGORITHM, false, ['sign']);
  } catch (cause) {
    throw new DeliveryError('auth', 'The private key of the service account is invalid', {
      hint: 'Use the JSON file as Google Cloud made it.',
      cause,
    });
  }
}
