import { expect, test } from 'vitest';
import { drawKey, newSubject, rowsAsSubjects, seedOf } from '../../../numeric/random.ts';
import { CHUNK_ROWS } from '../engine/cell.ts';
import { zipfian, type PutRanks } from './zipf.ts';

const ROWS = 4096;
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

test('a pool that has grown gets ranks of its own size', () => {
  const drawnFrom = zipfian(0.7, own);
  for (const size of [300, 5000, 300])
    expect(ranksOf(drawnFrom, 1, size)).toEqual(ranksOf(zipfian(0.7, own), 1, size));
});
