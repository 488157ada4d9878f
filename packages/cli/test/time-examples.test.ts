import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messagesOf } from '@catbird/engine';
import { parseText } from '@catbird/stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { readConfig } from '../src/config/read-config.ts';
import { prepare } from '../src/stream/prepare.ts';
import type { Prepared } from '../src/stream/prepared.ts';
import type { Terminal } from '../src/terminal.ts';
import { jsonLines, progressIn, type Ended } from './catbird.ts';
import { begin, here } from './here.ts';

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/${name}.yaml`, import.meta.url));

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-examples-'))));
afterAll(() => rm(folder, { recursive: true }));

const { signal } = new AbortController();
const env = { TB_TOKEN: 'p.token' };
const terminal: Terminal = {
  env,
  out: { isTerminal: false, write: async () => undefined },
  err: { isTerminal: false, columns: 80, rows: 24, colour: false, write: () => undefined },
  readInput: async () => '',
  inputBytes: () => process.stdin,
  interrupt: { stop: signal, abort: signal, takeSecond: () => undefined, release: () => undefined },
};

/** Three weeks after the beginning of the example with a fixed one. */
const NOW = Date.parse('2026-11-22T12:00:00Z');
const HOUR_MS = 3_600_000;

/** An example as it is written, planned but not sent. */
async function planned(name: string): Promise<Prepared> {
  const file = fileOf(name);
  const reading = readConfig(await parseText(await readFile(file, 'utf8'), file), file, env);
  const [spec] = reading.ok ? reading.streams : [];
  if (spec === undefined) throw new Error(`Invalid example ${name}`);
  const result = await prepare({ ...spec, nowMs: NOW }, terminal);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('\n'));
  return result.prepared;
}

const timelineOf = async (name: string) => {
  const { time } = await planned(name);
  if (time === undefined) throw new Error(`${name} has no event times`);
  return time;
};

describe('the examples mean what they say:', () => {
  test('backfill is 30 days of 50 a second, then live', async () => {
    const { timing, timeline } = await timelineOf('backfill');
    expect(timing).toMatchObject({ fromMs: NOW - 720 * HOUR_MS, toMs: null });
    expect([timeline.before(NOW), timeline.rateAt(NOW)]).toEqual([129_600_000, 50]);
  });

  test('day is a business day in ten minutes', async () => {
    const { plannedRows, pace } = await planned('day');
    const { timing, timeline } = await timelineOf('day');
    expect(timing.speed).toBe(144);
    // A Friday, at 0.9 of the rate: 100 a second would be 8,640,000.
    expect([plannedRows, timeline.before(Date.parse('2026-11-21'))]).toEqual([5_179_950, 5_179_950]);
    expect(pace.due(600_000)).toBe(plannedRows);
  });

  test('load-test is 300,000 events in twelve minutes', async () => {
    const { plannedRows, time } = await planned('load-test');
    expect(plannedRows).toBe(300_000);
    expect([0, 60, 120, 600, 660].map((s) => time?.timeline.rateAt(NOW + s * 1000))).toEqual([
      0, 250, 500, 500, 250,
    ]);
  });

  test('shop-week has spikes of six times the rate', async () => {
    const { timing, timeline } = await timelineOf('shop-week');
    expect(timing.arrivals).toBe('poisson');
    const ratios = Array.from({ length: 7 * 24 * 60 }, (_, minute) => {
      const ms = timing.fromMs + minute * 60_000;
      return timeline.rateAt(ms) / timeline.rateAt(ms + 60_000);
    });
    expect(Math.max(...ratios)).toBeGreaterThan(5.5);
  });

  test('nightly-batch has 3,600,000 events each night, and none by day', async () => {
    const { timing, timeline } = await timelineOf('nightly-batch');
    const day = (n: number): number => timing.fromMs + n * 24 * HOUR_MS;
    for (const n of [0, 1, 14]) expect(timeline.before(day(n + 1)) - timeline.before(day(n))).toBe(3_600_000);
    expect(timeline.rateAt(day(1) + 3 * HOUR_MS)).toBe(0);
  });

  test('holidays is closed at Christmas and New Year, each year, and has a sale in one', async () => {
    const { plannedRows } = await planned('holidays');
    const { timing, timeline } = await timelineOf('holidays');
    const rateOn = (day: string): number => timeline.rateAt(Date.parse(`${day}T12:00:00+01:00`));
    expect(
      ['11-27', '11-28', '11-29', '12-02', '12-24', '12-25', '12-26', '12-28'].map((day) =>
        Number((rateOn(`2025-${day}`) / timing.eps).toPrecision(12)),
      ),
    ).toEqual([1, 3.6, 4.5, 1, 0.5, 0, 0, 0.5]);
    expect(['2026-01-01', '2026-11-28', '2030-12-25'].map(rateOn)).toEqual([0, timing.eps * 1.5, 0]);
    // Six weeks, four days of sale, and the holidays.
    const days = 6 * 7.2 + 2 * (1.2 + 1.5 + 0.5 + 1) - 0.5 - (1 + 1.2) - 1;
    expect(plannedRows).toBe(Math.round(days * 8640));
  });
});

describe('the examples run:', () => {
  let service: Service;
  beforeEach(async () => void (service = await startHttp()));
  afterEach(() => service.close());

  interface Summary {
    readonly reason: string;
    readonly accepted: number;
    readonly time: { readonly from: string; readonly to: string };
  }
  const run = (name: string, ...sets: readonly string[]): Promise<Ended> =>
    here(['run', fileOf(name), '--json', ...sets.flatMap((set) => ['--set', set])], { env });
  const summaryOf = ({ err }: Ended): Summary => jsonLines(err).at(-1) as Summary;
  const received = (field: string): readonly string[] =>
    service.rows.map((row) => (row as Record<string, string>)[field] ?? '');

  test('backfill sends 30 days, and goes on live until it is stopped', async () => {
    const tinybird = await startTinybird({ token: env.TB_TOKEN });
    try {
      const sets = [`settings.endpoint=${tinybird.url}`, 'settings.datasource=events', 'eps=0.05'].flatMap(
        (set) => ['--set', set],
      );
      const running = begin(['run', fileOf('backfill'), '--json', ...sets], { env });
      await running.until((err) => progressIn(err).some(({ accepted = 0 }) => accepted >= 129_600));
      running.stop();
      const ended = await running.ended;
      expect(ended.code).toBe(130);
      expect(tinybird.rows.length).toBeGreaterThanOrEqual(129_600);
      expect(tinybird.rows).toHaveLength(summaryOf(ended).accepted);
      expect(summaryOf(ended).time).toMatchObject({ isLive: true, backlogRows: 0, to: null });
      expect(jsonLines(ended.err)).toContainEqual(
        expect.objectContaining({
          message: expect.stringMatching(/^129,60\d events by now, then 0.05 a second/) as unknown,
        }),
      );
    } finally {
      await tinybird.close();
    }
  });

  test('day writes the bytes that sample prints', async () => {
    const path = join(folder, 'day.ndjson');
    const ended = await run('day', `settings.path=${path}`, 'eps=1', 'speed=1d/2s');
    expect(ended.code, ended.err).toBe(0);
    expect(summaryOf(ended)).toMatchObject({ reason: 'end' });
    const sample = await here(
      'sample --from 2026-11-20 --to 2026-11-21 --eps 1 --seed 42 --quiet --rate'
        .split(' ')
        .concat('business day'),
    );
    expect((await readFile(path, 'utf8')) === sample.out).toBe(true);
  });

  test('load-test sends the events of its stages', async () => {
    const stages = 'rate={"stages": [["0s", 0], ["1s", 500], ["2s", 500], ["3s", 0]]}';
    const ended = await run('load-test', `settings.url=${service.url}/events`, stages, 'to=+3s');
    expect(ended.code, ended.err).toBe(0);
    expect(summaryOf(ended)).toMatchObject({ reason: 'end', accepted: 1000 });
    expect(service.rows).toHaveLength(1000);
  });

  test('shop-week sends its week', async () => {
    const ended = await run('shop-week', `settings.url=${service.url}/events`, 'eps=0.1', 'to=now');
    expect(ended.code, ended.err).toBe(0);
    const { accepted, time } = summaryOf(ended);
    const times = received('timestamp');
    expect(times).toHaveLength(accepted);
    // Requests run side by side, so only their bounds are in order.
    const sorted = [...times].sort();
    expect((sorted[0] ?? '') >= time.from.slice(0, 19)).toBe(true);
    expect((sorted.at(-1) ?? '') < time.to).toBe(true);
    expect(Date.parse(time.to) - Date.parse(time.from)).toBe(168 * HOUR_MS);
  });

  test('nightly-batch is late now and then, but never early', async () => {
    const sets = [
      'eps=2',
      'from=2025-11-01',
      'to=2025-11-11',
      'schema={"at":{"type":"catbird.timestampNow"}}',
    ];
    const file = await readFile(fileOf('nightly-batch'), 'utf8');
    const config = (await parseText(file, 'x.yaml')) as Record<string, unknown>;
    delete config['template'];
    const flags = [...sets, `settings.url=${service.url}/events`, 'seed=1'].flatMap((set) => ['--set', set]);
    const ended = await here(['run', '-', '--json', ...flags], { input: JSON.stringify(config) });
    expect(ended.code, ended.err).toBe(0);
    expect(summaryOf(ended)).toMatchObject({ accepted: 36_000, reason: 'end' });
    const minutes = received('at').map((at) => (Date.parse(at) % (24 * HOUR_MS)) / 60_000);
    const early = minutes.filter((minute) => minute < 120);
    expect(Math.max(...minutes)).toBeLessThan(150);
    // Late events are from before their turn: those of the first minutes, from before the batch.
    expect(early.length).toBeGreaterThan(20);
    expect(early.length).toBeLessThan(36_000 * 0.02);
  });
});
