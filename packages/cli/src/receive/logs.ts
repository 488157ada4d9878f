import { isObject, jsonOf } from '@catbird/engine';
import { randomUUID } from 'node:crypto';
import { respondJson, type ReceivedRequest, type Reply, type Service, linesOf } from './services.ts';

const BULK = /^(?:\/([^/]+))?\/_bulk\/?$/;
const RESOLVE = /^\/_resolve\/index\/([^/]+)$/;

/** The bulk API of Elasticsearch and OpenSearch, with any credentials and index. It remembers no ids. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk */
export const elasticsearch: Service = {
  name: 'elasticsearch',
  matches: ({ method, path }) =>
    BULK.test(path) || (method === 'GET' && (path === '/' || RESOLVE.test(path))),
  reply(request) {
    const { method, path, body } = request;
    if (path === '/')
      return respondJson(200, { receiver: 'catbird', cluster_name: 'catbird', version: { number: '9.0.0' } });
    if (RESOLVE.test(path)) return failure(404, 'index_not_found_exception', 'no such index');
    if (method !== 'POST' && method !== 'PUT')
      return failure(405, 'illegal_argument_exception', `Incorrect HTTP method for uri [${path}]`);
    if (body.length === 0) return failure(400, 'parse_exception', 'request body is required');
    return bulk(request);
  },
};

const failure = (status: number, type: string, reason: string): Reply =>
  respondJson(status, { error: { type, reason }, status });

/** What one action became, and its row if it is stored. */
interface Item {
  readonly action: string;
  readonly result: Readonly<Record<string, unknown>>;
  readonly row?: string;
}

function bulk({ path, body }: ReceivedRequest): Reply {
  const [, index] = BULK.exec(path) ?? [];
  const lines = body.toString('utf8').split('\n');
  if (lines.pop() !== '')
    return failure(
      400,
      'illegal_argument_exception',
      'The bulk request must be terminated by a newline [\\n]',
    );
  const items: Item[] = [];
  for (let i = 0; i < lines.length; i += 2) {
    const item = itemOf(lines[i] ?? '', lines[i + 1], index);
    if (item === undefined)
      return failure(
        400,
        'illegal_argument_exception',
        `Malformed action on line ${i + 1}. Send create or index`,
      );
    items.push(item);
  }
  const rows = items.flatMap(({ row }) => (row === undefined ? [] : [`${row}\n`]));
  const errors = rows.length < items.length;
  const results = items.map(({ action, result }) => ({ [action]: result }));
  return {
    ...respondJson(200, { took: 0, errors, items: results }),
    lines: Buffer.from(rows.join('')),
    rows: rows.length,
  };
}

/** The item of an action and its row; undefined if they are none. */
function itemOf(line: string, row: string | undefined, path: string | undefined): Item | undefined {
  const entries = Object.entries(jsonOf(line) ?? {});
  const [action = '', target] = entries[0] ?? [];
  if (entries.length !== 1 || !['create', 'index'].includes(action) || row === undefined) return undefined;
  const members = new Map<string, unknown>(Object.entries(target ?? {}));
  const names = { _index: members.get('_index') ?? path, _id: members.get('_id') ?? randomUUID() };
  if (names._index === undefined) return undefined;
  return isObject(jsonOf(row))
    ? { action, result: { ...names, _version: 1, result: 'created', status: 201 }, row }
    : { action, result: { ...names, status: 400, error: NO_OBJECT } };
}

const NO_OBJECT = {
  type: 'document_parsing_exception',
  reason: 'failed to parse: the document is not an object',
};

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
    const request = jsonOf(body.toString('utf8'));
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

const PATH = /^\/services\/collector(?:\/event)?(?:\/1\.0)?\/?$/;

/** Longest body. Splunk Cloud accepts 1 MB. */
const SPLUNK_BYTES = 8 * 2 ** 20;

/** Splunk's HTTP Event Collector, with any token and index: one event, or one a line. https://help.splunk.com/en/splunk-enterprise/get-data-in/collect-http-event-data */
export const splunk: Service = {
  name: 'splunk',
  matches: ({ path }) => PATH.test(path),
  reply({ method, body }) {
    if (method !== 'POST') return answer(405, 404, 'The requested URL was not found on this server.');
    if (body.length > SPLUNK_BYTES)
      return answer(413, 6, `Bodies are limited to ${SPLUNK_BYTES / 2 ** 20} MiB`);
    return events(body.toString('utf8'));
  },
};

/** As Splunk does, takes the events before an invalid one. */
function events(text: string): Reply {
  const whole = jsonOf(text);
  const given =
    whole === undefined
      ? text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map(jsonOf)
      : [whole];
  const rows: unknown[] = [];
  for (const value of given) {
    const event = Object.entries(value ?? {}).find(([name]) => name === 'event')?.[1] as unknown;
    if (event === undefined || event === '') {
      const [code, words] = INVALID[value === undefined ? 'format' : event === '' ? 'blank' : 'missing'];
      return { ...answer(400, code, words, rows.length), ...linesOf(rows) };
    }
    rows.push(event);
  }
  return rows.length === 0 ? answer(400, 5, 'No data') : { ...answer(200, 0, 'Success'), ...linesOf(rows) };
}

const INVALID = {
  format: [6, 'Invalid data format'],
  missing: [12, 'Event field is required'],
  blank: [13, 'Event field cannot be blank'],
} as const;

const answer = (status: number, code: number, text: string, number?: number): Reply =>
  respondJson(status, { text, code, ...(number !== undefined && { 'invalid-event-number': number }) });
