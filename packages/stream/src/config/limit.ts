import type { Timeline } from '@catbird/engine';
import type { StreamKeys } from './keys.ts';

/** A limit in rows, and whether it follows from a duration. */
export interface ExactLimit {
  /** −1: no limit. */
  readonly limit: number;
  readonly byDuration: boolean;
}

/** Digits of a double without its rounding error: 1.1 × 10 is 11. */
const DIGITS = 15;

/**
 * The exact number of rows of a duration at a rate: 10 s at 100 rows/s are 1,000 rows. With a limit, the smaller one applies.
 *
 * @param most rows that the schema has
 */
export function exactLimit(
  { limit: given = -1, duration }: Pick<StreamKeys, 'limit' | 'duration'>,
  perSecond: number,
  most: number = Infinity,
): ExactLimit {
  const limit = Number.isFinite(most) && (given < 0 || given > most) ? most : given;
  if (duration === undefined || !Number.isFinite(perSecond)) return { limit, byDuration: false };
  const rows = Math.ceil(Number(((perSecond * duration) / 1000).toPrecision(DIGITS)));
  return limit >= 0 && limit <= rows ? { limit, byDuration: false } : { limit: rows, byDuration: true };
}

/** What is done of a stream whose rate changed. */
interface Spent {
  /** How much of the duration, in milliseconds. Undefined: the rate did not change, so the rows tell. */
  readonly spentMs: number | undefined;
  readonly rows: number;
}

/**
 * The duration of a stream at a rate, over all its starts: as long as if the rows that are done had been sent at this rate, so that
 * `exactLimit` has those that are left.
 */
export const durationAtRate = (
  duration: number | undefined,
  perSecond: number,
  { spentMs, rows }: Spent,
): number | undefined =>
  duration === undefined || spentMs === undefined
    ? duration
    : Math.max(0, duration - spentMs) + (rows * 1000) / perSecond;

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
