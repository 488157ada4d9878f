import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { DATE, steppedClock, timingOf, tinyRows, watched, type SteppedClock } from '../../test/timed-run.ts';
import { timed } from '../pace/timed.ts';
import type { Timing } from '../../../engine/src/time/timing.ts';
import type { Progress, Summary } from './progress.ts';
import type { RunOptions } from './options.ts';
import { run } from './run.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const never = new AbortController().signal;

interface Scenario {
  readonly clock?: SteppedClock;
  readonly timing: Timing;
  readonly seconds?: number;
  /** Steps of the date: after so many seconds, by so many milliseconds. */
  readonly steps?: readonly (readonly [second: number, byMs: number])[];
  /** Milliseconds until the response of a request. */
  readonly answerMs?: (nowMs: number) => number;
  readonly options?: Partial<RunOptions>;
}

/** Runs a stream on a virtual clock, and stops it after some seconds. */
async function streamed({
  timing,
  seconds,
  steps = [],
  answerMs = () => 0,
  options = {},
  ...more
}: Scenario) {
  const clock = more.clock ?? steppedClock();
  const checked = watched(timing, clock, { future: timing.future });
  const stop = new AbortController();
  const reports: Progress[] = [];
  const connection: ScriptedConnection = scripted();
  if (seconds !== undefined) void clock.sleep(seconds * 1000, never).then(() => stop.abort());
  for (const [second, byMs] of steps) void clock.sleep(second * 1000, never).then(() => clock.step(byMs));
  const summary: Summary = await clock.until(
    run({
      rows: tinyRows,
      times: checked.timeline,
      pace: timed(checked.timeline, { timing, clock }),
      connection: {
        async send(batch) {
          checked.sent(batch);
          await clock.sleep(answerMs(clock.now()), never);
          return takes(batch);
        },
        close: () => connection.close(),
      },
      limits: { rows: 100_000, bytes: 1e9, inFlight: 4 },
      stop: stop.signal,
      clock,
      random: () => 0.5,
      retry: { requestMs: 2 * HOUR },
      onProgress: (progress) => reports.push(progress),
      ...options,
    }),
  );
  return { summary, reports, checked, clock };
}

describe('history, then live', () => {
  const timing = timingOf({
    fromMs: DATE - 30 * DAY,
    eps: 5,
    rate: { day: { low: 0.2, high: 1.8, topMs: 50_000_000 } },
  });
  const backlog = 12_960_001;

  test('30 days are sent as fast as the destination accepts them, and then each row at its time', async () => {
    const { summary, reports, checked } = await streamed({ timing, seconds: 60, answerMs: () => 20 });
    expect(checked.problems).toEqual([]);
    expect(summary).toMatchObject({ reason: 'stopped', accepted: checked.rows, failed: 0 });
    const live = reports.findIndex(({ time }) => time?.isLive);
    expect(reports[live]?.elapsedMs).toBeLessThan(15_000);
    expect(reports[0]).toMatchObject({ asked: Infinity, behind: { rows: 0 } });
    expect((reports[0]?.time?.backlogRows ?? 0) + (reports[0]?.generated ?? 0)).toBeGreaterThanOrEqual(
      backlog - 1,
    );
    // From there on, it is never behind.
    for (const { behind, time, asked } of reports.slice(live)) {
      expect([behind.rows, time?.backlogRows, time?.isLive]).toEqual([0, 0, true]);
      expect(asked).toBeCloseTo(time?.plannedPerSecond ?? 0);
    }
    expect(checked.rows).toBe(checked.timeline.before(DATE + 60_000));
  });

  test.each<[name: string, Partial<Scenario>]>([
    ['the clock goes back 2 s and forward an hour', { steps: [[20, -2000], [40, 3_602_000]] }], // prettier-ignore
    ['the clock goes back an hour while history is sent', { steps: [[0.1, -HOUR]], answerMs: () => 200 }],
    ['the machine sleeps for an hour', { steps: [[30, HOUR]] }],
    ['the service stalls for 20 s', { answerMs: (ms) => (ms > 20_000 && ms < 40_000 ? 40_000 - ms : 10) }],
    ['the service takes a second for each request', { answerMs: () => 1000 }],
  ])('%s: no event in the future, none missing, none twice', async (_, scenario) => {
    const day = { ...timing, fromMs: DATE - DAY };
    const { summary, checked, clock } = await streamed({ timing: day, seconds: 90, ...scenario });
    expect(checked.problems).toEqual([]);
    expect(summary.accepted).toBe(checked.rows);
    // Whatever was due was sent, or is known to be behind.
    const { dueRows = 0, backlogRows = 0 } = summary.time ?? {};
    expect(summary.accepted + Math.max(summary.behind.rows, backlogRows)).toBe(
      Math.max(dueRows, summary.accepted),
    );
    expect(dueRows).toBeGreaterThanOrEqual(checked.timeline.before(clock.date() - 20_000));
    expect(summary.time?.isLive).toBe(true);
  });

  test('rows that came due during a long backfill are sent as fast, too', async () => {
    // 432,000 rows of history at 2,500 rows a second take three minutes, in which 900 more are due.
    const { reports, checked } = await streamed({
      timing: timingOf({ fromMs: DATE - DAY, eps: 5 }),
      seconds: 200,
      answerMs: () => 8000,
      options: { limits: { rows: 5000, bytes: 1e9, inFlight: 4 } },
    });
    expect(checked.problems).toEqual([]);
    const live = reports.find(({ time }) => time?.isLive);
    expect(live?.elapsedMs).toBeLessThan(180_000);
    expect(live?.time?.dueRows).toBeGreaterThan(432_000 + 800);
  });
});

describe('ends', () => {
  test('an hour in 25 seconds: every row before `to`, and the last at its time', async () => {
    const { summary, checked, clock } = await streamed({
      timing: timingOf({ fromMs: DATE - DAY - HOUR, toMs: DATE - DAY, speed: 144, eps: 5 }),
    });
    expect(checked.problems).toEqual([]);
    expect(summary).toMatchObject({ reason: 'limit', accepted: 18_000 });
    expect(clock.now()).toBeGreaterThan(24_900);
    expect(clock.now()).toBeLessThanOrEqual(25_200);
    expect(summary.asked).toBeCloseTo(720, 5);
    expect(summary.average).toBeLessThanOrEqual(720);
    expect(summary.average).toBeGreaterThan(710);
  });

  test('history alone ends at once', async () => {
    const timing = timingOf({ fromMs: DATE - DAY, toMs: DATE });
    const { summary, clock } = await streamed({ timing });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 864_000 });
    expect(clock.now()).toBeLessThan(1000);
  });

  test('a limit is exact, in history and at the present', async () => {
    const timing = timingOf({ fromMs: DATE - HOUR });
    const history = await streamed({ timing, options: { limit: 123 } });
    expect(history.summary).toMatchObject({ reason: 'limit', accepted: 123 });
    const live = await streamed({ timing, options: { limit: 36_051 } });
    expect(live.summary).toMatchObject({ reason: 'limit', accepted: 36_051 });
    expect(live.clock.now()).toBe(5000);
  });

  test('an end in the future ends the stream when it is reached, also if no row comes then', async () => {
    const stages = [[0, 10], [2000, 10], [2000, 0]] as const; // prettier-ignore
    const { summary, clock } = await streamed({ timing: timingOf({ toMs: DATE + 5000, rate: { stages } }) });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 20 });
    expect(clock.now()).toBeGreaterThanOrEqual(4999);
    expect(clock.now()).toBeLessThan(5100);
  });

  test('a stop during history ends it within the grace period', async () => {
    const { summary } = await streamed({
      timing: timingOf({ fromMs: DATE - 30 * DAY, eps: 1000 }),
      seconds: 1,
      answerMs: () => 500,
    });
    expect(summary).toMatchObject({ reason: 'stopped', inFlight: 0 });
    expect(summary.time).toMatchObject({ isLive: false });
    expect(summary.time?.backlogRows).toBe((summary.time?.dueRows ?? 0) - summary.generated);
  });
});

test('rows of history are never dropped, only those that are late once the stream is live', async () => {
  const slow = (ms: number): number => (ms > 30_000 && ms < 50_000 ? 20_000 : 5);
  const { summary, reports } = await streamed({
    timing: timingOf({ fromMs: DATE - HOUR, eps: 50 }),
    seconds: 80,
    answerMs: slow,
    options: { whenBehind: 'drop', limits: { rows: 1000, bytes: 1e9, inFlight: 1 } },
  });
  const live = reports.findIndex(({ time }) => time?.isLive);
  expect(reports.slice(0, live + 1).every(({ dropped }) => dropped === 0)).toBe(true);
  expect(summary.dropped).toBeGreaterThan(500);
  expect(summary.accepted + summary.dropped + summary.behind.rows).toBe(summary.time?.dueRows);
});
