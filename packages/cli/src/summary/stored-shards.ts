import { invalid, messagesOf, type Invalid, type Result, jsonOf } from '@catbird/engine';
import { DeliveryError, countBelow } from '@catbird/send';
import * as z from 'zod/mini';
import { readAddress, stateOfStream, type StoreAddress } from '../stream/store/address.ts';
import { openStore } from '../stream/store/open.ts';
import { reasonOf } from '../stream/store/shared-slot.ts';
import type { Store } from '../stream/store/store.ts';
import type { Terminal } from '../terminal.ts';
import { summariesIn, type Found } from './summaries.ts';

/** What is known of the shards in a store, or in a file. */
export interface StoredShards {
  /** The name of their state in a store. */
  readonly name?: string;
  readonly found: readonly Found[];
  /** How many rows the shards without a summary have sent: those that run or were killed. */
  readonly done: ReadonlyMap<number, number>;
}

/** The shards in a store. */
export async function foundInStore(
  state: string,
  { env }: Pick<Terminal, 'env'>,
): Promise<Result<StoredShards>> {
  const address = readAddress(state);
  if (!address.ok)
    return invalid(...messagesOf(address.issues).map((message) => message.replace('--state', 'The address')));
  try {
    const store = await openStore(address, env);
    try {
      const states = await store.all();
      return states.size === 0 ? nothingIn(address, store) : shardsIn(states, address);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof DeliveryError || (error instanceof Error && error.name === 'TimeoutError'))
      return invalid(`${address.shown} cannot be read: ${reasonOf(error)}`);
    throw error;
  }
}

/** Several streams of a config have a state each: the name in `--state` alone is that of none. */
const nothingIn = ({ shown }: StoreAddress, { pattern }: Store): Invalid =>
  invalid(
    `${shown} has no state: there are no ${pattern}. For a config with several streams, add the name of each: ${stateOfStream(shown, 'STREAM')}`,
  );

function shardsIn(states: ReadonlyMap<string, string>, { shown, name }: StoreAddress): Result<StoredShards> {
  const found: Found[] = [];
  const done = new Map<number, number>();
  for (const [key, text] of states) {
    const [, index] = /^(\d+)\/\d+$/.exec(key) ?? [];
    if (index === undefined) continue;
    const state = jsonOf(text);
    const summaries = summariesOf(state, `${shown} ${key}`);
    if (!summaries.ok) return summaries;
    found.push(...summaries.found);
    if (summaries.found.length === 0) done.set(Number(index), rowsIn(state));
  }
  return { ok: true, name, found, done };
}

function summariesOf(state: unknown, source: string): Result<{ readonly found: readonly Found[] }> {
  if (typeof state !== 'object' || state === null || !('summary' in state)) return { ok: true, found: [] };
  return summariesIn(JSON.stringify({ type: 'summary', ...Object(state.summary) }), source);
}

const progress = z.object({ next: z.number(), acknowledged: z.array(z.tuple([z.number(), z.number()])) });

/** How many rows a state says are done. */
function rowsIn(state: unknown): number {
  const read = z.safeParse(progress, state);
  return read.success ? read.data.next + countBelow(Infinity, read.data.acknowledged) : 0;
}

/** What is known of the shards of one stream. */
export interface StreamShards {
  readonly found: Found[];
  /** How many rows the shards without a summary have sent. */
  readonly done: Map<number, number>;
}

/**
 * The shards of each stream, by its name; undefined if it has none. A process with several streams names them in its output, but keeps
 * a state for each: several names in stores are several streams.
 */
export function byStream(all: readonly StoredShards[]): ReadonlyMap<string | undefined, StreamShards> {
  const streams = new Map<string | undefined, StreamShards>();
  const shardsOf = (stream: string | undefined): StreamShards => {
    const known = streams.get(stream) ?? { found: [], done: new Map<number, number>() };
    streams.set(stream, known);
    return known;
  };
  const names = new Set(all.flatMap(({ name }) => name ?? []));
  for (const { name, found, done } of all) {
    const own = names.size > 1 ? name : undefined;
    for (const each of found) shardsOf(own ?? each.stream).found.push(each);
    for (const [shard, rows] of done) shardsOf(own).done.set(shard, rows);
    if (own !== undefined) shardsOf(own);
  }
  return streams;
}
