import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-labels-'));
  await Promise.all([
    writeFile(at('shop.yaml'), SHOP),
    writeFile(at('plain.yaml'), SHOP.replace(/^incidents:[^]*?(?=^streams:)/m, '')),
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

const SHOP = `
seed: 42
from: 2026-11-20
to: 2026-11-20T02:00
destination: log
incidents:
  - name: checkout-errors
    at: +30m
    for: 10m
    expect: { alert: { alertname: ErrorRate }, within: 5m, clears: 5m }
    in:
      requests: { where: service == "checkout", share: 0.2, set: { status: '503' } }
      orders: { after: 30s, share: 0.3, set: { state: '"declined"' } }
  - name: slow-database
    every: 40m
    jitter: 1
    for: { min: 8m, max: 15m }
    ramp: 2m
    draw: { service: [gateway, catalogue] }
    expect: { alert: { alertname: Slow, service: drawn.service } }
    in:
      requests: { where: service == drawn.service, set: { ms: 'ms * (1 + 9 * strength)' } }
  - name: quiet
    at: +1h
    for: 5m
    expect: none
    in: { requests: { where: status == 599, set: { status: '200' } } }
  - name: late
    at: +115m
    for: 10m
    in: { orders: { set: { state: '"paid"' } } }
streams:
  requests:
    eps: 5
    disorder: 30s
    schema:
      at: { type: catbird.timestampNow }
      service: { type: helpers.arrayElement, params: [gateway, catalogue, checkout] }
      status: { type: helpers.weightedArrayElement, params: [{ value: 200, weight: 99 }, { value: 500, weight: 1 }] }
      ms: { type: catbird.logNormal, params: { median: 40, fractionDigits: 1 } }
  orders:
    eps: 2
    schema:
      at: { type: catbird.timestampNow }
      state: { type: helpers.weightedArrayElement, params: [{ value: paid, weight: 97 }, { value: declined, weight: 3 }] }
`;

interface Row {
  readonly at: string;
  readonly service: string;
  readonly status: number;
}
interface Label {
  readonly incident: string;
  readonly stream: string;
  readonly from: string;
  readonly to: string;
  readonly affected: number;
  readonly drawn?: { readonly service: string };
  readonly skipped?: string;
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const rowsOf = async (config: string, stream: string): Promise<readonly string[]> =>
  linesOf((await here(['sample', '--config', at(config), '--stream', stream, '--limit', '36000'])).out);
const labelsOf = async (...flags: readonly string[]): Promise<readonly Label[]> =>
  linesOf((await here(['labels', at('shop.yaml'), ...flags])).out).map((line) => JSON.parse(line) as Label);

/** Knows the windows and the predicates, and nothing else. */
const PREDICATES: Readonly<Record<string, (row: Row, drawn: string | undefined) => boolean>> = {
  'requests checkout-errors': ({ service }) => service === 'checkout',
  'orders checkout-errors': () => true,
  'requests slow-database': ({ service }, drawn) => service === drawn,
  'orders late': () => true,
};

test('labels agree with the rows that differ from those without incidents, and no row differs outside', async () => {
  const labels = await labelsOf();
  for (const stream of ['requests', 'orders']) {
    const [changed, plain] = await Promise.all([rowsOf('shop.yaml', stream), rowsOf('plain.yaml', stream)]);
    expect(plain.length).toBeGreaterThan(10_000);
    expect(changed).toHaveLength(plain.length);
    const counts = new Map<Label, number>();
    let differ = 0;
    for (const [i, line] of plain.entries()) {
      if (changed[i] === line) continue;
      differ++;
      const row = JSON.parse(line) as Row;
      const its = labels.filter(
        (label) =>
          label.stream === stream &&
          Date.parse(row.at) >= Date.parse(label.from) &&
          Date.parse(row.at) < Date.parse(label.to) &&
          PREDICATES[`${stream} ${label.incident}`]?.(row, label.drawn?.service),
      );
      expect(its).toHaveLength(1);
      for (const label of its) counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    expect(differ).toBeGreaterThan(50);
    for (const label of labels.filter((each) => each.stream === stream))
      expect([label.incident, label.affected]).toEqual([label.incident, counts.get(label) ?? 0]);
  }
});

test('names incidents that do not happen in the run, or change nothing', async () => {
  const config = SHOP.replace('at: +115m', 'at: +115h').replace(
    / +in: { requests: { where: status == 599.*/,
    '',
  );
  await writeFile(at('unseen.yaml'), config);
  const { err, code } = await here(['labels', at('unseen.yaml')]);
  expect(code).toBe(0);
  expect(linesOf(err).map((line) => line.split(':')[0])).toEqual([
    'quiet has no window',
    'late has no window',
  ]);
});

test('says which windows are not scored, and prints rows and other formats', async () => {
  const { out: printed, err, code } = await here(['labels', at('shop.yaml')]);
  expect(code).toBe(0);
  const labels = linesOf(printed).map((line) => JSON.parse(line) as Label);
  const skipped = labels.filter((label) => label.skipped !== undefined).map(({ incident }) => incident);
  expect(skipped).toEqual(expect.arrayContaining(['quiet', 'late']));
  expect(err).toContain('quiet at 2026-11-20T01:00:00Z is not scored: no effect');
  const affected = labels.reduce((sum, label) => sum + label.affected, 0);
  expect(linesOf((await here(['labels', at('shop.yaml'), '--rows'])).out)).toHaveLength(affected);
  expect((await here(['labels', at('shop.yaml'), '--format', 'csv'])).out).toMatch(
    /^incident,occurrence,stream,from,to/,
  );
  const nab = JSON.parse((await here(['labels', at('shop.yaml'), '--format', 'nab'])).out) as Record<
    string,
    unknown[]
  >;
  expect(nab['orders']).toEqual([['2026-11-20 00:30:30.000000', '2026-11-20 00:40:30.000000']]);
  const grafana = linesOf(
    (await here(['labels', at('shop.yaml'), '--format', 'grafana', '--stream', 'orders'])).out,
  );
  expect(JSON.parse(grafana[0] ?? '')).toMatchObject({
    time: Date.UTC(2026, 10, 20, 0, 30, 30),
    tags: ['incident', 'checkout-errors', 'orders'],
  });
});

test('score takes a config in place of labels', async () => {
  const slow = (await labelsOf()).filter(
    ({ incident, skipped }) => incident === 'slow-database' && skipped === undefined,
  );
  const alerts = [
    { from: '2026-11-20T00:33:00Z', to: '2026-11-20T00:41:00Z', labels: { alertname: 'ErrorRate' } },
    ...slow.map(({ from, to, drawn }) => ({ from, to, labels: { alertname: 'Slow', ...drawn } })),
  ];
  await writeFile(at('alerts.ndjson'), alerts.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const scored = (...flags: readonly string[]) =>
    here(['score', at('shop.yaml'), at('alerts.ndjson'), ...flags]);
  expect(await scored()).toMatchObject({ code: 2 });
  const right = await scored('--times', 'event');
  expect(right.out).toContain('alerts: right.');
  expect(right.code).toBe(0);
  await writeFile(
    at('alerts.ndjson'),
    `${await readFile(at('alerts.ndjson'), 'utf8')}${JSON.stringify({ from: '2026-11-20T01:58:00Z', to: '2026-11-20T01:59:00Z', labels: { alertname: 'Slow' } })}\n`,
  );
  expect(await scored('--times', 'event')).toMatchObject({ code: 99 });
});

test('the logs, metrics and traces of the example agree about its incidents', async () => {
  const example = fileURLToPath(new URL('../../../examples/incidents.yaml', import.meta.url));
  const labels = linesOf((await here(['labels', example])).out).map((line) => JSON.parse(line) as Label);
  for (const incident of ['slow-payments', 'sale']) {
    const its = labels.filter((label) => label.incident === incident);
    expect(its.map(({ stream }) => stream)).toEqual(['logs', 'metrics', 'traces']);
    expect(new Set(its.map(({ from, to }) => `${from} ${to}`)).size).toBe(1);
    for (const { affected, skipped } of its) {
      expect(skipped).toBeUndefined();
      expect(affected > 0).toBe(incident === 'slow-payments');
    }
  }
});
