import type { Summary } from '@catbird/send';
import { digestText } from '../digest/digest.ts';
import type { PartFacts } from '../report/report.ts';
import { earlierOf } from './earlier.ts';
import type { Prepared } from './prepared.ts';

/**
 * What tells the part of a stream that this process sent.
 *
 * @param startedMs when it started, in milliseconds since 1970. The end follows from how long it took, whatever the clock was set to
 */
export function partFacts(
  prepared: Prepared,
  { generated, failed, elapsedMs }: Summary,
  startedMs: number,
): PartFacts {
  const { fingerprint, shard, ownRows, wholeRows, splitBy, digest } = prepared;
  const { lost } = earlierOf(prepared);
  return {
    fingerprint,
    shard: shard ?? null,
    rows: wholeRows,
    ...(shard === undefined || splitBy === undefined ? {} : { splitBy }),
    owed: ownRows() < 0 ? null : Math.max(0, ownRows() - generated + failed),
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(startedMs + elapsedMs).toISOString(),
    digest: digest && digestText(digest.total()),
    ...(lost.length === 0 ? {} : { earlier: lost }),
  };
}
