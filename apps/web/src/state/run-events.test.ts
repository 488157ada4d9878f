import { expect, test } from 'vitest';
import type { ErrorReport, RunReport } from '../worker/report-protocol.ts';
import { addEvents, noEvents, type RunEvents } from './run-events.ts';

const report = (more: Partial<RunReport>): RunReport => ({ elapsedMs: 9000, ...more }) as RunReport;
const failed = (atMs: number, retried: boolean, message = 'Tinybird returned 500'): ErrorReport =>
  ({ kind: 'unavailable', message, atMs, retried }) as ErrorReport;
const faults = (second: number, name: string | undefined) => ({
  second,
  change: { position: 1, faults: {} },
  name,
});
const after = (...reports: readonly Partial<RunReport>[]): RunEvents =>
  reports.reduce<RunEvents>((events, each) => addEvents(events, report(each), []), noEvents);

test('changes, faults and errors are one list, in order of time', () => {
  const { list } = addEvents(
    noEvents,
    report({ faultChanges: [faults(2, '5 % late')], lastError: failed(1500, false) }),
    [{ second: 3, text: '200 → 400/s' }],
  );
  expect(list.map(({ second, text, kind }) => [second, text, kind])).toEqual([
    [1.5, 'Tinybird returned 500', 'error'],
    [2, 'Faults: 5 % late', 'faults'],
    [3, '200 → 400/s', 'change'],
  ]);
});

test('the same error again and again is one event, and an error is listed once', () => {
  const { list } = after(
    { lastError: failed(1000, true) },
    { lastError: failed(1000, true) },
    { lastError: failed(2000, true) },
    { lastError: failed(3000, true, 'No response') },
  );
  expect(list.map(({ text, times }) => [text, times])).toEqual([
    ['Tinybird returned 500', 2],
    ['No response', 1],
  ]);
});

test('faults are a span that ends with the next ones, or with none', () => {
  const before = after({ faultChanges: [faults(2, '5 % late')] });
  expect(before.faults).toEqual([{ from: 2, to: undefined, name: '5 % late' }]);
  const { faults: spans } = addEvents(
    before,
    report({ faultChanges: [faults(4, '2 % duplicates'), faults(7, undefined)] }),
    [],
  );
  expect(spans).toEqual([
    { from: 2, to: 4, name: '5 % late' },
    { from: 4, to: 7, name: '2 % duplicates' },
  ]);
});

test('the end of the history is listed, unless it was skipped', () => {
  const backfill = { fromMs: 0, reachedMs: 1, leftRows: 1, rows: 2 };
  expect(after({ backfill }, {}).list.map(({ text }) => text)).toEqual(['History sent, now live']);
  expect(after({ backfill }, { wentLive: { second: 1, skipped: 5 } }).list).toEqual([]);
});

test('a long run keeps the last 200 events, and a report without any changes nothing', () => {
  const many = after(
    ...Array.from({ length: 500 }, (_, i) => ({ lastError: failed(i, false, `Error ${i}`) })),
    ...Array.from({ length: 300 }, (_, i) => ({ faultChanges: [faults(i, 'late')] })),
  );
  expect(many.list).toHaveLength(200);
  expect(many.faults).toHaveLength(100);
  expect(addEvents(many, report({}), [])).toBe(many);
});
