import { byteLength, records, type Batch, routeOf, isFilled } from '@catbird/engine';
import { newBody } from './body.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import type { DeliveryError, DeliveryErrorKind } from './error.ts';
import { ANSWER_BYTES, type HttpResponse } from './http.ts';
import {
  areDistinct,
  confirmingText,
  failedCheck,
  isHtml,
  isSuccess,
  isText,
  isWrongHost,
  jsonOf,
  kindOfStatus,
  member,
  refusal,
  unconfirmedAnswer,
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

const SERVICE = 'Pub/Sub';
const SCOPE = 'https://www.googleapis.com/auth/pubsub';
const PERMISSION = 'pubsub.topics.publish';

/** Maximum bytes of an id in a response. They have 17 digits. */
const ID_BYTES = 100;

/** What a row gets besides its data in base64, with neither key nor attributes. */
const ROW_BYTES = 16;

/** Opens a connection to a topic at `address`, without a trailing slash. */
export function open(address: string, target: Target, env: DestinationEnv): Connection {
  const post = poster(address, target, env);
  return {
    async send(batch, { signal }) {
      const body = bodyOf(batch, target);
      const { response, secrets } = await post(
        'publish',
        body,
        ANSWER_BYTES + batch.count * ID_BYTES,
        signal,
      );
      if (!isSuccess(response)) throw errorOf(response, secrets, env.now());
      if (!areDistinctIds(member(jsonOf(confirmingText(response)), 'messageIds'), batch.count))
        throw unconfirmedAnswer(response, {
          service: SERVICE,
          rows: batch.count,
          hint: 'Check whether the endpoint is Pub/Sub, or a proxy in front of it.',
          secrets,
        });
      return {
        accepted: batch.count,
        quarantined: 0,
        rejected: 0,
        bytes: body.length,
        status: response.status,
        answer: `${batch.count} of ${batch.count} published`,
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Whether each message got an id of its own. */
const areDistinctIds = (ids: unknown, count: number): boolean =>
  Array.isArray(ids) && ids.length === count && ids.every(isText) && areDistinct(ids);

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
    if (target.auth === 'none') {
      const response = await env.http({ method: 'GET', url: urlOf(address, target), headers: {}, signal });
      const name = member(jsonOf(response.text), 'name');
      if (!isSuccess(response) || !isText(name)) throw errorOf(response, [], env.now());
      return { ok: true, message: `${host} has the topic ${topic}. Nothing was written.` };
    }
    const body = JSON.stringify({ permissions: [PERMISSION] });
    const { response, secrets } = await poster(address, target, env)(
      'testIamPermissions',
      body,
      ANSWER_BYTES,
      signal,
    );
    if (!isSuccess(response) || isHtml(response) || jsonOf(response.text) === undefined)
      throw errorOf(response, secrets, env.now());
    const permissions = member(jsonOf(response.text), 'permissions');
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

/** Posts to a method of the topic. */
function poster(address: string, target: Target, env: DestinationEnv) {
  const account =
    target.auth === 'serviceAccount' ? serviceAccountIn(target.serviceAccount ?? '') : undefined;
  const fromAccount = account && tokensOf(account, SCOPE, env);
  return async (
    method: 'publish' | 'testIamPermissions',
    body: Uint8Array | string,
    answerBytes: number,
    signal: AbortSignal,
  ): Promise<{ readonly response: HttpResponse; readonly secrets: readonly string[] }> => {
    const token = fromAccount === undefined ? target.accessToken : await fromAccount(signal);
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const url = `${urlOf(address, target)}:${method}`;
    const response = await env.http({ method: 'POST', url, headers, body, answerBytes, signal });
    return { response, secrets: [token ?? '', account?.privateKey ?? ''] };
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
function errorOf(response: HttpResponse, secrets: readonly string[], now: number): DeliveryError {
  const error = member(jsonOf(response.text), 'error');
  const [status, message] = [member(error, 'status'), member(error, 'message')];
  const words = isText(message) ? message : isHtml(response) ? 'a web page' : response.text;
  const kind = kindOf(response, words);
  return refusal(response, {
    service: SERVICE,
    kind,
    code: isText(status) ? status : undefined,
    words,
    hint: HINTS[kind],
    // A request that was cancelled may have been stored.
    ...(response.status === 499 && { uncertain: true }),
    secrets,
    now,
  });
}

function kindOf(response: HttpResponse, words: string): DeliveryErrorKind {
  if (isWrongHost(response) || isSuccess(response)) return 'not-found';
  if (response.status === 400 && /too large|exceeds/i.test(words)) return 'too-large';
  return KINDS[response.status] ?? kindOfStatus(response.status);
}

const HINTS: Readonly<Partial<Record<DeliveryErrorKind, string>>> = {
  auth: 'Check the token, which ends after an hour, and that the account has the role Pub/Sub Publisher.',
  'not-found': 'Check the project, the topic, and the endpoint if you set one.',
  rejected:
    'Pub/Sub rejected the request. Compare its message with the attributes and the schema of the topic.',
  'too-large': 'A message, or the request, exceeds 10 MB.',
  'rate-limited':
    'The rate exceeds the publisher quota of the project. Lower the rate, or request a higher quota.',
  unavailable: 'Pub/Sub had an internal error; the same events can be sent again.',
};
