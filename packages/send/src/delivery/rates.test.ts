import { describe, expect, test } from 'vitest';
import { everyNth, longOnly } from '../../../../test/long.ts';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { DATE, steppedClock, timingOf, tinyRows, type SteppedClock } from '../../test/timed-run.ts';
import { clockFrom, timed } from '../pace/timed.ts';
import { ending, steady, unlimited, type Pace } from '../pace/pace.ts';
import { shaped } from '../pace/shaped.ts';
import { shardPace } from '../pace/split.ts';
import { newTimeline } from '../../../engine/src/time/timeline.ts';
import type { Timing } from '../../../engine/src/time/timing.ts';
import type { RunOptions } from './options.ts';
import type { Progress, Summary } from './progress.ts';
import { newRates } from './reporter.ts';
import { run } from './run.ts';

const even = (eps: number) => (clock: SteppedClock) => {
  const timing = timingOf({ eps });
  return timed(newTimeline(timing, 1), { timing, clock });
};
const ticks = (eps: number) => () => steady(eps);
const ramp = (clock: SteppedClock): Pace => {
  const stages = [[0, 0], [5000, 500], [10_000, 500], [10_000, 100]] as const; // prettier-ignore
  return shaped({ eps: 1, clock, rate: { stages } });
};

/** What a clock shows when its run starts. */
const STARTED_MS = 7_000_000;

interface Reported {
  readonly summary: Summary;
  readonly reports: readonly Progress[];
}

/** Runs a stream that reports every tenth of a second. Its timers fire `lateMs` late. */
async function reported(
  paceOf: (clock: SteppedClock) => Pace,
  {
    answerMs = 0,
    lateMs = 0,
    seconds,
    ...options
  }: Partial<RunOptions> & { answerMs?: number; lateMs?: number; seconds?: number },
): Promise<Reported> {
  const clock = steppedClock();
  const stop = new AbortController();
  const reports: Progress[] = [];
  if (seconds !== undefined)
    void clock.sleep(seconds * 1000, new AbortController().signal).then(() => stop.abort());
  const connection: ScriptedConnection = scripted(async (batch) => {
    if (answerMs > 0) await clock.sleep(answerMs, new AbortController().signal);
    return takes(batch);
  });
  const limits = { rows: 100_000, bytes: 1e9 };
  const summary = await clock.until(
    run({
      rows: tinyRows,
      pace: paceOf(clock),
      connection,
      limits,
      stop: stop.signal,
      clock: {
        ...clock,
        now: () => STARTED_MS + clock.now(),
        sleep: (ms, signal) => clock.sleep(ms + lateMs, signal),
      },
      random: () => 0.5,
      onProgress: (progress) => reports.push(progress),
      ...options,
    }),
  );
  return { summary, reports };
}

/** Times are whole milliseconds, so a planned rate may be exceeded by one in the time of a few rows. */
const ROUNDING = 1.01;

type Case = [name: string, paceOf: (clock: SteppedClock) => Pace, eps: number];
const PACES: readonly Case[] = [
  ['ticks of a second', ticks(200), 200],
  ['ticks of a fifth', ticks(5000), 5000],
  ['one event in two seconds', ticks(0.5), 0.5],
  ['even', even(10), 10],
  ['even, many', even(300), 300],
  ['even, more than a look a row', even(5000), 5000],
  ['a shard of ticks', () => shardPace(steady(200), { index: 1, count: 4 }), 50],
  ['a shard of even', (clock) => shardPace(even(200)(clock), { index: 3, count: 4 }), 50],
];

describe.each(everyNth(2, PACES))('%s', (_, paceOf, eps) => {
  test('is at the planned rate from the first tenth of a second, with a service that responds at once', async () => {
    const { summary, reports } = await reported(paceOf, { seconds: 12.05 });
    const first = reports.findIndex(({ accepted }) => accepted > 0);
    expect(reports[first]?.elapsedMs).toBeLessThanOrEqual(eps < 1 ? 2000 : 300);
    for (const { elapsedMs, achieved, average } of reports.slice(first)) {
      // Rows of an even stream fall due at the very moment of these reports, and are counted in the next second.
      expect(achieved / eps).toBeGreaterThan(elapsedMs > 1200 ? 0.95 : 0.75);
      expect(achieved / eps).toBeLessThanOrEqual(ROUNDING);
      expect(average / eps).toBeLessThanOrEqual(ROUNDING);
    }
    expect(summary.average / eps).toBeGreaterThan(0.98);
    expect(summary.average / eps).toBeLessThanOrEqual(1.0001);
  });

  test('never shows more, and soon no less, with a service that takes a while', async () => {
    for (const answerMs of [150, 1700, ...longOnly([20, 450])]) {
      const { summary, reports } = await reported(paceOf, {
        answerMs,
        seconds: 20.05,
        limits: { rows: 100_000, bytes: 1e9, inFlight: 1000 },
      });
      for (const { elapsedMs, achieved, average } of reports) {
        expect(Math.max(achieved, average) / eps).toBeLessThanOrEqual(ROUNDING);
        if (elapsedMs > 8000 && eps >= 10) expect(achieved / eps).toBeGreaterThan(0.75);
      }
      expect(summary.average / eps).toBeLessThanOrEqual(1.0001);
      if (eps >= 10) expect(summary.average / eps).toBeGreaterThan(0.9);
    }
  });
});

test('1,000 rows at 200 a second make 200 a second, though the last are sent after 4 s', async () => {
  const { summary, reports } = await reported(ticks(200), { answerMs: 100, limit: 1000 });
  expect(summary).toMatchObject({ accepted: 1000, elapsedMs: 4100, average: 200, achieved: 200 });
  expect(reports.map(({ achieved }) => achieved).filter((rate) => rate !== 0 && rate !== 200)).toEqual([]);
});

test('a shape shows its mean over the last seconds, never more than was due', async () => {
  const { summary, reports } = await reported(ramp, { answerMs: 30, seconds: 20.05 });
  const planned = newTimeline(
    timingOf({ rate: { stages: [[0, 0], [5000, 500], [10_000, 500], [10_000, 100]] } }), 1); // prettier-ignore
  for (const { elapsedMs, average } of reports.slice(1)) {
    // The tick's rows are due at its start: compare with its end.
    const endMs = Math.ceil((elapsedMs + 1) / 1000) * 1000;
    expect(average).toBeLessThanOrEqual((planned.before(DATE + endMs) / endMs) * 1000 * ROUNDING + 1);
  }
  const at = (second: number): number =>
    reports.findLast(({ elapsedMs }) => elapsedMs <= second * 1000)?.achieved ?? 0;
  expect([at(9.9), at(16)].map((rate) => Math.round(rate / 10) * 10)).toEqual([500, 100]);
  expect(Math.round(summary.average)).toBe(Math.round((1250 + 2500 + 1100) / 21));
});

test('a stream that begins with a whole second is at its rate from there', async () => {
  const timing = timingOf({ fromMs: DATE - 900, eps: 10 });
  const pace = (clock: SteppedClock): Pace => timed(newTimeline(timing, 1), { timing, clock });
  const { summary, reports } = await reported(pace, { seconds: 9.15 });
  expect(reports.every(({ time }) => time?.isLive)).toBe(true);
  expect(reports[0]?.achieved).toBeCloseTo(10, 0);
  expect(summary.accepted).toBe(101);
  expect(summary.average).toBeLessThanOrEqual(10.01);
  expect(summary.asked).toBeCloseTo(10, 1);
});

test('a process that took seconds to start is live, on time and at its rate at once, with a service that takes a while', async () => {
  const timing = timingOf({ fromMs: DATE - 3900, eps: 900 });
  const pace = (clock: SteppedClock): Pace =>
    timed(newTimeline(timing, 1), { timing, clock: clockFrom(() => timing.fromMs, clock) });
  const { summary, reports } = await reported(pace, { seconds: 10.05, answerMs: 40 });
  expect(reports.every(({ time, behind }) => time?.isLive === true && behind.rows < 20)).toBe(true);
  for (const { achieved, elapsedMs } of reports)
    if (elapsedMs > 1000) expect(achieved / 900).toBeCloseTo(1, 1);
  expect(summary.average).toBeLessThanOrEqual(900.5);
});

test('a process that goes on after seconds catches up at twice the rate, and drops no row of those seconds', async () => {
  const timing = timingOf({ fromMs: DATE - 3900, eps: 900 });
  const pace = (clock: SteppedClock): Pace => timed(newTimeline(timing, 1), { timing, clock });
  const { summary, reports } = await reported(pace, { seconds: 10.05, answerMs: 40, whenBehind: 'drop' });
  for (const { accepted, elapsedMs } of reports)
    expect(accepted).toBeLessThanOrEqual(900 * (1 + (2 * elapsedMs) / 1000));
  expect(summary).toMatchObject({ dropped: 0 });
  expect(summary.average / 900).toBeCloseTo(1, 1);
});

test('a service at half the rate shows half the rate', async () => {
  const { summary, reports } = await reported(ticks(100), {
    answerMs: 1000,
    seconds: 20,
    limits: { rows: 25, bytes: 1e9, inFlight: 2 },
  });
  for (const { elapsedMs, achieved } of reports)
    if (elapsedMs > 7000) expect(Math.abs(achieved - 50)).toBeLessThanOrEqual(10);
  expect(summary.average).toBeGreaterThan(45);
  expect(summary.average).toBeLessThanOrEqual(52);
});

test.each([
  ['on time', 100, 0, 10_000, 100],
  ['on time, though its last timer fires late', 100, 300, 10_300, 100],
  ['late', 1000, 0, 20_000, 50],
])('a pace that ends after 10 s is %s', async (_, answerMs, lateMs, elapsedMs, rate) => {
  const pace = ending(steady(100), { endMs: () => 10_000, rows: () => 1000 });
  const limits = { rows: 25, bytes: 1e9, inFlight: 2 };
  const { summary } = await reported(() => pace, { answerMs, lateMs, limits });
  expect(summary).toMatchObject({ accepted: 1000, reason: 'limit' });
  expect(summary.elapsedMs).toBeCloseTo(elapsedMs, -2);
  expect(summary.average).toBeCloseTo(rate, 0);
});

test('a tenth of the rows rejected is a tenth less', async () => {
  const connection = scripted((batch) => {
    const rejected = Math.floor(batch.count / 10);
    return { ...takes(batch), accepted: batch.count - rejected, rejected };
  });
  const { summary, reports } = await reported(ticks(200), {
    seconds: 4.1,
    connection,
    onFailure: 'continue',
  });
  expect(new Set(reports.map(({ achieved }) => Math.round(achieved)))).toEqual(new Set([180]));
  expect(summary.average).toBe(180);
});

test('as fast as possible shows what was accepted in the last seconds', async () => {
  const { summary, reports } = await reported(() => unlimited(1000), {
    answerMs: 1000,
    seconds: 10,
    limits: { rows: 1000, bytes: 1e9, inFlight: 4 },
  });
  expect(reports.findLast(({ elapsedMs }) => elapsedMs <= 8000)?.achieved).toBeCloseTo(4000, -3);
  expect(summary.average).toBeCloseTo(4000, -3);
});

test('history is at its own speed, and falls to the planned rate when the stream is live', async () => {
  const timing = timingOf({ fromMs: DATE - 3_600_000, eps: 100 });
  const pace = (clock: SteppedClock): Pace => timed(newTimeline(timing, 1), { timing, clock });
  const { reports } = await reported(pace, {
    answerMs: 100,
    seconds: 25,
    limits: { rows: 5000, bytes: 1e9, inFlight: 4 },
  });
  expect(reports[9]?.achieved).toBeGreaterThan(100_000);
  expect(reports.at(-1)?.achieved).toBeCloseTo(100, -1);
});

test('before the start and without rows, rates are 0', () => {
  const ratesAt = newRates(steady(10));
  const nothing = { accepted: 0, settled: 0, due: 10, late: 0 };
  expect(ratesAt({ ...nothing, elapsedMs: 0 })).toMatchObject({ achieved: 0, average: 0 });
  expect(ratesAt({ ...nothing, elapsedMs: 5000 })).toMatchObject({ achieved: 0, average: 0 });
});

test('rows that are accepted at once count from the start', () => {
  const ratesAt = newRates({});
  const due = { due: Infinity, late: 0 };
  ratesAt({ ...due, elapsedMs: 0, accepted: 10, settled: 10 });
  expect(ratesAt({ ...due, elapsedMs: 1000, accepted: 20, settled: 20 })).toMatchObject({ achieved: 20 });
});

describe('after history', () => {
  const since = (fromMs: number, more: Partial<Timing> = {}) => {
    const timing = timingOf({ fromMs: DATE + fromMs, eps: 20, ...more });
    return (clock: SteppedClock): Pace => timed(newTimeline(timing, 1), { timing, clock });
  };
  const limits = { rows: 1000, bytes: 1e9, inFlight: 2 };

  test('the live average leaves the past out, and the event time is that of the last row', async () => {
    const { summary, reports } = await reported(since(-600_000), { answerMs: 300, limits, limit: 12_140 });
    expect(summary.average).toBeGreaterThan(500);
    // The last rows take 300 ms to be accepted.
    expect(summary.time?.liveAverage).toBeGreaterThan(18);
    expect(summary.time?.liveAverage).toBeLessThanOrEqual(20.001);
    expect(summary.time?.eventMs).toBe(DATE - 600_000 + 12_139 * 50);
    const past = reports.filter(({ time }) => time?.isLive === false);
    expect(past.length).toBeGreaterThan(10);
    for (const { time, generated } of past) {
      expect(time?.liveAverage).toBeUndefined();
      expect(time?.eventMs).toBe(DATE - 600_000 + (generated - 1) * 50);
    }
  });

  test('the rate is that of now, however seldom rows come', async () => {
    // A day at one row in 40 seconds, which is sent at once.
    const { reports } = await reported(since(-86_400_000, { eps: 0.025 }), {
      seconds: 200,
      reportMs: 10_000,
    });
    const rates = reports.map(({ achieved }) => achieved);
    expect(reports[0]).toMatchObject({ accepted: 2161, time: { isLive: true } });
    expect(Math.max(...rates)).toBeLessThan(0.03);
    expect(rates.at(-1)).toBeCloseTo(0.025, 3);
  });

  test('a service that loses every other row after the past has half the live average', async () => {
    let isLive = false;
    const connection = scripted((batch) => {
      isLive ||= batch.count < 100;
      const rejected = isLive && batch.first % 2 === 1 ? batch.count : 0;
      return { ...takes(batch), accepted: batch.count - rejected, rejected };
    });
    const { summary } = await reported(since(-600_000), {
      connection,
      limits: { ...limits, rows: 1000 },
      onFailure: 'continue',
      seconds: 60,
    });
    expect(summary.time?.liveAverage).toBeGreaterThan(8);
    expect(summary.time?.liveAverage).toBeLessThan(12);
  });

  test('without a live row there is no live average', async () => {
    const { summary, reports } = await reported(since(-600_000, { toMs: DATE - 300_000 }), {
      answerMs: 300,
      limits,
    });
    expect(summary.accepted).toBe(6000);
    expect([...reports, summary].every(({ time }) => time?.liveAverage === undefined)).toBe(true);
    expect(reports[0]?.time?.eventMs).toBe(DATE - 600_000 + ((reports[0]?.generated ?? 0) - 1) * 50);
  });

  test('without history all rows count', async () => {
    const { summary } = await reported(since(0), { seconds: 5 });
    expect(summary.time?.liveAverage).toBe(summary.average);
  });
});
