import type { Batch } from '../rows/batch.ts';
import type { RunOptions } from './options.ts';

/** A batch being delivered, and its attempts so far. */
export interface PendingBatch {
  batch: Batch;
  /** Request id, as `SendOptions` describes it. */
  id: string;
  /** Number of the current attempt, from 1. */
  attempt: number;
  /** Earliest time of the next request. */
  notBeforeMs: number;
  /** Time of the first failure, which starts the retry window; undefined before it. */
  failedMs: number | undefined;
  lastFailedMs: number;
  /** Whether an earlier attempt may have stored the rows. */
  uncertain: boolean;
  /** Whether the buffer can be reused: no abandoned request may still be reading it. */
  isFree: boolean;
  /** Codes of rejections that were reported. Halves share them, so that a batch of bad rows does not report each of them. */
  readonly reported: Set<string | undefined>;
  /** Duration of the latest request, in milliseconds. */
  latencyMs: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ID_LENGTH = 12;

/** A request id, as `SendOptions` describes it. */
export function newId(random: () => number): string {
  let id = '';
  while (id.length < ID_LENGTH) id += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return id;
}

/** @param whole the larger batch that the rows were sent in before */
export const newPendingBatch = (
  batch: Batch,
  { clock, random }: RunOptions,
  whole?: PendingBatch,
): PendingBatch => ({
  batch,
  id: newId(random),
  attempt: 1,
  notBeforeMs: clock.now(),
  failedMs: undefined,
  lastFailedMs: -Infinity,
  uncertain: whole?.uncertain ?? false,
  isFree: true,
  reported: whole?.reported ?? new Set(),
  latencyMs: 0,
});
