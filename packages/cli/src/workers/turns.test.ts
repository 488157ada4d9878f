import { expect, test } from 'vitest';
import { end, newTurns, noteUsed, takeNext, takeThis } from './turns.ts';

test('blocks are taken in order, a run at a time', () => {
  const turns = newTurns();
  const taking = { blocks: 10, run: 4, ahead: 12 };
  expect(takeNext(turns, taking)).toEqual({ from: 0, to: 4 });
  expect(takeNext(turns, taking)).toEqual({ from: 4, to: 8 });
  expect(takeNext(turns, taking)).toEqual({ from: 8, to: 12 });
  expect(takeNext(turns, taking)).toBeUndefined();
});

test('a thread takes what the main thread leaves of a run', () => {
  const turns = newTurns();
  const taking = { blocks: Infinity, run: 4, ahead: 12 };
  expect(takeThis(turns, 1)).toBe(true);
  expect(takeNext(turns, taking)).toEqual({ from: 2, to: 4 });
  expect(takeThis(turns, 3)).toBe(false);
  expect(takeThis(turns, 7)).toBe(true);
  expect(takeNext(turns, taking)).toEqual({ from: 8, to: 12 });
});

test('no thread takes a block once the main thread needs no more', () => {
  const turns = newTurns();
  end(turns);
  expect(takeNext(turns, { blocks: 10, run: 1, ahead: 2 })).toBeUndefined();
});

test.each([
  ['a run', { blocks: 100, run: 4, ahead: 12 }, [4, 8, 12]],
  ['one', { blocks: 100, run: 1, ahead: 3 }, [1, 2, 3]],
])('blocks are taken only up to a distance: %s at a time', (_, taking, before) => {
  const turns = newTurns();
  for (const to of before) expect(takeNext(turns, taking)?.to).toBe(to);
  // The next one has room only after this.
  noteUsed(turns, taking.run, taking);
  expect(takeNext(turns, taking)?.from).toBe(before.at(-1));
});
