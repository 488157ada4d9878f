import { RETRY_DEFAULTS, run, systemClock } from '@catbird/core';
import type { Connection, DeliveryError, OptionNames, Progress, RetryOptions, Summary } from '@catbird/core';
import { durationText } from '../flags/readers.ts';
import type { Interrupt } from '../interrupt.ts';
import type { End, EndReason } from '../report/report.ts';
import type { Ready } from './open.ts';
import { latenessOf } from './limit.ts';
import type { Prepared, StreamOptions } from './prepare.ts';
import { exitCodeOf, missedThresholds } from './thresholds.ts';
import { startWatchers } from './watchers.ts';

/** What may end a stream besides itself, and who looks on. */
export interface Surroundings {
  readonly interrupt: Interrupt;
  /** Aborted when another stream's failure ends this one. */
  readonly othersFailed: AbortSignal;
  /** Aborted when what is under way is not to be waited for. */
  readonly abort: AbortSignal;
  readonly onFigures: ((progress: Progress) => void) | undefined;
}

/** Sends a stream's rows until it ends, tells how it goes, and says how it went. */
export async function deliver(
  connection: Connection,
  { asked: { options }, prepared, report, keeper }: Ready,
  { interrupt, othersFailed, abort, onFigures }: Surroundings,
): Promise<End> {
  const { duration, logs, grace } = options;
  const over = new AbortController();
  const timeUp = new AbortController();
  // At a rate the duration is a number of events, and those are sent, late if need be.
  if (duration !== undefined && !Number.isFinite(prepared.pace.perSecond))
    void systemClock.sleep(duration, over.signal).then(() => timeUp.abort());
  const watchers = startWatchers(prepared, options, report, onFigures);
  try {
    const sent = await run({
      rows: keeper?.rows ?? prepared.rows,
      pace: prepared.pace,
      connection: keeper?.watch(connection) ?? connection,
      limits: prepared.limits,
      limit: prepared.limit,
      first: prepared.first,
      stop: AbortSignal.any([
        interrupt.stop,
        othersFailed,
        timeUp.signal,
        ...(keeper === undefined ? [] : [keeper.failed]),
      ]),
      abort,
      ...(grace === undefined ? {} : { graceMs: grace }),
      retry: retryOf(options),
      optionNames: optionNamesOf(options),
      onFailure: options.onFailure ?? 'stop',
      whenBehind: options.whenBehind ?? 'delay',
      onProgress: watchers.progress,
      reportMs: watchers.everyMs,
      // The state's own is told once, by the keeper.
      onError: (error, retried) => (error === keeper?.error ? undefined : report.error(error, retried)),
      ...(keeper === undefined ? {} : { onMade: keeper.made }),
      ...(logs === true ? { onAnswer: (answer: string) => report.answer(answer) } : {}),
      clock: systemClock,
      random: Math.random,
    });
    watchers.end(sent);
    const summary = withState(sent, keeper?.error);
    const reason = reasonOf(summary, prepared, { interrupt, othersFailed });
    const missed = missedThresholds(summary, options);
    const end: End = {
      summary,
      reason,
      lateMs: latenessOf(summary, reason, prepared, options),
      exitCode: exitCodeOf(summary, reason, missed, options),
      missed,
      seed: prepared.seed,
      faults: prepared.ledger?.counts,
    };
    report.end(end);
    return end;
  } finally {
    over.abort();
  }
}

/** A run whose state could not be written failed, whatever ended it. */
const withState = (summary: Summary, error: DeliveryError | undefined): Summary =>
  error === undefined || summary.reason === 'failed'
    ? summary
    : { ...summary, reason: 'failed', error, lastError: error };

const retryOf = ({ attempts, retryFor, timeout }: StreamOptions): RetryOptions => ({
  ...(attempts === undefined ? {} : { attempts }),
  ...(retryFor === undefined ? {} : { windowMs: retryFor }),
  ...(timeout === undefined ? {} : { requestMs: timeout }),
});

const optionNamesOf = ({ retryFor = RETRY_DEFAULTS.windowMs }: StreamOptions): OptionNames => ({
  retryFor: `--retry-for ${durationText(retryFor)}`,
  continueOnFailure: '--on-failure continue',
});

function reasonOf(
  { reason }: Summary,
  { limitedByDuration }: Prepared,
  { interrupt, othersFailed }: Pick<Surroundings, 'interrupt' | 'othersFailed'>,
): EndReason {
  if (reason === 'stopped') {
    if (interrupt.stop.aborted) return 'interrupted';
    return othersFailed.aborted ? 'stopped' : 'duration';
  }
  return reason === 'limit' && limitedByDuration ? 'duration' : reason;
}
