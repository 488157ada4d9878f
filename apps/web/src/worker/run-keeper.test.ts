import type { RowWriter } from '@catbird/core';
import { afterEach, expect, test, vi } from 'vitest';
import type { KeptRuns } from '../kept/database.ts';
import { newRunKeeper } from './run-keeper.ts';

afterEach(() => void vi.useRealTimers());

const ROWS: RowWriter = { fill: (batch) => batch };
const never = <Value>(): Promise<Value> => new Promise(() => undefined);
const STREAM = { id: 'a', link: '?', sentBefore: 0 };
const OPTIONS = {
  rows: ROWS,
  from: { remaining: [[0, Infinity] as const], spans: [], end: Infinity },
  passRejected: false,
  facts: () => ({ savedMs: 0, accepted: 0, timing: undefined, faultChanges: [] }),
};
const runs = (parts: Partial<KeptRuns>): KeptRuns => ({
  add: () => Promise.resolve(),
  save: () => Promise.resolve(),
  all: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
  ...parts,
});

test.each([
  ['opens', never<KeptRuns>],
  ['takes a run', () => Promise.resolve(runs({ add: never<void> }))],
])('a stream does not wait for a storage that never %s', async (_, open) => {
  vi.useFakeTimers();
  const starting = newRunKeeper(STREAM, OPTIONS, open);
  await vi.advanceTimersByTimeAsync(10_000);
  const keeper = await starting;
  expect(keeper.problem).toBe('Its storage does not answer');
  await keeper.end('stopped');
});

test('a stream goes on when its storage hangs later', async () => {
  vi.useFakeTimers();
  const keeper = await newRunKeeper(STREAM, OPTIONS, () => Promise.resolve(runs({ save: never<void> })));
  expect(keeper.problem).toBeUndefined();
  const ending = keeper.end('stopped');
  await vi.advanceTimersByTimeAsync(10_000);
  await ending;
  expect(keeper.problem).toBe('Its storage does not answer');
});
