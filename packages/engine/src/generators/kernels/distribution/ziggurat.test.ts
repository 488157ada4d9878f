import { expect, test } from 'vitest';
import { chiSquareZ } from '../../../../test/statistics.ts';
import { normalShare } from '../../../numeric/normal.ts';
import { drawKey, newSubject, rowsAsSubjects, seedOf } from '../../../numeric/random.ts';
import { fillZiggurat, normalOf, putNormals } from './normal.ts';

const ROWS = 1000;
const BATCHES = 2000;

test('two million variates have the shares of the normal distribution, in the middle, at the layers and in the tails', () => {
  fillZiggurat();
  const ends = [-Infinity, ...Array.from({ length: 97 }, (_, i) => -4.8 + i / 10), Infinity];
  const counts = ends.slice(1).map(() => 0);
  const subject = newSubject(ROWS);
  const values = new Float64Array(ROWS);
  const key = drawKey('test', 0);
  for (let n = 0; n < BATCHES; n++) {
    rowsAsSubjects(subject, seedOf(1), n * ROWS, ROWS);
    putNormals(key, subject, ROWS, values);
    for (const value of values) {
      const bar = Math.min(98, Math.max(0, Math.ceil((value + 4.8) * 10)));
      counts[bar] = (counts[bar] ?? 0) + 1;
    }
  }
  const shares = counts.map((_, i) => normalShare(ends[i] ?? 0, ends[i + 1] ?? 0));
  expect(Math.min(...shares) * ROWS * BATCHES).toBeGreaterThan(1);
  expect(Math.abs(chiSquareZ(counts, shares))).toBeLessThan(4);
});

test('a variate is the same alone', () => {
  fillZiggurat();
  const subject = newSubject(ROWS);
  const values = new Float64Array(ROWS);
  const key = drawKey('test', 0);
  rowsAsSubjects(subject, seedOf(2), 0, ROWS);
  putNormals(key, subject, ROWS, values);
  expect(Array.from(values, (_, r) => normalOf(key, subject.a[r] ?? 0, subject.b[r] ?? 0))).toEqual([
    ...values,
  ]);
});
