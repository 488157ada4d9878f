import { expect, test } from 'vitest';
import type { State } from '../state.ts';
import { sharedBeginning, openSharedSlot, OUTAGE_MS } from './shared-slot.ts';
import { StaleError, TakenError, type Slot } from './slot.ts';
import type { Store } from './store.ts';

const state = (next: number): State => ({
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

/** A store in memory, whose responses can be delayed, lost or refused. */
function newStore() {
  const texts = new Map<string, { text: string; version: string }>();
  const saves: number[] = [];
  let fault: 'none' | 'down' | 'no response' = 'none';
  let held: Promise<void> | undefined;
  const store: Store = {
    async load(key) {
      if (fault === 'down') throw new Error('No response');
      return texts.get(key);
    },
    async save(key, text, version) {
      await held;
      if (fault === 'down') throw new Error('No response');
      if (texts.get(key)?.version !== version) return undefined;
      const next = String(Number(version ?? 0) + 1);
      texts.set(key, { text, version: next });
      saves.push((JSON.parse(text) as State).next);
      if (fault === 'no response') {
        fault = 'none';
        throw new Error('No response');
      }
      return next;
    },
    pattern: 'keys *',
    all: async () => new Map(),
    close: async () => undefined,
  };
  return {
    store,
    texts,
    saves,
    set: (now: typeof fault) => void (fault = now),
    hold(): () => void {
      let release = (): void => undefined;
      held = new Promise((resolve) => (release = resolve));
      return () => {
        held = undefined;
        release();
      };
    },
  };
}

/** A clock whose sleeps pass at once. */
function newClock() {
  let nowMs = 0;
  return { now: () => nowMs, sleep: async (ms: number): Promise<void> => void (nowMs += ms) };
}

async function slotIn(
  store: Store,
  clock = newClock(),
  restore: () => Promise<unknown> = async () => undefined,
): Promise<Slot & { notes: string[]; failures: unknown[] }> {
  const slot = await openSharedSlot({ store, key: '0/1', name: 'memory://x', clock, restore });
  const notes: string[] = [];
  const failures: unknown[] = [];
  slot.follow({ note: (text) => void notes.push(text), fail: (cause) => void failures.push(cause) });
  return Object.assign(slot, { notes, failures });
}

test('while a save is under way, the next ones wait, and only the last of them is made', async () => {
  const memory = newStore();
  const slot = await slotIn(memory.store);
  await slot.claim(state(0));
  const release = memory.hold();
  for (const next of [1, 2, 3, 4]) slot.save(state(next));
  release();
  await slot.saved();
  expect(memory.saves).toEqual([0, 1, 4]);
  expect(slot.saved()).toBeUndefined();
});

test('a process that another one has taken over from never saves again', async () => {
  const { store, saves } = newStore();
  const one = await slotIn(store);
  await one.claim(state(1));
  const other = await slotIn(store);
  expect(other.load()).toMatchObject({ state: { next: 1 } });
  await other.claim(state(2));
  one.save(state(3));
  await one.saved();
  one.save(state(4));
  await one.saved();
  expect(one.failures).toEqual([expect.any(TakenError)]);
  expect(saves).toEqual([1, 2]);
});

test('a process that starts while the one before it saves takes over, from the last state', async () => {
  const { store, saves, texts } = newStore();
  const one = await slotIn(store);
  await one.claim(state(1));
  const late = await slotIn(store);
  one.save(state(5));
  await one.saved();
  await expect(late.claim(state(1))).rejects.toThrow(StaleError);
  one.save(state(6));
  await one.saved();
  expect(one.failures).toEqual([expect.any(TakenError)]);
  const again = await slotIn(store);
  expect(again.load()).toMatchObject({ state: { next: 5 } });
  await again.claim(state(5));
  expect(saves).toEqual([1, 5, 5, 5]);
  expect(texts.get('0/1')?.version).toBe('4');
});

test('of two processes that start at once, one goes on', async () => {
  const { store, saves } = newStore();
  const one = await slotIn(store);
  await one.claim(state(1));
  const [first, second] = [await slotIn(store), await slotIn(store)];
  await first.claim(state(2));
  await expect(second.claim(state(3))).rejects.toThrow(TakenError);
  expect(saves).toEqual([1, 2]);
});

test('a save whose response was lost is not taken for that of another process', async () => {
  const memory = newStore();
  const slot = await slotIn(memory.store);
  await slot.claim(state(1));
  memory.set('no response');
  slot.save(state(2));
  await slot.saved();
  slot.save(state(3));
  await slot.saved();
  expect(memory.saves).toEqual([1, 2, 2, 3]);
  expect(slot.failures).toEqual([]);
});

test('a store that has lost its data gets the state again', async () => {
  const memory = newStore();
  const slot = await slotIn(memory.store);
  await slot.claim(state(1));
  memory.texts.clear();
  slot.save(state(2));
  await slot.saved();
  expect(memory.saves).toEqual([1, 2]);
  expect(slot.failures).toEqual([]);
});

test('what all shards agree on comes back, too, and only if it was lost', async () => {
  const { store, texts } = newStore();
  const first = await sharedBeginning(store, { shards: 2, startMs: 5 });
  const slot = await slotIn(store, newClock(), () => sharedBeginning(store, { shards: 2, startMs: 5 }));
  await slot.claim(state(1));
  texts.clear();
  slot.save(state(2));
  await slot.saved();
  expect(await sharedBeginning(store, { shards: 2, startMs: 9 })).toEqual(first);
  texts.delete('0/1');
  texts.set('start', { text: '{"shards":2,"startMs":7}', version: '1' });
  slot.save(state(3));
  await slot.saved();
  expect(await sharedBeginning(store, { shards: 2, startMs: 9 })).toEqual({ shards: 2, startMs: 7 });
  expect(slot.failures).toEqual([]);
});

test('an outage is noted once, and so is its end; one that lasts too long ends the stream', async () => {
  const memory = newStore();
  let isDown = true;
  const clock = newClock();
  const patient = {
    ...clock,
    async sleep(ms: number) {
      await clock.sleep(ms);
      if (isDown && clock.now() >= OUTAGE_MS / 2) {
        isDown = false;
        memory.set('none');
      }
    },
  };
  const slot = await slotIn(memory.store, patient);
  await slot.claim(state(1));
  memory.set('down');
  slot.save(state(2));
  await slot.saved();
  expect(memory.saves).toEqual([1, 2]);
  expect(slot.notes).toEqual([
    expect.stringContaining(
      'Could not save the progress at memory://x: No response. Going on for up to 60 s',
    ),
    'Saved the progress at memory://x again',
  ]);
  memory.set('down');
  slot.save(state(3));
  await slot.saved();
  expect(slot.failures).toEqual([expect.objectContaining({ message: 'No response' })]);
  expect(clock.now()).toBeLessThanOrEqual(OUTAGE_MS * 1.5 + 1000);
});
