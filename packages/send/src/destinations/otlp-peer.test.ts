import { SeverityNumber } from '@opentelemetry/api-logs';
import { SpanKind, SpanStatusCode, ValueType } from '@opentelemetry/api';
import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import {
  AggregationTemporality,
  DataPointType,
  InstrumentType,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchWith } from '../../test/destinations/batch.ts';
import { configOf, sendOptions, testEnv } from '../../test/destinations/contract.ts';
import { otlp } from './otlp.ts';

const MS = Date.parse('2026-11-27T12:00:00.123Z');
const TIME: [number, number] = [Math.floor(MS / 1000), 123_000_000];
const resource = resourceFromAttributes({ 'service.name': 'catbird', env: 'test' });
const scope = { name: 'catbird' };

/** What Catbird sends for rows at this time. */
async function ours(rows: readonly object[], more: Readonly<Record<string, unknown>>): Promise<unknown> {
  let body: Uint8Array | string = '';
  const config = configOf(otlp, { endpoint: 'http://localhost:4318', resource: '{"env":"test"}', ...more });
  const connection = await otlp.open(config, {
    ...testEnv(),
    http: (request) => {
      body = request.body ?? '';
      return Promise.resolve({ status: 200, header: () => undefined, text: '{}' });
    },
  });
  await connection.send(batchWith(rows.map((row) => [row, { ms: MS }])), sendOptions());
  return JSON.parse(Buffer.from(body).toString());
}

/** Members that mean nothing: defaults of Protobuf, and when the client saw a record. */
const MEANINGLESS = new Set([
  'droppedAttributesCount',
  'droppedEventsCount',
  'droppedLinksCount',
  'observedTimeUnixNano',
  'flags',
]);

/**
 * A message without what means nothing. 64-bit integers may be texts or numbers. https://protobuf.dev/programming-guides/json/
 */
function meaning(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(meaning);
  if (typeof message !== 'object' || message === null) return message;
  const members = Object.entries(message).flatMap(([name, value]): [string, unknown][] => {
    const isDefault = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    if (MEANINGLESS.has(name) || (isDefault && !name.endsWith('Value'))) return [];
    if (/^(intValue|asInt|doubleValue|asDouble)$/.test(name))
      return [[name.replace('as', '').replace('Value', '').toLowerCase(), Number(value)]];
    return [[name, meaning(value)]];
  });
  return Object.fromEntries(
    members
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .filter(([name, value]) => !(name === 'status' && JSON.stringify(value) === '{"code":0}')),
  );
}

const parsed = (bytes: Uint8Array | undefined): unknown =>
  meaning(JSON.parse(Buffer.from(bytes ?? []).toString()));

/** For larger numbers the peer sends integers that no 64 bits hold. */
const double = fc.double({ noNaN: true, min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }).map((x) => x + 0);
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((each) => each !== '__proto__');
const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.boolean(), fc.integer(), double);
const rows = fc.array(fc.dictionary(name, scalar, { maxKeys: 5, noNullPrototype: true }), {
  minLength: 1,
  maxLength: 5,
});

test('log records mean the same as those of OpenTelemetry’s own SDK and exporter', async () => {
  for (const given of fc.sample(rows, { numRuns: 100, seed: 42 })) {
    const exporter = new InMemoryLogRecordExporter();
    const provider = new LoggerProvider({
      resource,
      processors: [new SimpleLogRecordProcessor({ exporter })],
    });
    const withText = given.map((row) => ({ ...row, text: 'Hello', level: 'WARN' }));
    for (const { text, level, ...attributes } of withText)
      provider.getLogger('catbird').emit({
        timestamp: MS,
        body: text,
        severityNumber: SeverityNumber.WARN,
        severityText: level,
        attributes,
      });
    await provider.forceFlush();
    const theirs = JsonLogsSerializer.serializeRequest(exporter.getFinishedLogRecords());
    const fields = { bodyField: 'text', severityField: 'level' };
    expect(meaning(await ours(withText, fields))).toEqual(parsed(theirs));
  }
});

test('a whole event as a body means the same', async () => {
  for (const given of fc.sample(rows, { numRuns: 100, seed: 43 })) {
    const exporter = new InMemoryLogRecordExporter();
    const provider = new LoggerProvider({
      resource,
      processors: [new SimpleLogRecordProcessor({ exporter })],
    });
    for (const row of given)
      provider.getLogger('catbird').emit({ timestamp: MS, body: { ...row, in: { a: [1, 'x', null] } } });
    await provider.forceFlush();
    const theirs = JsonLogsSerializer.serializeRequest(exporter.getFinishedLogRecords());
    const all = given.map((row) => ({ ...row, in: { a: [1, 'x', null] } }));
    expect(meaning(await ours(all, {}))).toEqual(parsed(theirs));
  }
});

test('gauges and sums mean the same', async () => {
  const about = (metric: string, unit: string, type: InstrumentType) => ({
    descriptor: { name: metric, unit, description: '', type, valueType: ValueType.DOUBLE, advice: {} },
  });
  const point = (value: number, room: string) => ({
    startTime: TIME,
    endTime: TIME,
    attributes: { room },
    value,
  });
  const data: ResourceMetrics = {
    resource,
    scopeMetrics: [
      {
        scope,
        metrics: [
          {
            ...about('temperature', '', InstrumentType.GAUGE),
            dataPointType: DataPointType.GAUGE,
            aggregationTemporality: AggregationTemporality.DELTA,
            dataPoints: [point(20.5, 'a'), point(21, 'b')],
          },
          {
            ...about('requests', '{request}', InstrumentType.COUNTER),
            dataPointType: DataPointType.SUM,
            aggregationTemporality: AggregationTemporality.DELTA,
            isMonotonic: true,
            dataPoints: [point(3, 'a'), point(4, 'b')],
          },
        ],
      },
    ],
  };
  const sent = await ours(
    [
      { temperature: 20.5, requests: 3, room: 'a' },
      { temperature: 21, requests: 4, room: 'b' },
    ],
    { signal: 'metrics', metrics: '{"temperature":"gauge","requests":{"type":"sum","unit":"{request}"}}' },
  );
  // A gauge has no start; the SDK sends one all the same.
  const withoutStarts = (text: string) =>
    text.replaceAll(/"startTimeUnixNano":"\d+",?/g, '').replaceAll(',}', '}');
  const same = (message: unknown): unknown => JSON.parse(withoutStarts(JSON.stringify(message)));
  expect(same(meaning(sent))).toEqual(same(parsed(JsonMetricsSerializer.serializeRequest(data))));
});

test('spans mean the same', async () => {
  const traceId = '5b8efff798038103d269b633813fc60c';
  const contextOf = (spanId: string) => ({ traceId, spanId, traceFlags: 1 });
  const span = (spanId: string, parent: string | undefined, more: Partial<ReadableSpan>): ReadableSpan => ({
    name: 'GET /',
    kind: SpanKind.INTERNAL,
    spanContext: () => contextOf(spanId),
    ...(parent !== undefined && { parentSpanContext: contextOf(parent) }),
    startTime: TIME,
    endTime: [TIME[0], 373_500_000],
    status: { code: SpanStatusCode.UNSET },
    attributes: { host: 'h' },
    links: [],
    events: [],
    duration: [0, 250_500_000],
    ended: true,
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
    ...more,
  });
  const theirs = JsonTraceSerializer.serializeRequest([
    span('eee19b7ec3c1b174', undefined, {}),
    span('eee19b7ec3c1b175', 'eee19b7ec3c1b174', {
      name: 'SELECT',
      status: { code: SpanStatusCode.ERROR, message: 'timeout' },
    }),
  ]);
  const row = { t: traceId, ms: 250.5, host: 'h' };
  const sent = await ours(
    [
      { ...row, s: 'eee19b7ec3c1b174', p: null, op: 'GET /', e: null },
      { ...row, s: 'eee19b7ec3c1b175', p: 'eee19b7ec3c1b174', op: 'SELECT', e: 'timeout' },
    ],
    {
      signal: 'traces',
      traceField: 't',
      spanField: 's',
      parentField: 'p',
      nameField: 'op',
      durationField: 'ms',
      errorField: 'e',
    },
  );
  expect(meaning(sent)).toEqual(parsed(theirs));
});
