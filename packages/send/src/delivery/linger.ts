import type { RequestLimits } from '../destinations/destination.ts';
import { byteLength, type Batch } from '@catbird/engine';

/** Lets rows wait for others, so that they share a request. */
export interface Linger {
  /** Milliseconds until the ready rows may be sent; 0: now. @param next the index of the first of them @param ready how many, at least 1 */
  msLeft(next: number, ready: number, elapsedMs: number): number;
  /** Rows were made for a request. Those after them begin to wait. */
  made(batch: Batch): void;
}

/** Rows that show the size of the others. */
const SAMPLE = 100;

/** Rows that a rate makes while they may wait, but no more than a request has. */
export const lingerRows = ({ rows, waitMs = 0 }: RequestLimits, perSecond: number): number =>
  waitMs > 0 && perSecond > 0 ? Math.min(rows, (perSecond * waitMs) / 1000) : 0;

/** How long rows of a rate wait at most, in milliseconds. */
export const lingerMs = (limits: RequestLimits, perSecond: number): number => {
  const rows = lingerRows(limits, perSecond);
  return rows === 0 ? 0 : (rows * 1000) / perSecond;
};

/** Undefined: rows do not wait. @param sample writes so many of the next rows, which are written again later */
export function newLinger(limits: RequestLimits, sample: (rows: number) => Batch): Linger | undefined {
  const { rows, bytes, fullBytes = bytes, bytesPerRow = 0, waitMs, aligned = false } = limits;
  if (waitMs === undefined) return undefined;
  let sinceMs: number | undefined;
  let rowBytes: number | undefined;
  const learn = (batch: Batch): number => (rowBytes = byteLength(batch) / batch.count + bytesPerRow);
  return {
    msLeft(next, ready, elapsedMs) {
      sinceMs ??= elapsedMs;
      const isFull = aligned
        ? ready >= rows - (next % rows)
        : ready >= rows || ready * (rowBytes ?? learn(sample(Math.min(ready, SAMPLE)))) >= fullBytes;
      return isFull ? 0 : Math.max(0, sinceMs + waitMs - elapsedMs);
    },
    made(batch) {
      sinceMs = undefined;
      learn(batch);
    },
  };
}
