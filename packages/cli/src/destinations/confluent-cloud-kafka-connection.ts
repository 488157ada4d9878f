import { records, routeOf, texts, type Batch, isFilled } from '@catbird/engine';
import {
  base64,
  confirmingText,
  failedCheck,
  isHtml,
  isSuccess,
  isWrongHost,
  jsonOf,
  kindOfStatus,
  member,
  oneLine,
  outcomesInReports,
  outcomesOf,
  receiptOf,
  refusal,
  statusOf,
  unconfirmedAnswer,
  valueIn,
  type CheckResult,
  type Connection,
  type DeliveryError,
  type DestinationEnv,
  type HttpResponse,
} from '@catbird/send';
import type { ConfluentConfig } from './confluent-cloud-kafka-config.ts';

/** Maximum response bytes per record; two or three hundred are usual. */
const ANSWER_BYTES_PER_ROW = 2000;

/** Opens a connection to topics. @param addressOf the address of a topic */
export function open(
  addressOf: (topic: string) => string,
  config: ConfluentConfig,
  env: DestinationEnv,
): Connection {
  return {
    async send(batch, { signal }) {
      const body = bodyOf(batch, config, env.format);
      const response = await env.http({
        method: 'POST',
        url: `${addressOf(routeOf(batch, config.topic))}/records`,
        headers: { ...headersOf(config), 'content-type': 'application/json' },
        body,
        // Chunked encoding enables streaming mode: many records in one request.
        chunked: true,
        answerBytes: batch.count * ANSWER_BYTES_PER_ROW,
        signal,
      });
      if (!isSuccess(response)) throw errorOf(response, config, env.now());
      const known = outcomesInReports(confirmingText(response), batch.count, (code, words) =>
        errorFor({ ...response, status: statusOf(code) }, code, words, config, env.now()),
      );
      const receipt = receiptOf(
        batch,
        outcomesOf(known, batch.count, unconfirmedError(response, batch, config)),
      );
      return {
        ...receipt,
        bytes: Buffer.byteLength(body),
        status: response.status,
        answer: `${receipt.accepted} of ${batch.count} stored`,
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Checks the topic at `address` by reading its description, or lists topics if events determine them. */
export async function check(
  address: string,
  config: ConfluentConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const isRouted = isFilled(config.topic);
    const url = isRouted ? address.slice(0, address.lastIndexOf('/')) : address;
    const response = await env.http({ method: 'GET', url, headers: headersOf(config), signal });
    if (!isSuccess(response) || isHtml(response)) throw errorOf(response, config, env.now());
    const { host } = new URL(address);
    if (isRouted)
      return {
        ok: true,
        message: `${host} accepted the key. Nothing was written; events determine the topics.`,
      };
    if (member(jsonOf(response.text), 'topic_name') !== config.topic)
      throw notConfluent(response, config, env.now());
    return {
      ok: true,
      message: `${host} accepted the key; the topic ${config.topic} exists. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

const headersOf = ({ apiKey, apiSecret }: ConfluentConfig): Record<string, string> => ({
  authorization: `Basic ${base64(`${apiKey}:${apiSecret}`)}`,
  accept: 'application/json',
});

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

const unconfirmedError =
  (response: HttpResponse, { count }: Batch, config: ConfluentConfig) =>
  (confirmed: number): DeliveryError =>
    unconfirmedAnswer(response, {
      service: 'Confluent',
      rows: count,
      confirmed,
      hint: ENDPOINT,
      secrets: secretsOf(config),
    });

/** Reads `{"error_code": 40403, "message": "…"}`. */
function errorOf(response: HttpResponse, config: ConfluentConfig, now: number): DeliveryError {
  const answer = jsonOf(response.text);
  const code = member(answer, 'error_code');
  const message = member(answer, 'message');
  const words = typeof message === 'string' ? message : isHtml(response) ? 'a web page' : response.text;
  return errorFor(response, typeof code === 'number' ? code : undefined, words, config, now);
}

/** The code of a topic that is missing. https://docs.confluent.io/cloud/current/kafka-rest/krest-qs.html */
const NO_TOPIC = 40403;

function errorFor(
  response: HttpResponse,
  code: number | undefined,
  words: string,
  config: ConfluentConfig,
  now: number,
): DeliveryError {
  const kind = code === undefined && isWrongHost(response) ? 'not-found' : kindOfStatus(response.status);
  return refusal(response, {
    service: 'Confluent',
    kind,
    code: code === undefined ? undefined : String(code),
    words,
    hint: HINTS[kind],
    ofRoute: code === NO_TOPIC,
    secrets: secretsOf(config),
    now,
  });
}

const ENDPOINT =
  'Check the REST endpoint, the cluster ID and the topic. The REST endpoint is specific to the cluster.';

const HINTS: Readonly<Partial<Record<ReturnType<typeof kindOfStatus>, string>>> = {
  auth: 'Check the API key and secret: they must belong to the cluster and be allowed to write to the topic.',
  'not-found': ENDPOINT,
  rejected: 'Confluent rejected an event: check the headers, the key, and the rules of the topic.',
  'too-large': 'An event exceeds the topic’s max.message.bytes.',
  'rate-limited': 'The cluster is rate-limiting events: lower the rate or use a larger cluster.',
  unavailable: 'Confluent had an internal error; the same events can be retried.',
};

const notConfluent = (response: HttpResponse, config: ConfluentConfig, now: number): DeliveryError =>
  refusal(response, {
    service: 'Confluent',
    kind: 'not-found',
    words: `a response without a report: ${oneLine(response.text, secretsOf(config))}`,
    hint: ENDPOINT,
    secrets: secretsOf(config),
    now,
  });

const secretsOf = ({ apiKey, apiSecret }: ConfluentConfig): string[] => [apiSecret, `${apiKey}:${apiSecret}`];
