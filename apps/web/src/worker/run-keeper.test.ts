import { newBatch, type RowWriter } from '@catbird/core';
import { DeliveryError } from '@catbird/core/destinations';
import { afterEach, expect, test, vi } from 'vitest';
import type { KeptRuns } from '../kept/database.ts';
import type { KeptProgress } from '../kept/kept-run.ts';
import { newRunKeeper } from './run-keeper.ts';

afterEach(() => void vi.useRealTimers());

const ROWS: RowWriter = { fill: (batch) => batch };
const never = <Value>(): Promise<Value> => new Promise(() => undefined);
const RUN = { id: 'a', key: '', link: '?', seed: '1', nowMs: 0, savedMs: 0, digests: {} };
const KEEP = { run: RUN, name: '' };
const NOTHING = { accepted: 0, quarantined: 0, rejected: 0, dropped: 0, bytes: 0 };
const OPTIONS = {
  rows: ROWS,
  from: { remaining: [[0, Infinity] as const], spans: [], end: Infinity },
  passRejected: false,
  facts: () => ({ savedMs: 0, timing: undefined, faultChanges: [] }),
  before: NOTHING,
  rejected: () => 0,
};
const runs = (parts: Partial<KeptRuns>): KeptRuns => ({
  add: () => Promise.resolve(),
  save: () => Promise.resolve(),
  runsOf: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
  lose: () => Promise.resolve(),
  close: () => undefined,
  ...parts,
});

test.each([
  ['opens', never<KeptRuns>],
  ['takes a run', () => Promise.resolve(runs({ add: never<void> }))],
])('a stream does not wait for a storage that never %s', async (_, open) => {
  vi.useFakeTimers();
  const starting = newRunKeeper(KEEP, OPTIONS, open);
  await vi.advanceTimersByTimeAsync(10_000);
  const keeper = await starting;
  expect(keeper.problem).toBe('Its storage does not answer');
  await keeper.end('stopped');
});

test('a stream goes on when its storage hangs later', async () => {
  vi.useFakeTimers();
  const keeper = await newRunKeeper(KEEP, OPTIONS, () => Promise.resolve(runs({ save: never<void> })));
  expect(keeper.problem).toBeUndefined();
  const ending = keeper.end('stopped');
  await vi.advanceTimersByTimeAsync(10_000);
  await ending;
  expect(keeper.problem).toBe('Its storage does not answer');
});

test.each([
  ['QuotaExceededError', 'Its storage is full'],
  ['InvalidStateError', 'Its storage was closed or deleted while the stream ran'],
  ['AbortError', 'Why'],
])('a run whose storage fails with %s goes on, and is given up once', async (name, problem) => {
  const forgotten: string[] = [];
  const failing = runs({
    save: () => Promise.reject(new DOMException('Why', name)),
    lose: ({ id }) => Promise.resolve(void forgotten.push(id)),
  });
  const keeper = await newRunKeeper(KEEP, OPTIONS, () => Promise.resolve(failing));
  const receipt = { accepted: 5, quarantined: 0, rejected: 0, bytes: 20 };
  const connection = keeper.watch({
    send: () => Promise.resolve(receipt),
    close: () => Promise.resolve(),
  });
  for (const first of [0, 5]) {
    const batch = { ...newBatch(), first, count: 5 };
    keeper.made(batch);
    const sending = { signal: new AbortController().signal, attempt: 1, id: 'a' };
    await expect(connection.send(batch, sending)).resolves.toBe(receipt);
  }
  await keeper.end('stopped');
  expect(keeper.problem).toBe(problem);
  expect(forgotten).toEqual(['a']);
});

test('the counts of all sessions are those of the rows that are done', async () => {
  const saved: KeptProgress[] = [];
  let rejected = 0;
  const save = (progress: KeptProgress): Promise<void> => Promise.resolve(void saved.push(progress));
  const before = { accepted: 4, quarantined: 1, rejected: 2, dropped: 3, bytes: 50 };
  const options = {
    ...OPTIONS,
    from: { remaining: [[10, Infinity] as const], spans: [], end: Infinity },
    before,
    rejected: () => rejected,
  };
  const keeper = await newRunKeeper(KEEP, options, () =>
    Promise.resolve(runs({ add: (_, progress) => save(progress), save })),
  );
  // Row 10 is skipped; of 11 to 15, one is rejected, and one is to be sent again.
  const error = new DeliveryError('rate-limited', 'Later');
  const batch = { ...newBatch(), first: 11, count: 5 };
  const receipt = { accepted: 3, quarantined: 0, rejected: 1, bytes: 20, retryable: { rows: [4], error } };
  keeper.made(batch);
  const connection = keeper.watch({
    send: () => Promise.resolve(receipt),
    close: () => Promise.resolve(),
  });
  await connection.send(batch, { signal: new AbortController().signal, attempt: 1, id: 'a' });
  rejected = 1;
  await keeper.end('stopped');
  expect(saved[0]?.counts).toEqual(before);
  expect(saved.at(-1)).toMatchObject({
    remaining: [[15, Infinity]],
    counts: { accepted: 7, quarantined: 1, rejected: 3, dropped: 4, bytes: 70 },
  });
});
