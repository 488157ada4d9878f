import type { Summary } from '@catbird/core';
import { expect, test } from 'vitest';
import { liveRate, missedThresholds } from './thresholds.ts';

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

test.each([
  [undefined, 502.5, 'without event times, all events count'],
  [{ ...time, liveAverage: 5 }, 5, 'those after the past count'],
  [{ ...time, liveAverage: undefined }, undefined, 'it never went live'],
])('with %j the rate is %s: %s', (event, expected, _remark) => {
  expect(liveRate(event === undefined ? summary : { ...summary, time: event })).toBe(expected);
});

test('a minimum rate is of live events only', () => {
  const live = { ...summary, time: { ...time, liveAverage: 5 } };
  expect(missedThresholds(live, { minRate: 5 })).toEqual([]);
  expect(missedThresholds(live, { minRate: 100 })).toEqual([
    'Threshold missed: 5 events/s accepted, fewer than 100',
  ]);
  expect(missedThresholds({ ...summary, time }, { minRate: 100 })).toEqual([]);
});
