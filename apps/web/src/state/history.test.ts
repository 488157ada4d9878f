import { expect, test } from 'vitest';
import type { RunReport } from '../worker/report-protocol.ts';
import { addReport, isLong, noHistory, shownSeconds, type History } from './history.ts';

const report = (seconds: RunReport['seconds'], marks: RunReport['marks'] = []): RunReport => ({
  generated: 0,
  accepted: 0,
  quarantined: 0,
  rejected: 0,
  failed: 0,
  uncertain: 0,
  dropped: 0,
  inFlight: 0,
  elapsedMs: 0,
  asked: 100,
  achieved: 0,
  average: 0,
  behind: { rows: 0, seconds: 0 },
  requests: {},
  retried: 0,
  bytes: 0,
  latency: { p50: 0, p95: 0, p99: 0 },
  lastError: undefined,
  marks,
  seconds,
  changes: [],
  wallMs: 0,
});
const after = (...reports: readonly RunReport[]): History => reports.reduce(addReport, noHistory);
const level = (second: number) => ({ second, accepted: 100, planned: 100, isBehind: false });

test('seconds are added as they end, and a report without one leaves them as they are', () => {
  const first = after(report([level(0)]), report([level(1), level(2)]));
  expect(first.seconds.map(({ second }) => second)).toEqual([0, 1, 2]);
  expect(addReport(first, report([])).seconds).toBe(first.seconds);
});

test('only the last ten minutes are kept', () => {
  const { seconds } = after(...Array.from({ length: 700 }, (_, i) => report([level(i)])));
  expect(seconds).toHaveLength(600);
  expect(seconds.at(-1)?.second).toBe(699);
});

test('the latest requests are kept, newest last, up to those of ten minutes', () => {
  const mark = (second: number) => ({ second, ms: 1, outcome: 'accepted' as const });
  const many = Array.from({ length: 3000 }, (_, i) => report([], [mark(i / 4), mark(i / 4 + 0.1)]));
  const { requests } = after(...many);
  expect(requests).toHaveLength(4800);
  expect(requests.at(-1)).toEqual(mark(749.85));
});

test('once history is sent, only the seconds since are shown', () => {
  const past = (second: number) => ({ ...level(second), planned: undefined });
  const shown = (...seconds: RunReport['seconds']): number[] =>
    shownSeconds(after(report(seconds))).map(({ second }) => second);
  expect(shown(past(0), past(1))).toEqual([0, 1]);
  expect(shown(past(0), past(1), level(2), level(3))).toEqual([2, 3]);
  expect(shown(level(0), level(1))).toEqual([0, 1]);
  expect(shown()).toEqual([]);
});

test('the whole run stays, in longer and longer levels, of at most 600', () => {
  const hours = 3 * 3600;
  const { whole } = after(...Array.from({ length: hours }, (_, i) => report([level(i)])));
  expect(whole.length).toBe(32);
  expect(whole.levels.length).toBeLessThanOrEqual(600);
  // One after the other, without a gap.
  let next = 0;
  for (const { second, length = 1, accepted, planned } of whole.levels) {
    expect([second, accepted, planned]).toEqual([next, 100, 100]);
    next += length;
  }
  expect(next).toBe(hours);
});

test('a level has the mean of its seconds, and no plan if one of them had none', () => {
  const seconds = Array.from({ length: 601 }, (_, i) => ({
    second: i,
    accepted: i === 1 ? 300 : 100,
    planned: i === 3 ? undefined : 100,
    isBehind: i === 0,
  }));
  const { whole } = after(report(seconds));
  expect(whole.levels.slice(0, 3)).toEqual([
    { second: 0, length: 2, accepted: 200, planned: 100, isBehind: true },
    { second: 2, length: 2, accepted: 100, planned: undefined, isBehind: false },
    { second: 4, length: 2, accepted: 100, planned: 100, isBehind: false },
  ]);
  expect(isLong(after(report(seconds)))).toBe(true);
  expect(isLong(after(report(seconds.slice(0, 600))))).toBe(false);
});
