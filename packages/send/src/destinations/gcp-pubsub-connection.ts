import type { DestinationEnv, CheckResult, Connection } from './destination.ts';
import { DeliveryError, type DeliveryErrorKind } from './error.ts';
import { base64Url } from './redact.ts';
import { isSuccess, isText, kindOfStatus, member, refusal, areDistinct, confirmingText } from './response.ts';
import type { PubSubConfig, ServiceAccount } from './gcp-pubsub.ts';
import { byteLength, records, type Batch, routeOf, isFilled, jsonOf } from '@catbird/engine';
import { newBody } from './body.ts';
import { ANSWER_BYTES, type HttpResponse } from './http.ts';
import { errorOf, openHttp, type HttpService, type Problem, type Outcomes } from './http-service.ts';

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
function tokensOf(account: ServiceAccount, scope: string, env: DestinationEnv) {
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

/** The settings, with the account whose key they have. Undefined: another way of authentication. */
interface Target extends PubSubConfig {
  readonly account: ServiceAccount | undefined;
}

const SCOPE = 'https://www.googleapis.com/auth/pubsub';
const PERMISSION = 'pubsub.topics.publish';

/** Maximum bytes of an id in a response. They have 17 digits. */
const ID_BYTES = 100;

/** What a row gets besides its data in base64, with neither key nor attributes. */
const ROW_BYTES = 16;

/** Opens a connection to a topic at `address`, without a trailing slash. */
export function open(address: string, target: Target, env: DestinationEnv): Connection {
  const service = services(address, target, env);
  return {
    send: async (batch, options) => openHttp(await service(options.signal), env).send(batch, options),
    close: () => Promise.resolve(),
  };
}

/** Each message gets an id of its own. */
function confirms({ text }: HttpResponse, rows: number): boolean | Outcomes {
  const ids = member(jsonOf(text), 'messageIds');
  const isWhole = Array.isArray(ids) && ids.length === rows && ids.every(isText) && areDistinct(ids);
  return isWhole && { outcomes: ids.map(() => 'taken') };
}

/** Asks whether the credentials may publish, which needs no further permission. An emulator is asked for the topic. */
export async function check(
  address: string,
  target: Target,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { host } = new URL(address);
  const { topic } = target;
  const service = await services(address, target, env)(signal);
  const isEmulator = target.auth === 'none';
  const { headers } = service;
  const body = JSON.stringify({ permissions: [PERMISSION] });
  const url = `${urlOf(address, target)}${isEmulator ? '' : ':testIamPermissions'}`;
  const response = await env.http(
    isEmulator ? { method: 'GET', url, headers: {}, signal } : { method: 'POST', url, headers, body, signal },
  );
  const answer = jsonOf(confirmingText(response));
  const isKnown = isEmulator ? isText(member(answer, 'name')) : answer !== undefined;
  if (!isSuccess(response) || !isKnown) throw errorOf(response, service, 0, env.now());
  if (isEmulator) return { ok: true, message: `${host} has the topic ${topic}. Nothing was written.` };
  const permissions = member(answer, 'permissions');
  const isAllowed = Array.isArray(permissions) && permissions.includes(PERMISSION);
  return {
    ok: isAllowed,
    message: isAllowed
      ? `${host} allows publishing to the topic ${topic}. Nothing was written.`
      : `${host} does not allow publishing to the topic ${topic}: grant the role Pub/Sub Publisher. Nothing was written.`,
  };
}

const urlOf = (address: string, { project, topic }: Target): string =>
  `${address}/v1/projects/${encodeURIComponent(project)}/topics/${encodeURIComponent(topic)}`;

/** The service with a token that is valid now. */
function services(address: string, target: Target, env: DestinationEnv) {
  const { account } = target;
  const fromAccount = account && tokensOf(account, SCOPE, env);
  return async (signal: AbortSignal): Promise<HttpService> => {
    const token = fromAccount === undefined ? target.accessToken : await fromAccount(signal);
    return {
      name: 'Pub/Sub',
      url: `${urlOf(address, target)}:publish`,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      secrets: [token ?? '', account?.privateKey ?? ''],
      hints: HINTS,
      elsewhere: NOT_FOUND,
      unsure: () => 'Check whether the endpoint is Pub/Sub, or a proxy in front of it.',
      request: ({ count }) => ({ answerBytes: ANSWER_BYTES + count * ID_BYTES }),
      body: (batch) => bodyOf(batch, target),
      confirms,
      done: 'published',
      problemIn,
    };
  };
}

function bodyOf(batch: Batch, { orderingKey, attributes }: Target): Uint8Array {
  const HEAD = encoder.encode('{"messages":[');
  const NEXT = encoder.encode(',');
  const DATA = encoder.encode('{"data":"');
  const END = encoder.encode('"}');
  const TAIL = encoder.encode(']}');
  const key = orderingKey === undefined ? undefined : routeOf(batch, orderingKey);
  const ordered = key === undefined ? '' : `,"orderingKey":${JSON.stringify(key)}`;
  const afterFor = (own: Readonly<Record<string, string>> | undefined): Uint8Array =>
    own === undefined && ordered === ''
      ? END
      : encoder.encode(`"${own === undefined ? '' : `,"attributes":${JSON.stringify(own)}`}${ordered}}`);
  const constant = afterFor(
    attributes !== undefined && !isFilled(JSON.stringify(attributes)) ? attributes : undefined,
  );
  const body = newBody(Math.ceil((byteLength(batch) * 4) / 3) + batch.count * (ROW_BYTES + constant.length));
  body.bytes(HEAD);
  let place = 0;
  for (const row of records(batch)) {
    const own = batch.sides?.[place]?.headers;
    if (place > 0) body.bytes(NEXT);
    body.bytes(DATA);
    body.base64(row);
    body.bytes(own === undefined ? constant : afterFor(own));
    place++;
  }
  body.bytes(TAIL);
  return body.end();
}

/** Kinds of statuses that differ from those of other services. https://cloud.google.com/pubsub/docs/reference/error-codes */
const KINDS: Readonly<Record<number, DeliveryErrorKind>> = { 409: 'unavailable', 499: 'unavailable' };

/** Reads `{"error": {"code": 404, "message": "…", "status": "NOT_FOUND"}}`. */
function problemIn({ status, text }: HttpResponse): Problem {
  const error = member(jsonOf(text), 'error');
  const [code, message] = [member(error, 'status'), member(error, 'message')];
  const words = isText(message) ? message : text;
  return {
    kind:
      status === 400 && /too large|exceeds/i.test(words)
        ? 'too-large'
        : (KINDS[status] ?? kindOfStatus(status)),
    code: isText(code) ? code : undefined,
    words,
    // A request that was cancelled may have been stored.
    ...(status === 499 && { uncertain: true }),
  };
}

const NOT_FOUND = 'Check the project, the topic, and the endpoint if you set one.';

const HINTS: Readonly<Partial<Record<DeliveryErrorKind, string>>> = {
  auth: 'Check the token, which ends after an hour, and that the account has the role Pub/Sub Publisher.',
  'not-found': NOT_FOUND,
  rejected:
    'Pub/Sub rejected the request. Compare its message with the attributes and the schema of the topic.',
  'too-large': 'A message, or the request, exceeds 10 MB.',
  'rate-limited':
    'The rate exceeds the publisher quota of the project. Lower the rate, or request a higher quota.',
  unavailable: 'Pub/Sub had an internal error; the same events can be sent again.',
};
