import { expect, test } from 'vitest';
import { newTimeline } from '../time/timeline.ts';
import { newTiming, type Rate } from '../time/timing.ts';
import { rowsWithin, spreadOf } from './spread.ts';

const NOW = Date.UTC(2026, 10, 22, 6);
const DAY_MS = 86_400_000;

const timesFrom = (fromMs: number, more: { eps?: number; toMs?: number; rate?: Rate } = {}) => {
  const timing = newTiming({ fromMs, eps: 10, arrivals: 'even', ...more });
  return { timing, timeline: newTimeline(timing, '42') };
};

test('rows end with the stream', () => {
  const short = timesFrom(NOW, { toMs: NOW + 450 });
  expect(rowsWithin(short, 10)).toBe(5);
  expect(rowsWithin(short, 3)).toBe(3);
  expect(rowsWithin(short, 10, 2)).toBe(3);
  expect(rowsWithin(undefined, 10)).toBe(10);
});

test('rows that never come are not read', () => {
  const rate = {
    stages: [
      [0, 1],
      [500, 1],
      [500, 0],
    ],
  } as const;
  expect(rowsWithin(timesFrom(NOW, { rate }), 1000)).toBeLessThan(10);
});

test('rows are spread over the past, or over the week to come', () => {
  const month = timesFrom(NOW - 30 * DAY_MS);
  const past = spreadOf(month, 1000, { nowMs: NOW });
  expect(past % 2).toBe(1);
  expect(month.timeline.time(past * 999)).toBeGreaterThan(NOW - 2 * DAY_MS);
  expect(month.timeline.time(past * 999)).toBeLessThan(NOW);
  const live = timesFrom(NOW);
  const step = spreadOf(live, 1000, { nowMs: NOW });
  expect(live.timeline.time(step * 999)).toBeGreaterThan(NOW + 6.9 * DAY_MS);
  expect(spreadOf(live, 1000, { nowMs: NOW, available: 7000 })).toBe(7);
  // A tenth of the stream may be left out, but no third.
  expect(spreadOf(live, 1000, { nowMs: NOW, available: 1050 })).toBe(1);
  expect(spreadOf(live, 1000, { nowMs: NOW, available: 1500 })).toBe(3);
  expect(spreadOf(undefined, 1000, { nowMs: NOW })).toBe(1);
  expect(spreadOf(timesFrom(NOW, { eps: 0.0001 }), 1000, { nowMs: NOW })).toBe(1);
});
