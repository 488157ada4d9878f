import type { Refused } from '../refusal.ts';
import { invalid, messagesOf } from '@catbird/engine';
import { DeliveryError, systemClock } from '@catbird/send';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { resolveShard, AUTO_START } from './shard.ts';
import type { StreamSpec } from './spec.ts';
import { isStoreAddress, readAddress, type StoreAddress } from './store/address.ts';
import { sharedBeginning, openSharedSlot, OUTAGE_MS, reasonOf } from './store/shared-slot.ts';
import { fileSlot } from './store/file-slot.ts';
import { openStore } from './store/open.ts';
import type { Slot } from './store/slot.ts';

/** Streams with the places of their states. */
export interface Slots {
  readonly streams: readonly StreamSpec[];
  close(): Promise<void>;
}

/** Why states cannot be read. */
interface Unread extends Refused {
  readonly exitCode: ExitCode;
}

/** Where a stream's state is, and when the stream started if other processes know. */
interface Opened {
  readonly slot: Slot;
  readonly startMs?: number;
}

/**
 * Opens the places of the streams' states, and reads them. From now on, the streams name stores without credentials, and `--start-at
 * auto` is the time that the first shard has left in the store.
 */
export async function openSlots(
  streams: readonly StreamSpec[],
  terminal: Pick<Terminal, 'env' | 'err' | 'interrupt'>,
): Promise<(Slots & { readonly ok: true }) | Unread> {
  const opened: (Opened | undefined)[] = [];
  const close = async (): Promise<void> =>
    void (await Promise.all(opened.map(async (each) => each?.slot.close())));
  try {
    for (const spec of streams) opened.push(await openOne(spec, terminal));
    const startMs = opened.find((each) => each?.startMs !== undefined)?.startMs;
    const withSlots = streams.map((spec, i) => withSlot(spec, opened[i]?.slot, startMs));
    return { ok: true, streams: withSlots, close };
  } catch (error) {
    await close();
    return unread(error);
  }
}

function withSlot(spec: StreamSpec, slot: Slot | undefined, startMs: number | undefined): StreamSpec {
  const { startAt, resend } = spec.options;
  if (resend !== undefined && slot === undefined) throw new UsageError('--resend needs --state');
  if (startAt === AUTO_START && startMs === undefined)
    throw new UsageError(
      '--start-at auto needs --state in a store that all shards share, such as redis://host/orders',
    );
  const options = {
    ...spec.options,
    ...(slot === undefined ? {} : { state: slot.name }),
    ...(startAt === AUTO_START ? { startAt: startMs } : {}),
  };
  return { ...spec, ...(slot === undefined ? {} : { slot }), options };
}

async function openOne(
  { options: { state, shard: choice, json } }: StreamSpec,
  { env, err, interrupt }: Pick<Terminal, 'env' | 'err' | 'interrupt'>,
): Promise<Opened | undefined> {
  if (state === undefined) return undefined;
  if (!isStoreAddress(state)) return { slot: fileSlot(state) };
  const address = readAddress(state);
  if (!address.ok) throw new UsageError(messagesOf(address.issues).join('. '));
  const found = resolveShard(choice ?? { index: 0, count: 1 }, env);
  if (!found.ok) throw new UsageError(messagesOf(found.issues).join('. '));
  const note = (message: string): void =>
    err.write(`${json === true ? JSON.stringify({ type: 'note', message }) : message}\n`);
  return withPatience(() => openShared(address, found.shard, env, note), { note, stop: interrupt.stop });
}

async function openShared(
  address: StoreAddress,
  { index, count }: { readonly index: number; readonly count: number },
  env: Terminal['env'],
  note: (text: string) => void,
): Promise<Opened> {
  const name = address.shown;
  const store = await openStore(address, env, note);
  try {
    const beginning = await sharedBeginning(store, { shards: count, startMs: systemClock.date() });
    if (beginning === undefined)
      throw new UsageError(`--state ${name} holds something else. Choose another name`);
    const { shards, startMs } = beginning;
    if (shards !== count)
      throw new UsageError(
        `--state ${name} is of a stream in ${shards === 1 ? 'one process' : `${shards} shards`}, not ${count}. Use that number, or another name to start over`,
      );
    const restore = (): Promise<unknown> => sharedBeginning(store, beginning);
    const key = `${index}/${count}`;
    const slot = await openSharedSlot({ store, key, name, clock: systemClock, restore });
    return { slot, startMs };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Time between attempts to reach a store. */
const RETRY_MS = 1000;

/** Tries again while a store does not respond, for as long as a running stream would. */
async function withPatience<Result>(
  act: () => Promise<Result>,
  { note, stop }: { readonly note: (text: string) => void; readonly stop: AbortSignal },
): Promise<Result> {
  const startMs = systemClock.now();
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (error instanceof UsageError || isPermanent(error) || stop.aborted) throw error;
      if (systemClock.now() - startMs >= OUTAGE_MS) throw error;
      if (tries === 1) note(`Waiting for the state: ${reasonOf(error)}`);
      await systemClock.sleep(RETRY_MS, stop);
    }
  }
}

/** A mistake in the options. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

const PERMANENT: ReadonlySet<string> = new Set(['auth', 'not-found', 'rejected']);
const isPermanent = (error: unknown): boolean => error instanceof DeliveryError && PERMANENT.has(error.kind);

function unread(error: unknown): Unread {
  if (error instanceof UsageError) return { ...invalid(error.message), exitCode: EXIT.usage };
  const isKnown = error instanceof DeliveryError || (error instanceof Error && error.name === 'TimeoutError');
  if (!isKnown) throw error;
  const hint = error instanceof DeliveryError && error.hint !== undefined ? `. ${error.hint}` : '';
  return {
    ...invalid(`--state cannot be read: ${reasonOf(error)}${hint}`),
    exitCode: isPermanent(error) ? EXIT.usage : EXIT.failed,
  };
}
