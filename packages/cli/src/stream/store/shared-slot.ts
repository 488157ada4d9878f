import * as z from 'zod/mini';
import { attempt } from '../../files/attempt.ts';
import type { Store } from './store.ts';
import { randomUUID } from 'node:crypto';
import type { Clock } from '@catbird/send';
import { messageOf } from '../../files/error-code.ts';
import { readState, type State } from '../state.ts';
import { processIn, StaleError, TakenError, type Loaded, type Slot, type SlotEvents } from './slot.ts';

/** What all shards of a stream agree on: the first one to start decides. */
interface SharedBeginning {
  /** The number of shards. */
  readonly shards: number;
  /** When the first one started, in milliseconds since 1970. */
  readonly startMs: number;
}

const beginning = z.object({ shards: z.int().check(z.positive()), startMs: z.number() });

/** The key of a beginning beside those of the shards. */
const BEGINNING_KEY = 'start';

/**
 * The beginning in a store. It is the given one if there is none.
 *
 * @returns undefined if the store holds something else
 * @throws DeliveryError if the store does not respond
 */
export async function sharedBeginning(
  store: Store,
  given: SharedBeginning,
): Promise<SharedBeginning | undefined> {
  if ((await store.load(BEGINNING_KEY)) === undefined)
    await store.save(BEGINNING_KEY, JSON.stringify(given), undefined);
  const found = await store.load(BEGINNING_KEY);
  return attempt(() => z.parse(beginning, JSON.parse(found?.text ?? '')));
}

/** How long a stream goes on although its store does not save: its rows since then would be sent again by another process. */
export const OUTAGE_MS = 60_000;
/** Time between attempts to save. */
const RETRY_MS = 1000;
/** Attempts to take a state over from a process that saves it every second. */
const MAX_TAKES = 10;

/** What a slot in a shared store needs. */
interface SharedOptions {
  readonly store: Store;
  readonly key: string;
  /** As messages name it. */
  readonly name: string;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Saves again what all shards agree on. Called when the store has lost the state. */
  readonly restore: () => Promise<unknown>;
}

/**
 * A state in a shared store. Saves are asynchronous: while one is under way, the next ones wait, and only the last of them is made.
 *
 * @throws DeliveryError if the store does not respond
 */
export async function openSharedSlot({ store, key, name, clock, restore }: SharedOptions): Promise<Slot> {
  const own = randomUUID();
  const before = await store.load(key);
  const loaded: Loaded = before === undefined ? undefined : readState(before.text, name);
  const closed = new AbortController();
  let version = before?.version;
  let events: SlotEvents = { note: () => undefined, fail: () => undefined };
  let waiting: string | undefined;
  let saving: Promise<void> | undefined;
  let failedMs: number | undefined;

  const textOf = (state: State): string => JSON.stringify({ ...state, process: own });
  /** @throws TakenError */
  const saveOnce = async (text: string): Promise<void> => {
    const saved = await store.save(key, text, version);
    if (saved !== undefined) {
      version = saved;
      return;
    }
    // The response to an earlier save may have been lost, or the store has lost what it had saved.
    const found = await store.load(key);
    if (found !== undefined && processIn(found.text) !== own) throw new TakenError(name);
    if (found === undefined) await restore();
    version = found?.version;
    const again = await store.save(key, text, version);
    if (again === undefined) throw new TakenError(name);
    version = again;
  };
  /** Ends the saves of the process before this one, which has saved since `load`. @throws StaleError, TakenError */
  const takeOver = async (): Promise<never> => {
    const elder = before && processIn(before.text);
    for (let tries = 1; tries <= MAX_TAKES; tries++) {
      const found = await store.load(key);
      if (before === undefined || found === undefined || processIn(found.text) !== elder) break;
      if ((await store.save(key, ownedBy(own, found.text), found.version)) !== undefined)
        throw new StaleError(name);
    }
    throw new TakenError(name);
  };
  const recover = (): void => {
    if (failedMs !== undefined) events.note(`Saved the progress at ${name} again`);
    failedMs = undefined;
  };
  /** Waits for another attempt. @throws the error once it has lasted too long */
  const endure = async (error: unknown): Promise<void> => {
    if (error instanceof TakenError) throw error;
    const nowMs = clock.now();
    if (failedMs === undefined)
      events.note(
        `Could not save the progress at ${name}: ${reasonOf(error)}. Going on for up to ${OUTAGE_MS / 1000} s: if another process takes over, it repeats the rows sent since`,
      );
    failedMs ??= nowMs;
    if (nowMs - failedMs >= OUTAGE_MS) throw error;
    await clock.sleep(RETRY_MS, closed.signal);
  };
  const mayGoOn = (): boolean => waiting !== undefined && !closed.signal.aborted;
  const saveWaiting = async (): Promise<void> => {
    const text = waiting;
    if (text === undefined) return;
    try {
      await saveOnce(text);
      recover();
      if (waiting === text) waiting = undefined;
    } catch (error) {
      await endure(error);
    }
  };
  const run = async (): Promise<void> => {
    try {
      while (mayGoOn()) await saveWaiting();
    } catch (error) {
      closed.abort();
      events.fail(error);
    }
    saving = undefined;
  };
  return {
    name,
    isShared: true,
    load: () => loaded,
    claim: (state) =>
      saveOnce(textOf(state)).catch((error: unknown) => {
        if (error instanceof TakenError) return takeOver();
        throw error;
      }),
    save(state) {
      if (closed.signal.aborted) return;
      waiting = textOf(state);
      saving ??= run();
    },
    saved: () => saving,
    follow: (given) => void (events = given),
    async close() {
      closed.abort();
      await saving;
      await store.close();
    },
  };
}

/** A state as another process has saved it, in this one's name. */
function ownedBy(process: string, text: string): string {
  const value: unknown = JSON.parse(text);
  return JSON.stringify(typeof value === 'object' ? { ...value, process } : { process });
}

/** Why a store could not be used, without a full stop. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError'
    ? 'no response in time'
    : messageOf(error).replace(/\.$/, '');
