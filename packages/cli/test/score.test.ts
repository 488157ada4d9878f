import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { begin, here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-score-'))));
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const lines = (...values: readonly unknown[]): string =>
  values.map((each) => `${JSON.stringify(each)}\n`).join('');

/** Writes both files, and scores them. */
async function score(labels: string | Buffer, alerts: string | Buffer, ...flags: readonly string[]) {
  await Promise.all([writeFile(at('labels'), labels), writeFile(at('alerts'), alerts)]);
  return here(['score', at('labels'), at('alerts'), ...flags]);
}

const DAY = ['--from', '2026-11-20', '--to', '2026-11-21'];
const wanted = (alertname: string, service: string) => ({
  alert: { alertname, service },
  within: '5m',
  clears: '5m',
});
const errors = { incident: 'checkout-errors', occurrence: 0, expect: wanted('ErrorRate', 'checkout') };
const LABELS = lines(
  {
    incident: 'flash-sale',
    occurrence: 0,
    stream: 'requests',
    from: '2026-11-20T20:00:00Z',
    to: '2026-11-20T20:30:00Z',
    expect: 'none',
  },
  { ...errors, stream: 'orders', from: '2026-11-20T12:00:30Z', to: '2026-11-20T12:10:30Z', affected: 96 },
  { ...errors, stream: 'requests', from: '2026-11-20T12:00:00Z', to: '2026-11-20T12:10:00Z', affected: 300 },
  {
    incident: 'slow-database',
    occurrence: 83108,
    stream: 'requests',
    from: '2026-11-20T00:33:00.719Z',
    to: '2026-11-20T00:57:57.207Z',
    drawn: { service: 'gateway' },
    rows: [10897, 18807],
    affected: 3130,
    expect: wanted('Slow', 'gateway'),
  },
);
const fired = (from: string, to: string, labels: object) => ({
  from: `2026-11-20T${from}Z`,
  to: `2026-11-20T${to}Z`,
  labels,
});
const SLOW = fired('00:38:00', '01:01:57', { alertname: 'Slow', service: 'gateway' });
const ERRORS = fired('12:03:00', '12:14:00', {
  alertname: 'ErrorRate',
  service: 'checkout',
  region: 'eu-west',
});
const TRAFFIC = fired('20:08:00', '20:33:00', { alertname: 'Traffic' });

test('incidents of several streams are one, and a false alarm says what was near', async () => {
  const { code, out } = await score(LABELS, lines(TRAFFIC, SLOW, ERRORS), ...DAY);
  expect(out).toBe(
    `alerts: wrong. 2 of 2 incidents detected; 1 false alarm (1.0 a day).
  precision 0.67  recall 1.00  F1 0.80  delay p50 3.0 min, max 5.0 min  false time 1.8 %

  ✓ slow-database gateway  2026-11-20 00:33:00–00:57:57  3,130 rows, detected after 5.0 min, ended 4.0 min after it
  ✓ checkout-errors        2026-11-20 12:00:00–12:10:30  396 rows, detected after 3.0 min, ended 3.5 min after it
  ✗ false alarm Traffic    2026-11-20 20:08:00–20:33:00  flash-sale is no incident
`.replaceAll('2026-11-20 ', ''),
  );
  expect(code).toBe(99);
});

test.each([
  [[SLOW, ERRORS], [], 0, '2 of 2 incidents detected; 0 false alarms'],
  [[SLOW, ERRORS, TRAFFIC], ['--allow-false-alarms', '1'], 0, '1 false alarm'],
  [[SLOW], [], 99, '1 of 2'],
  [[SLOW], ['--allow-missed', '1'], 0, 'missed'],
  [[], ['--allow-missed', '2'], 0, 'precision –  recall 0.00'],
  [
    [{ ...SLOW, from: '2026-11-20T00:38:01Z' }, ERRORS],
    [],
    99,
    'detected after 5.0 min: more than 5.0 min late',
  ],
  [
    [{ ...SLOW, to: '2026-11-20T01:03:00Z' }, ERRORS],
    [],
    99,
    'ended 5.0 min after it: more than 5.0 min too long',
  ],
  [[{ ...SLOW, to: null }, ERRORS], [], 99, 'still firing: more than'],
  [[{ ...SLOW, from: '2026-11-20T00:30:00Z' }, ERRORS], [], 99, 'missed: an alert was firing before'],
  [
    [{ ...SLOW, labels: { alertname: 'Slow', service: 'catalogue' } }, ERRORS],
    [],
    99,
    'not the alert of slow-database',
  ],
  [[{ ...SLOW, from: '2026-11-20T01:00:00Z' }, ERRORS], ['--grace', '2m'], 99, 'nothing was wrong'],
])('alerts %j with %j', async (alerts, flags, code, words) => {
  const ended = await score(LABELS, lines(...alerts), ...DAY, ...flags);
  expect(ended).toMatchObject({ code, out: expect.stringContaining(words) as unknown });
});

test('CSV, gzip, seconds, milliseconds and offsets mean the same', async () => {
  const labels =
    'from;to;incident;expect\r\n2026-11-20T12:00:00;2026-11-20 12:10:30+00:00;checkout-errors;"{""alert"": {""alertname"": ""ErrorRate""}}"\r\n';
  const seconds = Date.parse('2026-11-20T12:03:00Z') / 1000;
  const texts = [
    `time,alertname\n${seconds},ErrorRate\n`,
    `startsAt\tendsAt\talertname\n2026-11-20T14:03:00.000000000+02:00\t\tErrorRate\n`,
    gzipSync(lines({ time: seconds * 1000, alertname: 'ErrorRate' })),
    JSON.stringify([{ from: '2026-11-20 12:03', labels: { alertname: 'ErrorRate' } }], undefined, 2),
  ];
  for (const alerts of texts) {
    const { code, out } = await score(labels, alerts, ...DAY);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining('detected after 3.0 min') as unknown,
    });
  }
});

test('windows of the Numenta Anomaly Benchmark are scored one series at a time', async () => {
  const windows = {
    'real/a.csv': [['2014-04-10 07:15:00.000000', '2014-04-11 16:45:00.000000']],
    'real/b.csv': [
      ['2014-02-19 10:50:00.000000', '2014-02-20 10:50:00.000000'],
      ['2014-02-25 10:50:00.000000', '2014-02-25 12:50:00.000000'],
    ],
    'real/quiet.csv': [],
  };
  const alerts = 'timestamp,time\nx,2014-02-19 12:00:00\n';
  const ended = await score(
    JSON.stringify(windows, undefined, 4),
    alerts,
    '--stream',
    'real/b.csv',
    '--json',
  );
  expect(JSON.parse(ended.out)).toMatchObject({
    detected: 1,
    recall: 0.5,
    incidents: [{ name: 'real/b.csv' }, { problems: ['missed'] }],
  });
  expect(await score(JSON.stringify(windows), alerts)).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      'windows of 2 series. Choose one with --stream, such as --stream real/a.csv',
    ) as unknown,
  });
});

/** As Alertmanager sends it. https://prometheus.io/docs/alerting/latest/configuration/#webhook_config */
const webhook = (status: string, endsAt: string, startsAt = '2026-11-20T12:03:00.123456789Z') => ({
  version: '4',
  groupKey: '{}:{alertname="ErrorRate"}',
  truncatedAlerts: 0,
  status,
  receiver: 'catbird',
  groupLabels: { alertname: 'ErrorRate' },
  commonLabels: { alertname: 'ErrorRate', service: 'checkout' },
  commonAnnotations: {},
  externalURL: 'http://localhost:9093',
  alerts: [
    {
      status,
      labels: { alertname: 'ErrorRate', service: 'checkout' },
      annotations: { summary: 'Errors' },
      startsAt,
      endsAt,
      generatorURL: 'http://localhost:9090/graph',
      fingerprint: '1f2e',
    },
  ],
});

test('webhooks of Alertmanager that catbird receive has stored count once, with their end', async () => {
  const receiver = begin(['receive', '--port', '0', '--out', at('webhooks.ndjson')]);
  const port = /^\d+/.exec(await receiver.printed('Listening on http://127.0.0.1:'))?.[0] ?? '';
  const sent = [
    webhook('firing', '0001-01-01T00:00:00Z'),
    webhook('firing', '0001-01-01T00:00:00Z'),
    webhook('resolved', '2026-11-20T12:14:00.5Z'),
    webhook('firing', '0001-01-01T00:00:00Z', '2026-11-20T15:00:00Z'),
  ];
  for (const body of sent) {
    const headers = { 'content-type': 'application/json', 'user-agent': 'Alertmanager/0.27.0' };
    const { status } = await fetch(`http://127.0.0.1:${port}/alerts`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(status).toBe(200);
  }
  receiver.stop();
  await receiver.ended;
  const { out } = await score(LABELS, await readFile(at('webhooks.ndjson')), ...DAY, '--json');
  expect(JSON.parse(out)).toMatchObject({
    alerts: 2,
    detected: 1,
    incidents: [
      { problems: ['missed'] },
      { name: 'checkout-errors', delay: 180_123, over: 210_500, stillFiring: false },
    ],
    falseAlarms: [{ from: '2026-11-20T15:00:00Z', labels: { alertname: 'ErrorRate', service: 'checkout' } }],
  });
});

/** As Prometheus answers to a range query with a step of a minute. */
const matrix = (...series: readonly (readonly [state: string, minutes: readonly number[]])[]) => ({
  status: 'success',
  data: {
    resultType: 'matrix',
    result: series.map(([alertstate, minutes]) => ({
      metric: { __name__: 'ALERTS', alertname: 'ErrorRate', alertstate, service: 'checkout' },
      values: minutes.map((minute) => [Date.parse('2026-11-20T12:00:00Z') / 1000 + minute * 60, '1']),
    })),
  },
});

test("Prometheus's answer for ALERTS has an alert for each stretch of samples that fire", async () => {
  const answer = matrix(['pending', [1, 2]], ['firing', [3, 4, 5, 60, 61]]);
  const { out } = await score(LABELS, JSON.stringify(answer), ...DAY, '--json');
  expect(JSON.parse(out)).toMatchObject({
    incidents: [{ problems: ['missed'] }, { delay: 180_000, over: -270_000 }],
    falseAlarms: [
      {
        from: '2026-11-20T13:00:00Z',
        to: '2026-11-20T13:02:00Z',
        labels: { alertname: 'ErrorRate', service: 'checkout' },
      },
    ],
  });
});

const ONE = lines({ from: '2026-11-20T12:00:00Z', to: '2026-11-20T12:10:00Z' });

test.each([
  ['', ONE, 'labels: no windows. Give lines such as {"incident"'],
  ['{"from": "2026-11-20T12:00:00Z"}\n', ONE, 'labels:1: no end. Name it to or endsAt'],
  [ONE, `${ONE}\n\n{"from": "2026-11-20T12:0"\n`, 'alerts:4: invalid JSON'],
  [
    ONE,
    '{"from": "2026-11-20T12:0"}\n',
    'alerts:1: from must be an instant such as 2026-11-20T08:30:00Z, or seconds or milliseconds since 1970, not "2026-11-20T12:0"',
  ],
  [ONE, lines({ at: 1 }), 'alerts:1: no time. Name it from, startsAt or time'],
  [ONE, 'when,alertname\n1,a\n', 'alerts:1: no column from, startsAt or time. Give a header line'],
  [ONE, 'time,alertname\n2026-11-20,"a\nb"\nyesterday,c\n', 'alerts:4: time must be an instant'],
  [ONE, 'time,alertname\n2026-11-20,a,b\n', 'expect 2, got 3 on line 2'],
  [ONE, '5\n', 'alerts:1: no column'],
  [ONE, '[1]', 'alerts:1: item 1: expected an object'],
  [ONE, lines({ from: 5, to: 4 }), 'alerts:1: to is before from. Swap them'],
  [ONE, lines({ from: -5 }), 'alerts:1: from must be an instant'],
  [ONE, lines({ alerts: [7] }), 'alerts:1: alerts[0] must be an object'],
  [
    ONE,
    lines({ status: 'error', errorType: 'bad_data', error: 'no such thing' }),
    'alerts:1: Prometheus failed: no such thing',
  ],
  [
    ONE,
    lines({ status: 'success', data: { resultType: 'vector', result: [] } }),
    'Fetch /api/v1/query_range',
  ],
  [
    lines({ from: 1, to: 2, expect: { alerts: {} } }),
    ONE,
    'labels:1: expect must be none, or an object such as',
  ],
  [
    lines({ from: 1, to: 2, expect: { within: 'soon' } }),
    ONE,
    'labels:1: expect.within must be a duration such as',
  ],
  [
    lines({ ...errors, from: 1, to: 2 }, { ...errors, from: 1, to: 2, expect: 'none' }),
    ONE,
    'labels:2: expects another alert than',
  ],
  [lines({ 'a.csv': ['2014-04-10 07:15:00'] }), ONE, 'NAB has them in combined_windows.json'],
])('labels %j and alerts %j are an error with its place', async (labels, alerts, words) => {
  const { code, out, err } = await score(labels, alerts);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(words);
});

test('invalid usage says what to change', async () => {
  expect(await score(LABELS, '', '--from', '2027-01-01', '--to', '2027-01-02')).toMatchObject({
    code: 2,
    err: expect.stringContaining('No incident lies between') as unknown,
  });
  expect(await score(LABELS, '', '--from', '2027-01-01', '--to', '2026-01-02')).toMatchObject({
    code: 2,
    err: '--from must be before --to\n',
  });
  expect(await here(['score', '-', '-'])).toMatchObject({
    code: 2,
    err: 'LABELS and ALERTS cannot both be stdin\n',
  });
  expect(await score(LABELS, '', '--stream', 'order')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no stream order. Streams: requests, orders') as unknown,
  });
  expect(await here(['score', at('nowhere'), '-'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Check the path') as unknown,
  });
});

test('a label that no alert has is named, and incidents that reach beyond the time are left out', async () => {
  const { out, err } = await score(
    LABELS,
    lines({ ...SLOW, labels: { alertName: 'Slow' } }),
    '--from',
    '2026-11-20T00:40:00Z',
    '--to',
    '2026-11-21',
  );
  expect(out).toContain('0 of 1 incident detected');
  expect(out).toContain('1 incident not wholly in the judged time is left out');
  expect(err).toContain('No alert has the label alertname, which incidents expect. Alerts have: alertName');
});

test('the reports are valid, and foreign text in them is harmless', async () => {
  const evil = '</script><b>&"\u001b[31m\u202e';
  const labels = LABELS + lines({ incident: evil, from: '2026-11-20T05:00:00Z', to: '2026-11-20T05:30:00Z' });
  const alerts = lines(SLOW, { ...TRAFFIC, to: undefined, labels: { alertname: evil } });
  const { out, code } = await score(
    labels,
    alerts,
    ...DAY,
    '--junit',
    at('a.xml'),
    '--html',
    at('a.html'),
    '--allow-missed',
    '1',
  );
  expect(code).toBe(99);
  expect(out).not.toContain('\u001b');
  const junit = await readFile(at('a.xml'), 'utf8');
  expect(junit).toContain('<testsuites name="catbird score" tests="4" failures="3" errors="0" skipped="0">');
  expect(junit).toContain('<failure message="missed"/>');
  const page = await readFile(at('a.html'), 'utf8');
  expect(page).toContain('The alerts are not right');
  for (const text of [junit, page])
    for (const each of ['<b>', '\u001b', '\u202e']) expect(text).not.toContain(each);
  const schema = JSON.parse((await here(['config-schema', '--of', 'score-report'])).out) as object;
  const json = await score(labels, alerts, ...DAY, '--json');
  const validate = new Ajv2020({ strict: true }).compile(schema);
  expect(validate(JSON.parse(json.out)), JSON.stringify(validate.errors)).toBe(true);
});

test('what is allowed is skipped in JUnit', async () => {
  const { code } = await score(
    LABELS,
    lines(SLOW),
    ...DAY,
    '--junit',
    at('b.xml'),
    '--allow-missed',
    '1',
    '--quiet',
  );
  expect(code).toBe(0);
  expect(await readFile(at('b.xml'), 'utf8')).toContain('tests="3" failures="0" errors="0" skipped="1"');
});
