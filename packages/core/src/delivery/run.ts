import { byteLength, newBatch, type Batch } from '../rows/batch.ts';
import { heardWithin, newBell } from './bell.ts';
import { newEnding, type Ending } from './ending.ts';
import { fitting } from './fitting.ts';
import { deliver, judgeSizes, rejectRow } from './lane.ts';
import type { RunOptions } from './options.ts';
import type { Progress, Summary } from './progress.ts';
import { newSchedule, type Schedule } from './schedule.ts';
import { newTraffic, type Traffic } from './traffic.ts';
import { retryingOf, waitingRows } from './turn.ts';

const GRACE_MS = 10_000;
const REPORT_MS = 100;
/** Most seconds of rows that may wait to be sent again before no more are made. */
const MOST_WAITING_S = 2;
/** Most rows of the first request: making a large first tick, by code that has not run before, takes a while. */
const FIRST_ROWS = 5000;
/** Time for the first request to go out. */
const FIRST_MS = 5;

/**
 * Streams rows to a connection at a pace until the limit is reached, someone stops it, or a failure ends it; then waits for the
 * answers that are due and says what became of every row. Resolves also when the run failed.
 *
 * @throws what is no doing of a service or a person: a bug in a destination or generator
 */
export async function run(options: RunOptions): Promise<Summary> {
  const { clock, connection, pace, limit = -1, stop, abort, graceMs = GRACE_MS } = options;
  const startMs = clock.now();
  const elapsed = (): number => clock.now() - startMs;
  const schedule = newSchedule(pace, limit);
  const bell = newBell();
  const changed = newBell();
  const onBegin = (): void => {
    bell.ring();
    changed.ring();
  };
  const ending = newEnding({ clock, stop, abort, graceMs, onBegin });
  const traffic = newTraffic(options, ending, changed);
  const report = (): Progress => {
    // What becomes due after the end began is not going to be made.
    const dueMs = (ending.beganMs ?? clock.now()) - startMs;
    const behind = Number.isFinite(pace.perSecond) ? schedule.behind(dueMs) : 0;
    const retrying = retryingOf(traffic);
    return {
      ...traffic.tally.report(elapsed(), pace.perSecond, behind),
      ...(retrying === undefined ? {} : { retrying }),
    };
  };
  const lanes = newLanes(traffic, ending, () => bell.ring());
  let hasSent = false;
  const reporting = reportEvery(options, report, ending.over).catch(lanes.crash);
  try {
    while (!ending.begun && !schedule.finished) {
      if (options.whenBehind === 'drop' && dropLate(schedule, traffic, elapsed())) continue;
      const ms = waitMs(traffic, lanes, schedule, elapsed());
      if (ms !== 0) await waitFor(ms);
      // A row that no request can hold took no time to refuse: others must have their turn.
      else if (!lanes.launch(schedule, elapsed(), hasSent ? Infinity : FIRST_ROWS)) await waitFor(1);
      else if (!hasSent) {
        // The first events go out, over a connection that is yet to be made, before more are made.
        hasSent = true;
        await waitFor(FIRST_MS);
      }
    }
  } catch (bug) {
    lanes.crash(bug);
  }
  await lanes.empty();
  judgeSizes(traffic, true);
  ending.finish();
  await reporting;
  await connection.close();
  lanes.surface();
  return { ...report(), reason: ending.reason, error: ending.error };

  /** Waits so long, or until something happens. */
  function waitFor(ms: number): Promise<void> {
    return heardWithin(ms, bell, clock);
  }
}

/** Whether there were rows to drop. */
function dropLate(schedule: Schedule, { tally }: Traffic, elapsedMs: number): boolean {
  const late = schedule.late(elapsedMs);
  if (late === 0) return false;
  schedule.drop(late);
  tally.dropped(late);
  return true;
}

/** Milliseconds until a batch may be made, 0: now; `Infinity`: not before a batch under way is done. */
function waitMs(traffic: Traffic, lanes: Lanes, schedule: Schedule, elapsedMs: number): number {
  const { options, flight, gate } = traffic;
  const { clock, pace } = options;
  if (lanes.busy >= flight.allowed) return Infinity;
  const waiting = waitingRows(traffic);
  if (waiting > 0 && waiting + pace.batchRows > MOST_WAITING_S * pace.perSecond) return Infinity;
  const heldMs = Math.max(traffic.holdUntilMs, gate.opensMs) - clock.now();
  if (heldMs > 0) return heldMs;
  return schedule.ready(elapsedMs) > 0 ? 0 : Math.max(1, schedule.next(elapsedMs) - elapsedMs);
}

/** The batches under way. */
interface Lanes {
  readonly busy: number;
  /** Makes a batch of at most so many rows that are ready, and sends it; false when it was a row that no request can hold. */
  launch(schedule: Schedule, elapsedMs: number, most: number): boolean;
  /** Ends the run for a bug; the first one counts. */
  readonly crash: (bug: unknown) => void;
  /** Resolves when no batch is under way. */
  empty(): Promise<void>;
  /** @throws the bug that ended the run, if one did */
  surface(): void;
}

function newLanes(traffic: Traffic, ending: Ending, onFree: () => void): Lanes {
  const { options, tally } = traffic;
  const { clock, limits, pace, first = 0 } = options;
  const busy = new Set<Promise<void>>();
  const bugs: unknown[] = [];
  // Buffers are used again: there are never more than may be under way.
  const spare: Batch[] = [];

  const crash = (bug: unknown): void => {
    bugs.push(bug);
    ending.giveUp();
  };
  const seeThrough = async (batch: Batch): Promise<void> => {
    try {
      if (await deliver(batch, traffic)) spare.push(batch);
    } catch (bug) {
      crash(bug);
    }
  };
  const send = (batch: Batch): void => {
    const lane = seeThrough(batch).finally(() => {
      busy.delete(lane);
      onFree();
    });
    busy.add(lane);
  };
  return {
    get busy() {
      return busy.size;
    },
    launch(schedule, elapsedMs, most) {
      // Rows of several ticks that had to wait share a request; without a rate there are no ticks.
      const ready = Number.isFinite(pace.perSecond) ? schedule.ready(elapsedMs) : pace.batchRows;
      const count = Math.min(ready, schedule.ready(elapsedMs), limits.rows, most);
      const extent = { first: first + schedule.taken, count, time: { startMs: clock.date(), stepMs: 0 } };
      const batch = fitting(options.rows, spare.pop() ?? newBatch(), limits, extent);
      schedule.take(batch.count);
      tally.took(batch.count);
      if (byteLength(batch) + (limits.bytesPerRow ?? 0) * batch.count <= limits.bytes) {
        options.onMade?.(batch);
        send(batch);
        return true;
      }
      rejectRow(batch, traffic);
      spare.push(batch);
      return false;
    },
    crash,
    async empty() {
      while (busy.size > 0) await Promise.all(busy);
    },
    surface() {
      if (bugs.length > 0) throw bugs[0];
    },
  };
}

async function reportEvery(options: RunOptions, report: () => Progress, until: AbortSignal): Promise<void> {
  const { clock, onProgress, reportMs = REPORT_MS } = options;
  if (onProgress === undefined) return;
  for (;;) {
    await clock.sleep(reportMs, until);
    if (until.aborted) return;
    onProgress(report());
  }
}
