import type { Progress } from '@catbird/core';
import { expect, test } from 'vitest';
import { newRunLog } from './run-log.ts';

const PARTS = { wallMs: 0, faults: undefined, backfill: undefined, nextRow: undefined, notKept: undefined };

/** A log with a clock, and what a run would report to it. */
function logged(pastRows = 0) {
  let nowMs = 5000;
  const log = newRunLog(() => nowMs);
  log.start(pastRows);
  const report = (elapsedMs: number, time: Partial<Progress['time']> = {}, more: Partial<Progress> = {}) => {
    nowMs = 5000 + elapsedMs;
    const full = { isLive: true, plannedPerSecond: 200, ...time };
    const progress = { elapsedMs, generated: 0, inFlight: 0, behind: { rows: 0 }, time: full, ...more };
    return log.report(progress as unknown as Progress, PARTS);
  };
  const at = (elapsedMs: number): void => void (nowMs = 5000 + elapsedMs);
  return { log, report, at };
}

test('a report has what happened since the last one, and the time of each change', () => {
  const { log, report, at } = logged();
  at(420);
  log.change({ atMs: 1, to: 400 });
  log.request({ ms: 12, outcome: 'accepted' });
  const first = report(500);
  expect(first.changes).toEqual([{ second: 0.42, change: { atMs: 1, to: 400 } }]);
  expect(first.marks).toHaveLength(1);
  const second = report(600);
  expect([second.changes, second.marks]).toEqual([[], []]);
});

test('ten changes a second for a minute are all reported, each once, and no second is left out', () => {
  const { log, report, at } = logged();
  const changes: unknown[] = [];
  const seconds: number[] = [];
  for (let ms = 100; ms <= 60_000; ms += 100) {
    at(ms);
    log.change({ atMs: ms, to: ms });
    log.accepted(1);
    const reported = report(ms);
    changes.push(...reported.changes.map(({ change }) => change.to));
    seconds.push(...reported.seconds.map(({ second }) => second));
  }
  expect(changes).toEqual(Array.from({ length: 600 }, (_, i) => (i + 1) * 100));
  expect(seconds).toEqual(Array.from({ length: 60 }, (_, i) => i));
});

test('nor if the past was made before the first report', () => {
  const { report } = logged(1000);
  const reports = [
    report(1500, {}, { generated: 1010, inFlight: 100 }),
    report(2500, {}, { generated: 1030, inFlight: 0 }),
    report(3500, {}, { generated: 1050, inFlight: 0 }),
  ];
  expect(reports.flatMap(({ seconds }) => seconds.map(({ planned }) => planned))).toEqual([
    undefined,
    undefined,
    200,
  ]);
});

test('a second is not compared with the plan while rows of the past are in flight', () => {
  const { report } = logged();
  const reports = [
    report(500, { isLive: false }, { generated: 1000, inFlight: 400 }),
    report(1500, {}, { generated: 1010, inFlight: 100 }),
    report(2500, {}, { generated: 1020, inFlight: 5 }),
    report(3500, {}, { generated: 1030, inFlight: 5 }),
  ];
  expect(reports.flatMap(({ seconds }) => seconds.map(({ planned }) => planned))).toEqual([
    undefined,
    undefined,
    200,
  ]);
});

test('faults become JSON lines once', () => {
  const { log } = logged();
  expect(log.faultLines()).toBeUndefined();
  log.fault({ kind: 'dropped', row: 7 } as never);
  expect(log.faultLines()).toBe('{"kind":"dropped","row":7}\n');
  expect(log.faultLines()).toBeUndefined();
});
