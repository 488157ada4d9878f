import type { Batch } from '../rows/batch.ts';
import type { RunOptions } from './options.ts';

/** One batch on its way, and what happened to it so far. */
export interface Trip {
  batch: Batch;
  id: string;
  attempt: number;
  /** Its next request may not go before this time. */
  notBeforeMs: number;
  /** When it failed for the first time, where its retry window begins; undefined: never. */
  failedMs: number | undefined;
  lastFailedMs: number;
  /** An earlier attempt may have been stored. */
  uncertain: boolean;
  /** No request that was given up may still be reading the bytes. */
  isFree: boolean;
  /** Of its latest request, in milliseconds. */
  latencyMs: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ID_LENGTH = 12;

/** An id of a request, as `SendOptions` describes it. */
export const newId = (random: () => number): string =>
  Array.from({ length: ID_LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('');

/** @param uncertain whether its rows may have been stored before */
export const newTrip = (batch: Batch, uncertain: boolean, { clock, random }: RunOptions): Trip => ({
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
