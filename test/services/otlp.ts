import { jsonAnswer, startService, type Answer, type Received, type Service } from './service.ts';

/** The credentials of a stand-in. */
export interface OtlpOptions {
  /** Lower-case name. Default `authorization`. */
  readonly header?: string;
  /** Default `Bearer a-token-for-tests`. */
  readonly value?: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Members of OTLP's messages that hold others, and the lists in a request. */
const LISTS: Readonly<Record<string, readonly [resources: string, scopes: string, records: string]>> = {
  '/v1/logs': ['resourceLogs', 'scopeLogs', 'logRecords'],
  '/v1/metrics': ['resourceMetrics', 'scopeMetrics', 'metrics'],
  '/v1/traces': ['resourceSpans', 'scopeSpans', 'spans'],
};

/** Largest body of a collector: 20 MiB. https://github.com/open-telemetry/opentelemetry-collector/blob/main/config/confighttp/README.md */
const MAX_BYTES = 20 * 2 ** 20;

/** A stand-in with the records, data points and spans that it took, as they were sent. */
export interface OtlpService extends Service {
  readonly records: readonly Json[];
}

/** Starts a strict stand-in for a collector's OTLP over HTTP in JSON. Its rows are the bodies of log records. https://opentelemetry.io/docs/specs/otlp/ */
export async function startOtlp({
  header = 'authorization',
  value = 'Bearer a-token-for-tests',
}: OtlpOptions = {}): Promise<OtlpService> {
  const records: Json[] = [];
  const service = await startService({
    cors: { methods: ['POST'], headers: ['content-type', header], exposed: ['retry-after'] },
    respond(request, fault, take) {
      const lists = LISTS[request.path];
      const refused = refusalOf(request, header, value, lists);
      if (refused !== undefined || lists === undefined) return refused ?? { status: 404 };
      const [resources, scopes, list] = lists;
      const body = JSON.parse(request.body.toString()) as Json;
      only(body, [resources], fault);
      for (const resource of listIn(body, resources)) {
        only(resource, ['resource', scopes], fault);
        only(objectIn(resource, 'resource'), ['attributes'], fault);
        listIn(objectIn(resource, 'resource'), 'attributes').forEach((each) => checkAttribute(each, fault));
        for (const scope of listIn(resource, scopes))
          for (const record of listIn(scope, list)) {
            records.push(record);
            CHECKS[list]?.(record, fault);
            if (list === 'logRecords') take(valueOf(record['body'], fault));
          }
      }
      return jsonAnswer(200, {});
    },
  });
  return { ...service, records };
}

function refusalOf(
  { method, headers, body }: Received,
  header: string,
  value: string,
  lists: unknown,
): Answer | undefined {
  const refuse = (status: number, message: string): Answer => jsonAnswer(status, { code: 3, message });
  if (lists === undefined) return refuse(404, 'not found');
  if (method !== 'POST') return refuse(405, 'method not allowed');
  if (headers[header] !== value) return refuse(401, 'wrong credentials');
  if (headers['content-type'] !== 'application/json') return refuse(415, 'unsupported media type');
  return body.length > MAX_BYTES ? refuse(413, 'request body too large') : undefined;
}

type Fault = (words: string) => void;

const NANOS = /^\d{19}$/;

const CHECKS: Readonly<Record<string, (record: Json, fault: Fault) => void>> = {
  logRecords(record, fault) {
    only(record, ['timeUnixNano', 'severityNumber', 'severityText', 'body', 'attributes'], fault);
    checkNanos(record['timeUnixNano'], fault);
    listIn(record, 'attributes').forEach((each) => checkAttribute(each, fault));
  },
  metrics(metric, fault) {
    only(metric, ['name', 'unit', 'gauge', 'sum'], fault);
    const data = objectIn(metric, 'gauge' in metric ? 'gauge' : 'sum');
    only(data, ['dataPoints', ...('sum' in metric ? ['aggregationTemporality', 'isMonotonic'] : [])], fault);
    for (const point of listIn(data, 'dataPoints')) {
      only(point, ['timeUnixNano', 'startTimeUnixNano', 'attributes', 'asDouble'], fault);
      checkNanos(point['timeUnixNano'], fault);
      if (typeof point['asDouble'] !== 'number') fault('a data point has no value');
      listIn(point, 'attributes').forEach((each) => checkAttribute(each, fault));
    }
  },
  spans(span, fault) {
    only(
      span,
      [
        'traceId',
        'spanId',
        'parentSpanId',
        'name',
        'kind',
        'startTimeUnixNano',
        'endTimeUnixNano',
        'attributes',
        'status',
      ],
      fault,
    );
    checkNanos(span['startTimeUnixNano'], fault);
    checkNanos(span['endTimeUnixNano'], fault);
    if (!/^[\da-f]{32}$/.test(String(span['traceId']))) fault('traceId must have 32 digits');
    for (const id of [span['spanId'], span['parentSpanId'] ?? '0000000000000001'])
      if (!/^[\da-f]{16}$/.test(String(id))) fault('spanId must have 16 digits');
    listIn(span, 'attributes').forEach((each) => checkAttribute(each, fault));
  },
};

const checkNanos = (value: unknown, fault: Fault): void => {
  if (typeof value !== 'string' || !NANOS.test(value)) fault(`not nanoseconds: ${JSON.stringify(value)}`);
};

const only = (message: Json, names: readonly string[], fault: Fault): void => {
  for (const name of Object.keys(message)) if (!names.includes(name)) fault(`unknown member ${name}`);
};

const objectIn = (message: Json, name: string): Json => (message[name] ?? {}) as Json;
const listIn = (message: Json, name: string): readonly Json[] => (message[name] ?? []) as readonly Json[];

function checkAttribute(attribute: Json, fault: Fault): void {
  only(attribute, ['key', 'value'], fault);
  if (typeof attribute['key'] !== 'string') fault('an attribute has no key');
  valueOf(attribute['value'], fault);
}

/** The value of an AnyValue, as JSON has it. */
function valueOf(any: unknown, fault: Fault): unknown {
  const [[kind, value] = ['', null], ...more] = Object.entries(any as Json);
  if (more.length > 0) fault('a value has two kinds');
  if (kind === 'intValue') {
    if (typeof value !== 'string' || !/^-?\d+$/.test(value)) fault('intValue must be a text');
    return Number(value);
  }
  if (kind === 'arrayValue') return listIn(value as Json, 'values').map((each) => valueOf(each, fault));
  if (kind === 'kvlistValue')
    return Object.fromEntries(
      listIn(value as Json, 'values').map((each) => [String(each['key']), valueOf(each['value'], fault)]),
    );
  if (!['', 'stringValue', 'boolValue', 'doubleValue'].includes(kind)) fault(`unknown kind of value ${kind}`);
  return value;
}
