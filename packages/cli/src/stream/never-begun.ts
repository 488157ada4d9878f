import type { DeliveryError, Summary } from '@catbird/core';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Ready } from './open.ts';

/**
 * Reports the end of a stream that sent nothing.
 *
 * @param error why its destination could not be had; undefined when that of another one could not, or there was nothing to send
 */
export function neverBegun(
  { prepared: { pace, seed, isFinished }, report }: Ready,
  error: DeliveryError | undefined,
): ExitCode {
  const reason = error === undefined ? (isFinished ? 'limit' : 'stopped') : 'failed';
  const exitCode = error === undefined ? EXIT.ok : EXIT.failed;
  if (isFinished) report.note('Finished before: every row was sent. Nothing is opened or changed');
  const summary: Summary = { ...NOTHING, asked: pace.perSecond, lastError: error, reason, error };
  report.end({ summary, reason, exitCode, missed: [], seed, faults: undefined });
  return exitCode;
}

const NOTHING = {
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
  behind: { rows: 0, seconds: 0 },
  requests: {},
  retried: 0,
  bytes: 0,
  latency: { p50: 0, p95: 0, p99: 0 },
} as const;
