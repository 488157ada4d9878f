import { expect, test } from 'vitest';
import type { RunReport } from '../worker/protocol.ts';
import { addReport, noHistory, type History } from './history.ts';

const report = (elapsedMs: number, accepted: number, marks: RunReport['marks'] = []): RunReport => ({
  generated: accepted,
  accepted,
  quarantined: 0,
  rejected: 0,
  failed: 0,
  uncertain: 0,
  dropped: 0,
  inFlight: 0,
  elapsedMs,
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
});
const after = (...reports: readonly RunReport[]): History => reports.reduce(addReport, noHistory);

test('there is one point per second, with the rate since the last one', () => {
  expect(after(report(100, 10), report(1000, 100), report(1500, 150), report(2000, 300))).toMatchObject({
    seconds: [1, 2],
    asked: [100, 100],
    achieved: [100, 200],
  });
});

test('a second without a report does not raise the rate of the next one', () => {
  expect(after(report(1000, 100), report(4000, 400)).achieved).toEqual([100, 100]);
});

test('only the last minute is kept', () => {
  const minute = Array.from({ length: 200 }, (_, i) => report((i + 1) * 1000, i));
  const { seconds } = after(...minute);
  expect(seconds).toHaveLength(61);
  expect(seconds.at(-1)).toBe(200);
});

test('the latest requests are kept, newest last, up to what a chart shows', () => {
  const mark = (atMs: number) =>
    ({ atMs, ms: 1, outcome: 'accepted' }) as unknown as RunReport['marks'][number];
  const many = Array.from({ length: 100 }, (_, i) => report(i, 0, [mark(i), mark(i + 0.5), mark(i + 0.75)]));
  const { requests } = after(...many);
  expect(requests.length).toBeLessThan(300);
  expect(requests.at(-1)).toEqual(mark(99.75));
});
