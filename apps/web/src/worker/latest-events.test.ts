import type { Batch, Fault } from '@catbird/core';
import { expect, test } from 'vitest';
import { newLatestEvents } from './latest-events.ts';

const encoder = new TextEncoder();

/** A batch of lines that name their rows. */
function batch(first: number, count: number, rows?: readonly number[]): Batch {
  const lines = Array.from({ length: count }, (_, i) => `{"n":${rows?.[i] ?? first + i}}\n`);
  let end = 0;
  return {
    first,
    count,
    bytes: encoder.encode(lines.join('')),
    ends: Uint32Array.from(lines, (line) => (end += line.length)),
    ...(rows !== undefined && { rows }),
  };
}

const late = (position: number): Fault => ({ kind: 'late', position, row: position, delayMs: 5 });

test('the last twenty rows are listed newest first, with what became of them', () => {
  const latest = newLatestEvents(() => 7);
  latest.made(batch(0, 1000));
  latest.made(batch(1000, 5));
  latest.outcome(batch(0, 1000), 'accepted');
  const { total, events = [] } = latest.take(0) ?? {};
  expect(total).toBe(1005);
  expect(events.slice(0, 7).map(({ index, line, outcome }) => [index, line, outcome])).toEqual([
    ...[1004, 1003, 1002, 1001, 1000].map((row) => [row, `{"n":${row}}`, 'in flight']),
    ...[999, 998].map((row) => [row, `{"n":${row}}`, 'accepted']),
  ]);
});

test('rows that were retried or lost stay listed, though others came since', () => {
  const latest = newLatestEvents(() => 7);
  latest.made(batch(0, 100));
  latest.outcome(batch(40, 2, [40, 70]), 'retried');
  latest.outcome(batch(10, 3), 'rejected');
  for (let first = 100; first < 2000; first += 100) {
    latest.made(batch(first, 100));
    latest.outcome(batch(first, 100), 'accepted');
  }
  const { events = [] } = latest.take(0) ?? {};
  const of = (outcome: string): readonly number[] =>
    events.filter((event) => event.outcome === outcome).map(({ index }) => index);
  expect(of('retried')).toEqual([70, 40]);
  expect(of('rejected')).toEqual([12, 11, 10]);
  latest.outcome(batch(40, 2, [40, 70]), 'accepted');
  expect(latest.take(1000)?.events.find(({ index }) => index === 70)?.outcome).toBe('accepted');
});

test('faults go with their rows, and not with the neighbours of a dropped one', () => {
  const latest = newLatestEvents(() => 7);
  latest.fault(late(3));
  latest.fault({ kind: 'duplicate', position: 3, row: 3, back: 1 });
  latest.fault({ kind: 'dropped', position: 5, row: 5 });
  // Of a row that the next batch will have.
  latest.fault(late(12));
  latest.made(batch(0, 10));
  latest.made(batch(10, 60));
  const { events = [] } = latest.take(0) ?? {};
  expect(events.flatMap(({ index, faults }) => (faults === undefined ? [] : [[index, faults]]))).toEqual([
    [12, ['late']],
    [3, ['late', 'duplicate']],
  ]);
});

test('a row that an incident drops says so', () => {
  const latest = newLatestEvents(() => 7);
  latest.fault({ kind: 'dropped', position: 5, row: 5, incident: 'outage' });
  latest.made(batch(0, 10));
  latest.outcome(batch(5, 1), 'dropped');
  const event = latest.take(0)?.events.find(({ index }) => index === 5);
  expect(event).toMatchObject({ line: '{"n":5}', outcome: 'dropped', faults: ['dropped'] });
});

test('at most five lists a second, none without a change, and a bounded number of rows', () => {
  const latest = newLatestEvents(() => 7);
  expect(latest.take(0)).toBeUndefined();
  let lists = 0;
  let most = 0;
  for (let ms = 0; ms < 10_000; ms += 10) {
    latest.fault(late(ms));
    latest.made(batch(ms, 10));
    latest.outcome(batch(ms, 10), ms % 30 === 0 ? 'failed' : ms % 20 === 0 ? 'retried' : 'accepted');
    const taken = latest.take(ms);
    if (taken !== undefined) lists++;
    most = Math.max(most, taken?.events.length ?? 0);
  }
  expect(lists).toBe(50);
  expect(most).toBeLessThanOrEqual(100);
});

test('a very long row is cut', () => {
  const latest = newLatestEvents(() => 7);
  const line = `"${'x'.repeat(100_000)}"\n`;
  latest.made({ first: 0, count: 1, bytes: encoder.encode(line), ends: Uint32Array.of(line.length) });
  expect(latest.take(0)?.events[0]?.line).toHaveLength(8193);
});

test('rows of a batch are spread over the time since the one before, a second at most', () => {
  let nowMs = 10_000;
  const latest = newLatestEvents(() => nowMs);
  const times = (): readonly number[] => (latest.take(nowMs)?.events ?? []).map(({ madeMs }) => madeMs);
  nowMs = 10_400;
  latest.made(batch(0, 4));
  expect(times()).toEqual([10_400, 10_300, 10_200, 10_100]);
  // After a pause, and after the clock was set back.
  nowMs = 99_000;
  latest.made(batch(4, 2));
  expect(times().slice(0, 2)).toEqual([99_000, 98_500]);
  nowMs = 98_000;
  latest.made(batch(6, 2));
  nowMs = 99_500;
  expect(times().slice(0, 2)).toEqual([98_000, 98_000]);
});
