import type { Summary } from '@catbird/send';
import type { EndReason } from '../report/report.ts';
import type { Prepared } from './prepared.ts';

/** A smaller delay is a late response, not a slow service. */
const LATE_MS = 100;

/** How far a stream at a rate exceeded its duration, in milliseconds. Undefined if it was on time or has no duration. */
export function latenessOf(
  { elapsedMs }: Pick<Summary, 'elapsedMs'>,
  reason: EndReason,
  { end }: Pick<Prepared, 'end'>,
): number | undefined {
  if (reason !== 'duration' || end === undefined) return undefined;
  const lateMs = elapsedMs - end.endMs();
  return lateMs >= LATE_MS ? lateMs : undefined;
}
