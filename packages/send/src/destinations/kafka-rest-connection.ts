import { isFilled, routeOf } from '@catbird/engine';
import { authorizationOf, secretsOfHttp } from './authorization.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import { asUncertain, type DeliveryError, type DeliveryErrorKind } from './error.ts';
import { ANSWER_BYTES, type HttpResponse } from './http.ts';
import { outcomesInReports, placesIn, statusOf } from './kafka-reports.ts';
import { recordsBody } from './kafka-rest-body.ts';
import { outcomesOf, receiptOf, type Outcome } from './outcomes.ts';
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

/** The settings that a request uses. */
interface Target {
  readonly topic: string;
  readonly api: 'v2' | 'v3';
  readonly clusterId?: string | undefined;
  readonly valueField?: string | undefined;
  readonly auth: 'none' | 'basic' | 'bearer';
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly bearerToken?: string | undefined;
}

const SERVICE = 'Kafka REST';

/** Maximum response bytes per record; two or three hundred are usual. */
const RESULT_BYTES = 2000;

/** Opens a connection to a proxy at `address`, without a trailing slash. */
export function open(address: string, target: Target, env: DestinationEnv): Connection {
  const { api, valueField } = target;
  return {
    async send(batch, { signal }) {
      const body = recordsBody(batch, api, valueField);
      const response = await env.http({
        method: 'POST',
        url: recordsUrl(address, target, routeOf(batch, target.topic)),
        headers: { ...headersOf(target), 'content-type': CONTENT_TYPES[api] },
        body,
        // Many records in one request of version 3 are a stream.
        ...(api === 'v3' && { chunked: true }),
        answerBytes: ANSWER_BYTES + batch.count * RESULT_BYTES,
        signal,
      });
      const now = env.now();
      if (!isSuccess(response)) throw errorOf(response, target, now);
      const known =
        api === 'v2'
          ? outcomesInOffsets(response, batch.count, target, now)
          : outcomesInReports(confirmingText(response), batch.count, (code, words) =>
              errorFor(withStatus(response, statusOf(code)), code, words, target, now),
            );
      const unconfirmed = (confirmed: number): DeliveryError =>
        unconfirmedAnswer(response, {
          service: SERVICE,
          rows: batch.count,
          confirmed,
          hint: 'Check whether the host is a REST proxy of Kafka, and which API it has.',
          secrets: secretsOfHttp(target),
        });
      const receipt = receiptOf(batch, outcomesOf(known, batch.count, unconfirmed));
      return {
        ...receipt,
        bytes: body.length,
        status: response.status,
        answer: `${receipt.accepted} of ${batch.count} stored`,
      };
    },
    close: () => Promise.resolve(),
  };
}

const withStatus = (response: HttpResponse, status: number): HttpResponse => ({
  ...response,
  header: (name) => response.header(name),
  status,
});

const CONTENT_TYPES = { v2: 'application/vnd.kafka.binary.v2+json', v3: 'application/json' } as const;
const ACCEPT = { v2: 'application/vnd.kafka.v2+json', v3: 'application/json' } as const;

const topicsUrl = (address: string, { api, clusterId = '' }: Target): string =>
  api === 'v2' ? `${address}/topics` : `${address}/v3/clusters/${encodeURIComponent(clusterId)}/topics`;

const recordsUrl = (address: string, target: Target, topic: string): string =>
  `${topicsUrl(address, target)}/${encodeURIComponent(topic)}${target.api === 'v3' ? '/records' : ''}`;

/** Lists the topics. */
export async function check(
  address: string,
  target: Target,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const url = topicsUrl(address, target);
    const response = await env.http({ method: 'GET', url, headers: headersOf(target), signal });
    const names = topicsIn(response);
    if (!isSuccess(response) || names === undefined) throw errorOf(response, target, env.now());
    const { host } = new URL(address);
    const topic = isFilled(target.topic)
      ? 'events determine the topics'
      : `the topic ${target.topic} ${names.includes(target.topic) ? 'exists' : 'does not exist: the first event creates it, if the cluster allows that'}`;
    return { ok: true, message: `${host} lists the topics; ${topic}. Nothing was written.` };
  } catch (error) {
    return failedCheck(error);
  }
}

/** The names in a list of topics, of either version; undefined if it is none. A long list may be cut off. */
function topicsIn(response: HttpResponse): readonly unknown[] | undefined {
  const answer = jsonOf(response.text);
  if (Array.isArray(answer)) return answer;
  const data = member(answer, 'data');
  return Array.isArray(data) ? data.map((topic: unknown) => member(topic, 'topic_name')) : undefined;
}

/** Reads `{"offsets": [{"partition": 0, "offset": 7, "error_code": null, "error": null}]}`. If their number differs from that of the rows, nothing is known, and if two records have the same offset, no success is. */
function outcomesInOffsets(
  response: HttpResponse,
  rows: number,
  target: Target,
  now: number,
): (Outcome | undefined)[] {
  const offsets = member(jsonOf(confirmingText(response)), 'offsets');
  if (!Array.isArray(offsets) || offsets.length !== rows) return [];
  const isDistinct = areDistinct(placesIn(offsets, 'partition'));
  return offsets.map((result: unknown): Outcome | undefined => {
    const [offset, code, words] = ['offset', 'error_code', 'error'].map((name) => member(result, name));
    const isStored = typeof offset === 'number' && offset >= 0;
    if ((code ?? 0) === 0) return isStored && isDistinct ? 'taken' : undefined;
    if (typeof code !== 'number' || isStored) return undefined;
    const [status, isUncertain] = RECORD_CODES[code] ?? [400, false];
    const error = errorFor(withStatus(response, status), code, isText(words) ? words : '', target, now);
    return isUncertain ? asUncertain(error) : error;
  });
}

/**
 * Codes of a record as a status, and whether it may be stored. 1 and 2 are Confluent's, of an error that is final or not; others are Kafka's, which Redpanda returns.
 * https://docs.confluent.io/platform/current/kafka-rest/api.html#post--topics-(string-topic_name), https://kafka.apache.org/protocol#protocol_error_codes
 */
const RECORD_CODES: Readonly<Record<number, readonly [status: number, isUncertain: boolean]>> = {
  2: [503, true],
  3: [404, false],
  5: [503, false],
  6: [503, false],
  7: [503, true],
  10: [413, false],
  13: [503, true],
  17: [404, false],
  19: [503, false],
  20: [503, true],
  29: [403, false],
};

/** Codes of a topic that is missing or has an invalid name, of either version or in the result of a record. */
const NO_TOPIC: readonly number[] = [40401, 40403, 3, 17];

const headersOf = (target: Target): Record<string, string> => ({
  accept: ACCEPT[target.api],
  ...authorizationOf(target),
});

/** Reads `{"error_code": 40401, "message": "…"}`. */
function errorOf(response: HttpResponse, target: Target, now: number): DeliveryError {
  const answer = jsonOf(response.text);
  const [code, message] = [member(answer, 'error_code'), member(answer, 'message')];
  const words = isText(message) ? message : isHtml(response) ? 'a web page' : response.text;
  return errorFor(response, typeof code === 'number' ? code : undefined, words, target, now);
}

function errorFor(
  response: HttpResponse,
  code: number | undefined,
  words: string,
  target: Target,
  now: number,
): DeliveryError {
  const isOther = isSuccess(response) || (code === undefined && isWrongHost(response));
  const kind = isOther ? 'not-found' : kindOfStatus(response.status);
  return refusal(response, {
    service: SERVICE,
    kind,
    code: code === undefined ? undefined : String(code),
    words,
    hint: HINTS[kind],
    ofRoute: NO_TOPIC.includes(code ?? 0),
    secrets: secretsOfHttp(target),
    now,
  });
}

const HINTS: Readonly<Partial<Record<DeliveryErrorKind, string>>> = {
  auth: 'Check the credentials, and that they may write to the topic.',
  'not-found': 'Check the address, the topic and the API: the host must be a REST proxy of Kafka.',
  rejected: 'The proxy or Kafka rejected an event. See its message, and the rules of the topic.',
  'too-large': 'An event exceeds max.request.size of the proxy, or max.message.bytes of the topic.',
  'rate-limited': 'The proxy is rate-limiting requests. Lower the rate.',
  unavailable: 'The proxy could not write to Kafka; the same events can be sent again.',
};
