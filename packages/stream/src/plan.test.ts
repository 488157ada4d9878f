import { messagesOf } from '../../engine/src/model/issue.ts';
import { expect, test } from 'vitest';
import { byteLength, newBatch } from '../../engine/src/rows/batch.ts';
import type { StreamKeys } from './config/keys.ts';
import { rateFlags } from './config/stream-flags.ts';
import type { Clock } from '../../send/src/delivery/options.ts';
import type { Progress } from '../../send/src/delivery/progress.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { planStream, type StreamPlan } from './plan.ts';
import { readStream, type StreamSettings } from './stream-settings.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR_MS = 3_600_000;

const parsed = parseSchema('{"n": {"type": "catbird.sequence"}}');
if (!parsed.ok) throw new Error('Invalid schema');
const { schema } = parsed;

/** A clock that a test moves. */
const clockAt = (clock: { ms: number }): Clock => ({
  now: () => clock.ms - NOW,
  date: () => clock.ms,
  sleep: () => Promise.resolve(),
  after: () => () => undefined,
});

function planOf(options: StreamKeys, more: Partial<StreamSettings> = {}): StreamPlan {
  const optionOf = String;
  const read = readStream(schema, { options, optionOf, nowMs: NOW });
  if (!read.ok) throw new Error(messagesOf(read.issues).join('; '));
  const planned = planStream({ schema, seed: '42', options, optionOf, isSteered: true, ...read, ...more });
  if (!planned.ok) throw new Error(messagesOf(planned.issues).join('; '));
  return planned.plan;
}

test('an hour of history is due at once; a later process has only what came since', () => {
  const clock = { ms: NOW };
  const options = { from: '-1h', eps: 20 };
  expect(planOf(options).paceBy(clockAt(clock)).pace.backlog).toBe(72_001);
  clock.ms += 10_000;
  const later = planOf(options, { left: { remaining: [[72_001, Infinity]] } });
  expect(later.paceBy(clockAt(clock)).pace.backlog).toBe(200);
});

test('faults that copy rows have more rows due, counted from the first that is left', () => {
  const options = { from: '-1h', eps: 20, faults: { duplicates: { share: 0.5 } } };
  const { dueBefore, paceBy } = planOf(options, { left: { remaining: [[1000, Infinity]] } });
  expect(paceBy(clockAt({ ms: NOW })).pace.backlog).toBe(dueBefore(72_001) - 1000);
});

test('how much of the past is left is known until the stream is live', () => {
  const { backfill } = planOf({ from: '-1h', eps: 20 }).paceBy(clockAt({ ms: NOW }));
  const time = { isLive: false, backlogRows: 70_001, dueRows: 72_001, eventMs: NOW - HOUR_MS + 1999 * 50 };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const progress = { generated: 2000, time } as unknown as Progress;
  expect(backfill(progress)).toEqual({
    fromMs: NOW - HOUR_MS,
    reachedMs: time.eventMs,
    leftRows: 70_001,
    rows: 72_001,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const live = { ...progress, time: { ...time, isLive: true, eventMs: NOW } } as Progress;
  expect(backfill(live)).toBeUndefined();
});

test('of a duration with a gap in its rows, the rows that are left determine the end', () => {
  const left = {
    remaining: [
      [10, 15],
      [30, Infinity],
    ],
  } as const;
  const { end } = planOf({ eps: 5, duration: 20_000 }, { left }).paceBy(clockAt({ ms: NOW }));
  expect([end?.rows(), end?.endMs()]).toEqual([75, 15_000]);
});

test('a size is as many rows as make about that, the same for all parts of a stream', () => {
  const options = { from: '2026-01-01', eps: 20, size: 1e6 };
  const { wholeRows, notes, rows } = planOf(options);
  const batch = rows.fill(newBatch(), { first: 0, count: wholeRows, time: { startMs: 0, stepMs: 1 } });
  expect(Math.abs(byteLength(batch) / 1e6 - 1)).toBeLessThan(0.02);
  expect(notes).toEqual([`About ${wholeRows.toLocaleString('en')} events, 11.6 bytes each on average`]);
  const shards = [0, 1, 2].map((index) => planOf(options, { shard: { index, count: 3 } }));
  expect(shards.reduce((sum, { plannedRows }) => sum + plannedRows, 0)).toBe(wholeRows);
  const left = { remaining: [[1000, Infinity]] as const };
  expect(planOf(options, { left }).plannedRows).toBe(wholeRows - 1000);
  expect(() => planOf({ size: 1e6, limit: 5 })).toThrow(
    'size cannot be combined with limit. Remove one of them',
  );
});

test.each([
  ['10GB', 1e10],
  ['1.5 kB', 1500],
  ['2MiB', 2 * 1024 ** 2],
  ['10', undefined],
  ['10 apples', undefined],
  ['0MB', undefined],
])('the size %s is %s bytes', (text, bytes) => {
  const read = rateFlags.size.read(text);
  expect(read.ok ? read.value : undefined).toBe(bytes);
});

test('a stream whose faults have other changes is refused with a line', () => {
  const windows = { reordering: { window: 10 } };
  const changes = [{ position: 12, faults: {} }];
  expect(() => planOf({ faults: windows }, { faultChanges: changes })).toThrow(
    'The changes of the faults do not fit: Faults cannot change at position 12 of this stream',
  );
});
