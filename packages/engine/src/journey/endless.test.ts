import { expect, test } from 'vitest';
import { longOnly } from '../../../../test/long.ts';
import { machines } from '../../test/journey-plans.ts';
import { rowsOf, textOf, type StepRow } from '../../test/journeys.ts';
import { timing } from '../../test/timings.ts';
import { newSteps } from '../generators/kernels/engine/event-times.ts';
import type { JourneyPlan } from '../model/journey.ts';
import type { Timing } from '../time/timing.ts';
import { newJourneyTimeline, type JourneyTimeline } from './timeline.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const STARTS = timing({ eps: 2, unit: 'starts' });
const { fromMs } = STARTS;

const make = (changes: Partial<JourneyPlan> = {}, settings: Partial<Timing> = {}): JourneyTimeline =>
  newJourneyTimeline({ ...machines, ...changes }, { ...STARTS, ...settings }, 42);

/** A plan of checks at a fixed distance, forever. */
const checks = (size: number, ms: number): JourneyPlan => ({
  name: 'check',
  deck: 4096,
  of: { entity: 'server', size },
  states: ['checked'],
  begins: [{ to: 0, weight: 1 }],
  ways: [[{ to: 0, weight: 1, wait: { kind: 'exactly', ms } }]],
});

/** All rows before an instant, by their definition. */
function all(timeline: JourneyTimeline, untilMs: number, only?: readonly number[]): StepRow[] {
  const rows = Array.from({ length: 300 }, (_, start) =>
    timeline
      .stepsOf(start, untilMs)
      .filter(({ state }) => only?.includes(state) ?? true)
      .map(({ step, state, ms }) => ({ start, step, state, ms })),
  ).flat();
  return rows.sort((a, b) => a.ms - b.ms || a.start - b.start);
}

test('checks that never end come at their distance for as long as anybody reads, each as often', () => {
  const plan = checks(20, 30 * SECOND_MS);
  const timeline = newJourneyTimeline(plan, { ...STARTS, eps: 1 }, 1);
  const atMs = fromMs + 365 * 24 * HOUR_MS;
  const first = timeline.before(atMs);
  expect(first).toBe(365 * 24 * 120 * 20 - 20 + 20);
  const rows = rowsOf(timeline, first, 40);
  expect(rows.slice(20).map(({ ms, start }) => [ms, start])).toEqual(
    rows.slice(0, 20).map(({ ms, start }) => [ms + 30 * SECOND_MS, start]),
  );
  for (const { start, step, ms } of rows) expect(ms).toBe(fromMs + start * SECOND_MS + step * 30 * SECOND_MS);
});

test.each<Partial<Timing>>([
  {},
  ...longOnly([{ arrivals: 'poisson' as const }]),
  { arrivals: 'jitter', rate: { day: { low: 0.1, high: 1.9, topMs: 0 } } },
])('rows are the steps of all lives in order of time, whichever are asked for: %j', (settings) => {
  for (const only of [undefined, [2, 5], [0]]) {
    const plan = only === undefined ? {} : { only };
    const untilMs = fromMs + HOUR_MS / 6;
    const rows = all(make({}, settings), untilMs, only);
    expect(rows.length).toBeGreaterThan(only?.[0] === 0 ? 50 : 500);
    const timeline = make(plan, settings);
    expect(textOf(rowsOf(timeline, 0, rows.length)) === textOf(rows)).toBe(true);
    expect(make(plan, settings).before(untilMs)).toBe(rows.length);
    for (let row = 1; row < rows.length; row += Math.ceil(rows.length / 3)) {
      const fresh = make(plan, settings);
      expect(rowsOf(fresh, row, 1)).toEqual([rows[row]]);
      expect(fresh.time(row)).toBe(rows[row]?.ms);
    }
    const third = rows.filter((_, row) => row % 3 === 1);
    expect(textOf(rowsOf(make(plan, settings), 1, third.length, 3)) === textOf(third)).toBe(true);
  }
});

test('a row has the step, its number among the rows of its life, the start and the next step', () => {
  const only = [1, 5];
  const timeline = make({ only });
  const first = timeline.before(fromMs + HOUR_MS);
  const steps = newSteps(200);
  const ms = new Float64Array(200);
  timeline.put(ms, first, 200);
  timeline.putSteps(steps, first, 200);
  for (let r = 0; r < 200; r++) {
    const life = timeline.stepsOf(steps.start[r] ?? NaN, fromMs + 3 * HOUR_MS);
    const step = steps.step[r] ?? NaN;
    expect([ms[r], steps.state[r]]).toEqual([life[step]?.ms, life[step]?.state]);
    expect(steps.startedMs[r]).toBe(life[0]?.ms);
    expect(steps.nextMs[r]).toBe(life[step + 1]?.ms);
    expect(steps.nth[r]).toBe(life.slice(0, step).filter(({ state }) => only.includes(state)).length);
  }
});

test('shares of moves and waits are those of the states, in the long run of any life', () => {
  const timeline = make();
  const start = Array.from({ length: 300 }, (_, start) => start).find(
    (start) => timeline.stepsOf(start, fromMs + HOUR_MS).at(-1)?.state === 1,
  );
  const life = timeline.stepsOf(start ?? NaN, fromMs + 60 * HOUR_MS);
  const ups = life.filter(({ state }, n) => state === 1 && n + 1 < life.length);
  const falls = life.filter(({ state }, n) => state === 2 && life[n - 1]?.state === 1);
  expect(ups.length).toBeGreaterThan(10_000);
  expect(falls.length / ups.length).toBeGreaterThan(0.095);
  expect(falls.length / ups.length).toBeLessThan(0.105);
  const waits = life.flatMap(({ state, ms }, n) => {
    const next = life[n + 1];
    return state === 1 && next?.state === 1 ? [next.ms - ms] : [];
  });
  expect(waits.reduce((sum, ms) => sum + ms, 0) / waits.length / (5 * SECOND_MS)).toBeCloseTo(1, 1);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(SECOND_MS);
  expect(Math.max(...waits)).toBeLessThanOrEqual(9 * SECOND_MS + 1);
});

test('the rate is that of the lives that have begun', () => {
  const timeline = make();
  expect(timeline.isEndless).toBe(true);
  const rows = timeline.before(fromMs + 21 * HOUR_MS) - timeline.before(fromMs + HOUR_MS);
  for (const hours of [1, 20])
    expect(Math.abs(rows / 20 / 3600 / timeline.rateAt(fromMs + hours * HOUR_MS) - 1)).toBeLessThan(0.03);
});

test('a rate that changes while lives go on leaves earlier rows as they are', () => {
  const atMs = fromMs + 60 * SECOND_MS;
  const timeline = make();
  const before = rowsOf(timeline, 0, timeline.before(atMs));
  timeline.change({ atMs, to: 0 });
  const rows = all(timeline, fromMs + HOUR_MS);
  expect(textOf(rowsOf(timeline, 0, rows.length)) === textOf(rows)).toBe(true);
  expect(textOf(rows.slice(0, before.length)) === textOf(before)).toBe(true);
  expect(new Set(rows.map(({ start }) => start)).size).toBe(120);
});

test('journeys that cannot go on forever are refused before the start, with their state', () => {
  const { of: _, ...events } = machines;
  const start = (plan: JourneyPlan) => () => newJourneyTimeline(plan, STARTS, 1);
  expect(start(events)).toThrow(/never end once they come to up, and they are not the lives of an entity/);
  expect(start({ ...machines, each: 1 })).toThrow(/never end once they come to up, and visits of each/);
  expect(start({ ...checks(1, 10), longestMs: HOUR_MS })).toThrow(
    /in the state checked after 256 steps, and 4,096 sampled journeys \(deck\) may have at most 1,048,576 steps together/,
  );
  expect(start(checks(5_000_000, 1000))).toThrow(/size 5,000,000. Set it to 4,194,304 at most/);
});

test('a long life that ends does so whatever the number of its steps', () => {
  const wait = { kind: 'exactly', ms: 30 * SECOND_MS } as const;
  const plan = {
    ...checks(20, 1),
    deck: 256,
    ways: [
      [
        { to: 0, weight: 999, wait },
        { to: -1, weight: 1, wait },
      ],
    ],
  };
  const timeline = newJourneyTimeline(plan, STARTS, 1);
  const lengths = Array.from({ length: 20 }, (_, start) => timeline.stepsOf(start).length);
  expect(Math.max(...lengths)).toBeGreaterThan(1000);
  expect(timeline.isComplete?.(lengths.reduce((sum, length) => sum + length, 0))).toBe(true);
});

test('journeys that never end cannot have kinds with ways of their own', () => {
  const plan = { ...checks(20, 1000), kinds: { order: 'x', counts: [2048, 2048] } };
  expect(() => newJourneyTimeline(plan, STARTS, 1)).toThrow(
    'Journeys of check never end once they come to checked, and journeys by kinds need an end. Add a way to an end, or longest',
  );
});
