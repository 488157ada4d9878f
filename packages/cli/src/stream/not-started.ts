import type { DeliveryError, Summary } from '@catbird/send';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { earlierOf, type Prepared } from './prepared.ts';
import type { Ready } from './open.ts';
import { nothingToResend } from './resend.ts';
import { exitCodeOf, missedThresholds } from './thresholds.ts';
import { digestText } from '../digest/digest.ts';
import type { PartFacts } from '../report/report.ts';

/** Why a stream did not start: its destination or another stream failed, a signal came first, or all rows were sent before. */
export type Obstacle = DeliveryError | 'stopped' | 'interrupted' | 'limit';

/** Reports the end of a stream that sent nothing. */
export function endUnstarted(stream: Ready, hindered: Obstacle): ExitCode {
  const { prepared, report, steering } = stream;
  const { options } = stream.spec;
  const unrecorded = stream.recordNothing();
  const obstacle = typeof hindered === 'string' ? (unrecorded ?? hindered) : hindered;
  if (obstacle === unrecorded) report.error(unrecorded, false);

  const { pace, seed } = prepared;
  const error = typeof obstacle === 'string' ? undefined : obstacle;
  const { run, reason, exitCode } = ENDS[typeof obstacle === 'string' ? obstacle : 'failed'];
  const isFinished = reason === 'limit';
  const earlier = earlierOf(prepared);
  if (isFinished) {
    if (options.resend !== undefined) report.note(nothingToResend(options.resend));
    const done = earlier.lost.length === 0 ? 'all rows were sent' : 'no rows are left to send';
    report.note(`Already finished: ${done}. Nothing was opened or changed`);
  }
  steering?.end();
  const summary: Summary = { ...NOTHING, asked: pace.perSecond, lastError: error, reason: run, error };
  const part = partFacts(prepared, summary, Date.now());
  // A rate has no meaning here.
  const missed = isFinished ? missedThresholds(summary, { ...options, minRate: undefined }, earlier) : [];
  const judged = isFinished ? exitCodeOf(summary, reason, missed, options, earlier) : exitCode;
  report.end({ summary, reason, exitCode: judged, missed, seed, part, faults: undefined });
  return judged;
}

/** The reason of the run, that of the report, and the exit code. */
const ENDS = {
  failed: { run: 'failed', reason: 'failed', exitCode: EXIT.failed },
  stopped: { run: 'stopped', reason: 'stopped', exitCode: EXIT.ok },
  limit: { run: 'limit', reason: 'limit', exitCode: EXIT.ok },
  interrupted: { run: 'stopped', reason: 'interrupted', exitCode: EXIT.interrupted },
} as const;

/** The counts of a stream that did nothing. */
export const NOTHING = {
  generated: 0,
  accepted: 0,
  quarantined: 0,
  rejected: 0,
  failed: 0,
  uncertain: 0,
  dropped: 0,
  inFlight: 0,
  elapsedMs: 0,
  achieved: 0,
  average: 0,
  behind: { rows: 0, seconds: 0 },
  requests: {},
  retried: 0,
  bytes: 0,
  latency: { p50: 0, p95: 0, p99: 0 },
  latencyBins: [],
} as const;

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
