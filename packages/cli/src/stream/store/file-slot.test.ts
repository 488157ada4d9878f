import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileSlot } from './file-slot.ts';
import { StaleError, TakenError } from './slot.ts';

const state = (next: number) => ({
  next,
  acknowledged: [],
  lost: [],
  seed: '1',
  fingerprint: 'f',
  shard: null,
  spans: [],
  file: null,
  faultLog: null,
  faultChanges: [],
  time: null,
});

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'catbird-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a process that starts while the one before it saves takes over, from the last state', async () => {
  const file = join(folder, 'state');
  const one = fileSlot(file);
  expect(one.load()).toBeUndefined();
  await one.claim(state(1));
  const late = fileSlot(file);
  expect(late.load()).toMatchObject({ state: { next: 1 } });
  one.save(state(5));
  await expect(late.claim(state(1))).rejects.toThrow(StaleError);
  expect(() => one.save(state(6))).toThrow(TakenError);
  const again = fileSlot(file);
  expect(again.load()).toMatchObject({ state: { next: 5 } });
  await again.claim(state(5));
  again.save(state(7));
  expect(fileSlot(file).load()).toMatchObject({ state: { next: 7 } });
});

test('of two processes that start at once, one goes on; a state that was removed is saved again', async () => {
  const file = join(folder, 'state');
  const [one, other] = [fileSlot(file), fileSlot(file)];
  one.load();
  other.load();
  await one.claim(state(1));
  await expect(other.claim(state(2))).rejects.toThrow(TakenError);
  rmSync(file);
  one.save(state(3));
  expect(fileSlot(file).load()).toMatchObject({ state: { next: 3 } });
});
