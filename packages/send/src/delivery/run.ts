import { DeliveryError } from '../destinations/error.ts';
import type { Backfill, PendingChanges } from './control.ts';
import type { RunOptions } from './options.ts';
import { lingerRows } from './rate-plan.ts';
import type { Progress, Summary } from './progress.ts';
import { newReporter } from './reporter.ts';
import { newRunState, type RunState } from './run-state.ts';
import { newSchedule, type Schedule } from './schedule.ts';
import { queuedRows } from './send-queue.ts';
import { newSender, type Sender } from './sender.ts';
import { newShutdown } from './shutdown.ts';
import { newCondition, waitUpTo, type Condition } from './signals.ts';
import { failIfAllTooLarge } from './too-large.ts';

const GRACE_MS = 10_000;
const REPORT_MS = 100;
/** Seconds of rows that may wait for a retry before the run stops generating more. */
const MAX_QUEUED_SECONDS = 2;
/** Maximum rows of the first request, as generating a large first tick with cold code takes a while. */
const FIRST_ROWS = 5000;
/** Head start of the first request. */
const FIRST_MS = 5;
/** Longest sleep of a stream with event times, as the wall clock may step forward meanwhile. */
const MAX_SLEEP_MS = 1000;

/**
 * Streams rows to a connection at a pace until it reaches the limit, is stopped or fails; then waits for pending responses and
 * returns what became of every row. Resolves even if the run failed.
 *
 * @throws anything that is neither the service's doing nor a `DeliveryError` of the rows: a bug in a destination, a generator or a callback
 */
export async function run(options: RunOptions): Promise<Summary> {
  const { clock, control, pace, limit = -1, stop, abort, graceMs = GRACE_MS } = options;
  const startMs = clock.now();
  const elapsed = (): number => clock.now() - startMs;
  const schedule = newSchedule(pace, limit, (perSecond) => lingerRows(options.limits, perSecond));
  const wake = newCondition();
  const changed = newCondition();
  const onBegin = (): void => {
    schedule.freeze(elapsed());
    wake.notifyAll();
    changed.notifyAll();
  };
  const shutdown = newShutdown({ clock, stop, abort, graceMs, onBegin });
  const state = newRunState(options, shutdown, changed);
  const sender = newSender(state, () => wake.notifyAll());
  const changes = control?.attach({
    now: () => clock.now(),
    pace,
    isCatchingUp: () => schedule.behind(elapsed()) > 0 && !schedule.isLive,
    backfill: newBackfill(state, schedule),
    elapsed,
    position: () => (options.first ?? 0) + schedule.taken,
    wake: () => wake.notifyAll(),
  });
  const report = newReporter(state, schedule, changes, elapsed);
  const reporting = reportPeriodically(options, report, shutdown.finished).catch(sender.crash);
  try {
    await generate({ state, sender, schedule, changes, wake, elapsed });
  } catch (error) {
    if (error instanceof DeliveryError) failFor(error, state);
    else sender.crash(error);
  }
  await sender.drain();
  failIfAllTooLarge(state, true);
  shutdown.finish();
  await reporting;
  const unclosed = await closed(options);
  sender.rethrow();
  const latencyBins = state.tally.latencyBins();
  const error = shutdown.error ?? unclosed;
  return {
    ...report(true),
    latencyBins,
    reason: error === undefined ? shutdown.reason : 'failed',
    error,
    ...(unclosed && { lastError: unclosed }),
  };
}

/** Ends the run because its rows can no longer be read. */
function failFor(error: DeliveryError, { options, shutdown }: RunState): void {
  options.onError?.(error, false);
  shutdown.fail(error);
}

/** Closes the connection. The error if what it had still to write could not be written. */
async function closed({ connection, onError }: RunOptions): Promise<DeliveryError | undefined> {
  try {
    await connection.close();
    return undefined;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    onError?.(error, false);
    return error;
  }
}

/** What generating rows takes. */
interface Loop {
  readonly state: RunState;
  readonly sender: Sender;
  readonly schedule: Schedule;
  readonly changes: PendingChanges | undefined;
  readonly wake: Condition;
  readonly elapsed: () => number;
}

/** Generates rows as they fall due, and hands them to the sender, until the shutdown begins or there are no more. */
async function generate(loop: Loop): Promise<void> {
  const { state, sender, schedule, changes, wake, elapsed } = loop;
  const wait = (ms: number): Promise<void> => waitUpTo(ms, wake, state.options.clock);
  // Requests that wait until they are full are few.
  let hasSent = state.options.limits.waitMs !== undefined;
  while (!state.shutdown.hasBegun && !schedule.finished && !schedule.ended(elapsed())) {
    changes?.apply(elapsed());
    if (!isHeld(changes) && dropLate(schedule, state, elapsed())) continue;
    const sendMs = msUntilSend(loop, elapsed());
    if (sendMs > 0) await wait(Math.min(sendMs, msUntilLook(loop)));
    // Rejecting a row that is too large takes no time, so yield to timers and signals.
    else if (!sender.send(schedule, elapsed(), hasSent ? Infinity : FIRST_ROWS)) await wait(1);
    else if (!hasSent) {
      // Let the first request open its connection before generating more.
      hasSent = true;
      await wait(FIRST_MS);
    }
  }
  await sendWaiting(loop);
}

/** Sends the rows that waited for others when the run was stopped, once requests are free, unless theirs must be full. */
async function sendWaiting({ state, sender, schedule, changes, wake, elapsed }: Loop): Promise<void> {
  const { options, shutdown, concurrency } = state;
  const { waitMs, aligned = false } = options.limits;
  if (waitMs === undefined || aligned || isHeld(changes) || shutdown.reason !== 'stopped') return;
  const end = schedule.taken + schedule.ready(elapsed());
  while (schedule.taken < end && schedule.ready(elapsed()) > 0 && !shutdown.noRetry.isSet) {
    if (sender.inFlight >= concurrency.limit) await wake.wait();
    else sender.send(schedule, elapsed(), end - schedule.taken);
  }
}

const isHeld = (changes: PendingChanges | undefined): boolean => changes?.isHeld === true;

/** Drops late rows if the run may; true if there were any. */
function dropLate(schedule: Schedule, { options, tally }: RunState, elapsedMs: number): boolean {
  const late = options.whenBehind === 'drop' ? schedule.late(elapsedMs) : 0;
  if (late === 0) return false;
  schedule.drop(late);
  tally.dropped(late);
  return true;
}

/** Milliseconds until a change may be applied, or the clock may have stepped; `Infinity`: neither. */
const msUntilLook = ({ state, changes }: Loop): number =>
  Math.min(
    changes?.msUntilNext() ?? Infinity,
    state.options.pace.eventMs === undefined ? Infinity : MAX_SLEEP_MS,
  );

/** Milliseconds until the next batch may be sent; `Infinity`: not before one in flight is done, or a pause is over. */
function msUntilSend({ state, sender, schedule, changes }: Loop, elapsedMs: number): number {
  if (isHeld(changes)) return Infinity;
  const { options, concurrency, rateLimiter, holdUntilMs } = state;
  const { clock } = options;
  if (sender.inFlight >= concurrency.limit) return Infinity;
  const queued = queuedRows(state);
  if (queued > 0 && queued + schedule.batchRows > MAX_QUEUED_SECONDS * schedule.perSecond) return Infinity;
  const heldMs = Math.max(holdUntilMs, rateLimiter.earliestMs) - clock.now();
  if (heldMs > 0) return heldMs;
  if (schedule.ready(elapsedMs) === 0) return Math.max(1, schedule.next(elapsedMs) - elapsedMs);
  return Math.min(sender.waitMs(schedule, elapsedMs), Math.max(1, options.pace.next(elapsedMs) - elapsedMs));
}

async function reportPeriodically(
  options: RunOptions,
  report: () => Progress,
  until: AbortSignal,
): Promise<void> {
  const { clock, onProgress, reportMs = REPORT_MS } = options;
  if (onProgress === undefined) return;
  for (;;) {
    await clock.sleep(reportMs, until);
    if (until.aborted) return;
    onProgress(report());
  }
}

/** The backfill of a run. */
function newBackfill(state: RunState, schedule: Schedule): Backfill {
  const { pace } = state.options;
  return {
    refusal(elapsedMs) {
      // The first rows tell the pace whether it follows the wall clock.
      const waiting = schedule.behind(elapsedMs);
      const { present } = pace;
      if (present === null)
        return 'The stream cannot go live: its time ends in the past, or its events may lie in the future';
      const isPresent = present?.isAhead !== true && (schedule.isLive || waiting === 0);
      if (present === undefined || isPresent) return 'The stream is live: there is no history to skip';
      return present.due() >= schedule.mostRows
        ? 'The stream cannot go live: it reaches its limit in the past'
        : undefined;
    },
    skip(elapsedMs) {
      pace.present?.reach();
      const rows = schedule.skip(elapsedMs);
      state.tally.dropped(rows);
      // The rate since the run is live leaves out what was lost before.
      state.lostOfPast = undefined;
      return rows;
    },
  };
}
