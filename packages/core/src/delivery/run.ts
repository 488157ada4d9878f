import { newCondition, waitUpTo } from './condition.ts';
import type { RunOptions } from './options.ts';
import type { Progress, Summary } from './progress.ts';
import { retryStatus } from './retry-status.ts';
import { newRunState, type RunState } from './run-state.ts';
import { newSchedule, type Schedule } from './schedule.ts';
import { queuedRows } from './send-queue.ts';
import { newSender, type Sender } from './sender.ts';
import { newShutdown } from './shutdown.ts';
import { failIfAllTooLarge } from './too-large.ts';

const GRACE_MS = 10_000;
const REPORT_MS = 100;
/** Seconds of rows that may wait for a retry before the run stops generating more. */
const MAX_QUEUED_SECONDS = 2;
/** Maximum rows of the first request, as generating a large first tick with cold code takes a while. */
const FIRST_ROWS = 5000;
/** Head start of the first request. */
const FIRST_MS = 5;

/**
 * Streams rows to a connection at a pace until it reaches the limit, is stopped or fails; then waits for pending responses and
 * returns what became of every row. Resolves even if the run failed.
 *
 * @throws anything that is not the service's doing: a bug in a destination, a generator or a callback
 */
export async function run(options: RunOptions): Promise<Summary> {
  const { clock, connection, pace, limit = -1, stop, abort, graceMs = GRACE_MS } = options;
  const startMs = clock.now();
  const elapsed = (): number => clock.now() - startMs;
  const schedule = newSchedule(pace, limit);
  const wake = newCondition();
  const changed = newCondition();
  const onBegin = (): void => {
    wake.notifyAll();
    changed.notifyAll();
  };
  const shutdown = newShutdown({ clock, stop, abort, graceMs, onBegin });
  const state = newRunState(options, shutdown, changed);
  const sender = newSender(state, () => wake.notifyAll());
  const report = (): Progress => reportOf(state, schedule, startMs);
  const wait = (ms: number): Promise<void> => waitUpTo(ms, wake, clock);
  let hasSent = false;
  const reporting = reportPeriodically(options, report, shutdown.finished).catch(sender.crash);
  try {
    while (!shutdown.hasBegun && !schedule.finished) {
      if (options.whenBehind === 'drop' && dropLate(schedule, state, elapsed())) continue;
      const ms = msUntilSend(state, sender, schedule, elapsed());
      if (ms !== 0) await wait(ms);
      // Rejecting a row that is too large takes no time, so yield to timers and signals.
      else if (!sender.send(schedule, elapsed(), hasSent ? Infinity : FIRST_ROWS)) await wait(1);
      else if (!hasSent) {
        // Let the first request open its connection before generating more.
        hasSent = true;
        await wait(FIRST_MS);
      }
    }
  } catch (bug) {
    sender.crash(bug);
  }
  await sender.drain();
  failIfAllTooLarge(state, true);
  shutdown.finish();
  await reporting;
  await connection.close();
  sender.rethrow();
  return { ...report(), reason: shutdown.reason, error: shutdown.error };
}

function reportOf(state: RunState, schedule: Schedule, startMs: number): Progress {
  const { options, shutdown, tally } = state;
  const { clock, pace } = options;
  // Rows that fall due after the shutdown began are not behind.
  const dueMs = (shutdown.beganMs ?? clock.now()) - startMs;
  const behind = Number.isFinite(pace.perSecond) ? schedule.behind(dueMs) : 0;
  const retrying = retryStatus(state);
  return {
    ...tally.report(clock.now() - startMs, pace.perSecond, behind),
    ...(retrying === undefined ? {} : { retrying }),
  };
}

/** Drops late rows; true if there were any. */
function dropLate(schedule: Schedule, { tally }: RunState, elapsedMs: number): boolean {
  const late = schedule.late(elapsedMs);
  if (late === 0) return false;
  schedule.drop(late);
  tally.dropped(late);
  return true;
}

/** Milliseconds until the next batch may be sent; `Infinity`: not before one in flight is done. */
function msUntilSend(state: RunState, sender: Sender, schedule: Schedule, elapsedMs: number): number {
  const { options, concurrency, rateLimiter, holdUntilMs } = state;
  const { clock, pace } = options;
  if (sender.inFlight >= concurrency.limit) return Infinity;
  const queued = queuedRows(state);
  if (queued > 0 && queued + pace.batchRows > MAX_QUEUED_SECONDS * pace.perSecond) return Infinity;
  const heldMs = Math.max(holdUntilMs, rateLimiter.earliestMs) - clock.now();
  if (heldMs > 0) return heldMs;
  return schedule.ready(elapsedMs) > 0 ? 0 : Math.max(1, schedule.next(elapsedMs) - elapsedMs);
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
