import { expect, test } from 'vitest';
import type { RunState } from './state.ts';
import { achievedOf, askedOf } from './run-rate.ts';

const run = (progress: object | undefined, more: object = {}): RunState =>
  ({
    phase: 'running',
    config: { eps: 200 },
    history: { seconds: [], requests: [] },
    progress,
    ...more,
  }) as never;

test('what is asked is the present rate, 0 while paused, and nothing while history is sent', () => {
  expect(askedOf(run(undefined))).toBe(200);
  expect(askedOf(run({ time: { isLive: true, plannedPerSecond: 80.7 } }))).toBe(80.7);
  expect(askedOf(run({ time: { isLive: true, plannedPerSecond: 0, isPaused: true } }))).toBe(0);
  expect(askedOf(run({ time: { isLive: false, plannedPerSecond: 100 } }))).toBeUndefined();
  expect(askedOf(run({ time: { isLive: true, plannedPerSecond: Infinity } }))).toBeUndefined();
});

test('what is achieved is delivered history, then unknown for five seconds, then compared', () => {
  const second = (planned: number | undefined) => ({ second: 0, accepted: 0, planned, isBehind: false });
  const live = { achieved: 9000, inFlight: 0, time: { isPaused: false } };
  const after = (...plans: readonly (number | undefined)[]): RunState =>
    run(live, { history: { seconds: plans.map(second), requests: [] } });
  expect(achievedOf(run({ achieved: 20_400, backfill: {} }))).toBe(20_400);
  expect(achievedOf(after(undefined, 200))).toBeUndefined();
  expect(achievedOf(after(undefined, 200, 200, 200, 200, 200))).toBe(9000);
});

test('a paused stream achieves nothing once nothing is in flight, and an ended one its average', () => {
  const paused = { achieved: 150, time: { isPaused: true } };
  expect(achievedOf(run({ ...paused, inFlight: 10 }))).toBe(150);
  expect(achievedOf(run({ ...paused, inFlight: 0 }))).toBe(0);
  expect(achievedOf(run({ achieved: 3, average: 199.8 }, { phase: 'over' }))).toBe(199.8);
});
