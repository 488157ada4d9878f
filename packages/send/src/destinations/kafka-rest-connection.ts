import { byteLength, records, type Batch, isFilled, routeOf, jsonOf } from '@catbird/engine';
import { newBody, type BodyWriter } from './body.ts';
import { valueIn } from './kafka-records.ts';
import type { KafkaRestTarget } from './kafka-rest.ts';
import {
  authorizationOf,
  secretsOfHttp,
  errorOf,
  openHttp,
  refused,
  type HttpService,
  type Problem,
} from './http-service.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import { asUncertain, type DeliveryError } from './error.ts';
import { ANSWER_BYTES, type HttpResponse } from './http.ts';
import { outcomesInReports, placesIn, statusOf } from './kafka-reports.ts';
import type { Outcome } from './outcomes.ts';
import { areDistinct, isSuccess, isText, member } from './response.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Room for what a record has beside its value. */
const ROW_BYTES = 120;

/** The constant parts of a body. Keys and values are base64, so that they arrive byte for byte. */
interface Parts {
  readonly head: string;
  readonly key: string;
  readonly value: string;
  readonly none: string;
  /** After a key or a value. */
  readonly end: string;
  readonly between: string;
  readonly tail: string;
}

/** `{"records":[{"key":"…","value":"…"}]}`. https://docs.confluent.io/platform/current/kafka-rest/api.html#post--topics-(string-topic_name) */
const V2: Parts = {
  head: '{"records":[',
  key: '"key":"',
  value: '"value":"',
  none: '"value":null',
  end: '"',
  between: ',',
  tail: ']}',
};

/** Concatenated objects. https://docs.confluent.io/platform/current/kafka-rest/api.html#records-v3 */
const V3: Parts = {
  head: '',
  key: '"key":{"type":"BINARY","data":"',
  value: '"value":{"type":"BINARY","data":"',
  // A record without a value is a tombstone.
  none: '"value":{"type":"BINARY","data":null}',
  end: '"}',
  between: '\n',
  tail: '\n',
};

/** A member of a JSON object, with a comma behind it. Empty: it has no value. */
const memberText = (name: string, value: unknown): string =>
  value === undefined ? '' : `"${name}":${JSON.stringify(value)},`;

/** The records of a batch. */
function recordsBody(batch: Batch, { api, valueField, headers, key: sameKey }: KafkaRestTarget): Uint8Array {
  const parts = api === 'v2' ? V2 : V3;
  const [head, fixed] = [memberText('headers', headers), memberText('key', sameKey)];
  const rowBytes = ROW_BYTES + encoder.encode(head + fixed).length;
  const body = newBody(Math.ceil((byteLength(batch) * 4) / 3) + batch.count * rowBytes);
  const text = (value: string): void => body.bytes(encoder.encode(value));
  text(parts.head);
  let place = 0;
  for (const row of records(batch)) {
    const { key, ms } = batch.sides?.[place] ?? {};
    text(`${place === 0 ? '' : parts.between}{${head}`);
    // Version 2 has no times.
    if (ms !== undefined && api === 'v3') text(`"timestamp":"${new Date(ms).toISOString()}",`);
    if (key !== undefined) {
      text(parts.key);
      body.base64(typeof key === 'string' ? encoder.encode(key) : key);
      text(`${parts.end},`);
    } else text(fixed);
    value(body, parts, valueField === undefined ? row : fieldOf(row, valueField));
    text('}');
    place++;
  }
  text(parts.tail);
  return body.end();
}

function value(body: BodyWriter, parts: Parts, bytes: Uint8Array | undefined): void {
  if (bytes === undefined) {
    body.bytes(encoder.encode(parts.none));
    return;
  }
  body.bytes(encoder.encode(parts.value));
  body.base64(bytes);
  body.bytes(encoder.encode(parts.end));
}

/** A field of a row as JSON; undefined if it is null or missing. */
function fieldOf(row: Uint8Array, name: string): Uint8Array | undefined {
  const text = valueIn(decoder.decode(row), name);
  return text === null ? undefined : encoder.encode(text);
}

/** Maximum response bytes per record; two or three hundred are usual. */
const RESULT_BYTES = 2000;

/** Opens a connection to a proxy at `address`, without a trailing slash. */
export const open = (address: string, target: KafkaRestTarget, env: DestinationEnv): Connection =>
  openHttp(serviceOf(address, target, env.now), env);

const CONTENT_TYPES = { v2: 'application/vnd.kafka.binary.v2+json', v3: 'application/json' } as const;
const ACCEPT = { v2: 'application/vnd.kafka.v2+json', v3: 'application/json' } as const;

const topicsUrl = (address: string, { api, clusterId = '' }: KafkaRestTarget): string =>
  api === 'v2' ? `${address}/topics` : `${address}/v3/clusters/${encodeURIComponent(clusterId)}/topics`;

const recordsUrl = (address: string, target: KafkaRestTarget, topic: string): string =>
  `${topicsUrl(address, target)}/${encodeURIComponent(topic)}${target.api === 'v3' ? '/records' : ''}`;

/** Lists the topics. */
export async function check(
  address: string,
  target: KafkaRestTarget,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
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

const headersOf = (target: KafkaRestTarget): Record<string, string> => ({
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

function serviceOf(address: string, target: KafkaRestTarget, now: () => number): HttpService {
  const { api, name = 'Kafka REST' } = target;
  const service: HttpService = {
    name,
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
      ...target.hints,
    },
    elsewhere: target.hints?.['not-found'] ?? NOT_FOUND,
    unsure: () => 'Check whether the host is a REST proxy of Kafka, and which API it has.',
    request: (batch) => ({
      url: recordsUrl(address, target, routeOf(batch, target.topic)),
      // Many records in one request of version 3 are a stream.
      ...(api === 'v3' && { chunked: true }),
      answerBytes: ANSWER_BYTES + batch.count * RESULT_BYTES,
    }),
    body: (batch) => recordsBody(batch, target),
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
