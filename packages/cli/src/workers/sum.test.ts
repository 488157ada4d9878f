import { DeliveryError } from '@catbird/core/destinations';
import type { Summary } from '@catbird/core';
import { expect, test } from 'vitest';
import { NOTHING } from '../stream/not-started.ts';
import { dealt } from './shards.ts';
import { faultsOf, reasonOf, sumOf, summaryOfAll } from './sum.ts';

const summary = (more: Partial<Summary>): Summary => ({
  ...NOTHING,
  asked: 0.1,
  lastError: undefined,
  reason: 'limit',
  error: undefined,
  ...more,
});

test('counts add up, rates without rounding errors, and the stream is as late as its threads together', () => {
  const one = {
    generated: 10,
    accepted: 7,
    failed: 2,
    inFlight: 1,
    uncertain: 1,
    requests: { 200: 3 },
    average: 7,
  };
  const all = [
    summary(one),
    summary({ ...one, behind: { rows: 3, seconds: 30 } }),
    summary({ requests: { 500: 1 } }),
  ];
  expect(sumOf(all)).toMatchObject({
    generated: 20,
    accepted: 14,
    failed: 4,
    uncertain: 2,
    inFlight: 2,
    asked: 0.3,
    average: 14,
    requests: { 200: 6, 500: 1 },
    behind: { rows: 3, seconds: 10 },
  });
});

test('a failure in one thread is that of the stream', () => {
  const error = new DeliveryError('auth', 'No');
  const all = [summary({}), summary({ reason: 'stopped' }), summary({ reason: 'failed', error })];
  expect(summaryOfAll(all)).toMatchObject({ reason: 'failed', error });
  expect(reasonOf(['limit', 'stopped', 'failed'])).toBe('failed');
  expect(reasonOf(['limit', 'interrupted'])).toBe('interrupted');
  expect(reasonOf(['limit', 'limit'])).toBe('limit');
});

test('a stream is live once all its threads are', () => {
  const time = { eventMs: 5, plannedPerSecond: 2, dueRows: 3, backlogRows: 0, isLive: true, isPaused: false };
  const all = [
    summary({ time: { ...time, liveAverage: 2 } }),
    summary({ time: { ...time, eventMs: 4, isLive: false } }),
  ];
  expect(sumOf(all).time).toEqual({
    ...time,
    eventMs: 4,
    plannedPerSecond: 4,
    dueRows: 6,
    isLive: false,
    liveAverage: 2,
  });
});

test('faults add up', () => {
  const counts = {
    duplicate: 1,
    late: 2,
    reordered: 3,
    malformed: 4,
    dropped: 5,
    held: 6,
    lost: 7,
    drifted: 8,
  };
  expect(faultsOf([undefined, undefined])).toBeUndefined();
  expect(faultsOf([counts, undefined, counts])).toEqual({
    duplicate: 2,
    late: 4,
    reordered: 6,
    malformed: 8,
    dropped: 10,
    held: 12,
    lost: 14,
    drifted: 16,
  });
});

test.each([
  [7, 3, [3, 2, 2]],
  [4, 4, [1, 1, 1, 1]],
  [2, 3, [1, 1, 1]],
])('%d requests are dealt out to %d threads', (whole, count, shares) => {
  expect(shares.map((_, index) => dealt(whole, { index, count }))).toEqual(shares);
});
