import { durationText } from '@catbird/engine';
import {
  type OptionNames,
  RETRY_DEFAULTS,
  run,
  systemClock,
  type Connection,
  type DeliveryError,
  type RunOptions,
  type Summary,
} from '@catbird/send';
import { type EventTimes, deliveryOf } from '@catbird/stream';
import { EXIT } from '../exit-codes.ts';
import { endObject } from '../report/json-report.ts';
import type { End, EndReason } from '../report/report.ts';
import { timeFacts } from '../report/timing.ts';
import { changeSettings } from './checkpoint.ts';
import { startObservers, type Observers, type Surroundings } from './observers.ts';
import { earlierOf, type Prepared } from './prepared.ts';
import { startsIn } from './keeper.ts';
import type { Ready } from './open.ts';
import { partFacts } from './not-started.ts';
import type { StreamOptions } from './spec.ts';
import { exitCodeOf, liveRate, missedThresholds } from './thresholds.ts';

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
  const observers = startObservers(stream, (progress, incidents) => {
    steering?.progressed(progress);
    surroundings.onMetrics?.(progress, incidents);
  });
  try {
    const stop = stopSignal(stream, surroundings, over.signal);
    const startedMs = systemClock.date();
    const sent = await run({
      ...runOptions(connection, stream, observers),
      stop,
      abort: surroundings.abort,
    });
    observers.end(sent);
    steering?.end();
    const summary = failedBy(sent, errorOf(stream));
    const reason = reasonOf(summary, options, prepared, surroundings);
    const end = endOf(summary, reason, stream, startedMs);
    report.end(end);
    await keeper?.finish(endObject(end));
    return end;
  } finally {
    over.abort();
  }
}

/** Why what a stream saves besides its rows is not complete. */
function errorOf({ keeper, faultFile, deadLetters, recording }: Ready): DeliveryError | undefined {
  const unrecorded = recording?.finish();
  if (keeper?.error === undefined) faultFile?.finish();
  return keeper?.error ?? deadLetters?.error ?? faultFile?.error ?? unrecorded;
}

/** The end of a stream, judged by its thresholds. @param startedMs when it started, in milliseconds since 1970 */
export function endOf(summary: Summary, reason: EndReason, stream: Ready, startedMs: number): End {
  const {
    spec: { options },
    prepared,
    report,
    keeper,
  } = stream;
  const earlier = earlierOf(prepared);
  const missed = missedThresholds(summary, options, earlier);
  if (options.minRate !== undefined && liveRate(summary) === undefined)
    report.note('--min-rate does not apply: the stream was never live');
  return {
    summary,
    reason,
    lateMs: latenessOf(summary, reason, prepared),
    exitCode:
      keeper?.isTaken === true ? EXIT.elsewhere : exitCodeOf(summary, reason, missed, options, earlier),
    missed,
    seed: prepared.seed,
    part: partFacts(prepared, summary, startedMs),
    time: prepared.time === undefined ? undefined : endTime(prepared.time),
    ...changesOf(stream),
  };
}

/** Aborted by whatever ends the stream before its limit. */
function stopSignal(
  { prepared, keeper, faultFile, deadLetters }: Ready,
  { interrupt, othersFailed }: Surroundings,
  over: AbortSignal,
): AbortSignal {
  const timeUp = new AbortController();
  // At a constant rate, the pace ends.
  if (prepared.stopAfterMs !== undefined)
    void systemClock.sleep(prepared.stopAfterMs, over).then(() => timeUp.abort());
  const failed = [keeper, faultFile, deadLetters].flatMap((each) => each?.failed ?? []);
  return AbortSignal.any([interrupt.stop, othersFailed, timeUp.signal, ...failed]);
}

/** The faults, if there may be any, and what was changed while the stream ran. */
function changesOf({
  spec: { options },
  prepared,
  steering,
}: Ready): Pick<End, 'faults' | 'changes' | 'faultChanges' | 'started'> {
  const { faulty, faultLog, time } = prepared;
  const faultChanges = faulty?.changes ?? [];
  const hasFaults =
    [options.faults, options.faultsLog].some((each) => each !== undefined) || faultChanges.length > 0;
  const changes = time === undefined ? (steering?.changes() ?? []) : [];
  return {
    faults: hasFaults ? faultLog?.counts : undefined,
    ...(changes.length === 0 ? {} : { changes }),
    ...(faultChanges.length === 0 ? {} : { faultChanges }),
    started: startsIn(prepared.incidents),
  };
}

const endTime = (time: EventTimes): NonNullable<End['time']> => ({
  ...timeFacts(time),
  changes: changeSettings(time.timeline.changes),
});

function runOptions(
  connection: Connection,
  { spec: { options }, prepared, report, keeper, recording, steering, onOutcome }: Ready,
  observers: Observers,
): Omit<RunOptions, 'stop' | 'abort'> {
  const { logs } = options;
  const kept = keeper?.watch(connection) ?? connection;
  return {
    rows: keeper?.rows ?? prepared.rows,
    pace: prepared.pace,
    ...(steering === undefined ? {} : { control: steering.control }),
    connection: recording?.watch(kept) ?? kept,
    limits: prepared.limits,
    ...(prepared.time === undefined ? {} : { times: prepared.time.timeline }),
    limit: prepared.limit,
    first: prepared.first,
    ...deliveryOf(options),
    optionNames: optionNamesOf(options),
    onProgress: observers.progress,
    reportMs: observers.everyMs,
    // The keeper reports its own error.
    onError: (error, retried) => (error === keeper?.error ? undefined : report.error(error, retried)),
    ...(keeper === undefined ? {} : { onMade: keeper.made, onUnsent: keeper.unsent }),
    ...digesting(prepared, keeper),
    ...(onOutcome && { onOutcome }),
    ...(logs === true ? { onAnswer: (answer: string) => report.answer(answer) } : {}),
    clock: systemClock,
    random: Math.random,
  };
}

/** Notes the digest of rows without a state. A keeper notes it together with the rows that are done. */
function digesting(
  { digest }: Pick<Prepared, 'digest'>,
  keeper: Ready['keeper'],
): Pick<RunOptions, 'onBatch'> {
  if (digest === undefined || keeper !== undefined) return {};
  return {
    onBatch(batch, receipt) {
      digest.note(batch, receipt);
      digest.upTo(Infinity, []);
    },
  };
}

/** A run fails if its state, its fault log or its dead letters cannot be written, whatever ended it. */
export const failedBy = (summary: Summary, error: DeliveryError | undefined): Summary =>
  error === undefined || summary.reason === 'failed'
    ? summary
    : { ...summary, reason: 'failed', error, lastError: error };

const optionNamesOf = ({ retryFor = RETRY_DEFAULTS.windowMs }: StreamOptions): OptionNames => ({
  retryFor: `--retry-for ${durationText(retryFor)}`,
  continueOnFailure: '--on-failure continue',
});

function reasonOf(
  { reason, generated }: Summary,
  { duration }: StreamOptions,
  { end, time, limit }: Prepared,
  { interrupt, othersFailed }: Pick<Surroundings, 'interrupt' | 'othersFailed'>,
): EndReason {
  if (reason === 'stopped') {
    if (interrupt.stop.aborted) return 'interrupted';
    return othersFailed.aborted ? 'stopped' : 'duration';
  }
  if (reason !== 'limit') return reason;
  if (time !== undefined && generated !== limit()) return duration === undefined ? 'end' : 'duration';
  return end !== undefined && generated !== limit() ? 'duration' : reason;
}

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
