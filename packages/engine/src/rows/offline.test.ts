import { messagesOf } from '../model/issue.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { linesOf } from '../../test/faults.ts';
import { NOON } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';
import { newTimeline, type Timeline } from '../time/timeline.ts';
import { newTiming } from '../time/timing.ts';
import { newBatch } from './batch.ts';
import type { Faults } from './fault-settings.ts';
import { withFaults, type Fault, type FaultyRows } from './faults.ts';
import { compile } from './writer.ts';

const SPECS = {
  n: { type: 'catbird.sequence', params: { start: 0 } },
  device: { type: 'number.int', params: { min: 1, max: 40 }, nulls: 0.02 },
  at: { type: 'catbird.timestampNow' },
};
const parsed = parseSchema(JSON.stringify(SPECS));
if (!parsed.ok) throw new Error('The schema is not valid');
const { schema } = parsed;

interface Row {
  readonly n: number;
  readonly device: number | null;
  readonly at: string;
}

const timelineAt = (eps: number): Timeline => newTimeline(newTiming({ fromMs: NOON, eps }), 5);
const faulty = (faults: Faults, timeline: Timeline, onFault?: (fault: Fault) => void): FaultyRows =>
  withFaults(compile(schema, { seed: 5 }), faults, {
    seed: 5,
    schema,
    timeline,
    ...(onFault && { onFault }),
  });

function received(faults: Faults, count: number, eps = 50) {
  const timeline = timelineAt(eps);
  const log: Fault[] = [];
  const rows = faulty(faults, timeline, (fault) => log.push(fault));
  const lines = linesOf(rows.fill(newBatch(), { first: 0, count, time: timeline }));
  return { rows, log, timeline, lines };
}

const MINUTES = { min: 60_000, max: 300_000 };
const OFFLINE: Faults = { offline: { by: 'device', share: 0.2, forMs: MINUTES, lost: 0.3 } };
const COUNT = 60_000;

describe('a device that is offline at times', () => {
  const { lines, log, timeline } = received(OFFLINE, COUNT);
  const sent = lines.map((line) => JSON.parse(line) as Row);
  const held = new Map(log.flatMap((fault) => (fault.kind === 'held' ? [[fault.row, fault.heldMs]] : [])));
  const lost = new Set(log.flatMap((fault) => (fault.kind === 'lost' ? [fault.row] : [])));
  const inOrder = sent.filter(({ n }) => !held.has(n));

  test('sends each row once, or the log says that it is lost', () => {
    expect(new Set(sent.map(({ n }) => n)).size).toBe(COUNT);
    expect(sent.filter(({ n }) => lost.has(n))).toEqual([]);
    // Behind the last rows in order are those that are still held.
    const last = inOrder.at(-1)?.n ?? 0;
    const arrived = new Set(sent.map(({ n }) => n));
    const missing = Array.from({ length: last }, (_, n) => n).filter((n) => !lost.has(n) && !arrived.has(n));
    const end = timeline.time(last);
    const isHeld = (n: number): boolean => timeline.time(n) > end - MINUTES.max;
    expect(missing.length).toBeGreaterThan(10);
    expect(missing.filter((n) => !isHeld(n))).toEqual([]);
  });

  test('is heard when its silence is over, and not before', () => {
    expect(held.size).toBeGreaterThan(3000);
    let lastMs = 0;
    const nextMs = sent.map(() => Infinity);
    for (let i = sent.length - 2; i >= 0; i--) {
      const next = sent[i + 1];
      nextMs[i] = next !== undefined && !held.has(next.n) ? timeline.time(next.n) : (nextMs[i + 1] ?? 0);
    }
    const wrong = sent.filter(({ n, at }, i) => {
      const [heldMs, turnMs] = [held.get(n), timeline.time(n)];
      // Its event time stays.
      if (Date.parse(at) !== turnMs) return true;
      if (heldMs === undefined) lastMs = turnMs;
      return heldMs !== undefined && !(lastMs < turnMs + heldMs && turnMs + heldMs <= (nextMs[i] ?? 0));
    });
    expect(wrong).toEqual([]);
  });

  test('sends its rows in order, and none while it is silent', () => {
    const silentUntil = new Map<number, number>();
    const latest = new Map<number, number>();
    for (const { n, device } of sent) {
      if (device === null) {
        expect(held.has(n)).toBe(false);
        continue;
      }
      expect(latest.get(device) ?? -1).toBeLessThan(n);
      latest.set(device, n);
      const heldMs = held.get(n);
      if (heldMs !== undefined) silentUntil.set(device, timeline.time(n) + heldMs);
      else expect(timeline.time(n)).toBeGreaterThanOrEqual(silentUntil.get(device) ?? 0);
    }
  });

  test('the share of silent devices is that of the settings, all the time', () => {
    const isSilent = new Uint8Array(COUNT);
    for (const n of [...held.keys(), ...lost]) isSilent[n] = 1;
    const shares = Array.from({ length: 5 }, (_, i) => {
      const part = isSilent.subarray(i * 10_000, (i + 1) * 10_000);
      return part.reduce((sum, each) => sum + each, 0) / part.length;
    });
    // Rows that are still held are missing from the log, at the end.
    for (const share of shares) expect(Math.abs(share - 0.2)).toBeLessThan(0.08);
    const all = held.size + lost.size;
    expect(Math.abs(lost.size / all - 0.3)).toBeLessThan(0.12);
  });
});

const anyOffline: fc.Arbitrary<Faults> = fc.record(
  {
    offline: fc.record({
      by: fc.constant('device'),
      share: fc.double({ min: 0, max: 0.5, noNaN: true }),
      forMs: fc.constantFrom({ min: 1, max: 2 }, { min: 1000, max: 90_000 }, { min: 500_000, max: 500_000 }),
      lost: fc.constantFrom(0, 0.4, 1),
    }),
    duplicates: fc.record({ share: fc.constantFrom(0.05, 0.5), within: fc.integer({ min: 1, max: 3000 }) }),
    dropped: fc.record({ share: fc.constantFrom(0.1, 0.5) }),
    reordering: fc.record({ window: fc.integer({ min: 2, max: 500 }) }),
    malformed: fc.constant({ share: 0.01 }),
  },
  { requiredKeys: ['offline'] },
);

test('any rows are the same in any batches, shards and processes, with any other faults', () => {
  fc.assert(
    fc.property(
      anyOffline,
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: 1, max: 7 }),
      (faults, first, step) => {
        const { lines, timeline, log } = received(faults, 22_000);
        const later: Fault[] = [];
        const alone = faulty(faults, timelineAt(50), (fault) => later.push(fault));
        const count = Math.min(500, Math.floor((22_000 - first) / step));
        const expected = Array.from({ length: count }, (_, i) => lines[first + i * step]);
        expect(linesOf(alone.fill(newBatch(), { first, step, count, time: timeline }))).toEqual(expected);
        if (step === 1)
          expect(later).toEqual(log.filter(({ position }) => position >= first && position < first + count));
        const list = Float64Array.from({ length: 20 }, (_, i) => first + i * i);
        const listed = faulty(faults, timelineAt(50)).fill(newBatch(), {
          first: 0,
          rows: list,
          count: 20,
          time: timeline,
        });
        expect(linesOf(listed)).toEqual(Array.from(list, (position) => lines[position]));
      },
    ),
    { numRuns: cases(4) },
  );
});

test('a position is due with its row, or with the first row after the silence of its device', () => {
  fc.assert(
    fc.property(anyOffline, ({ offline = { by: '', share: 0, forMs: MINUTES } }) => {
      const { rows, lines, log, timeline } = received({ offline }, 20_000);
      const held = new Map(
        log.flatMap((fault) => (fault.kind === 'held' ? [[fault.row, fault.heldMs]] : [])),
      );
      const needed = lines.map((line) => {
        const { n } = JSON.parse(line) as Row;
        return 1 + (held.has(n) ? timeline.before(timeline.time(n) + (held.get(n) ?? 0)) : n);
      });
      const alone = faulty({ offline }, timelineAt(50));
      for (const n of [0, 1, 9000, 5000, 5001, 5002, 9001, 12_000, 4095, 4096, 8192, 3]) {
        const later = needed.findIndex((each) => each > n);
        expect(alone.dueBefore(n)).toBe(later);
        expect(rows.dueBefore(n)).toBe(later);
      }
      expect(needed).toEqual(needed.toSorted((a, b) => a - b));
    }),
    { numRuns: cases(3) },
  );
});

test('after a change of the rate, rows that wait are heard at the same instant, and the rows before stay', () => {
  const { lines, timeline, log, rows } = received(OFFLINE, 30_000);
  const atMs = timeline.time(20_000);
  const sentBefore = rows.dueBefore(timeline.before(atMs));
  timeline.change({ atMs, to: 5 });
  const changed: Fault[] = [];
  const again = faulty(OFFLINE, timeline, (fault) => changed.push(fault));
  for (const source of [rows, again]) {
    const after = linesOf(source.fill(newBatch(), { first: 0, count: sentBefore + 2000, time: timeline }));
    expect(after.slice(0, sentBefore)).toEqual(lines.slice(0, sentBefore));
    const sent = after.map((line) => JSON.parse(line) as Row);
    expect(new Set(sent.map(({ n }) => n)).size).toBe(sent.length);
  }
  const ends = (faults: readonly Fault[]): readonly number[] =>
    faults.flatMap((fault) =>
      fault.kind === 'held' && fault.row < 20_000 ? [timeline.time(fault.row) + fault.heldMs] : [],
    );
  const common = Math.min(ends(log).length, ends(changed).length);
  expect(common).toBeGreaterThan(1500);
  expect(ends(changed).slice(0, common)).toEqual(ends(log).slice(0, common));
});

test('faults that do not fit the stream are refused', () => {
  const rows = compile(schema, { seed: 5 });
  const offline = (by: string): Faults => ({ offline: { by, share: 0.1, forMs: MINUTES } });
  expect(() => withFaults(rows, offline('devise'), { seed: 5, schema, timeline: timelineAt(50) })).toThrow(
    'offline.by: Unknown field devise in the schema. Did you mean device?',
  );
  expect(() => withFaults(rows, offline('device'), { seed: 5, schema })).toThrow(
    'offline: Devices are offline for some time, so event times must be computed: add from, such as now',
  );
  const running = faulty(OFFLINE, timelineAt(50));
  expect(messagesOf(running.issues(offline('device')))).toEqual([
    'Devices are offline from the beginning of the stream, and as they were there',
  ]);
  expect(running.issues({ ...OFFLINE, dropped: { share: 0.1 } })).toEqual([]);
});
