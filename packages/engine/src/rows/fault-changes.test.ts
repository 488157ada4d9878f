import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases, longOnly } from '../../../../test/long.ts';
import { anyFaults, linesOf, TIME, unexplained, writer } from '../../test/faults.ts';
import { NOON } from '../../test/rows.ts';
import { seedOf } from '../numeric/random.ts';
import { newBatch } from './batch.ts';
import { faultChance, seedFrom } from './fault.ts';
import type { Faults } from './fault-settings.ts';
import {
  type Fault,
  type FaultChange,
  type FaultOptions,
  faultSegments,
  type FaultyRows,
  withFaults,
} from './faults.ts';
import type { Extent, RowTimes } from './writer.ts';

const COUNT = 3000;
const SEED = 7;
/** At most this many rows, so that a change does not wait for longer than the test. */
const someFaults = anyFaults.filter(({ reordering }) => (reordering?.window ?? 0) < 1000);
const anyChanges = fc.array(fc.tuple(fc.nat({ max: COUNT }), someFaults), { maxLength: 5 });

const COMPUTED: RowTimes = {
  put(ms, first, rows, step = 1) {
    for (let r = 0; r < rows; r++) ms[r] = NOON + (first + r * step) * TIME.stepMs;
  },
};

function faulty(faults: Faults, options: Omit<FaultOptions, 'seed'> = {}): FaultyRows {
  return withFaults(writer(), faults, { seed: SEED, ...options });
}

/** Lines from a position on, in batches of these sizes, which repeat. */
function lines(
  rows: FaultyRows,
  first: number,
  count: number,
  sizes = [97],
  time: Extent['time'] = TIME,
): string[] {
  const made: string[] = [];
  for (let i = 0; made.length < count; i++) {
    const size = Math.min(sizes[i % sizes.length] ?? 1, count - made.length);
    made.push(...linesOf(rows.fill(newBatch(), { first: first + made.length, count: size, time })));
  }
  return made;
}

/** A run whose faults change at about these positions. */
function changed(initial: Faults, requests: readonly (readonly [number, Faults])[]) {
  const log: Fault[] = [];
  const seen: FaultChange[] = [];
  const rows = faulty(initial, {
    onFault: (fault) => log.push(fault),
    onChange: (change) => seen.push(change),
  });
  const sent: string[] = [];
  const requested: (readonly [number, FaultChange])[] = [];
  for (const [position, faults] of requests.toSorted(([a], [b]) => a - b)) {
    sent.push(...lines(rows, sent.length, position - sent.length));
    requested.push([position, rows.change(position, faults)]);
  }
  sent.push(...lines(rows, sent.length, COUNT - sent.length));
  return { rows, sent, log, seen, requested };
}

describe('faults that change while a stream runs', () => {
  test('lose and repeat no row, and the log explains every line', () => {
    fc.assert(
      fc.property(someFaults, anyChanges, (initial, requests) => {
        const { sent, log, seen, rows } = changed(initial, requests);
        expect(unexplained(sent, log)).toEqual([]);
        // Of several changes at one position, the last one counts.
        const effective = rows.changes.filter(
          ({ position }, i) => position !== rows.changes[i + 1]?.position && position < COUNT,
        );
        expect(seen).toEqual(effective);
      }),
      { numRuns: cases(10) },
    );
  });

  test('are the same bytes again from the list of changes, in any batches and at any position', () => {
    fc.assert(
      fc.property(
        someFaults,
        anyChanges,
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }),
        (initial, requests, sizes) => {
          const { sent, log, rows } = changed(initial, requests);
          const again: Fault[] = [];
          const changes = JSON.parse(JSON.stringify(rows.changes)) as FaultChange[];
          const replay = faulty(initial, { changes, onFault: (fault) => again.push(fault) });
          expect(replay.changes).toEqual(rows.changes);
          expect(lines(replay, 0, COUNT, sizes)).toEqual(sent);
          expect(again).toEqual(log);
          const later = faulty(initial, { changes });
          expect(lines(later, 1700, 100, [33], COMPUTED)).toEqual(sent.slice(1700, 1800));
        },
      ),
      { numRuns: cases(8) },
    );
  });

  test('keep every row before the change, which waits at most for the end of a window', () => {
    fc.assert(
      fc.property(someFaults, anyChanges, (initial, requests) => {
        const { sent, requested } = changed(initial, requests);
        requested.forEach(([position, change], i) => {
          const before = requested.slice(0, i).map(([, each]) => each);
          expect(change.position).toBeGreaterThanOrEqual(Math.max(position, before.at(-1)?.position ?? 0));
          const { reordering } = before.at(-1)?.faults ?? initial;
          if (reordering === undefined)
            expect(change.position).toBe(Math.max(position, before.at(-1)?.position ?? 0));
          const end = Math.min(change.position, COUNT);
          expect(lines(faulty(initial, { changes: before }), 0, end)).toEqual(sent.slice(0, end));
        });
      }),
      { numRuns: cases(5) },
    );
  });

  test('take effect as soon as all rows of the window were sent, also at the end of a block', () => {
    const initial: Faults = {
      dropped: { share: 0.5 },
      duplicates: { share: 0.5 },
      reordering: { window: 8, share: 0.5 },
    };
    const next: Faults = { dropped: { share: 0.2 } };
    const asked = [
      ...Array.from({ length: 15 }, (_, i) => 740 + 4 * i),
      ...longOnly([741, 742, 743, 774, 775]),
    ];
    const effective = asked.map((position) => faulty(initial).change(position, next).position);
    expect(new Set(effective).size).toBeGreaterThan(5);
    effective.forEach((position, i) => {
      for (let other = asked[i] ?? NaN; other < position; other++)
        expect(() => faulty(initial, { changes: [{ position: other, faults: next }] })).toThrow(RangeError);
      const log: Fault[] = [];
      const rows = faulty(initial, {
        changes: [{ position, faults: next }],
        onFault: (fault) => log.push(fault),
      });
      expect(unexplained(lines(rows, 0, 1000), log)).toEqual([]);
      const dropped = log.flatMap(({ kind, row }) => (kind === 'dropped' ? [row] : []));
      expect(new Set(dropped).size).toBe(dropped.length);
    });
  });

  test('have the new settings from the change on', () => {
    const { sent, log, rows } = changed({}, [
      [1000, { dropped: { share: 0.5 } }],
      [2000, {}],
    ]);
    expect(rows.changes.map(({ position }) => position)).toEqual([1000, 2000]);
    expect(new Set(log.map(({ kind }) => kind))).toEqual(new Set(['dropped']));
    expect(Math.abs(log.length - 1000)).toBeLessThan(20);
    expect(log.every(({ position }) => position >= 1000 && position < 2000)).toBe(true);
    expect(new Set(sent).size).toBe(COUNT);
  });

  test('do not change rows that were generated already, though they were not sent', () => {
    const rows = faulty({});
    lines(rows, 0, 500);
    const late: Faults = { late: { share: 1, delayMs: { min: 1, max: 9 } } };
    expect(rows.change(300, late).position).toBe(500);
    expect(rows.change(400, {}).position).toBe(500);
  });

  test.each([-1, 0.5, NaN, Infinity, 2 ** 53])('cannot change at position %d', (position) => {
    expect(() => faulty({}).change(position, {})).toThrow(RangeError);
  });

  test('are refused if the changes are those of another stream', () => {
    const initial: Faults = { reordering: { window: 100 } };
    expect(() => faulty(initial, { changes: [{ position: 150, faults: {} }] })).toThrow(/position 150/);
    expect(() =>
      faulty(
        {},
        {
          changes: [
            { position: 20, faults: {} },
            { position: 10, faults: {} },
          ],
        },
      ),
    ).toThrow(/position 10/);
  });
});

describe('positions that are due', () => {
  /** The last row of a window, or the row itself if it is in order. */
  function due(initial: Faults, changes: readonly FaultChange[], length = COUNT * 4) {
    const segments = faultSegments(initial, seedOf(SEED));
    const starts = [
      { position: 0, faults: initial },
      ...changes.map(({ position, faults }) => segments.change(position, faults)),
    ];
    const places = Array.from({ length }, (_, position) => ({
      ...segments.at(position),
      segment: starts.findLastIndex((start) => start.position <= position),
    }));
    const firstTurns = starts.map((_, i) => places.find(({ segment }) => segment === i)?.turn ?? 0);
    const windowOf = (turn: number, segment: number): string => {
      const { position = 0, faults = {} } = starts[segment] ?? {};
      const { window = 1, share = 1 } = faults.reordering ?? {};
      const own = turn - (firstTurns[segment] ?? 0);
      const number = Math.floor(own / window);
      const isShuffled = faultChance(seedFrom(seedOf(SEED), position)).unit('window', number) < share;
      return `${segment} ${isShuffled ? `window ${number}` : `turn ${own}`}`;
    };
    const lastRows = new Map<string, number>();
    const keys = places.map(({ turn, row, segment, copyOf }) => {
      const key = windowOf(turn, segment);
      if (copyOf === 0) lastRows.set(key, Math.max(lastRows.get(key) ?? 0, row));
      return copyOf === 0 ? key : undefined;
    });
    const needed = keys.map((key) => (key === undefined ? 0 : (lastRows.get(key) ?? 0) + 1));
    const before = (rows: number): number => needed.findIndex((least) => least > rows);
    return { segments, places, before };
  }

  test('are those of rows before a row, and of windows that are complete', () => {
    fc.assert(
      fc.property(
        someFaults,
        anyChanges,
        fc.array(fc.nat({ max: COUNT }), { minLength: 30 }),
        (initial, requests, queries) => {
          const { rows } = changed(initial, requests);
          const { segments, places, before } = due(initial, rows.changes);
          let last = 0;
          for (const query of queries.toSorted((a, b) => a - b)) {
            const positions = segments.dueBefore(query);
            expect(positions).toBe(before(query));
            expect(rows.dueBefore(query)).toBe(positions);
            expect(positions).toBeGreaterThanOrEqual(last);
            expect(places.slice(0, positions).every(({ row }) => row < query)).toBe(true);
            last = positions;
          }
        },
      ),
      { numRuns: cases(10) },
    );
  });

  test.each([1, 4, ...longOnly([2, 3, 5, 6])])(
    'are exact where a change meets the end of block %d',
    (block) => {
      const initial: Faults = { dropped: { share: 0.9 }, duplicates: { share: 0.9 } };
      const end = Math.round(block * 1024 * 0.1 * 1.9);
      for (let position = end - 10; position < end + 5; position++) {
        const { segments, before } = due(initial, [{ position, faults: {} }], end + 200);
        const rows = Array.from({ length: 40 }, (_, i) => block * 1024 - 30 + i);
        expect(rows.map((row) => segments.dueBefore(row))).toEqual(rows.map(before));
      }
    },
  );

  test('are found at once, however far they are', () => {
    const rows = faulty({
      dropped: { share: 0.5 },
      duplicates: { share: 0.5 },
      reordering: { window: 1000 },
    });
    expect(rows.dueBefore(0)).toBe(0);
    const far = rows.dueBefore(2 ** 45);
    expect(Math.abs(far - 2 ** 45 * 0.75)).toBeLessThan(5000);
    expect(rows.dueBefore(2 ** 60)).toBeGreaterThan(far);
    expect(rows.dueBefore(Infinity)).toBe(Infinity);
    expect(faulty({}).dueBefore(2 ** 53 - 1)).toBe(2 ** 53 - 1);
  });
});

test('a copy has its row’s computed time, in every shard and process', () => {
  const faults: Faults = {
    duplicates: { share: 0.3, within: 500 },
    late: { share: 0.2, delayMs: { mean: 60_000 } },
    reordering: { window: 20 },
    dropped: { share: 0.1 },
  };
  const log: Fault[] = [];
  const whole = lines(faulty(faults, { onFault: (fault) => log.push(fault) }), 0, COUNT, [100], COMPUTED);
  expect(unexplained(whole, log)).toEqual([]);
  const shards = [0, 1, 2].map((first) => {
    const extent = { first, step: 3, count: COUNT / 3, time: COMPUTED };
    return linesOf(faulty(faults).fill(newBatch(), extent));
  });
  expect(whole.map((_, i) => shards[i % 3]?.[Math.floor(i / 3)])).toEqual(whole);
  for (const first of [1, 1500, 2900])
    expect(lines(faulty(faults), first, 50, [7], COMPUTED)).toEqual(whole.slice(first, first + 50));
});
