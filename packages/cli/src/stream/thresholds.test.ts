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
  reason: 'stopped',
  error: undefined,
};

test.each([
  [{ backlog: 0, live: undefined }, 502.5, 'all events are live'],
  [{ backlog: 10_000, live: { accepted: 10_000, elapsedMs: 10_000 } }, 5.1, 'those after the past count'],
  [{ backlog: 10_000, live: undefined }, undefined, 'it never went live'],
  [{ backlog: 10_000, live: { accepted: 10_050, elapsedMs: 20_000 } }, undefined, 'it ended at once'],
])('with %j the rate is %s: %s', (backfill, expected, _remark) => {
  expect(liveRate(summary, backfill)).toBe(expected);
});

test('a minimum rate is of live events only', () => {
  const live = { backlog: 10_000, live: { accepted: 10_000, elapsedMs: 10_000 } };
  expect(missedThresholds(summary, { minRate: 5 }, live)).toEqual([]);
  expect(missedThresholds(summary, { minRate: 100 }, live)).toEqual([
    'Threshold missed: 5.1 events/s accepted, fewer than 100',
  ]);
  expect(missedThresholds(summary, { minRate: 100 }, { backlog: 10_000, live: undefined })).toEqual([]);
});
