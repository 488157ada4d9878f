// Rules of Prometheus judge a day with incidents, and their alerts are scored. Prometheus's own tool evaluates the rules.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { here } from '../packages/cli/test/here.ts';
import { run } from '../scripts/command.js';

const hasPromtool = (await run('promtool', ['--version'], { quiet: true })).code === 0;
if (!hasPromtool) console.warn('SKIPPED: rules of Prometheus. As root: apt-get install prometheus');

const MINUTES = 1440;
const FROM_MS = Date.parse('2026-11-20');
const CONFIG = `seed: 42
from: 2026-11-20
to: 2026-11-21
eps: 3
destination: file
settings: { path: PATH }
incidents:
  - name: checkout-errors
    at: [2026-11-20T06:00, 2026-11-20T12:00]
    for: 10m
    expect: { alert: { alertname: ErrorRate, service: checkout }, within: 5m, clears: 6m }
    where: service == "checkout"
    share: 0.2
    set: { status: '503' }
  - name: sale
    at: +20h
    for: 30m
    rate: 4
    expect: none
schema:
  at: { type: catbird.timestampNow }
  service: { type: helpers.arrayElement, params: [gateway, checkout] }
  status: { type: helpers.weightedArrayElement, params: [{ value: 200, weight: 99 }, { value: 500, weight: 1 }] }
`;

let folder = '';
const at = (name: string): string => join(folder, name);
/** How many requests there were up to the end of each minute, by series. */
const series = new Map<string, number[]>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-promtool-'));
  await writeFile(at('day.yaml'), CONFIG.replace('PATH', at('requests.ndjson')));
  expect((await here(['run', at('day.yaml'), '--quiet'])).code).toBe(0);
  for (const line of (await readFile(at('requests.ndjson'), 'utf8')).trimEnd().split('\n')) {
    const row = JSON.parse(line) as {
      readonly at: string;
      readonly service: string;
      readonly status: number;
    };
    const name = `http_requests_total{service="${row.service}",code="${row.status}"}`;
    const counts = series.get(name) ?? Array<number>(MINUTES + 1).fill(0);
    series.set(name, counts);
    const minute = Math.floor((Date.parse(row.at) - FROM_MS) / 60_000) + 1;
    counts[minute] = (counts[minute] ?? 0) + 1;
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** The alerts that a rule raises, as lines of JSON: its tool says at which minutes it expected none, and got one. */
async function alertsOf(threshold: number, forMinutes: number): Promise<string> {
  const rule = {
    alert: 'ErrorRate',
    for: `${forMinutes}m`,
    expr: `sum by (service) (rate(http_requests_total{code=~"5.."}[5m])) / sum by (service) (rate(http_requests_total[5m])) > ${threshold}`,
  };
  await writeFile(at('rules.json'), JSON.stringify({ groups: [{ name: 'shop', rules: [rule] }] }));
  const tests = {
    rule_files: ['rules.json'],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Array.from(series, ([name, counts]) => {
          let sum = 0;
          return { series: name, values: counts.map((count) => (sum += count)).join(' ') };
        }),
        alert_rule_test: Array.from({ length: MINUTES }, (_, minute) => ({
          eval_time: `${minute}m`,
          alertname: 'ErrorRate',
          exp_alerts: [],
        })),
      },
    ],
  };
  await writeFile(at('test.json'), JSON.stringify(tests));
  const { output } = await run('promtool', ['test', 'rules', 'test.json'], { quiet: true, cwd: folder });
  const firing = new Map<string, number[]>();
  for (const [, time = '', got = ''] of output.matchAll(/time: (\S+),[^]*?got:\s*\[([^]*?)\n\s*\]/g)) {
    const [, hours = 0, minutes = 0] = /^(?:(\d+)h)?(?:(\d+)m)?/.exec(time) ?? [];
    for (const [, service = ''] of got.matchAll(/service="(\w+)"/g))
      firing.set(service, [...(firing.get(service) ?? []), Number(hours) * 60 + Number(minutes)]);
  }
  const instant = (minute: number): string => new Date(FROM_MS + minute * 60_000).toISOString();
  return Array.from(firing, ([service, minutes]) =>
    minutes
      .filter((minute) => !minutes.includes(minute - 1))
      .map((from) => {
        let to = from;
        while (minutes.includes(to)) to++;
        const span = { from: instant(from), to: instant(to) };
        return `${JSON.stringify({ ...span, labels: { alertname: 'ErrorRate', service } })}\n`;
      })
      .join(''),
  ).join('');
}

test.runIf(hasPromtool).each([
  ['a right rule passes', 0.06, 1, 0, '2 of 2 incidents detected'],
  ['a threshold of 50 % misses all', 0.5, 1, 99, '0 of 2 incidents detected'],
  ['a wait of 15 minutes misses all', 0.06, 15, 99, '0 of 2 incidents detected'],
  ['a threshold of 1 % raises false alarms', 0.01, 1, 99, 'false alarm'],
])('%s', async (_, threshold, minutes, code, says) => {
  await writeFile(at('alerts.ndjson'), await alertsOf(threshold, minutes));
  const scored = await here(['score', at('day.yaml'), at('alerts.ndjson'), '--times', 'event']);
  expect(scored.out).toContain(says);
  expect(scored.code).toBe(code);
});
