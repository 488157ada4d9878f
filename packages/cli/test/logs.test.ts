import { afterEach, expect, test } from 'vitest';
import { startElasticsearch } from '../../../test/services/elasticsearch.ts';
import { startLoki } from '../../../test/services/loki.ts';
import type { Service } from '../../../test/services/service.ts';
import { startSplunk } from '../../../test/services/splunk.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

let running: Service | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

/** A started stand-in, closed after the test. */
const use = <Kind extends Service>(service: Kind): Kind => {
  running = service;
  return service;
};

const SCHEMA = JSON.stringify({
  n: { type: 'catbird.sequence' },
  level: { type: 'helpers.arrayElement', params: [['info', 'warn']] },
  at: { type: 'catbird.timestampNow' },
});
const STREAM = ['--schema', '-', '--seed', '7', '--limit', '200', '--from', '-1h', '--eps', '1'];

interface Row {
  readonly n: number;
  readonly level: string;
  readonly at: string;
}

const sent = async (...flags: readonly string[]): Promise<void> => {
  const { code, err } = await here([...flags, ...STREAM], { input: SCHEMA });
  expect(code, err).toBe(0);
  expect(running?.rows).toHaveLength(200);
  expect(running?.faults).toEqual([]);
};

test('labels of Loki follow from events, and lines have their times', async () => {
  const service = use(await startLoki());
  await sent('loki', '--url', service.url, '--labels', '{"app": "shop", "level": "{{level}}"}');
  expect(new Set(service.lines.map(({ labels }) => labels['level']))).toEqual(new Set(['info', 'warn']));
  for (const { labels, ns, line } of service.lines) {
    const row = JSON.parse(line) as Row;
    expect(labels).toEqual({ app: 'shop', level: row.level });
    expect(Number(ns / 1_000_000n)).toBe(Date.parse(row.at));
    expect(Number(ns % 1_000_000n)).toBe(row.n - 1);
  }
});

test('events of Splunk have their times, unless these are those of sending', async () => {
  const service = use(await startSplunk());
  await sent('splunk', '--url', service.url, '--token', 'a-token-for-tests');
  for (const { time, event } of service.events)
    expect(Math.round(Number(time) * 1000)).toBe(Date.parse((event as Row).at));
  await service.close();
  const other = use(await startSplunk());
  await sent('splunk', '--url', other.url, '--token', 'a-token-for-tests', '--record-time', 'send');
  expect(other.events.filter((event) => 'time' in event)).toEqual([]);
});

test('Splunk gets every valid event, however many malformed ones are among them', async () => {
  const service = use(await startSplunk());
  const to = ['splunk', '--url', service.url, '--token', 'a-token-for-tests', '--on-failure', 'continue'];
  const rows = ['--schema', '-', '--seed', '7', '--limit', '5000', '--eps', 'max', '--json'];
  const { err } = await here([...to, ...rows, '--faults', '{"malformed": {"share": 0.02}}'], {
    input: '{"n": {"type": "catbird.sequence"}}',
  });
  const summary = jsonLines(err).at(-1) as { readonly faults: Readonly<Record<string, number>> };
  const { malformed = 0 } = summary.faults;
  // Some malformed events are still JSON, so Splunk takes them, too.
  const accepted = service.rows.length;
  expect(summary).toMatchObject({ accepted, rejected: 5000 - accepted, failed: 0, retried: 0 });
  expect(accepted).toBeGreaterThanOrEqual(5000 - malformed);
  expect(accepted).toBeLessThan(4950);
});

test('documents go to the index that follows from the event', async () => {
  const service = use(await startElasticsearch({ authorization: `Basic ${btoa('me:secret')}` }));
  const credentials = ['--username', 'me', '--password', 'secret'];
  await sent('elasticsearch', '--url', service.url, '--index', 'logs-{{level}}', ...credentials);
  for (const [key, row] of service.documents) expect(key.split('/')[0]).toBe(`logs-${(row as Row).level}`);
});
