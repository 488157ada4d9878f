import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/long.ts';
import { compile, parseSchema } from '@catbird/engine';
import type { CountedRange, Range } from '../../send/src/resume/ranges.ts';
import { newJudge } from './judge.ts';
import { arrivalMs } from './lag.ts';
import type { RowObject } from './parse-row.ts';
import { rowsAt, truthOf, type Truth } from './truth.ts';

const ROWS = 60;
const WITHIN = 2000;
const parsed = parseSchema('{"id": {"type": "catbird.sequence"}, "name": {"type": "string.alpha"}}');
if (!parsed.ok) throw new Error('schema');
const writer = compile(parsed.schema, { seed: 7 });
const TIME = { startMs: 0, stepMs: 0 };
const all = rowsAt(
  truthOf(writer, TIME, ROWS),
  Float64Array.from({ length: ROWS }, (_, i) => i),
) as RowObject[];

/** The truth of rows of which those are known to be acknowledged that were before an instant. */
function truthAt(acknowledged: readonly number[], ms: number, isOpen: boolean): Truth {
  const accepted = acknowledged.flatMap((at, row): Range[] => (at <= ms ? [[row, row + 1]] : []));
  const rest = acknowledged.flatMap((at, row): Range[] => (at <= ms ? [] : [[row, row + 1]]));
  const unknown = isOpen ? rest : [];
  const sent = {
    accepted,
    uncertain: unknown,
    repeated: unknown.map(([first, end]): CountedRange => [first, end, Infinity]),
    acknowledgedMs: (row: number) =>
      (acknowledged[row] ?? Infinity) <= ms ? (acknowledged[row] ?? NaN) : NaN,
  };
  return { ...truthOf(writer, TIME, ROWS, sent), isOpen };
}

const delays = fc.record({
  sent: fc.array(fc.nat(8000), { minLength: ROWS, maxLength: ROWS }),
  delay: fc.array(
    fc.oneof(
      fc.integer({ min: -50, max: WITHIN }),
      fc.integer({ min: WITHIN + 1, max: 9000 }),
      fc.constant(Infinity),
    ),
    { minLength: ROWS, maxLength: ROWS },
  ),
  polls: fc.array(fc.record({ pause: fc.integer({ min: 1, max: 2500 }), stale: fc.nat(3000) }), {
    minLength: 3,
    maxLength: 12,
  }),
  knowsTimes: fc.boolean(),
});

test('in streams with random delays, a live verdict is right about each row when it is due, and never goes from right to wrong', () =>
  fc.assert(
    fc.property(delays, ({ sent, delay, polls, knowsTimes }) => {
      const arrives = sent.map((ms, row) => ms + (delay[row] ?? 0));
      const judge = newJudge(truthAt(sent, -1, true), { withinMs: WITHIN });
      const missed = new Set<number>();
      let known = -1;
      let [nowMs, beforeMs, right] = [0, -Infinity, 0];
      const poll = (atMs: number, isOpen: boolean) => {
        const came = arrives.flatMap((ms, row) => (ms > beforeMs && ms <= atMs ? [row] : []));
        judge.renew(truthAt(sent, known, isOpen));
        judge.take(
          came.map((row) => all[row] ?? {}),
          knowsTimes ? { atMs: came.map((row) => arrives[row] ?? NaN) } : { seenMs: atMs },
        );
        const look = judge.look(atMs);
        const due = sent.flatMap((ms, row) => (ms <= known && ms + WITHIN <= atMs ? [row] : []));
        const missing = due.filter((row) => (arrives[row] ?? 0) > atMs);
        const pending = sent.filter(
          (ms, row) => ms <= known && ms + WITHIN > atMs && (arrives[row] ?? 0) > atMs,
        );
        for (const row of missing) missed.add(row);
        expect(look.counts).toMatchObject({ missing: missing.length, pending: pending.length });
        expect(look.counts).toMatchObject({ changed: 0, doubled: 0, extra: 0, unsent: 0 });
        expect(look.pendingMs).toBe(Math.min(Infinity, ...pending));
        expect(look.counts.right).toBeGreaterThanOrEqual(right);
        ({ right } = look.counts);
        beforeMs = atMs;
      };
      for (const { pause, stale } of polls) {
        nowMs += pause;
        known = Math.max(known, nowMs - stale);
        poll(nowMs, true);
      }
      known = Infinity;
      const endMs = Math.max(nowMs, 8000 + WITHIN);
      poll(endMs, false);
      const report = judge.report(endMs);
      const there = arrives.filter((ms) => ms <= endMs).length;
      const tooLong = arrives.flatMap((ms, row) =>
        ms <= endMs && ms - (sent[row] ?? 0) > WITHIN ? [row] : [],
      );
      const late = knowsTimes
        ? tooLong
        : tooLong.filter((row) => missed.has(row) && (arrives[row] ?? 0) <= endMs);
      expect(report.counts).toMatchObject({
        expected: ROWS,
        right: there,
        missing: ROWS - there,
        pending: 0,
      });
      expect(report.counts.late).toBe(late.length);
      expect(report.verdict).toBe(there === ROWS && late.length === 0 ? 'right' : 'wrong');
      expect(report.lag?.rows ?? 0).toBe(there);
    }),
    { numRuns: cases(25) },
  ));

test('the lag is that from the acknowledgement, else from the event time, and is judged by its percentiles', () => {
  const acknowledgedMs = (row: number): number => 1000 * row;
  const sent = { accepted: [[0, ROWS]] as const, uncertain: [], repeated: [], acknowledgedMs };
  const truth = truthOf(writer, TIME, ROWS, sent);
  const rows = all.map((row, i) => ({
    ...row,
    loaded: new Date(1000 * i + (i === 7 ? 5000 : 100)).toISOString(),
  }));
  const report = (of: Truth, allow = {}) => {
    const judge = newJudge(of, { arrival: 'loaded', allow: { lag: allow } });
    judge.take(rows);
    return judge.report();
  };
  const right = report(truth, { p50: 200, max: 5000 });
  expect(right).toMatchObject({
    verdict: 'right',
    notes: [],
    lag: { rows: ROWS, max: 5000, from: 'acknowledgement' },
  });
  expect(right.lag?.p50).toBeCloseTo(100, -1);
  expect(report(truth, { p99: 200 })).toMatchObject({ verdict: 'wrong' });
  expect(report(truth, { p99: 200 }).checks.find(({ name }) => name === 'lag')).toMatchObject({
    rows: 1,
    verdict: 'wrong',
  });
  const { acknowledgedMs: _, ...unknown } = truth;
  expect(report({ ...unknown, eventMs: (row) => 1000 * row - 100 }).lag).toMatchObject({
    max: 5100,
    from: 'event time',
  });
  expect(report(unknown).lag).toBeUndefined();
});

test.each([
  ['2026-03-01T00:00:00.500Z', Date.UTC(2026, 2, 1, 0, 0, 0, 500)],
  ['2026-03-01 01:00:00+01', Date.UTC(2026, 2, 1)],
  [1_772_323_200, Date.UTC(2026, 2, 1)],
  [1_772_323_200_500, Date.UTC(2026, 2, 1, 0, 0, 0, 500)],
  [1_772_323_200_500_000n, Date.UTC(2026, 2, 1, 0, 0, 0, 500)],
  ['1772323200', Date.UTC(2026, 2, 1)],
  ['soon', NaN],
  [null, NaN],
])('the arrival %s is an instant', (value, ms) => {
  expect(arrivalMs(value)).toBe(ms);
});

test('rows that a stream sends later are found whatever their order, once its record has grown', () => {
  const judge = newJudge({ ...truthOf(writer, TIME, 10), isOpen: true }, { withinMs: WITHIN });
  const take = (rows: readonly number[]) => judge.take(rows.map((row) => all[row] ?? {}));
  take([5, 3, 9, 0, 1, 2, 4, 6, 7, 8]);
  judge.renew(truthOf(writer, TIME, 20));
  take([15, 12, 19, 10, 11, 13, 14, 16, 17, 18]);
  expect(judge.report()).toMatchObject({ verdict: 'right', counts: { right: 20, missing: 0, extra: 0 } });
});
