import { byteLength, records, type Batch, routeOf, isFilled } from '@catbird/engine';
import { newBody } from './body.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import type { DeliveryErrorKind } from './error.ts';
import { ANSWER_BYTES, type HttpResponse } from './http.ts';
import { errorOf, openHttp, type HttpService, type Problem, type Outcomes } from './http-service.ts';
import {
  areDistinct,
  confirmingText,
  failedCheck,
  isSuccess,
  isText,
  jsonOf,
  kindOfStatus,
  member,
} from './response.ts';
import { serviceAccountIn } from './service-account.ts';
import { tokensOf } from './service-account-token.ts';

/** The settings that a request uses. */
interface Target {
  readonly project: string;
  readonly topic: string;
  readonly orderingKey?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly auth: 'token' | 'serviceAccount' | 'none';
  readonly accessToken?: string | undefined;
  readonly serviceAccount?: string | undefined;
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
  try {
    const service = await services(address, target, env)(signal);
    const isEmulator = target.auth === 'none';
    const { headers } = service;
    const body = JSON.stringify({ permissions: [PERMISSION] });
    const url = `${urlOf(address, target)}${isEmulator ? '' : ':testIamPermissions'}`;
    const response = await env.http(
      isEmulator
        ? { method: 'GET', url, headers: {}, signal }
        : { method: 'POST', url, headers, body, signal },
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
  } catch (error) {
    return failedCheck(error);
  }
}

const urlOf = (address: string, { project, topic }: Target): string =>
  `${address}/v1/projects/${encodeURIComponent(project)}/topics/${encodeURIComponent(topic)}`;

/** The service with a token that is valid now. */
function services(address: string, target: Target, env: DestinationEnv) {
  const account =
    target.auth === 'serviceAccount' ? serviceAccountIn(target.serviceAccount ?? '') : undefined;
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

const encoder = new TextEncoder();

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
