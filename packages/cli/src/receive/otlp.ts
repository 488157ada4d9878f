import { linesOf, respondJson, tryParse, type Service } from './services.ts';

/** Lists in a request, from the outside to the inside. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  '/v1/logs': ['resourceLogs', 'scopeLogs', 'logRecords'],
  '/v1/metrics': ['resourceMetrics', 'scopeMetrics', 'metrics'],
  '/v1/traces': ['resourceSpans', 'scopeSpans', 'spans'],
};

const MAX_BYTES = 20 * 2 ** 20;

/** OTLP over HTTP in JSON, with any credentials: a row is the body of a log record if that is an object, else the record; a metric with its data points; or a span. https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export const otlp: Service = {
  name: 'otlp',
  matches: ({ path }) => Object.hasOwn(LISTS, path),
  reply({ method, path, type, body }) {
    const refuse = (status: number, message: string) => respondJson(status, { code: 3, message });
    if (method !== 'POST') return refuse(405, 'Use POST');
    if (type !== 'application/json') return refuse(415, 'Send JSON: protobuf is not supported');
    if (body.length > MAX_BYTES) return refuse(413, 'Requests are limited to 20 MiB');
    const request = tryParse(body.toString('utf8'));
    if (typeof request !== 'object' || request === null || Array.isArray(request))
      return refuse(400, 'The body is not a JSON object');
    const records = (LISTS[path] ?? []).reduce<readonly unknown[]>(
      (messages, list) => messages.flatMap((message) => listIn(message, list)),
      [request],
    );
    return { ...respondJson(200, {}), ...linesOf(records.map(rowOf)) };
  },
};

const memberOf = (message: unknown, name: string): unknown =>
  typeof message === 'object' && message !== null
    ? Object.entries(message).find(([key]) => key === name)?.[1]
    : undefined;

function listIn(message: unknown, name: string): readonly unknown[] {
  const list = memberOf(message, name);
  return Array.isArray(list) ? list : [];
}

/** The event that was sent as the body of a log record. */
function rowOf(record: unknown): unknown {
  const fields = memberOf(memberOf(record, 'body'), 'kvlistValue');
  return fields === undefined ? record : valueOf({ kvlistValue: fields });
}

/** A value as JSON has it. Null has no kind. */
function valueOf(any: unknown): unknown {
  const [[kind, value] = ['', null]] = Object.entries(any ?? {});
  if (kind === 'intValue') return Number(value);
  if (kind === 'arrayValue') return listIn(value, 'values').map(valueOf);
  if (kind !== 'kvlistValue') return value;
  return Object.fromEntries(
    listIn(value, 'values').map((each) => [String(memberOf(each, 'key')), valueOf(memberOf(each, 'value'))]),
  );
}
