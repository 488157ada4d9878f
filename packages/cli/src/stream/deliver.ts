import { RETRY_DEFAULTS, run, systemClock } from '@catbird/core';
import type {
  Connection,
  DeliveryError,
  OptionNames,
  Progress,
  RetryOptions,
  RunOptions,
  Summary,
} from '@catbird/core';
import { durationText } from '@catbird/core/time';
import type { Interrupt } from '../interrupt.ts';
import type { End, EndReason } from '../report/report.ts';
import { timeFacts } from '../report/timing.ts';
import { changeSettings } from './changes.ts';
import { latenessOf } from './limit.ts';
import { startObservers, type Observers } from './observers.ts';
import type { Ready } from './open.ts';
import type { EventTimes, Prepared } from './prepared.ts';
import type { StreamOptions } from './spec.ts';
import { exitCodeOf, liveRate, missedThresholds } from './thresholds.ts';

/** What surrounds a stream: signals that end it, and the metrics. */
export interface Surroundings {
  readonly interrupt: Interrupt;
  /** Aborted when the failure of another stream ends this one. */
  readonly othersFailed: AbortSignal;
  /** Aborted to give up requests in flight. */
  readonly abort: AbortSignal;
  readonly onMetrics: ((progress: Progress) => void) | undefined;
}

/** Sends a stream's rows until it ends, and reports its progress and its end. */
export async function deliver(
  connection: Connection,
  stream: Ready,
  surroundings: Surroundings,
): Promise<End> {
  const {
    spec: { options },
    prepared,
    report,
    keeper,
    steering,
  } = stream;
  const over = new AbortController();
  const observers = startObservers(prepared, options, report, (progress) => {
    steering?.note(progress);
    surroundings.onMetrics?.(progress);
  });
  try {
    const stop = stopSignal(stream, surroundings, over.signal);
    const sent = await run({
      ...runOptions(connection, stream, observers),
      stop,
      abort: surroundings.abort,
    });
    observers.end(sent);
    steering?.end();
    const summary = withState(sent, keeper?.error);
    const reason = reasonOf(summary, options, prepared, surroundings);
    const missed = missedThresholds(summary, options);
    if (options.minRate !== undefined && liveRate(summary) === undefined)
      report.note('--min-rate does not apply: the stream was never live');
    const end: End = {
      summary,
      reason,
      lateMs: latenessOf(summary, reason, prepared, options),
      exitCode: exitCodeOf(summary, reason, missed, options),
      missed,
      seed: prepared.seed,
      time: prepared.time === undefined ? undefined : endTime(prepared.time),
      ...changesOf(stream),
    };
    report.end(end);
    return end;
  } finally {
    over.abort();
  }
}

/** Aborted by whatever ends the stream before its limit. */
function stopSignal(
  { spec: { options }, prepared, keeper }: Ready,
  { interrupt, othersFailed }: Surroundings,
  over: AbortSignal,
): AbortSignal {
  const timeUp = new AbortController();
  // At a rate, the duration is a number of events, sent late if need be.
  if (options.duration !== undefined && prepared.time === undefined && !prepared.limitedByDuration)
    void systemClock.sleep(options.duration, over).then(() => timeUp.abort());
  const failed = keeper === undefined ? [] : [keeper.failed];
  return AbortSignal.any([interrupt.stop, othersFailed, timeUp.signal, ...failed]);
}

/** The faults, if there may be any, and what was changed while the stream ran. */
function changesOf({
  spec: { options },
  prepared,
  steering,
}: Ready): Pick<End, 'faults' | 'changes' | 'faultChanges'> {
  const { faulty, faultLog, time } = prepared;
  const faultChanges = faulty?.changes ?? [];
  const hasFaults =
    [options.faults, options.faultsLog].some((each) => each !== undefined) || faultChanges.length > 0;
  const changes = time === undefined ? (steering?.changes() ?? []) : [];
  return {
    faults: hasFaults ? faultLog?.counts : undefined,
    ...(changes.length === 0 ? {} : { changes }),
    ...(faultChanges.length === 0 ? {} : { faultChanges }),
  };
}

const endTime = (time: EventTimes): NonNullable<End['time']> => ({
  ...timeFacts(time),
  changes: changeSettings(time.timeline.changes),
});

function runOptions(
  connection: Connection,
  { spec: { options }, prepared, report, keeper, steering }: Ready,
  observers: Observers,
): Omit<RunOptions, 'stop' | 'abort'> {
  const { grace, onFailure = 'stop', whenBehind = 'delay', logs } = options;
  return {
    rows: keeper?.rows ?? prepared.rows,
    pace: prepared.pace,
    ...(steering === undefined ? {} : { control: steering.control }),
    connection: keeper?.watch(connection) ?? connection,
    limits: prepared.limits,
    ...(prepared.time === undefined ? {} : { times: prepared.time.timeline }),
    limit: prepared.limit,
    first: prepared.first,
    ...(grace === undefined ? {} : { graceMs: grace }),
    retry: retryOf(options),
    optionNames: optionNamesOf(options),
    onFailure,
    whenBehind,
    onProgress: observers.progress,
    reportMs: observers.everyMs,
    // The keeper reports its own error.
    onError: (error, retried) => (error === keeper?.error ? undefined : report.error(error, retried)),
    ...(keeper === undefined ? {} : { onMade: keeper.made }),
    ...(logs === true ? { onAnswer: (answer: string) => report.answer(answer) } : {}),
    clock: systemClock,
    random: Math.random,
  };
}

/** A run fails if its state cannot be written, whatever ended it. */
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
  { reason, generated }: Summary,
  { duration }: StreamOptions,
  { limitedByDuration, time, limit }: Prepared,
  { interrupt, othersFailed }: Pick<Surroundings, 'interrupt' | 'othersFailed'>,
): EndReason {
  if (reason === 'stopped') {
    if (interrupt.stop.aborted) return 'interrupted';
    return othersFailed.aborted ? 'stopped' : 'duration';
  }
  if (reason !== 'limit') return reason;
  if (time !== undefined && generated !== limit()) return duration === undefined ? 'end' : 'duration';
  return limitedByDuration ? 'duration' : reason;
}
