import type { PendingChanges } from './control.ts';
import type { Progress, TimeProgress } from './progress.ts';
import { newRates } from './rates.ts';
import { retryStatus } from './retry-status.ts';
import type { RunState } from './run-state.ts';
import type { Schedule } from './schedule.ts';

/** Reports on a run at the present moment. */
export function newReporter(
  state: RunState,
  schedule: Schedule,
  changes: PendingChanges | undefined,
  elapsed: () => number,
): () => Progress {
  const { options, tally } = state;
  const ratesAt = newRates(options.pace);
  return () => {
    const elapsedMs = elapsed();
    const { accepted, generated, inFlight } = tally.counts;
    const settled = generated - inFlight;
    // The answers that a stopped run waits for take no longer than its rows.
    const dueMs = Math.min(elapsedMs, schedule.frozenMs);
    const behind = schedule.behind(elapsedMs);
    const due = schedule.due(elapsedMs);
    const asked = changes?.isPaused === true ? 0 : schedule.perSecond;
    const retrying = retryStatus(state);
    const time = timeOf(state, schedule, changes, elapsedMs);
    return {
      ...tally.report(elapsedMs, asked, asked > 0 && Number.isFinite(asked) ? behind : 0),
      ...ratesAt({
        elapsedMs: dueMs,
        accepted,
        settled,
        due,
        late: Number.isFinite(schedule.perSecond) ? schedule.late(elapsedMs) : behind,
      }),
      ...(retrying === undefined ? {} : { retrying }),
      ...(time === undefined ? {} : { time }),
    };
  };
}

function timeOf(
  { options: { pace, clock } }: RunState,
  schedule: Schedule,
  changes: PendingChanges | undefined,
  elapsedMs: number,
): TimeProgress | undefined {
  if (pace.eventMs === undefined && changes === undefined) return undefined;
  const isPaused = changes?.isPaused ?? false;
  return {
    eventMs: pace.eventMs ?? clock.date(),
    plannedPerSecond: isPaused ? 0 : pace.perSecond,
    dueRows: schedule.due(elapsedMs),
    backlogRows: schedule.isLive ? 0 : schedule.behind(elapsedMs),
    isLive: schedule.isLive,
    isPaused,
  };
}
