import { expect, test } from 'vitest';
import { drawKey, newSubject, rowsAsSubjects, seedOf } from '../../../numeric/random.ts';
import { CHUNK_ROWS } from '../engine/cell.ts';
import { zipfian, type PutRanks } from './zipf.ts';

const ROWS = 4096;
/** More than enough for a guide. */
const CHUNKS = 5;
const own = drawKey('rank', 0);

function ranksOf(put: PutRanks, chunk: number, size: number): Float64Array {
  const subject = newSubject(ROWS);
  rowsAsSubjects(subject, seedOf(1), chunk * ROWS, ROWS);
  const ranks = new Float64Array(ROWS);
  const counts = new Float64Array(CHUNK_ROWS).fill(size);
  for (let from = 0; from < ROWS; from += CHUNK_ROWS) {
    const to = Math.min(ROWS, from + CHUNK_ROWS);
    const [a, b] = [subject.a.subarray(from, to), subject.b.subarray(from, to)];
    put({ a, b }, counts, to - from, ranks.subarray(from, to));
  }
  return ranks;
}

/** How many ranks differ between a pool of which many were drawn, which interpolates, and a new one, which inverts. */
function differing(drawnFrom: PutRanks, q: number, size: number): number {
  for (let chunk = 0; chunk < CHUNKS; chunk++) ranksOf(drawnFrom, chunk, size);
  let count = 0;
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const ranks = ranksOf(zipfian(q, own), chunk, size);
    ranksOf(drawnFrom, chunk, size).forEach((rank, r) => (count += rank === ranks[r] ? 0 : 1));
  }
  return count;
}

test.each(
  [1e-3, 0.5, 0.7, 1 - 1e-7, 1, 1 + 2e-9, 1.1, 2, 8].flatMap((q) =>
    [1, 2, 500, 20_000, 2 ** 26, 2 ** 53 - 1].map((size) => [q, size] as const),
  ),
)('ranks of power %f among %i are the same after many draws', (q, size) => {
  expect(differing(zipfian(q, own), q, size)).toBe(0);
});

test('a pool that has grown gets ranks of its own size', () => {
  const drawnFrom = zipfian(0.7, own);
  for (const size of [300, 5000, 300]) expect(differing(drawnFrom, 0.7, size)).toBe(0);
});
