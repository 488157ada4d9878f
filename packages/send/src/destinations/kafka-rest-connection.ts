import { isFilled, routeOf } from '@catbird/engine';
import { authorizationOf, secretsOfHttp } from './authorization.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import { asUncertain, type DeliveryError } from './error.ts';
import { ANSWER_BYTES, type HttpResponse } from './http.ts';
import { errorOf, openHttp, refused, type HttpService, type Problem } from './http-service.ts';
import { outcomesInReports, placesIn, statusOf } from './kafka-reports.ts';
import { recordsBody } from './kafka-rest-body.ts';
import type { Outcome } from './outcomes.ts';
import { areDistinct, failedCheck, isSuccess, isText, jsonOf, member } from './response.ts';

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

/** Maximum response bytes per record; two or three hundred are usual. */
const RESULT_BYTES = 2000;

/** Opens a connection to a proxy at `address`, without a trailing slash. */
export const open = (address: string, target: Target, env: DestinationEnv): Connection =>
  openHttp(serviceOf(address, target, env.now), env);

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
    if (!isSuccess(response) || names === undefined)
      throw errorOf(response, serviceOf(address, target, env.now), 0, env.now());
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
  { text }: HttpResponse,
  rows: number,
  errorFor: ErrorFor,
): (Outcome | undefined)[] {
  const offsets = member(jsonOf(text), 'offsets');
  if (!Array.isArray(offsets) || offsets.length !== rows) return [];
  const isDistinct = areDistinct(placesIn(offsets, 'partition'));
  return offsets.map((result: unknown): Outcome | undefined => {
    const [offset, code, words] = ['offset', 'error_code', 'error'].map((name) => member(result, name));
    const isStored = typeof offset === 'number' && offset >= 0;
    if ((code ?? 0) === 0) return isStored && isDistinct ? 'taken' : undefined;
    if (typeof code !== 'number' || isStored) return undefined;
    const [status, isUncertain] = RECORD_CODES[code] ?? [400, false];
    const error = errorFor(status, code, isText(words) ? words : '');
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
function problemIn({ text }: HttpResponse): Problem {
  const answer = jsonOf(text);
  const [code, message] = [member(answer, 'error_code'), member(answer, 'message')];
  const words = isText(message) ? message : text;
  return typeof code === 'number' ? problemOf(code, words) : { words };
}

const problemOf = (code: number, words: string): Problem => ({
  code: String(code),
  words,
  ofRoute: NO_TOPIC.includes(code),
});

/** The error of a record with this code. */
type ErrorFor = (status: number, code: number, words: string) => DeliveryError;

const NOT_FOUND = 'Check the address, the topic and the API: the host must be a REST proxy of Kafka.';

function serviceOf(address: string, target: Target, now: () => number): HttpService {
  const { api, valueField } = target;
  const service: HttpService = {
    name: 'Kafka REST',
    url: topicsUrl(address, target),
    headers: { ...headersOf(target), 'content-type': CONTENT_TYPES[api] },
    secrets: secretsOfHttp(target),
    hints: {
      auth: 'Check the credentials, and that they may write to the topic.',
      'not-found': NOT_FOUND,
      rejected: 'The proxy or Kafka rejected an event. See its message, and the rules of the topic.',
      'too-large': 'An event exceeds max.request.size of the proxy, or max.message.bytes of the topic.',
      'rate-limited': 'The proxy is rate-limiting requests. Lower the rate.',
      unavailable: 'The proxy could not write to Kafka; the same events can be sent again.',
    },
    elsewhere: NOT_FOUND,
    unsure: () => 'Check whether the host is a REST proxy of Kafka, and which API it has.',
    request: (batch) => ({
      url: recordsUrl(address, target, routeOf(batch, target.topic)),
      // Many records in one request of version 3 are a stream.
      ...(api === 'v3' && { chunked: true }),
      answerBytes: ANSWER_BYTES + batch.count * RESULT_BYTES,
    }),
    body: (batch) => recordsBody(batch, api, valueField),
    confirms(response, rows) {
      const errorFor: ErrorFor = (status, code, words) =>
        refused(response, service, problemOf(code, words), now(), status);
      return {
        outcomes:
          api === 'v2'
            ? outcomesInOffsets(response, rows, errorFor)
            : outcomesInReports(response.text, rows, (code, words) => errorFor(statusOf(code), code, words)),
      };
    },
    problemIn,
  };
  return service;
}
