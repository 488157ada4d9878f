import { expect, test } from 'vitest';
import type { KeptProgress } from './kept-run.ts';
import { afterAll, latestFirst, type Ordered } from './database.ts';

interface Named extends Ordered {
  readonly id: string;
}

/** A run. @param saved when its stream was last saved. Default: at its start */
const run = (id: string, savedMs: number, order?: number, saved = savedMs): Named => ({
  id,
  savedMs,
  ...(order !== undefined && { order }),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the order depends on
  streams: new Map([['', { savedMs: saved } as KeptProgress]]),
});
const inOrder = (runs: readonly Named[]): string =>
  [...runs]
    .sort(latestFirst)
    .map(({ id }) => id)
    .join(' ');

test('runs are ordered by when they were last saved', () => {
  const runs = [run('a', 5), run('b', 3, undefined, 9), run('c', 7)];
  expect(inOrder(runs)).toBe('b c a');
  expect(afterAll(run('d', 10), runs)).toEqual(run('d', 10));
  expect(afterAll(run('d', 10), [])).toEqual(run('d', 10));
});

test('a run that begins after the clock was set back comes after all others, whenever it is saved', () => {
  const others = [run('a', 900), run('b', 20, undefined, 950), run('c', 20, 951)];
  const begun = afterAll(run('d', 10), others);
  expect(begun.order).toBe(952);
  expect(inOrder([...others, begun])).toBe('d c b a');
  expect(inOrder([run('e', 960), { ...begun, ...run('d', 10, 952, 2000) }])).toBe('d e');
});

test('a damaged record counts for nothing', () => {
  expect(afterAll(run('a', 5), [run('b', 2, Infinity), run('c', NaN)])).toEqual(run('a', 5));
});
