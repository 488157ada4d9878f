import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-journeys-'))));
afterAll(() => rm(folder, { recursive: true }));

type Row = Readonly<Record<string, string | number>>;

/** Runs an example, and returns what its streams wrote. */
async function run(name: string, streams: readonly string[], ...sets: readonly string[]) {
  const file = fileURLToPath(new URL(`../../../examples/${name}.yaml`, import.meta.url));
  const pathOf = (stream: string): string => join(folder, `${stream}.ndjson`);
  const paths = streams.map((stream) =>
    streams.length === 1
      ? `settings.path=${pathOf(stream)}`
      : `streams.${stream}.settings.path=${pathOf(stream)}`,
  );
  const flags = [...paths, ...sets].flatMap((set) => ['--set', set]);
  const ended = await here(['run', file, '--json', ...flags]);
  expect(ended.code, ended.err).toBe(0);
  const rowsOf = async (stream: string): Promise<Row[]> =>
    jsonLines(await readFile(pathOf(stream), 'utf8')) as Row[];
  return { err: ended.err, rows: await Promise.all(streams.map(rowsOf)) };
}

/** The row of the same order in another stream. */
const of = (rows: ReadonlyMap<unknown, Row>, { order_id }: Row): Row => rows.get(order_id) ?? {};

const msOf = (row: Row | undefined, field: string): number => Date.parse(String(row?.[field]));

describe('orders, payments and shipments', () => {
  let err = '';
  let orders: Row[] = [];
  let payments: Row[] = [];
  let shipments: Row[] = [];
  beforeAll(async () => {
    // Starts 10,000 orders in three days.
    const sets = ['from=2026-11-01', 'to=2026-11-04', `starts=${10_000 / 259_200}`];
    const ended = await run('orders', ['orders', 'payments', 'shipments'], ...sets);
    err = ended.err;
    [orders = [], payments = [], shipments = []] = ended.rows;
  });

  test('come in order of time, at the rate of the orders', () => {
    for (const [rows, field] of [
      [orders, 'ordered_at'],
      [payments, 'paid_at'],
      [shipments, 'shipped_at'],
    ] as const) {
      const times = rows.map((row) => msOf(row, field));
      expect(times.every((ms, i) => ms >= (times[i - 1] ?? 0))).toBe(true);
    }
    expect(orders.map((row) => row['order_id'])).toEqual(Array.from({ length: 10_000 }, (_, i) => i + 1));
    const shares = [payments, shipments].map((rows) => rows.length / 10_000);
    expect(shares[0]).toBeCloseTo(0.92, 2);
    // Most orders of the last day are still to be shipped.
    expect(shares[1]).toBeGreaterThan(0.5);
    expect(shares[1]).toBeLessThan(0.92 * 0.97);
  });

  test('agree at every moment: no payment before its order, and no shipment before its payment', () => {
    const placed = new Map(orders.map((row) => [row['order_id'], row]));
    const paid = new Map(payments.map((row) => [row['order_id'], row]));
    expect(paid.size).toBe(payments.length);
    for (const payment of payments) {
      const order = of(placed, payment);
      const { user_id, total, ordered_at } = order;
      expect(payment).toMatchObject({ user_id, total, ordered_at });
      expect(msOf(payment, 'paid_at')).toBeGreaterThan(msOf(order, 'ordered_at'));
    }
    for (const shipment of shipments) {
      const payment = of(paid, shipment);
      expect(shipment['user_id']).toBe(payment['user_id']);
      expect(msOf(shipment, 'shipped_at')).toBeGreaterThan(msOf(payment, 'paid_at'));
    }
  });

  test('the plan and the summary have the rate in journeys and in events', () => {
    const starts = (jsonLines(err) as { type: string; stream: string; time: { plan: string } }[]).filter(
      ({ type }) => type === 'start',
    );
    expect(starts.map(({ stream, time }) => [stream, time.plan])).toEqual([
      ['orders', '0.039 journeys/s (0.039 events/s), even arrivals'],
      ['payments', '0.039 journeys/s (0.036 events/s), even arrivals'],
      ['shipments', '0.039 journeys/s (0.034 events/s), even arrivals'],
    ]);
    const { streams } = jsonLines(err).at(-1) as {
      streams: Record<string, { time: { journeys: object } }>;
    };
    expect(streams['payments']?.time.journeys).toEqual({
      startsPerSecond: 10_000 / 259_200,
      eventsPerStart: expect.closeTo(0.92, 3) as number,
    });
  });
});

test('a thousand sensors report every ten seconds each', async () => {
  const { rows } = await run('sensors', ['sensors'], 'to=2026-11-20T00:01');
  const [reports = []] = rows;
  expect(reports).toHaveLength(6000);
  expect(new Set(reports.map(({ sensor }) => sensor)).size).toBe(1000);
  const begin = Date.parse('2026-11-20T00:00:00Z');
  for (const [index, report] of reports.entries()) {
    expect(report['sensor']).toBe(reports[index % 1000]?.['sensor']);
    // Its turn, of which up to half a second is taken off.
    const earlyMs = begin + index * 10 - msOf(report, 'at');
    expect(earlyMs).toBeGreaterThanOrEqual(0);
    expect(earlyMs).toBeLessThanOrEqual(500);
  }
});
