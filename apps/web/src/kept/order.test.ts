import { expect, test } from 'vitest';
import { afterAll, latestFirst, notBefore, type Ordered } from './order.ts';

const run = (id: string, savedMs: number, order?: number): Ordered => ({
  id,
  savedMs,
  ...(order !== undefined && { order }),
});

test('runs are ordered by when they were saved', () => {
  const runs = [run('a', 5), run('b', 9), run('c', 7)];
  expect(runs.toSorted(latestFirst).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(afterAll(run('d', 10), runs)).toEqual(run('d', 10));
  expect(afterAll(run('d', 10), [])).toEqual(run('d', 10));
});

test('a run that begins after the clock was set back comes after all others, whenever it is saved', () => {
  const others = [run('a', 900), run('b', 850), run('c', 20, 901)];
  const begun = afterAll(run('d', 10), others);
  expect([...others, begun].sort(latestFirst).map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b']);
  expect(notBefore(run('d', 15), begun)).toEqual(run('d', 15, 902));
  expect(notBefore(run('d', 2000), begun)).toEqual(run('d', 2000));
});

test('a run that begins again does not count itself, and a damaged record counts for nothing', () => {
  expect(afterAll(run('a', 5), [run('a', 5), run('b', 4)])).toEqual(run('a', 5));
  expect(afterAll(run('a', 5), [run('b', 2, Infinity), run('c', NaN)])).toEqual(run('a', 5));
});
