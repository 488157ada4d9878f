import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { scripted, takes } from '../../test/connections.ts';
import { DATE, steppedClock, timingOf, tinyRows } from '../../test/timed-run.ts';
import { unaccounted } from '../../test/ran.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady, unlimited, type Pace } from '../pace/pace.ts';
import { shaped } from '../pace/shaped.ts';
import { timed } from '../pace/timed.ts';
import { newBatch, texts } from '../../../engine/src/rows/batch.ts';
import { compile } from '../../../engine/src/rows/writer.ts';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import { newTimeline } from '../../../engine/src/time/timeline.ts';
import type { RateChange, Timing } from '../../../engine/src/time/timing.ts';
import { newRunControl, type RunControl } from './control.ts';
import { systemClock } from './signals.ts';
import type { Clock, RunOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { run } from './run.ts';

const never = new AbortController().signal;

interface Step {
  readonly atMs: number;
  readonly act: (control: RunControl<string>) => void;
}

interface Made {
  readonly ms: number;
  readonly first: number;
  readonly count: number;
}

/** Runs a stream, and acts on its control at some times. */
async function controlled(
  paceOf: (clock: ReturnType<typeof steppedClock>) => Pace,
  steps: readonly Step[],
  { endMs, answerMs = 0, ...options }: Partial<RunOptions> & { endMs: number; answerMs?: number },
) {
  const clock = steppedClock();
  const stop = new AbortController();
  const changes: RateChange[] = [];
  const faults: [position: number, faults: string][] = [];
  const made: Made[] = [];
  const reports: Progress[] = [];
  const log: string[] = [];
  const control = newRunControl<string>({
    onChange(change) {
      changes.push(change);
      log.push(`change at ${clock.now()}`);
    },
    onFaultsChange: (position, value) => faults.push([position, value]),
  });
  for (const { atMs, act } of steps)
    void clock.sleep(atMs, new AbortController().signal).then(() => act(control));
  void clock.sleep(endMs, never).then(() => stop.abort());
  const connection = scripted(async (batch) => {
    if (answerMs > 0) await clock.sleep(answerMs, never);
    return takes(batch);
  });
  const summary = await clock.until(
    run({
      rows: tinyRows,
      pace: paceOf(clock),
      control,
      connection,
      limits: { rows: 100_000, bytes: 1e9 },
      stop: stop.signal,
      clock,
      random: () => 0.5,
      onMade: ({ first, count }) => {
        made.push({ ms: clock.now(), first, count });
        log.push(`rows at ${clock.now()}`);
      },
      onProgress: (progress) => reports.push(progress),
      ...options,
    }),
  );
  expect([...reports, summary].map(unaccounted).filter((rows) => rows !== 0)).toEqual([]);
  const madeBetween = (fromMs: number, toMs: number): number =>
    made.filter(({ ms }) => ms >= fromMs && ms < toMs).reduce((sum, { count }) => sum + count, 0);
  const at = (ms: number): Progress | undefined => reports.findLast(({ elapsedMs }) => elapsedMs <= ms);
  return { summary, reports, changes, faults, made, madeBetween, at, log, control };
}

const timedPace = (timing: Timing) => (clock: ReturnType<typeof steppedClock>) =>
  timed(newTimeline(timing, 1), { timing, clock });

describe('the rate', () => {
  test('changes at once, though the stream waits for a row far away', async () => {
    const slow = timedPace(timingOf({ eps: 0.001 }));
    const { changes, madeBetween, at } = await controlled(
      slow,
      [{ atMs: 2500, act: (control) => control.setRate(100) }],
      { endMs: 5000 },
    );
    expect(changes).toEqual([{ atMs: DATE + 2501, to: 100 }]);
    expect([madeBetween(0, 2500), madeBetween(2500, 3500), madeBetween(3500, 4500)]).toEqual([1, 99, 100]);
    expect(at(4000)?.asked).toBe(100);
    expect(at(4000)?.behind.rows).toBeLessThanOrEqual(1);
  });

  test('changes at most ten times a second, the last one wins, and it applies within 100 ms', async () => {
    const steps = Array.from({ length: 100 }, (_, i) => ({
      atMs: 1000 + i * 10,
      act: (control: RunControl<string>) => control.setRate(i + 1),
    }));
    const { changes, log } = await controlled(timedPace(timingOf()), steps, { endMs: 4000 });
    expect(changes.length).toBeLessThanOrEqual(11);
    expect(changes.at(-1)?.to).toBe(100);
    expect(changes.at(-1)?.atMs).toBeLessThanOrEqual(DATE + 1990 + 101);
    const gaps = changes.slice(1).map(({ atMs }, i) => atMs - (changes[i]?.atMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
    expect(log).toEqual(expect.arrayContaining(['change at 1000', 'change at 1100']));
  });

  test('that falls due between two looks at the clock sends no request without rows, and none during a pause', async () => {
    let base: Clock = systemClock;
    let looks = 0;
    const clock: Clock = {
      now: () => base.now() + looks++ / 4,
      date: () => base.date(),
      sleep: (ms, signal) => base.sleep(ms, signal),
      after: (ms, act) => base.after(ms, act),
    };
    const steps = Array.from({ length: 400 }, (_, i) => ({
      atMs: 1000 + i * 7,
      act: (control: RunControl<string>) => (i < 200 ? control.setRate(10 + (i % 2)) : control.pause()),
    }));
    const { made, madeBetween } = await controlled(
      (virtual) => {
        base = virtual;
        return shaped({ eps: 10, clock: virtual });
      },
      steps,
      { endMs: 4000, clock },
    );
    expect(made.length).toBeGreaterThan(1);
    expect(made.filter(({ count }) => count === 0)).toEqual([]);
    // The first pause is at 2,400 ms, and a change waits up to 100 ms for the one before it.
    expect(madeBetween(2600, 4000)).toBe(0);
  });

  test('is reported before any row under it is made', async () => {
    const { log } = await controlled(
      (clock) => shaped({ eps: 10, clock }),
      [{ atMs: 1500, act: (control) => control.setRate(100) }],
      { endMs: 3000 },
    );
    expect(log).toEqual(['rows at 0', 'rows at 1000', 'change at 1500', 'rows at 1500', 'rows at 2000']);
  });

  test('a listener that fails ends the run before any row under the new rate', async () => {
    const bug = new Error('disk full');
    const clock = steppedClock();
    const timing = timingOf();
    const control = newRunControl({
      onChange() {
        throw bug;
      },
    });
    const connection = scripted();
    const pace = timedPace(timing)(clock);
    void clock.sleep(1050, never).then(() => control.setRate(1000));
    const limits = { rows: 1000, bytes: 1e9 };
    const running = run({
      rows: tinyRows,
      pace,
      control,
      connection,
      limits,
      stop: never,
      clock,
      random: () => 0.5,
    });
    await expect(clock.until(running)).rejects.toBe(bug);
    expect(connection.requests.at(-1)?.first).toBe(10);
  });

  test('of a slow destination falls without losing the rows that are due', async () => {
    const { summary, changes } = await controlled(
      timedPace(timingOf({ eps: 1000 })),
      [{ atMs: 10_000, act: (control) => control.setRate(1) }],
      { endMs: 60_000, answerMs: 2000, limits: { rows: 500, bytes: 1e9, inFlight: 1 } },
    );
    expect(changes).toHaveLength(1);
    expect(summary.accepted).toBeGreaterThan(10_001);
    expect(summary.accepted + summary.behind.rows).toBe(10_001 + 50);
  });

  test('cannot be negative, infinite or no number, nor change where there is none', async () => {
    const control = newRunControl();
    for (const rate of [-1, Infinity, NaN]) expect(() => control.setRate(rate)).toThrow(RangeError);
    const early = newRunControl();
    early.setRate(5);
    const clock = steppedClock();
    const options = {
      rows: tinyRows,
      limits: { rows: 10, bytes: 1e9 },
      stop: never,
      clock,
      random: () => 0.5,
    };
    await expect(
      run({ ...options, pace: unlimited(), control: early, connection: scripted() }),
    ).rejects.toThrow('Cannot set the rate of a stream without a rate to change');
  });
});

describe('a pause', () => {
  const pauseFor = (atMs: number, ms: number): Step[] => [
    { atMs, act: (control) => control.pause() },
    { atMs: atMs + ms, act: (control) => control.resume() },
  ];

  test.each<[name: string, paceOf: Parameters<typeof controlled>[0]]>([
    ['event times', timedPace(timingOf({ eps: 100 }))],
    ['ticks', (clock) => shaped({ eps: 100, clock })],
  ])('at the present is a gap in the data: %s', async (_, paceOf) => {
    const { madeBetween, at, changes, summary, log } = await controlled(paceOf, pauseFor(3000, 5000), {
      endMs: 10_000,
    });
    expect(madeBetween(3001, 8000)).toBe(0);
    expect(changes.map(({ to }) => to)).toEqual([0, 'planned']);
    expect(at(5000)).toMatchObject({
      asked: 0,
      behind: { rows: 0 },
      time: { isPaused: true, plannedPerSecond: 0 },
    });
    expect(at(9000)).toMatchObject({ asked: 100, time: { isPaused: false } });
    expect(at(9000)?.behind.rows).toBeLessThanOrEqual(1);
    expect(summary.accepted).toBeGreaterThanOrEqual(500);
    expect(summary.accepted).toBeLessThanOrEqual(600);
    expect(log.some((line) => line === 'change at 3000')).toBe(true);
  });

  test('stops a clock of its own, and the data has no gap', async () => {
    const timing = timingOf({ future: true, speed: 10 });
    const { changes, madeBetween, at, made } = await controlled(timedPace(timing), pauseFor(3000, 5000), {
      endMs: 10_000,
    });
    expect(changes).toEqual([]);
    expect(madeBetween(3001, 8000)).toBe(0);
    expect(madeBetween(8000, 10_000)).toBe(200);
    expect(at(5000)?.time).toMatchObject({ isPaused: true, eventMs: DATE + 30_000 });
    expect(made.at(-1)).toMatchObject({ first: 499, count: 1 });
  });

  test('while history is sent holds it, and leaves the data alone', async () => {
    const timing = timingOf({ fromMs: DATE - 3_600_000, eps: 100 });
    const { changes, madeBetween, at, summary } = await controlled(timedPace(timing), pauseFor(1000, 5000), {
      endMs: 40_000,
      answerMs: 500,
      limits: { rows: 5000, bytes: 1e9, inFlight: 2 },
    });
    expect(changes).toEqual([]);
    expect(madeBetween(0, 1000)).toBe(20_000);
    expect(madeBetween(1001, 6000)).toBe(0);
    expect(at(3000)).toMatchObject({
      asked: 0,
      behind: { rows: 0 },
      time: { isPaused: true, isLive: false },
    });
    expect(at(6500)?.time).toMatchObject({ isPaused: false, isLive: false });
    // The rows that fell due meanwhile are sent as well.
    expect(summary.accepted + summary.behind.rows).toBe(360_000 + 40 * 100 + 1);
    expect(summary.behind.rows).toBeLessThan(100);
  });

  test('restores a rate that was set before it, or during it', async () => {
    const set = (atMs: number, to: number): Step => ({ atMs, act: (control) => control.setRate(to) });
    const before = await controlled(timedPace(timingOf()), [set(1000, 50), ...pauseFor(2000, 2000)], {
      endMs: 6000,
    });
    expect(before.changes.map(({ to }) => to)).toEqual([50, 0, 50]);
    const during = await controlled(timedPace(timingOf()), [...pauseFor(2000, 2000), set(3000, 70)], {
      endMs: 6000,
    });
    expect(during.changes.map(({ to }) => to)).toEqual([0, 70, 0, 70]);
    expect(during.madeBetween(2001, 4000)).toBe(0);
    expect(during.madeBetween(4500, 5500)).toBe(70);
  });

  test('that ends within 100 ms changes nothing, nor does a second pause', async () => {
    const short = await controlled(timedPace(timingOf()), [
      { atMs: 950, act: (control) => control.setRate(20) },
      ...pauseFor(1000, 20),
    ], { endMs: 3000 }); // prettier-ignore
    expect(short.changes.map(({ to }) => to)).toEqual([20]);
    const twice = await controlled(timedPace(timingOf()), [...pauseFor(1000, 1000), ...pauseFor(1200, 300)], {
      endMs: 4000,
    });
    expect(twice.changes.map(({ to }) => to)).toEqual([0, 'planned']);
  });

  test.each<[string, Pace]>([
    ['without a rate', unlimited(10)],
    ['of the specification’s pace', steady(100)],
  ])('holds a stream %s', async (_, pace) => {
    const { madeBetween, changes, at } = await controlled(() => pace, pauseFor(1500, 2000), {
      endMs: 5000,
      answerMs: 50,
    });
    expect(changes).toEqual([]);
    expect(madeBetween(1501, 3500)).toBe(0);
    expect(madeBetween(3500, 5000)).toBeGreaterThan(100);
    expect(at(3000)).toMatchObject({ asked: 0, behind: { rows: 0 } });
  });

  test('keeps a rate that is set meanwhile in the changes, for whoever goes on from them', async () => {
    const timing = timingOf({ eps: 100 });
    const steps: Step[] = [
      { atMs: 1005, act: (control) => control.pause() },
      { atMs: 2000, act: (control) => control.setRate(30) },
    ];
    const { changes, summary, made } = await controlled(timedPace(timing), steps, { endMs: 5000 });
    expect(changes.map(({ to }) => to)).toEqual([0, 30, 0]);
    expect(made.at(-1)?.ms).toBeLessThanOrEqual(1005);
    const timeline = newTimeline({ ...timing, changes }, 1);
    expect(timeline.before(DATE + 60_000)).toBe(summary.accepted);
    const pace = timed(timeline, { timing, clock: { date: () => DATE + 60_000 } });
    expect([pace.due(60_000), pace.isPaused, pace.resume(60_000)?.to]).toEqual([summary.accepted, true, 30]);
  });

  test('does not keep a stop, an end or a failure from ending the stream', async () => {
    const paused: Step[] = [{ atMs: 1050, act: (control) => control.pause() }];
    const stopped = await controlled(timedPace(timingOf()), paused, { endMs: 5000 });
    expect(stopped.summary).toMatchObject({ reason: 'stopped', time: { isPaused: true } });
    const late = await controlled(timedPace(timingOf({ toMs: DATE + 3000 })), paused, { endMs: 9000 });
    expect(late.summary).toMatchObject({ reason: 'limit', accepted: 11 });
    const failing = scripted(async () => {
      await new Promise((resolve) => void setImmediate(resolve));
      throw new DeliveryError('auth', 'no');
    });
    const failed = await controlled(timedPace(timingOf()), [{ atMs: 0, act: (control) => control.pause() }], {
      endMs: 5000,
      connection: failing,
    });
    expect(failed.summary).toMatchObject({ reason: 'failed', accepted: 0 });
  });

  test('drops nothing while it holds rows', async () => {
    const timing = timingOf({ fromMs: DATE - 60_000, eps: 100 });
    const { summary } = await controlled(timedPace(timing), pauseFor(10, 5000), {
      endMs: 9000,
      whenBehind: 'drop',
    });
    expect(summary.dropped).toBe(0);
  });
});

test('faults change at the position of the next row', async () => {
  const { faults, made } = await controlled(
    timedPace(timingOf()),
    [{ atMs: 1050, act: (control) => control.changeFaults('late') }],
    { endMs: 2000, first: 500 },
  );
  expect(faults).toEqual([[511, 'late']]);
  expect(made.some(({ first }) => first === 511)).toBe(true);
});

test('many changes: rows before each stay, each second has its share, and the log makes the same bytes', async () => {
  const parsed = parseSchema('{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}');
  if (!parsed.ok) throw new Error('The test schema is invalid');
  const rows = compile(parsed.schema, { seed: 1 });
  const timing = timingOf({ eps: 40 });
  const timeline = newTimeline(timing, 1);
  const random = fc.sample(
    fc.record({ ms: fc.integer({ min: 100, max: 400 }), to: fc.integer({ min: 0, max: 300 }) }),
    {
      numRuns: cases(60),
      seed: 7,
    },
  );
  let atMs = 0;
  const steps = random.map(({ ms, to }): Step => {
    atMs += ms;
    return { atMs, act: (control) => control.setRate(to) };
  });
  const sent: string[] = [];
  const endMs = Math.floor(atMs / 1000) * 1000 + 1000;
  const { changes, madeBetween, summary } = await controlled(
    (clock) => timed(timeline, { timing, clock }),
    steps,
    {
      endMs,
      rows,
      times: timeline,
      onBatch: (batch) => void sent.push(...texts(batch)),
    },
  );
  expect(changes).toHaveLength(random.length);
  expect(summary.accepted).toBe(sent.length);

  const again = newTimeline({ ...timing, changes }, 1);
  const batch = rows.fill(newBatch(), { first: 0, count: sent.length, time: again });
  expect([...texts(batch)]).toEqual(sent);
  for (let ms = 1000; ms < endMs; ms += 1000) {
    const planned = again.before(DATE + ms) - again.before(DATE + ms - 1000);
    // A row that falls due in the second's last 10 ms is released in the next one.
    expect(Math.abs(madeBetween(ms - 1000, ms) - planned)).toBeLessThanOrEqual(4);
  }
});

test('many changes of ticks: each second’s rows are within a tick of the integral', async () => {
  const random = fc.sample(
    fc.record({ ms: fc.integer({ min: 100, max: 400 }), to: fc.integer({ min: 0, max: 3000 }) }),
    {
      numRuns: cases(60),
      seed: 8,
    },
  );
  let atMs = 0;
  const steps = random.map(({ ms, to }): Step => {
    atMs += ms;
    return { atMs, act: (control) => control.setRate(to) };
  });
  const { changes, madeBetween } = await controlled((clock) => shaped({ eps: 100, clock }), steps, {
    endMs: atMs,
  });
  const timeline = newTimeline(timingOf({ eps: 100, changes }), 1);
  const seconds = Math.floor(atMs / 1000);
  for (let second = 1; second <= seconds; second++) {
    const ahead = madeBetween(0, second * 1000) - timeline.before(DATE + second * 1000);
    expect(ahead).toBeGreaterThanOrEqual(-1);
    expect(ahead).toBeLessThanOrEqual(1005);
  }
});
