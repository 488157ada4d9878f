import { isObject, records, type Batch, jsonOf } from '@catbird/engine';
import {
  textCheck,
  checkHttp,
  choiceSetting,
  DeliveryError,
  member,
  newBody,
  openHttp,
  optionalTextSetting,
  originFault,
  recordTimeSetting,
  singleWord,
  textSetting,
  trimSlashes,
  type Destination,
  type HttpResponse,
  type ProbedService,
} from '@catbird/send';
import * as z from 'zod/mini';

const config = z.object({
  site: choiceSetting({
    label: 'Site',
    help: 'Site of your organization, as in the address of the Datadog app.',
    choices: {
      'datadoghq.com': 'US1',
      'us3.datadoghq.com': 'US3',
      'us5.datadoghq.com': 'US5',
      'datadoghq.eu': 'EU1',
      'ap1.datadoghq.com': 'AP1',
      'ap2.datadoghq.com': 'AP2',
      'uk1.datadoghq.com': 'UK1',
      'ddog-gov.com': 'US1-FED',
      'us2.ddog-gov.com': 'US2-FED',
      custom: 'Custom',
    },
  }),
  endpoint: optionalTextSetting(
    {
      label: 'Endpoint',
      help: 'Address of another intake, such as a proxy.',
      example: 'https://datadog-proxy.example.com',
      when: { site: 'custom' },
      needed: true,
    },
    textCheck(originFault),
  ),
  apiKey: textSetting(
    { label: 'API key', help: 'An API key of your organization.', secret: true },
    singleWord,
  ),
  service: optionalTextSetting({ label: 'Service', example: 'checkout' }),
  source: optionalTextSetting({
    label: 'Source',
    help: 'Sent as ddsource, by which Datadog chooses a pipeline.',
    example: 'catbird',
  }),
  tags: optionalTextSetting({ label: 'Tags', help: 'Separated by commas.', example: 'env:test,team:a' }),
  recordTime: recordTimeSetting('log'),
});

/** The settings of the Datadog destination. */
type DatadogConfig = z.output<typeof config>;

/** Most logs of a request, and bytes of a log. Datadog cuts longer ones and still confirms them. https://docs.datadoghq.com/api/latest/logs/#send-logs */
const MAX_LOGS = 1000;
const LOG_BYTES = 1_000_000;

const TIME = Buffer.from('"timestamp":');
const COMMA = Buffer.from(',');
const MESSAGE = Buffer.from('"message":"');
const END = Buffer.from('"}');

/** What comes before the message of every log, without its time: `{"service":"checkout",`. */
const beginningOf = ({ service, source: ddsource, tags: ddtags }: DatadogConfig): Buffer =>
  Buffer.from(`${JSON.stringify({ service, ddsource, ddtags }).slice(0, -1)},`.replace('{,', '{'));

/** Bytes beside those of the row: the beginning, a time, and four quotes of the row that become two bytes each. */
const rowBytes = (config: DatadogConfig): number =>
  beginningOf(config).length + TIME.length + 13 + 1 + MESSAGE.length + END.length + 1 + 4;

/** An array of logs, each with its row as the message, which Datadog reads as JSON. */
function bodyOf(batch: Batch, config: DatadogConfig): Uint8Array {
  const beginning = beginningOf(config);
  const body = newBody(batch.count * rowBytes(config));
  let place = 0;
  for (const row of records(batch)) {
    body.bytes(place === 0 ? Buffer.from('[') : COMMA);
    const from = body.length;
    body.bytes(beginning);
    const ms = batch.sides?.[place]?.ms;
    if (ms !== undefined) {
      body.bytes(TIME);
      body.digits(Math.floor(ms));
      body.bytes(COMMA);
    }
    body.bytes(MESSAGE);
    body.escaped(row);
    body.bytes(END);
    if (body.length - from > LOG_BYTES) throw tooLong();
    place++;
  }
  body.bytes(Buffer.from(']'));
  return body.end();
}

const tooLong = (): DeliveryError =>
  new DeliveryError('too-large', 'Not sent: Datadog would truncate an event of more than 1 MB', {
    hint: 'Make events smaller.',
  });

/** Reads `{"errors": [{"detail": "…"}]}`, or texts instead of objects. */
function wordsIn({ text }: HttpResponse): string {
  const errors = member(jsonOf(text), 'errors');
  if (!Array.isArray(errors)) return text;
  return errors
    .map((error: unknown) => member(error, 'detail') ?? member(error, 'title') ?? error)
    .filter((words) => typeof words === 'string')
    .join('. ');
}

/** An object without errors. */
function confirms({ status, text }: HttpResponse): boolean {
  const answer = jsonOf(text);
  return (
    status === 202 &&
    isObject(answer) &&
    !['error', 'errors'].some((name) => member(answer, name) !== undefined)
  );
}

const addressOf = ({ site, endpoint }: DatadogConfig): string =>
  site === 'custom' ? trimSlashes(endpoint ?? '') : `https://http-intake.logs.${site}`;

const serviceOf = (config: DatadogConfig): ProbedService => ({
  name: 'Datadog',
  url: `${addressOf(config)}/api/v2/logs`,
  headers: { 'dd-api-key': config.apiKey, 'content-type': 'application/json' },
  secrets: [config.apiKey],
  hints: {
    auth: 'Check the API key, and that it is one of this site.',
    'not-found': 'Check the site, or the host of the endpoint.',
    rejected: 'Datadog could not read the request. See its message for details.',
    'too-large': 'The request exceeds what Datadog accepts. Make events smaller.',
    'rate-limited': 'Lower the rate.',
  },
  body: (batch) => bodyOf(batch, config),
  confirms,
  problemIn: (response) => ({ words: wordsIn(response) }),
  // An invalid key is refused before the logs are read.
  probe: { body: '[]', isPassed: (response) => confirms(response) || response.status === 400 },
});

/** Datadog's log intake. https://docs.datadoghq.com/api/latest/logs/#send-logs */
export const datadog: Destination<DatadogConfig> = {
  name: 'Datadog',
  command: 'datadog',
  title: 'Datadog Logs',
  kind: 'Search and logs',
  summary: 'Send each event to Datadog as a log.',
  acknowledgement:
    'A 202 response with an object that has no errors. Datadog then processes the log. An event of more than 1 MB, which it would truncate, is rejected.',
  call: 'POST /api/v2/logs',
  docs: 'https://docs.datadoghq.com/api/latest/logs/#send-logs',
  config,
  limits: (config) => ({
    rows: MAX_LOGS,
    // Datadog accepts 5 MB, but no longer log than this.
    bytes: LOG_BYTES,
    bytesPerRow: rowBytes(config),
    source: 'https://docs.datadoghq.com/api/latest/logs/#send-logs',
  }),
  customEndpoint: ({ site, endpoint }) =>
    site === 'custom' && endpoint !== undefined ? { setting: 'endpoint', address: endpoint } : undefined,
  host: (config) => new URL(addressOf(config)).host,
  open: async (config, env) => openHttp(serviceOf(config), env),
  check: async (config, env, signal) => checkHttp(serviceOf(config), env, signal),
};
