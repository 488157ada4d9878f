import type { Summary } from '@catbird/core';
import type { EndReason } from '../report/report.ts';
import type { Prepared, StreamOptions } from './prepare.ts';

/** A limit in rows, and whether it is what a duration amounts to. */
export interface ExactLimit {
  /** −1: no limit. */
  readonly limit: number;
  readonly byDuration: boolean;
}

/** Digits of a double that are not rounding: 1.1 × 10 is 11. */
const DIGITS = 15;

/** A duration at a rate is so many rows, exactly: 10 s at 100 a second are 1000. Of it and a limit the smaller counts. */
export function exactLimit(
  { limit = -1, duration }: Pick<StreamOptions, 'limit' | 'duration'>,
  perSecond: number,
): ExactLimit {
  if (duration === undefined || !Number.isFinite(perSecond)) return { limit, byDuration: false };
  const rows = Math.ceil(Number(((perSecond * duration) / 1000).toPrecision(DIGITS)));
  return limit >= 0 && limit <= rows ? { limit, byDuration: false } : { limit: rows, byDuration: true };
}

/** Late by less than this is a late answer, and not a slow service. */
const LATE_MS = 100;

/** Milliseconds that a stream took longer than its duration at a rate; undefined where it was in time, or had none. */
export function latenessOf(
  { elapsedMs }: Pick<Summary, 'elapsedMs'>,
  reason: EndReason,
  { limitedByDuration, limit, pace }: Pick<Prepared, 'limitedByDuration' | 'limit' | 'pace'>,
  { duration = Infinity }: Pick<StreamOptions, 'duration'>,
): number | undefined {
  if (reason !== 'duration' || !limitedByDuration) return undefined;
  // A stream that goes on has less to do than its whole duration.
  const lateMs = elapsedMs - Math.min(duration, (limit * 1000) / pace.perSecond);
  return lateMs >= LATE_MS ? lateMs : undefined;
}
