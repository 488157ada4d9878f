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

/** @param uncertain whether the rows may have been stored before */
export const newPendingBatch = (
  batch: Batch,
  uncertain: boolean,
  { clock, random }: RunOptions,
): PendingBatch => ({
  batch,
  id: newId(random),
  attempt: 1,
  notBeforeMs: clock.now(),
  failedMs: undefined,
  lastFailedMs: -Infinity,
  uncertain,
  isFree: true,
  latencyMs: 0,
});
