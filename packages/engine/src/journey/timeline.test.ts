import { invalid } from '../model/issue.ts';
import { describe, expect, test } from 'vitest';
import { cdc, clicks, shop } from '../../test/journey-plans.ts';
import { bruteForce, rowsOf, textOf } from '../../test/journeys.ts';
import { timing } from '../../test/timings.ts';
import { newSteps } from '../generators/kernels/engine/event-times.ts';
import { newTimeline } from '../time/timeline.ts';
import { END_MS, type Timing } from '../time/timing.ts';
import { newJourneyTimeline, readTimeline, timelineOf, type JourneyTimeline } from './timeline.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STARTS = timing({ eps: 20, unit: 'starts' });
const { fromMs } = STARTS;

const small = { ...clicks, deck: 256 };
const make = (settings: Partial<Timing> = {}, plan = small): JourneyTimeline =>
  newJourneyTimeline(plan, { ...STARTS, ...settings }, 42);

const RATES: Readonly<Record<string, Partial<Timing>>> = {
  even: {},
  'a day curve, poisson': { arrivals: 'poisson', rate: { day: { low: 0.1, high: 1.9, topMs: 0 } } },
  'a ramp from 0 with a pause, jitter': {
    arrivals: 'jitter',
    rate: {
      stages: [
        [0, 0],
        [MINUTE_MS, 60],
        [MINUTE_MS, 0],
        [HOUR_MS, 0],
        [HOUR_MS, 20],
      ],
    },
  },
};

describe.each(Object.entries(RATES))('%s', (_, settings) => {
  test.each([shop, cdc, clicks])('rows of $name are the steps of all starts in order of time', (plan) => {
    const each = { ...plan, deck: 256 };
    const { rows, untilMs } = bruteForce(make(settings, each), 1500);
    expect(textOf(rowsOf(make(settings, each), 0, rows.length))).toBe(textOf(rows));
    expect(make(settings, each).before(untilMs)).toBe(rows.length);
  });

  test('a row is the same alone, backwards and in a shard', () => {
    const rows = rowsOf(make(settings), 0, 6000);
    const timeline = make(settings);
    for (let row = 5999; row > 0; row -= 397) {
      expect(timeline.time(row)).toBe(rows[row]?.ms);
      expect(rowsOf(timeline, row, 1)).toEqual([rows[row]]);
    }
    const shard = rowsOf(make(settings), 2, 2000, 3);
    expect(textOf(shard)).toBe(textOf(rows.filter((_, row) => row % 3 === 2)));
  });

  test('a row is the same whichever rows are expected', () => {
    const rows = rowsOf(make(settings), 0, 6000);
    const timeline = make(settings);
    for (const [first, end] of [
      [0, 1000],
      [3000, 3100],
      [5000, 5990],
      [2900, 4000],
      [4000, 4001],
      [0, 20],
    ] as const) {
      timeline.expect(first, end);
      for (const from of [first, end - 1, Math.max(0, first - 300)])
        expect(textOf(rowsOf(timeline, from, end - from + 10))).toBe(textOf(rows.slice(from, end + 10)));
    }
  });
});

test('a row has the step, its start, and the next step', () => {
  const timeline = make();
  const ms = new Float64Array(500);
  const steps = newSteps(500);
  timeline.put(ms, 0, 500);
  timeline.putSteps(steps, 0, 500);
  for (let r = 0; r < 500; r++) {
    const all = timeline.stepsOf(steps.start[r] ?? NaN);
    const step = steps.step[r] ?? NaN;
    expect(steps.startedMs[r]).toBe(all[0]?.ms);
    expect(ms[r]).toBe(all[step]?.ms);
    expect(steps.nextMs[r]).toBe(all[step + 1]?.ms ?? NaN);
    expect([steps.visit[r], steps.nth[r]]).toEqual([0, step]);
  }
});

test('times of steps are left out where nobody reads them', () => {
  const [all, some] = [newSteps(100), newSteps(100, false)];
  make().putSteps(all, 7, 100);
  make().putSteps(some, 7, 100);
  expect(some).toEqual({ ...all, startedMs: new Float64Array(0), nextMs: new Float64Array(0) });
});

test('of some states, the rows are the steps in these', () => {
  const only = [1, 2];
  const { rows } = bruteForce(make(), 1500, only);
  const timeline = make({}, { ...small, only });
  expect(textOf(rowsOf(timeline, 0, rows.length))).toBe(textOf(rows));
  const nth = newSteps(128);
  timeline.putSteps(nth, 0, 128);
  expect([...nth.nth]).toEqual(
    rows
      .slice(0, 128)
      .map(({ start, ms }) => rows.filter((row) => row.start === start && row.ms < ms).length),
  );
});

test('events per second are divided among starts', () => {
  const events = make({ eps: 60, unit: undefined as never });
  const { eventsPerStart } = events;
  expect(eventsPerStart).toBeGreaterThan(2);
  expect(events.starts.rateAt(fromMs)).toBeCloseTo(60 / eventsPerStart, 12);
  expect(events.rateAt(fromMs)).toBeCloseTo(60, 12);
  expect(make().rateAt(fromMs)).toBeCloseTo(20 * eventsPerStart, 12);
  expect(make().starts.rateAt(fromMs)).toBe(20);
  const stages = { ...timing(), rate: { stages: [[0, 60]] as const } };
  const staged = newJourneyTimeline(small, stages, 42);
  expect(staged.rateAt(fromMs)).toBeCloseTo(60, 12);
  // Over a day, the events of journeys under way at its end are missing.
  expect(events.before(fromMs + DAY_MS) / (60 * 86_400)).toBeCloseTo(1, 2);
});

describe('changes', () => {
  const atMs = fromMs + 4 * MINUTE_MS;

  test.each([
    0,
    200,
    'planned',
    {
      stages: [
        [0, 5],
        [MINUTE_MS, 0],
      ],
    },
  ] as const)('to %j leave earlier rows as they are', (to) => {
    const timeline = make();
    const before = timeline.before(atMs);
    const old = rowsOf(timeline, 0, before);
    timeline.change({ atMs, to });
    expect(timeline.before(atMs)).toBe(before);
    const rows = rowsOf(timeline, 0, before + 3000);
    expect(textOf(rows.slice(0, before))).toBe(textOf(old));
    const replayed = make({ changes: timeline.changes });
    expect(textOf(rowsOf(replayed, 0, before + 3000))).toBe(textOf(rows));
    const { rows: expected, untilMs } = bruteForce(replayed, 4850);
    const known = rows.filter(({ ms }) => ms < untilMs);
    expect(textOf(known)).toBe(textOf(expected.slice(0, known.length)));
  });

  test('count in the unit of the timing', () => {
    const [starts, events] = [make(), newJourneyTimeline(small, timing(), 42)];
    for (const timeline of [starts, events]) timeline.change({ atMs, to: 50 });
    expect(starts.starts.rateAt(atMs)).toBe(50);
    expect(events.rateAt(atMs)).toBeCloseTo(50, 12);
    expect(starts.changes).toEqual([{ atMs, to: 50 }]);
    expect(events.changes).toEqual([{ atMs, to: 50 }]);
  });

  test('out of order, or impossible, are errors and change nothing', () => {
    const timeline = make();
    timeline.change({ atMs, to: 5 });
    expect(() => timeline.change({ atMs: atMs - 1, to: 5 })).toThrow(/in order of time/);
    expect(() => timeline.change({ atMs, to: -1 })).toThrow(
      'Cannot change the rate to -1. Give starts per second',
    );
    expect(timeline.changes).toHaveLength(1);
  });
});

test('disorder moves event times, but no turns and no steps', () => {
  const [plain, moved] = [make(), make({ disorderMs: 5000 })];
  const [a, b] = [new Float64Array(300), new Float64Array(300)];
  plain.put(a, 100, 300);
  moved.put(b, 100, 300);
  expect(b).not.toEqual(a);
  expect(Math.max(...a.map((ms, r) => Math.abs(ms - (b[r] ?? NaN) - 2500)))).toBeLessThanOrEqual(2500);
  const [x, y] = [newSteps(300), newSteps(300)];
  plain.putSteps(x, 100, 300);
  moved.putSteps(y, 100, 300);
  expect(y).toEqual(x);
  expect(b.every((ms, r) => ms >= (x.startedMs[r] ?? NaN))).toBe(true);
  expect(moved.time(399)).toBe(a[299]);
});

describe('the end', () => {
  const ends = {
    rate: {
      stages: [
        [0, 20],
        [MINUTE_MS, 0],
      ],
    },
  } as const;

  test('all steps of the last starts come, and nothing after them', () => {
    const timeline = make(ends);
    const all = timeline.before(Infinity);
    const starts = timeline.starts.before(Infinity);
    const steps = Array.from({ length: starts }, (_, start) => timeline.stepsOf(start)).flat();
    expect(all).toBe(steps.length);
    expect(timeline.time(all - 1)).toBe(Math.max(...steps.map(({ ms }) => ms)));
    expect(timeline.time(all)).toBe(Infinity);
    expect(timeline.time(1e15)).toBe(Infinity);
    expect(timeline.stepsOf(starts)).toEqual([]);
    expect(timeline.starts.time(starts)).toBe(Infinity);
    const ms = new Float64Array(10);
    timeline.put(ms, all - 4, 10);
    expect([...ms].filter((each) => each < Infinity)).toHaveLength(4);
  });

  test('without one, there are infinitely many rows until the year 9999 is over', () => {
    const timeline = make({ eps: 1e-3 });
    expect(timeline.before(Infinity)).toBe(Infinity);
    const all = timeline.before(END_MS);
    expect(timeline.time(all - 1)).toBeLessThan(END_MS);
    expect(timeline.time(all)).toBe(Infinity);
    expect(timeline.before(END_MS + 1e9)).toBe(all);
  });

  test('no step comes after the year 9999, nor as a next one', () => {
    const timeline = make({ fromMs: END_MS - 30_000 });
    const all = timeline.before(END_MS);
    const steps = newSteps(all);
    timeline.putSteps(steps, 0, all);
    expect(steps.nextMs.every((ms) => !(ms >= END_MS))).toBe(true);
    expect(timeline.time(all - 1)).toBeLessThan(END_MS);
    expect(timeline.time(all)).toBe(Infinity);
  });

  test('a rate that is always 0 has no rows', () => {
    const timeline = make({ rate: { stages: [[0, 0]] } });
    expect([timeline.before(Infinity), timeline.before(fromMs + DAY_MS), timeline.time(0)]).toEqual([
      0,
      0,
      Infinity,
    ]);
    expect(rowsOf(timeline, 0, 0)).toEqual([]);
  });

  test('of an entity, there are as many starts as entities', () => {
    const timeline = make({}, { ...small, of: { entity: 'user', size: 700 } });
    const endless = make();
    const steps = Array.from({ length: 700 }, (_, start) => endless.stepsOf(start)).flat();
    expect(timeline.starts.before(Infinity)).toBe(700);
    expect(timeline.before(Infinity)).toBe(steps.length);
    expect(timeline.stepsOf(700)).toEqual([]);
    const rows = rowsOf(timeline, 0, steps.length);
    expect(new Set(rows.map(({ start }) => start)).size).toBe(700);
  });

  test('of an entity, comes after the last row, but a pause is no end', () => {
    const timeline = make({}, { ...small, of: { entity: 'user', size: 700 } });
    const isComplete = (rows: number): boolean | undefined => timeline.isComplete?.(rows);
    const rows = timeline.before(Infinity);
    expect([0, rows - 1, rows].map(isComplete)).toEqual([false, false, true]);
    expect(make().isComplete?.(1e6)).toBe(false);
    timeline.change({ atMs: fromMs + 10_000, to: 0 });
    const paused = timeline.before(Infinity);
    expect(paused).toBeLessThan(rows);
    expect(isComplete(paused)).toBe(false);
    timeline.change({ atMs: fromMs + HOUR_MS, to: 20 });
    expect([paused, rows].map(isComplete)).toEqual([false, true]);
  });
});

test('a rate of 0 before the first starts, and for a thousand years, is passed over', () => {
  const silent = {
    stages: [
      [0, 0],
      [99 * 365 * DAY_MS, 0],
      [99 * 365 * DAY_MS, 20],
    ],
  } as const;
  const timeline = make({ rate: silent });
  const { rows } = bruteForce(timeline, 600);
  expect(textOf(rowsOf(make({ rate: silent }), 0, rows.length))).toBe(textOf(rows));
});

test.each([1e-6, 1e-3, 1, 1e7])('%d starts a second are in order', (eps) => {
  const timeline = make({ eps });
  const rows = rowsOf(timeline, 5000, 2000);
  const isBefore = rows.every(
    ({ ms, start }, r) =>
      r === 0 ||
      [rows[r - 1]].every(
        (last) => last !== undefined && (last.ms < ms || (last.ms === ms && last.start < start)),
      ),
  );
  expect(isBefore).toBe(true);
  for (const r of [0, 777, 1999]) {
    const { start, step, ms } = rows[r] ?? { start: NaN, step: NaN, ms: NaN };
    expect(timeline.stepsOf(start)[step]?.ms).toBe(ms);
    expect(timeline.before(ms)).toBeLessThanOrEqual(5000 + r);
    expect(timeline.before(ms + 1)).toBeGreaterThan(5000 + r);
  }
});

test.each([{}, { unit: undefined as never }])(
  'states that no journey comes to have no rows: %j',
  (settings) => {
    const timeline = make(settings, { ...small, begins: [{ to: 4, weight: 1 }], only: [0] });
    expect([timeline.eventsPerStart, timeline.rateAt(fromMs), timeline.time(0)]).toEqual([0, 0, Infinity]);
    expect([timeline.before(fromMs + DAY_MS), timeline.before(Infinity)]).toEqual([0, 0]);
    expect(timeline.stepsOf(0)).toHaveLength(1);
  },
);

test('impossible plans and too many journeys are errors that say what to do', () => {
  const plan =
    (changes: object): (() => JourneyTimeline) =>
    () =>
      make({}, { ...small, ...changes });
  expect(plan({ deck: 300 })).toThrow(/power of two/);
  expect(plan({ longestMs: 0 })).toThrow(/longest/);
  expect(plan({ begins: [{ to: 9, weight: 1 }] })).toThrow(/begin at its states/);
  expect(plan({ begins: [{ to: 0, weight: NaN }] })).toThrow(/weights above 0/);
  const ways = small.ways.map((list) => list.map((way) => ({ ...way, wait: { kind: 'mean', meanMs: -1 } })));
  expect(plan({ ways })).toThrow(/0 milliseconds or more/);
  expect(() => make({ arrivals: 'poisson', eps: 1e6 })).toThrow(/Use jitter/);
  expect(() => make({ arrivals: 'jitter', eps: 1e6 })).not.toThrow();
  expect(() => make({ eps: 1e9 }, { ...shop, deck: 256 })).toThrow(/Increase deck/);
});

test('a journey that cannot be timed is a sentence', () => {
  const often = { ...STARTS, arrivals: 'poisson', eps: 1e6 } as const;
  expect(readTimeline({ journey: small }, often, 42)).toEqual(invalid(expect.stringContaining('Use jitter')));
  expect(readTimeline({ journey: small }, STARTS, 42)).toMatchObject({ ok: true });
});

test('the timeline of a schema has steps if it has a journey in time', () => {
  const settings = timing();
  expect(timelineOf({}, settings, 42).time(1000)).toBe(newTimeline(settings, 42).time(1000));
  expect('putSteps' in timelineOf({}, settings, 42)).toBe(false);
  expect('putSteps' in timelineOf({ journey: small }, settings, 42)).toBe(true);
});

test.each([NaN, -Infinity, 1e17, -1e17])('journeys cannot start at %d', (fromMs) => {
  expect(() => make({ fromMs })).toThrow(`Cannot start at ${fromMs}`);
});

test('journeys need a number as their rate', () => {
  expect(() => make({ eps: NaN })).toThrow(RangeError);
});
