import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile, parseSchema } from '@catbird/engine';
import { cases } from '../../../test/long.ts';
import { newJudge } from './judge.ts';
import { upperBound } from './checks.ts';
import { cellsAt, sampledTruth } from './parts.ts';
import { truthOf, type Truth } from './truth.ts';

const parsed = parseSchema(
  '{"id": {"type": "string.uuid"}, "n": {"type": "catbird.sequence", "params": {"start": 0}}}',
);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
const writer = compile(parsed.schema, { seed: 7 });
const truthFor = (rows: number): Truth => truthOf(writer, { startMs: 0, stepMs: 1000 }, rows);

// Of R: qbeta(0.95, wrong + 1, rows - wrong)
test.each([
  [0, 3000, 0.000998],
  [0, 1, 0.95],
  [1, 10, 0.394163],
  [5, 100, 0.102253],
  [10, 10, 1],
  [2, 1_000_000, 0.0000062958],
])('%i wrong of %i are at most %f of all', (wrong, rows, share) => {
  expect(upperBound(wrong, rows)).toBeCloseTo(share, 6);
});

test('the bound holds for 95 of 100 samples of a table with so many wrong rows', () => {
  const [rows, size] = [4000, 200];
  const wrong = 80;
  const samples = cases(100);
  let held = 0;
  for (let seed = 0; seed < samples; seed++) {
    const { part } = sampledTruth(truthFor(rows), size, String(seed));
    const hits = Array.from({ length: size }, (_, row) => part?.numberOf(row) ?? -1).filter(
      (row) => row % 50 === 3,
    );
    if (upperBound(hits.length, size) >= wrong / rows) held++;
  }
  expect(held).toBeGreaterThan(0.93 * samples);
});

test.each([500, 3_000_000])(
  'a sample of %i rows has different rows in order, and numbers of the stream',
  (rows) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.string(), (size, seed) => {
        const some = sampledTruth(truthFor(rows), size, seed);
        const numbers = cellsAt(some).map((cells) => cells.get('n'));
        expect(numbers).toEqual(Array.from({ length: some.rows }, (_, row) => some.part?.numberOf(row)));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => Number(a) - Number(b)));
        expect(some.rows).toBe(Math.min(size, rows));
      }),
      { numRuns: 30, seed: 1 },
    );
  },
);

test('rows of no sample do not count, and missing ones have their number in the stream', () => {
  const truth = truthFor(100_000);
  const some = sampledTruth(truth, 50, 'a');
  const lost = some.part?.numberOf(20) ?? -1;
  const judge = newJudge(some, { identity: ['id'], stage: 'deduped' });
  const all = truthFor(100_000);
  all.eachSent((line, row) => {
    if (row !== lost) judge.take([line.slice()]);
  });
  judge.take([new TextEncoder().encode('no row')]);
  const report = judge.report();
  expect(report.counts).toMatchObject({
    expected: 50,
    arrived: 49,
    right: 49,
    missing: 1,
    extra: 0,
    unreadable: 0,
  });
  expect(report.missing).toMatchObject({
    ranges: [[lost, lost + 1]],
    examples: [{ row: lost, expected: { n: lost } }],
  });
  expect(report.sample).toEqual({ of: 100_000, wrong: 1, atMost: expect.closeTo(0.0914, 3) as number });
  expect(report.strip.at(-1)?.first).toBe(some.part?.numberOf(49));
});
