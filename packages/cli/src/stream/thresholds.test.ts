import type { Summary } from '@catbird/core';
import { expect, test } from 'vitest';
import { EXIT } from '../exit-codes.ts';
import { exitCodeOf, liveRate, missedThresholds } from './thresholds.ts';

const summary: Summary = {
  generated: 10_050,
  accepted: 10_050,
  quarantined: 0,
  rejected: 0,
  failed: 0,
  uncertain: 0,
  dropped: 0,
  inFlight: 0,
  elapsedMs: 20_000,
  asked: 5,
  achieved: 5,
  average: 502.5,
  behind: { rows: 0, seconds: 0 },
  requests: {},
  retried: 0,
  bytes: 0,
  latency: { p50: 0, p95: 0, p99: 0 },
  lastError: undefined,
  latencyBins: [],
  reason: 'stopped',
  error: undefined,
};

const time = {
  eventMs: 0,
  plannedPerSecond: 5,
  dueRows: 10_050,
  backlogRows: 0,
  isLive: true,
  isPaused: false,
};

const NONE = { done: 0, lost: [] };

test.each([
  [undefined, 502.5, 'without event times, all events count'],
  [{ ...time, liveAverage: 5 }, 5, 'those after the past count'],
  [{ ...time, liveAverage: undefined }, undefined, 'it never went live'],
])('with %j the rate is %s: %s', (event, expected, _remark) => {
  expect(liveRate(event === undefined ? summary : { ...summary, time: event })).toBe(expected);
});

test('a minimum rate is of live events only', () => {
  const live = { ...summary, time: { ...time, liveAverage: 5 } };
  expect(missedThresholds(live, { minRate: 5 }, NONE)).toEqual([]);
  expect(missedThresholds(live, { minRate: 100 }, NONE)).toEqual([
    'Threshold missed: 5 events/s accepted, fewer than 100',
  ]);
  expect(missedThresholds({ ...summary, time }, { minRate: 100 }, NONE)).toEqual([]);
});

test('rows that earlier processes lost count as they would in one process', () => {
  const lost = [{ outcome: 'rejected', reason: '', rows: 200 } as const];
  const earlier = { done: 9950, lost };
  expect(missedThresholds(summary, { maxFailureRate: 0.01 }, earlier)).toEqual([]);
  expect(missedThresholds(summary, { maxFailureRate: 0.009 }, earlier)).toEqual([
    'Threshold missed: 1 % of events failed, more than 0.9 %',
  ]);
  expect(exitCodeOf(summary, 'limit', [], {}, earlier)).toBe(EXIT.failed);
  expect(exitCodeOf(summary, 'limit', [], { maxFailureRate: 0.01 }, earlier)).toBe(EXIT.ok);
  expect(exitCodeOf(summary, 'limit', [], {}, NONE)).toBe(EXIT.ok);
});
