import { isFilled, records, routeOf, texts, type Batch } from '@catbird/engine';
import {
  base64,
  failedCheck,
  isHtml,
  isSuccess,
  isWrongHost,
  jsonOf,
  member,
  openHttp,
  outcomesInReports,
  refused,
  statusOf,
  valueIn,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type HttpResponse,
  type HttpService,
  type Problem,
} from '@catbird/send';
import type { ConfluentConfig } from './destination.ts';

/** Maximum response bytes per record; two or three hundred are usual. */
const ANSWER_BYTES_PER_ROW = 2000;

const ENDPOINT =
  'Check the REST endpoint, the cluster ID and the topic. The REST endpoint is specific to the cluster.';

const HINTS = {
  auth: 'Check the API key and secret: they must belong to the cluster and be allowed to write to the topic.',
  'not-found': ENDPOINT,
  rejected: 'Confluent rejected an event: check the headers, the key, and the rules of the topic.',
  'too-large': 'An event exceeds the topic’s max.message.bytes.',
  'rate-limited': 'The cluster is rate-limiting events: lower the rate or use a larger cluster.',
  unavailable: 'Confluent had an internal error; the same events can be retried.',
};

/** The code of a topic that is missing. https://docs.confluent.io/cloud/current/kafka-rest/krest-qs.html */
const NO_TOPIC = 40403;

const problemOf = (code: number, words: string): Problem => ({
  code: String(code),
  words,
  ofRoute: code === NO_TOPIC,
});

/** Reads `{"error_code": 40403, "message": "…"}`. */
function problemIn({ text }: HttpResponse): Problem {
  const answer = jsonOf(text);
  const [code, message] = [member(answer, 'error_code'), member(answer, 'message')];
  const words = typeof message === 'string' ? message : text;
  return typeof code === 'number' ? problemOf(code, words) : { words };
}

/** Topics over Confluent's REST API. @param addressOf the address of a topic */
function serviceOf(
  addressOf: (topic: string) => string,
  config: ConfluentConfig,
  { now, format }: Pick<DestinationEnv, 'now' | 'format'>,
): HttpService {
  const { apiKey, apiSecret, topic } = config;
  const service: HttpService = {
    name: 'Confluent',
    url: addressOf(topic),
    headers: {
      authorization: `Basic ${base64(`${apiKey}:${apiSecret}`)}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    secrets: [apiSecret, `${apiKey}:${apiSecret}`],
    hints: HINTS,
    elsewhere: ENDPOINT,
    unsure: () => ENDPOINT,
    request: (batch) => ({
      url: `${addressOf(routeOf(batch, topic))}/records`,
      // Chunked encoding enables streaming mode: many records in one request.
      chunked: true,
      answerBytes: batch.count * ANSWER_BYTES_PER_ROW,
    }),
    body: (batch) => Buffer.from(bodyOf(batch, config, format)),
    confirms: (response, rows) => ({
      outcomes: outcomesInReports(response.text, rows, (code, words) =>
        refused(response, service, problemOf(code, words), now(), statusOf(code)),
      ),
    }),
    problemIn,
  };
  return service;
}

/** Opens a connection to topics. @param addressOf the address of a topic */
export const open = (
  addressOf: (topic: string) => string,
  config: ConfluentConfig,
  env: DestinationEnv,
): Connection => openHttp(serviceOf(addressOf, config, env), env);

/** Checks the topic by reading its description, or lists topics if events determine them. */
export async function check(
  addressOf: (topic: string) => string,
  config: ConfluentConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const service = serviceOf(addressOf, config, env);
  const isRouted = isFilled(config.topic);
  try {
    const url = isRouted ? service.url.slice(0, service.url.lastIndexOf('/')) : service.url;
    const response = await env.http({ method: 'GET', url, headers: service.headers, signal });
    const failed = (problem: Problem) => refused(response, service, problem, env.now());
    const problem = problemIn(response);
    if (isWrongHost(response) && problem.code === undefined) throw failed({ ...problem, kind: 'not-found' });
    if (!isSuccess(response) || isHtml(response)) throw failed(problem);
    const { host } = new URL(url);
    const found = (what: string): CheckResult => ({ ok: true, message: `${host} accepted the key${what}` });
    if (isRouted) return found('. Nothing was written; events determine the topics.');
    if (member(jsonOf(response.text), 'topic_name') !== config.topic)
      throw failed({ kind: 'not-found', words: `a response without a report: ${response.text}` });
    return found(`; the topic ${config.topic} exists. Nothing was written.`);
  } catch (error) {
    return failedCheck(error);
  }
}

/** Concatenated JSON objects. */
function bodyOf(batch: Batch, config: ConfluentConfig, format: DestinationEnv['format']): string {
  const { headers, key } = config;
  const head = headers === undefined ? '' : `"headers":${JSON.stringify(headers)},`;
  const fixed = key === undefined ? '' : `"key":${JSON.stringify(key)},`;
  const lines: string[] = [];
  for (const value of valuesOf(batch, config, format)) {
    const { key: data, ms } = batch.sides?.[lines.length] ?? {};
    const time = ms === undefined ? '' : `"timestamp":"${new Date(ms).toISOString()}",`;
    const own = data === undefined ? fixed : `"key":${JSON.stringify(keyOf(data))},`;
    lines.push(`{${head}${time}${own}"value":${value}}\n`);
  }
  return lines.join('');
}

const keyOf = (key: string | Uint8Array): { readonly type: string; readonly data: string } =>
  typeof key === 'string'
    ? { type: 'STRING', data: key }
    : { type: 'BINARY', data: Buffer.from(key).toString('base64') };

/** The values of records, in JSON. A row in JSON is inserted verbatim, without parsing it, unless a field of it is the value. */
function* valuesOf(
  batch: Batch,
  { valueField }: ConfluentConfig,
  format: DestinationEnv['format'],
): Generator<string> {
  if (batch.isBinary === true)
    // Base64 needs no escapes.
    for (const record of records(batch))
      yield `{"type":"BINARY","data":"${Buffer.from(record.buffer, record.byteOffset, record.byteLength).toString('base64')}"}`;
  else
    for (const row of texts(batch)) {
      if (format !== undefined) yield JSON.stringify({ type: 'STRING', data: row });
      // Null makes the record a tombstone.
      else
        yield `{"type":"JSON","data":${valueField === undefined ? row : (valueIn(row, valueField) ?? 'null')}}`;
    }
}
