import type { Summary } from '@catbird/core';
import type { EndReason } from '../report/report.ts';
import type { Prepared } from './prepared.ts';
import type { StreamOptions } from './spec.ts';

/** A limit that is computed again when the faults have changed. */
export function newLimit(compute: () => number, faultChanges: readonly unknown[]): () => number {
  let [limit, changes] = [compute(), faultChanges.length];
  return () => {
    if (faultChanges.length !== changes) [limit, changes] = [compute(), faultChanges.length];
    return limit;
  };
}

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
