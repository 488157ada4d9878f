import type { Summary } from '@catbird/core';
import type { Timeline } from '@catbird/core/time';
import type { EndReason } from '../report/report.ts';
import type { Prepared } from './prepared.ts';
import type { StreamOptions } from './spec.ts';

/** A limit in rows, and whether it follows from a duration. */
export interface ExactLimit {
  /** −1: no limit. */
  readonly limit: number;
  readonly byDuration: boolean;
}

/** A limit that is computed again when the faults have changed. */
export function newLimit(compute: () => number, faultChanges: readonly unknown[]): () => number {
  let [limit, changes] = [compute(), faultChanges.length];
  return () => {
    if (faultChanges.length !== changes) [limit, changes] = [compute(), faultChanges.length];
    return limit;
  };
}

/** Digits of a double without its rounding error: 1.1 × 10 is 11. */
const DIGITS = 15;

/**
 * The exact number of rows of a duration at a rate: 10 s at 100 rows/s are 1,000 rows. With a limit, the smaller one applies.
 *
 * @param most rows that the schema has
 */
export function exactLimit(
  { limit: given = -1, duration }: Pick<StreamOptions, 'limit' | 'duration'>,
  perSecond: number,
  most: number = Infinity,
): ExactLimit {
  const limit = Number.isFinite(most) && (given < 0 || given > most) ? most : given;
  if (duration === undefined || !Number.isFinite(perSecond)) return { limit, byDuration: false };
  const rows = Math.ceil(Number(((perSecond * duration) / 1000).toPrecision(DIGITS)));
  return limit >= 0 && limit <= rows ? { limit, byDuration: false } : { limit: rows, byDuration: true };
}

/** How many positions of a stream with computed event times come before its end; −1: no end, or no end of rows. */
export function rowsBefore(
  toMs: number | null,
  { before }: Pick<Timeline, 'before'>,
  dueBefore: (rows: number) => number,
): number {
  const rows = before(toMs ?? Infinity);
  return Number.isFinite(rows) ? dueBefore(rows) : -1;
}

/** The smaller of two limits; −1 is none. */
export const smaller = (one: number, other: number): number =>
  one < 0 || other < 0 ? Math.max(one, other) : Math.min(one, other);

/** A smaller delay is a late response, not a slow service. */
const LATE_MS = 100;

/** How far a stream at a rate exceeded its duration, in milliseconds. Undefined if it was on time or has no duration. */
export function latenessOf(
  { elapsedMs }: Pick<Summary, 'elapsedMs'>,
  reason: EndReason,
  { limitedByDuration, limit, pace }: Pick<Prepared, 'limitedByDuration' | 'limit' | 'pace'>,
  { duration = Infinity }: Pick<StreamOptions, 'duration'>,
): number | undefined {
  if (reason !== 'duration' || !limitedByDuration) return undefined;
  // A resumed stream has only the rest of its duration left.
  const lateMs = elapsedMs - Math.min(duration, (limit() * 1000) / pace.perSecond);
  return lateMs >= LATE_MS ? lateMs : undefined;
}
