import { addedDigests } from '../digest/digest.ts';
import type { KeptDigest } from '../digest/ledger.ts';
import { stateOf } from '../stream/keeper.ts';
import type { Prepared } from '../stream/prepared.ts';
import { countBelow } from '@catbird/send';
import type { Shard, RegisteredSchemas } from '@catbird/stream';
import type { State } from '../stream/state.ts';
import type { PlainSchema } from '../types/plain.ts';

/** The rows of one thread: every `count`-th of those of the process. */
export const shardOf = (
  { index: outer, count: processes }: Shard = { index: 0, count: 1 },
  { index, count }: Shard,
): Shard => ({ index: outer + processes * index, count: processes * count });

/** The state of each thread of a stream that starts or resumes. */
export function partsOf(prepared: Prepared): readonly State[] {
  const { parts, shard, workers } = prepared;
  if (parts !== undefined) return parts;
  const first = stateOf(prepared);
  return Array.from({ length: workers.count }, (_, index) => ({
    ...first,
    shard: shardOf(shard, { index, count: workers.count }),
  }));
}

/** The digest of the rows of all threads; undefined if none was asked for. */
function digestOf(workers: readonly State[]): KeptDigest | undefined {
  const digests = workers.flatMap(({ digest }) =>
    digest === undefined ? [] : [digest.before, ...digest.after],
  );
  return digests.length === 0 ? undefined : { before: addedDigests(digests), after: [] };
}

/** One state of the threads of a stream. Its `next` is how many rows are done. */
export function joined(workers: readonly State[], prepared: Prepared): State {
  const done = workers.reduce(
    (sum, { next, acknowledged }) => sum + next + countBelow(Infinity, acknowledged),
    0,
  );
  return {
    ...stateOf(prepared),
    next: done,
    acknowledged: [],
    lost: [],
    spans: [],
    digest: digestOf(workers),
    workers,
    splitBy: prepared.splitBy,
  };
}

/** One of the threads that send a stream, and what the main thread read for it. */
export interface WorkerPart {
  /** From 0 to `count − 1`. */
  readonly index: number;
  readonly count: number;
  readonly schema: PlainSchema & { readonly name: string };
  /** The schemas of rows and keys in a registry, if they are there. */
  readonly registered: RegisteredSchemas | undefined;
}

/** The shares of whole things that are dealt out to `count` workers: they differ by one at most, and are at least 1. */
export const dealt = (whole: number, { index, count }: Pick<WorkerPart, 'index' | 'count'>): number =>
  Math.max(1, Math.floor(whole / count) + (index < whole % count ? 1 : 0));
