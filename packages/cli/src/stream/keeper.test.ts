import { messagesOf } from '@catbird/engine';
import type { Range } from '@catbird/send';
import { findDestination, DeliveryError, type Connection } from '@catbird/core/destinations';
import { newBatch } from '@catbird/core';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Terminal } from '../terminal.ts';
import { newKeeper } from './keeper.ts';
import { prepare } from './prepare.ts';
import type { State } from './state.ts';
import { fileSlot } from './store/file-slot.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-keeper-'))));
afterEach(() => rm(folder, { recursive: true }));

const { signal } = new AbortController();
const terminal: Terminal = {
  env: {},
  out: { isTerminal: false, write: async () => undefined },
  err: { isTerminal: false, columns: 80, rows: 24, colour: false, write: () => undefined },
  readInput: async () => '',
  inputBytes: () => process.stdin,
  interrupt: { stop: signal, abort: signal, takeSecond: () => undefined, release: () => undefined },
};

test('a state holds at most 10,000 ranges; forgotten rows are reported, and repeated rather than lost', async () => {
  const destination = findDestination('Log');
  if (destination === undefined) throw new Error('Missing destination Log');
  const state = join(folder, 'state');
  const source = { text: '{"n": {"type": "catbird.sequence"}}', name: 'schema', folder: '.' };
  const spec = { destination, settings: {}, source, options: { state }, nameOf: String, optionOf: String };
  const result = await prepare(spec, terminal);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('\n'));
  const notes: string[] = [];
  const keeper = newKeeper(fileSlot(state), result.prepared, {
    onFailure: 'continue',
    report: { note: (text) => void notes.push(text), error: (error) => expect.unreachable(error.message) },
    writeLogs: () => true,
    faultsEnd: () => undefined,
    hide: String,
  });
  const refusal = new DeliveryError('unavailable', 'Later');
  const connection: Connection = {
    async send({ first, count }) {
      if (count === 1) throw refusal;
      return { accepted: count, quarantined: 0, rejected: 0, bytes: first };
    },
    close: async () => undefined,
  };
  const watched = keeper.watch(connection);
  const GAPS = 10_007;
  // One row fails, then two are accepted, repeatedly.
  for (let gap = 0; gap < GAPS; gap++)
    for (const [first, count] of [
      [gap * 3, 1],
      [gap * 3 + 1, 2],
    ] as const) {
      const batch = { ...newBatch(), first, count };
      keeper.made(batch);
      await watched
        .send(batch, { signal: new AbortController().signal, attempt: 1, id: 'ABCDEFGHIJKL' })
        .catch((error: unknown) => expect(error).toBe(refusal));
    }
  await watched.close();
  const kept = JSON.parse(await readFile(state, 'utf8')) as State;
  expect(kept.acknowledged).toHaveLength(10_000);
  const rows = (ranges: readonly Range[]): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  expect(kept.next + rows(kept.acknowledged)).toBe(20_000);
  for (const [from, to] of kept.acknowledged)
    for (let row = from; row < to; row++) expect(row % 3).not.toBe(0);
  expect(notes).toEqual([
    'Too many gaps for the state file: a restart will repeat 14 acknowledged rows between them',
  ]);
});

test('rows whose times a store does not save in time are not sent, and that is not a timeout of the destination', async () => {
  const destination = findDestination('Log');
  if (destination === undefined) throw new Error('Missing destination Log');
  const source = { text: '{"at": {"type": "catbird.timestampNow"}}', name: 'schema', folder: '.' };
  const spec = { destination, settings: {}, source, options: {}, nameOf: String, optionOf: String };
  const result = await prepare(spec, terminal);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('\n'));
  const never = new Promise<void>(() => undefined);
  const slot = {
    ...fileSlot(join(folder, 'state')),
    name: 'store',
    save: () => undefined,
    saved: () => never,
  };
  const keeper = newKeeper(slot, result.prepared, {
    onFailure: 'stop',
    timeout: 20,
    report: { note: () => undefined, error: (error) => expect.unreachable(error.message) },
    writeLogs: () => true,
    faultsEnd: () => undefined,
    hide: String,
  });
  const watched = keeper.watch({ send: () => expect.unreachable(), close: async () => undefined });
  const batch = keeper.rows.fill(newBatch(), { first: 0, count: 1, time: { startMs: 0, stepMs: 0 } });
  keeper.made(batch);
  const sent = watched.send(batch, { signal: new AbortController().signal, attempt: 1, id: 'ABCDEFGHIJKL' });
  await expect(sent).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'Waiting for store to save the times of rows',
    uncertain: false,
  });
  keeper.close();
});

test('rows that are sent again are not logged again, however soon the stream is killed once more', async () => {
  const destination = findDestination('Log');
  if (destination === undefined) throw new Error('Missing destination Log');
  const state = join(folder, 'state');
  const source = { text: '{"n": {"type": "catbird.sequence"}}', name: 'schema', folder: '.' };
  const spec = { destination, settings: {}, source, options: { state }, nameOf: String, optionOf: String };
  const result = await prepare(spec, terminal);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('\n'));
  const faultPlace = { path: 'log', bytes: 7, row: 500 };
  const keeper = newKeeper(
    fileSlot(state),
    { ...result.prepared, faultPlace, remaining: [[100, Infinity]] },
    {
      onFailure: 'stop',
      report: { note: () => undefined, error: (error) => expect.unreachable(error.message) },
      writeLogs: () => true,
      faultsEnd: () => faultPlace,
      hide: String,
    },
  );
  await keeper.watch({ send: () => expect.unreachable(), close: async () => undefined }).close();
  const kept = JSON.parse(await readFile(state, 'utf8')) as State;
  expect(kept).toMatchObject({ next: 100, faultLog: faultPlace });
});
