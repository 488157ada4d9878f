import { expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { unaccounted } from '../../test/ran.ts';
import { DATE, steppedClock, timingOf, tinyRows } from '../../test/timed-run.ts';
import { steady } from '../pace/pace.ts';
import { timed } from '../pace/timed.ts';
import { withFaults } from '../../../engine/src/rows/faults.ts';
import { newTimeline } from '../../../engine/src/time/timeline.ts';
import type { RateChange, Timing } from '../../../engine/src/time/timing.ts';
import { newRunControl, type RunControl } from './control.ts';
import type { RunOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { run } from './run.ts';

const never = new AbortController().signal;
const HOUR_MS = 3_600_000;
/** An hour of history at ten rows a second. */
const PAST = timingOf({ fromMs: DATE - HOUR_MS });
const PAST_ROWS = 36_000;

type Step = readonly [atMs: number, act: (control: RunControl) => void];

/** Runs a stream of event times whose service answers a request of 100 rows every 100 ms, and acts on its control. */
async function backfilled(
  timing: Timing,
  steps: readonly Step[],
  {
    endMs,
    positions,
    ...options
  }: Partial<RunOptions> & {
    endMs: number;
    positions?: (rows: number) => number;
  },
) {
  const clock = steppedClock();
  const timeline = newTimeline(timing, 1);
  const stop = new AbortController();
  const sent: { readonly ms: number; readonly first: number; readonly count: number }[] = [];
  const lives: (readonly [position: number, skipped: number])[] = [];
  const changes: RateChange[] = [];
  const reports: Progress[] = [];
  const control = newRunControl({
    onLive: (position, skipped) => void lives.push([position, skipped]),
    onChange: (change) => void changes.push(change),
  });
  for (const [atMs, act] of steps) void clock.sleep(atMs, never).then(() => act(control));
  void clock.sleep(endMs, never).then(() => stop.abort());
  const summary = await clock.until(
    run({
      rows: tinyRows,
      pace: timed(timeline, { timing, clock, ...(positions !== undefined && { positions }) }),
      times: timeline,
      control,
      connection: scripted(async (batch) => {
        await clock.sleep(100, never);
        return takes(batch);
      }),
      limits: { rows: 100, bytes: 1e9, inFlight: 1 },
      stop: stop.signal,
      clock,
      random: () => 0.5,
      onMade: ({ first, count }) => void sent.push({ ms: clock.now(), first, count }),
      onProgress: (progress) => void reports.push(progress),
      ...options,
    }),
  );
  expect([...reports, summary].map(unaccounted).filter((rows) => rows !== 0)).toEqual([]);
  const overlaps = sent
    .slice(1)
    .filter(({ first }, i) => first < (sent[i]?.first ?? 0) + (sent[i]?.count ?? 0));
  expect(overlaps).toEqual([]);
  return { summary, sent, lives, changes, timeline, control };
}

const live: Step = [2050, (control) => control.goLive()];

test('rows of the past are skipped, counted as dropped, and those whose time is now follow', async () => {
  const { summary, sent, lives, timeline } = await backfilled(PAST, [live], { endMs: 12_050 });
  const [[position, skipped] = [0, 0]] = lives;
  // The row whose time is the present millisecond is due.
  expect(position).toBe(PAST_ROWS + 21);
  const before = sent.filter(({ ms }) => ms <= 2050).reduce((rows, { count }) => rows + count, 0);
  expect(skipped).toBe(position - before);
  expect(summary).toMatchObject({ dropped: skipped, failed: 0, rejected: 0, reason: 'stopped' });
  expect(summary.generated).toBe(PAST_ROWS + 121);
  expect(summary.accepted).toBe(summary.generated - skipped);
  const after = sent.filter(({ first }) => first >= position);
  expect(after[0]?.first).toBe(position);
  for (const { ms, first } of after) {
    expect(timeline.time(first)).toBeLessThanOrEqual(DATE + ms);
    expect(timeline.time(first)).toBeGreaterThan(DATE + ms - 250);
  }
  expect(summary.time).toMatchObject({ isLive: true, backlogRows: 0 });
  expect(summary.time?.liveAverage).toBeCloseTo(10, 0);
});

test('asked twice, or in the last second of the past, nothing is skipped twice', async () => {
  const twice: Step = [
    2050,
    (control) => {
      control.goLive();
      control.goLive();
    },
  ];
  const { lives } = await backfilled(PAST, [twice], { endMs: 4000 });
  expect(lives).toHaveLength(1);
  // 1,000 rows of the past are sent within a second.
  const short = timingOf({ fromMs: DATE - 100_000 });
  const { lives: last, summary } = await backfilled(short, [[850, (control) => control.goLive()]], {
    endMs: 4000,
  });
  expect(last).toHaveLength(1);
  expect(summary.dropped).toBe(last[0]?.[1]);
  expect(summary.dropped).toBeGreaterThan(0);
  expect(summary.dropped).toBeLessThan(200);
});

test('paused, the pause goes on as a gap in the data', async () => {
  const steps: readonly Step[] = [
    [1000, (control) => control.pause()],
    live,
    [7050, (control) => control.resume()],
  ];
  const { summary, changes, sent, lives } = await backfilled(PAST, steps, { endMs: 12_050 });
  expect(changes.map(({ to }) => to)).toEqual([0, 'planned']);
  const [[position] = [0]] = lives;
  const after = sent.filter(({ first }) => first >= position);
  expect(after.every(({ ms }) => ms >= 7050)).toBe(true);
  // Five seconds at ten a second, without those of the pause.
  expect(summary.generated - position).toBeGreaterThanOrEqual(49);
  expect(summary.generated - position).toBeLessThanOrEqual(51);
});

test('at a speed of its own, event time jumps to the present', async () => {
  const timing = timingOf({ fromMs: DATE - HOUR_MS, speed: 60 });
  const { summary, sent, lives, timeline } = await backfilled(timing, [live], { endMs: 7050 });
  const [[position, skipped] = [0, 0]] = lives;
  expect(position).toBe(PAST_ROWS + 21);
  expect(skipped).toBe(summary.dropped);
  const after = sent.filter(({ first }) => first >= position);
  expect(after[0]?.first).toBe(position);
  for (const { ms, first } of after) expect(DATE + ms - timeline.time(first)).toBeLessThan(250);
  expect(summary.generated).toBe(PAST_ROWS + 71);
});

test('with faults, a position is sent once or skipped', async () => {
  const faulty = withFaults(
    tinyRowsWithTimes,
    { duplicates: { share: 0.2 }, reordering: { window: 50 }, dropped: { share: 0.1 } },
    { seed: 1 },
  );
  const { summary, sent, lives } = await backfilled(PAST, [live], {
    endMs: 12_050,
    rows: faulty,
    positions: faulty.dueBefore,
  });
  const [[position, skipped] = [0, 0]] = lives;
  expect(position).toBe(faulty.dueBefore(PAST_ROWS + 21));
  expect(summary.dropped).toBe(skipped);
  expect(sent.find(({ first }) => first >= position)?.first).toBe(position);
  expect(summary.generated + summary.behind.rows).toBe(faulty.dueBefore(PAST_ROWS + 121));
});

test.each([
  ['is live', timingOf(), 'The stream is live: there is no history to skip'],
  ['ends in the past', timingOf({ fromMs: DATE - HOUR_MS, toMs: DATE - 1 }), /cannot go live: its time ends/],
  ['may be ahead of the clock', timingOf({ future: true, speed: 2 }), /may lie in the future/],
])('a stream that %s refuses', async (_, timing, reason) => {
  const refusals: (string | undefined)[] = [];
  const { summary, lives } = await backfilled(
    timing,
    [
      [
        1500,
        (control) => {
          refusals.push(control.whyNotLive());
          expect(() => control.goLive()).toThrow(reason);
        },
      ],
    ],
    { endMs: 3000 },
  );
  expect(refusals[0]).toMatch(reason);
  expect([lives, summary.dropped]).toEqual([[], 0]);
});

test('a limit in the past is a refusal, too, and so is a stream that has not started', async () => {
  const { summary } = await backfilled(
    PAST,
    [[500, (control) => expect(control.whyNotLive()).toMatch(/reaches its limit in the past/)]],
    { endMs: 9000, limit: 3000 },
  );
  expect(summary).toMatchObject({ reason: 'limit', accepted: 3000, dropped: 0 });
  expect(() => newRunControl().goLive()).toThrow('The stream has not started');
});

test('without event times there is nothing to skip', async () => {
  const { summary } = await backfilled(
    PAST,
    [[500, (control) => expect(control.whyNotLive()).toMatch(/is live/)]],
    { endMs: 2000, pace: steady(10) },
  );
  expect(summary.dropped).toBe(0);
});

/** Rows of one line each, at any place. */
const tinyRowsWithTimes: RunOptions['rows'] = {
  fill: (batch, { first, count }) =>
    Object.assign(batch, {
      first,
      count,
      bytes: new Uint8Array(count * 3).map((_, i) => [123, 125, 10][i % 3] ?? 10),
      ends: Uint32Array.from({ length: count }, (_, row) => 3 * (row + 1)),
    }),
};
