import { expect, test } from 'vitest';
import { kolmogorov } from '../../../../test/statistics.ts';
import { normalShare } from '../../../numeric/normal.ts';
import { newSubject, rowsAsSubjects, seedOf } from '../../../numeric/random.ts';
import { CHUNK_ROWS } from '../engine/cell.ts';
import { brownianMotion, type PutPositions } from './brownian-motion.ts';

const WALKS = 4000;

/** Sets the positions of any number of rows. */
const inChunks =
  (put: PutPositions): PutPositions =>
  (index, { a, b }, rows, positions) => {
    for (let from = 0; from < rows; from += CHUNK_ROWS) {
      const to = Math.min(rows, from + CHUNK_ROWS);
      const subject = { a: a.subarray(from, to), b: b.subarray(from, to) };
      put(index.subarray(from, to), subject, to - from, positions.subarray(from, to));
    }
  };

/** Positions of all walks at a row. */
function positionsAt(row: number): Float64Array {
  const subject = newSubject(WALKS);
  rowsAsSubjects(subject, seedOf(7), 0, WALKS);
  const positions = new Float64Array(WALKS);
  const put = inChunks(brownianMotion('test', { startOf: () => 0, step: 1 }));
  put(new Float64Array(WALKS).fill(row), subject, WALKS, positions);
  return positions;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

// Over one, two and three sizes of blocks, and over the borders of all of them.
test.each([
  [1, 1],
  [3, 5],
  [300, 100],
  [1000, 48],
  [1500, 1],
  [5000, 130],
  [2 ** 16 + 700, 5000],
  [2 ** 20 - 40, 90],
  [2 ** 20 + 12_345, 70_000],
  [2 ** 30 - 1, 2],
  [2 ** 40 + 77, 2 ** 20],
  [2 ** 52 + 5, 2 ** 50],
])('from row %d, walks move √%d steps in as many rows, whatever they did before', (first, lag) => {
  const [before, here, there] = [first, first + lag, first + 2 * lag].map(positionsAt);
  const moves = Array.from({ length: WALKS }, (_, n): [number, number] => [
    ((here?.[n] ?? 0) - (before?.[n] ?? 0)) / Math.sqrt(lag),
    ((there?.[n] ?? 0) - (here?.[n] ?? 0)) / Math.sqrt(lag),
  ]);
  for (const n of [0, 1] as const)
    expect(kolmogorov(moves.map((pair) => normalShare(-Infinity, pair[n])))).toBeLessThan(1.95);
  expect(Math.abs(meanOf(moves.map(([x, y]) => x * y)))).toBeLessThan(4 / Math.sqrt(WALKS));
  const places = Array.from(before ?? [], (x) => normalShare(-Infinity, x / Math.sqrt(first)));
  expect(kolmogorov(places)).toBeLessThan(1.95);
});

test('moves over 1 to 32 rows have the kurtosis of normal numbers', () => {
  const rows = 2 ** 20;
  const put = inChunks(brownianMotion('test', { startOf: () => 0, step: 1 }));
  const positions = new Float64Array(rows);
  put(Float64Array.from(positions.keys()), newSubject(rows), rows, positions);
  for (const lag of [1, 2, 4, 8, 16, 32]) {
    let [square, fourth] = [0, 0];
    for (let row = lag; row < rows; row++) {
      const move = ((positions[row] ?? NaN) - (positions[row - lag] ?? NaN)) ** 2;
      square += move;
      fourth += move * move;
    }
    expect(Math.abs(((rows - lag) * fourth) / square ** 2 - 3)).toBeLessThan(0.03);
  }
});

test('more walks than are kept have the same positions in any order', () => {
  const put = inChunks(brownianMotion('test', { startOf: (a) => a, step: 0.5 }));
  const subject = newSubject(WALKS);
  rowsAsSubjects(subject, seedOf(8), 0, WALKS);
  const [index, positions] = [new Float64Array(WALKS), new Float64Array(WALKS)];
  for (let r = 0; r < WALKS; r++) index[r] = (r * 7919) % 3_000_000;
  for (let round = 0; round < 3; round++) put(index, subject, WALKS, positions);
  const alone = newSubject(1);
  for (let r = WALKS - 1; r >= 0; r -= 7) {
    [alone.a[0], alone.b[0]] = [subject.a[r] ?? 0, subject.b[r] ?? 0];
    const position = new Float64Array(1);
    put(index.subarray(r, r + 1), alone, 1, position);
    expect(position[0]).toBe(positions[r]);
  }
});
