import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonAnswer } from '../../../../test/services/service.ts';
import { startOtlp, type OtlpService } from '../../../../test/services/otlp.ts';
import { batchOf, batchWith } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { settingErrors } from '../../test/setting-errors.ts';
import { parseConfig } from './parse-config.ts';
import { otlp } from './otlp.ts';

const VALUE = 'Bearer a-token/for+tests==';
const settings = (url: string) => ({ endpoint: url, headerValue: VALUE });

contractSuite({
  destination: otlp,
  start: () => startOtlp({ value: VALUE }),
  settings,
  wrongCredentials: { headerValue: 'Bearer another-token' },
  secrets: [VALUE, VALUE.slice('Bearer '.length)],
  refusal: (status, words) => jsonAnswer(status, { code: 3, message: words }),
  success: (words) => jsonAnswer(200, { partialSuccess: { errorMessage: words } }),
  // A success is an empty message, which the contract of receipts takes for none.
  readsAnswers: false,
  kinds: { 408: 'rejected', 500: 'rejected' },
});

const MS = Date.parse('2026-11-27T12:00:00.123Z');
const NANOS = '1795780800123000000';

describe('OTLP', () => {
  let service: OtlpService;
  beforeEach(async () => {
    service = await startOtlp({ value: VALUE });
  });
  afterEach(() => service.close());

  const open = (more: Readonly<Record<string, unknown>> = {}) =>
    otlp.open(configOf(otlp, { ...settings(`${service.url}/`), ...more }), testEnv());
  const sent = async (row: object, more: Readonly<Record<string, unknown>> = {}, ms = MS) => {
    const connection = await open(more);
    await connection.send(batchWith([[row, { ms }]]), sendOptions());
    expect(service.faults).toEqual([]);
    return service.records.at(-1);
  };

  test('an event is a log record with its time, and the whole event as its body', async () => {
    expect(
      await sent({ a: 'x', n: 3, f: 0.5, big: 2 ** 60, no: null, yes: true, list: [1], in: { b: 2 } }),
    ).toEqual({
      timeUnixNano: NANOS,
      body: {
        kvlistValue: {
          values: [
            { key: 'a', value: { stringValue: 'x' } },
            { key: 'n', value: { intValue: '3' } },
            { key: 'f', value: { doubleValue: 0.5 } },
            { key: 'big', value: { doubleValue: 2 ** 60 } },
            { key: 'no', value: {} },
            { key: 'yes', value: { boolValue: true } },
            { key: 'list', value: { arrayValue: { values: [{ intValue: '1' }] } } },
            { key: 'in', value: { kvlistValue: { values: [{ key: 'b', value: { intValue: '2' } }] } } },
          ],
        },
      },
      attributes: [],
    });
    expect(service.requests[0]?.target).toBe('/v1/logs');
  });

  test('fields become body, severity, service and attributes', async () => {
    const fields = {
      bodyField: 'text',
      severityField: 'level',
      serviceField: 'app',
      resource: '{"env":"test","n":1}',
    };
    const row = { text: 'Hello', level: 'WARN', app: 'cart', region: 'eu', gone: null };
    expect(await sent(row, fields)).toEqual({
      timeUnixNano: NANOS,
      severityNumber: 13,
      severityText: 'WARN',
      body: { stringValue: 'Hello' },
      attributes: [{ key: 'region', value: { stringValue: 'eu' } }],
    });
    expect(JSON.parse(String(service.requests[0]?.body))).toMatchObject({
      resourceLogs: [
        {
          resource: {
            attributes: [
              { key: 'service.name', value: { stringValue: 'cart' } },
              { key: 'env', value: { stringValue: 'test' } },
              { key: 'n', value: { intValue: '1' } },
            ],
          },
        },
      ],
    });
    expect(await sent(row, { ...fields, attributeFields: 'level, app' })).toMatchObject({
      attributes: [
        { key: 'level', value: { stringValue: 'WARN' } },
        { key: 'app', value: { stringValue: 'cart' } },
      ],
    });
  });

  test.each([
    ['info', { severityNumber: 9, severityText: 'info' }],
    ['Error', { severityNumber: 17, severityText: 'Error' }],
    ['fatal', { severityNumber: 21, severityText: 'fatal' }],
    [24, { severityNumber: 24 }],
    [500, { severityText: '500' }],
    ['odd', { severityText: 'odd' }],
    ['constructor', { severityText: 'constructor' }],
  ])('the severity %j becomes %j', async (level, expected) => {
    const { severityNumber, severityText } = { ...(await sent({ level }, { severityField: 'level' })) };
    expect({ severityNumber, severityText }).toEqual({
      severityNumber: undefined,
      severityText: undefined,
      ...expected,
    });
  });

  test('numbers become gauges and sums, and an event without one is rejected', async () => {
    const metrics =
      '{"temperature":"gauge","http.requests":{"field":"requests","type":"sum","unit":"{request}"}}';
    const connection = await open({ signal: 'metrics', metrics });
    const rows = [
      { temperature: 20.5, requests: 3, room: 'a' },
      { temperature: 21, room: 'b' },
      { temperature: null, room: 'c' },
    ];
    const receipt = await connection.send(batchWith(rows.map((row) => [row, { ms: MS }])), sendOptions());
    expect(receipt).toMatchObject({
      accepted: 2,
      rejected: 1,
      rejectedPlaces: [2],
      refusal: { kind: 'rejected' },
    });
    const room = (stringValue: string) => [{ key: 'room', value: { stringValue } }];
    expect(service.faults).toEqual([]);
    expect(service.requests[0]?.target).toBe('/v1/metrics');
    expect(service.records).toEqual([
      {
        name: 'temperature',
        gauge: {
          dataPoints: [
            { timeUnixNano: NANOS, attributes: room('a'), asDouble: 20.5 },
            { timeUnixNano: NANOS, attributes: room('b'), asDouble: 21 },
          ],
        },
      },
      {
        name: 'http.requests',
        unit: '{request}',
        sum: {
          dataPoints: [{ timeUnixNano: NANOS, startTimeUnixNano: NANOS, attributes: room('a'), asDouble: 3 }],
          aggregationTemporality: 1,
          isMonotonic: true,
        },
      },
    ]);
    const none = await deliveryError(connection.send(batchOf([{ room: 'd' }]), sendOptions()));
    expect(none).toMatchObject({ kind: 'rejected', uncertain: false });
    expect(none.message).toContain('no number in any of the fields');
  });

  test('steps of a session become spans of a trace', async () => {
    const fields = {
      signal: 'traces',
      traceField: 'session',
      spanField: 'step',
      parentField: 'parent',
      nameField: 'op',
      durationField: 'ms',
      errorField: 'error',
    };
    const root = await sent(
      { session: 7, step: 0, parent: null, op: 'GET /', ms: 250.5, error: null },
      fields,
    );
    const child = await sent(
      { session: 7, step: 1, parent: 0, op: 'SELECT', ms: 2, error: 'timeout' },
      fields,
    );
    const other = await sent({ session: 8, step: 0, parent: null, op: 'GET /', ms: 1, host: 'h' }, fields);
    expect(root).toMatchObject({
      name: 'GET /',
      startTimeUnixNano: NANOS,
      endTimeUnixNano: '1795780800373500000',
    });
    expect(root).not.toHaveProperty('parentSpanId');
    expect(root).not.toHaveProperty('status');
    expect(child).toMatchObject({
      traceId: root?.['traceId'],
      parentSpanId: root?.['spanId'],
      status: { code: 2, message: 'timeout' },
    });
    expect(child?.['spanId']).not.toBe(root?.['spanId']);
    expect(other?.['traceId']).not.toBe(root?.['traceId']);
    expect(other?.['spanId']).not.toBe(root?.['spanId']);
    expect(other?.['attributes']).toEqual([{ key: 'host', value: { stringValue: 'h' } }]);
  });

  test('a trace ID stays as it is', async () => {
    const fields = { signal: 'traces', traceField: 't', spanField: 's' };
    const ids = { t: '5B8EFFF798038103D269B633813FC60C', s: 'EEE19B7EC3C1B174' };
    expect(await sent(ids, fields)).toMatchObject({
      traceId: ids.t.toLowerCase(),
      spanId: ids.s.toLowerCase(),
    });
  });

  test.each([
    ['nothing', { status: 200, body: '' }],
    ['no content', { status: 204 }],
    ['an empty object', jsonAnswer(200, {})],
    ['an empty partial success', jsonAnswer(200, { partialSuccess: {} })],
    ['a partial success of null', jsonAnswer(200, { partialSuccess: null })],
    [
      'a warning',
      jsonAnswer(200, { partialSuccess: { rejectedLogRecords: '0', errorMessage: 'slow down' } }),
    ],
  ])('%s is a success', async (_, answer) => {
    service.answerWith(answer);
    expect(await (await open()).send(batchOf([{}, {}]), sendOptions())).toMatchObject({
      accepted: 2,
      rejected: 0,
    });
  });

  test.each([2, '2'])('%j rejected records are counted, and not sent again', async (rejectedLogRecords) => {
    service.answerWith(jsonAnswer(200, { partialSuccess: { rejectedLogRecords, errorMessage: 'too old' } }));
    const receipt = await (await open()).send(batchOf([{}, {}, {}]), sendOptions());
    expect(receipt).toMatchObject({ accepted: 1, rejected: 2, refusal: { kind: 'rejected' } });
    expect(receipt.refusal?.message).toBe('too old');
    expect(receipt.retryable).toBeUndefined();
  });

  test.each([
    ['more rejected records than were sent', jsonAnswer(200, { partialSuccess: { rejectedLogRecords: 4 } })],
    ['a negative count', jsonAnswer(200, { partialSuccess: { rejectedLogRecords: -1 } })],
    ['a count that is none', jsonAnswer(200, { partialSuccess: { rejectedLogRecords: 'many' } })],
    ['an error', jsonAnswer(200, { error: 'no' })],
    ['another object', jsonAnswer(200, { status: 'ok' })],
    ['an array', jsonAnswer(200, [])],
    ['a word', { status: 200, body: 'OK' }],
    ['half an answer', { status: 200, body: '{"partialSucc' }],
  ])('%s confirms nothing', async (_, answer) => {
    service.answerWith(answer);
    const error = await deliveryError((await open()).send(batchOf([{}, {}, {}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', uncertain: true });
  });

  test('a web page shows a wrong host', async () => {
    service.answerWith({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' });
    const error = await deliveryError((await open()).send(batchOf([{}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'not-found', uncertain: true });
    expect(error.hint).toContain('4318');
  });

  test.each([
    [500, true],
    [507, true],
    [408, false],
    [501, false],
  ])('%i is not sent again; uncertain: %s', async (status, uncertain) => {
    service.answerWith({ status });
    const error = await deliveryError((await open()).send(batchOf([{}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'rejected', uncertain });
  });
});

test.each([
  [{ signal: 'metrics' }, 'metrics'],
  [{ signal: 'metrics', metrics: '{"a":"histogram"}' }, 'metrics'],
  [{ signal: 'metrics', metrics: '{}' }, 'metrics'],
  [{ signal: 'traces', traceField: 'a' }, 'spanField'],
  [{ endpoint: 'http://localhost:4318/?a=b' }, 'endpoint'],
  [{ resource: '{"a":[]}' }, 'resource'],
  [{ headerName: 'two words' }, 'headerName'],
])('%j is rejected at its field', (more, field) => {
  const result = parseConfig(otlp, { endpoint: 'http://localhost:4318', ...more });
  expect(Object.keys(settingErrors(result))).toEqual([field]);
});
