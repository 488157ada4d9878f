import type { Pace } from '../pace/pace.ts';
import type { PendingChanges } from './control.ts';
import { lingerMs, lingerRows } from './linger.ts';
import type { Progress, Retrying, TimeProgress } from './progress.ts';
import { newRates, type Moment } from './rates.ts';
import type { RunState } from './run-state.ts';
import type { Schedule } from './schedule.ts';
import { retryDeadlineMs, waitMs } from './send-queue.ts';
import { lostOf } from './tally.ts';

/** Reports on a run at the present moment, or on a run that is over. */
export function newReporter(
  state: RunState,
  schedule: Schedule,
  changes: PendingChanges | undefined,
  elapsed: () => number,
): (isOver?: boolean) => Progress {
  const { options, tally } = state;
  const ratesAt = newRates(options.pace);
  return (isOver = false) => {
    const elapsedMs = elapsed();
    const { accepted, generated, inFlight } = tally.counts;
    const behind = schedule.behind(elapsedMs);
    // Rows that wait for a full request are not behind.
    const waiting = lingerRows(options.limits, schedule.perSecond);
    const late = Math.max(0, behind - waiting);
    const [settled, due] = [generated - inFlight, schedule.due(elapsedMs)];
    const { planned, live, ...rates } = ratesAt({
      // The answers that a stopped run waits for take no longer than its rows.
      elapsedMs: Math.min(elapsedMs, schedule.frozenMs, settled < due ? Infinity : endOf(state, elapsedMs)),
      accepted,
      settled,
      due,
      late: Number.isFinite(schedule.perSecond) ? schedule.late(elapsedMs) : behind,
      past: pastOf(schedule, state),
      waitMs: lingerMs(options.limits, schedule.perSecond),
    });
    const now = changes?.isHeld === true ? 0 : schedule.perSecond;
    const asked = isOver && hasMean(options.pace) ? withoutRounding(planned) : now;
    const retrying = retryStatus(state);
    const time = timeOf(state, schedule, changes, elapsedMs);
    return {
      ...tally.report(elapsedMs, asked, now > 0 && Number.isFinite(now) ? late : 0),
      ...rates,
      ...(retrying === undefined ? {} : { retrying }),
      ...(time === undefined ? {} : { time: { ...time, liveAverage: live } }),
    };
  };
}

/** When the last row was accepted of a run that ended after a time, or its end if that is later. A timer that fires late is no rate. */
const endOf = ({ options: { pace, clock }, acceptedMs }: RunState, elapsedMs: number): number =>
  pace.endMs === undefined ? Infinity : Math.max(pace.endMs, acceptedMs - (clock.now() - elapsedMs));

const pastOf = ({ past }: Schedule, { lostOfPast, tally }: RunState): Moment['past'] =>
  past === undefined ? undefined : { ...past, lost: lostOfPast ?? lostOf(tally.counts) };

/** Whether a pace varies and has no history, which was not asked for at any rate. */
const hasMean = ({ eventMs, backlog = 0, perSecond }: Pace): boolean =>
  eventMs !== undefined && backlog === 0 && Number.isFinite(perSecond);

const withoutRounding = (perSecond: number): number => Number(perSecond.toPrecision(12));

function timeOf(
  { options: { pace, clock } }: RunState,
  schedule: Schedule,
  changes: PendingChanges | undefined,
  elapsedMs: number,
): Omit<TimeProgress, 'liveAverage'> | undefined {
  if (pace.eventMs === undefined && changes === undefined) return undefined;
  const isHeld = changes?.isHeld === true;
  return {
    eventMs: lastMsOf(pace, schedule) ?? pace.eventMs ?? clock.date(),
    plannedPerSecond: isHeld ? 0 : pace.perSecond,
    dueRows: schedule.due(elapsedMs),
    backlogRows: schedule.isLive ? 0 : schedule.behind(elapsedMs),
    isLive: schedule.isLive,
    isPaused: changes?.isPaused ?? false,
  };
}

/** The time of the last row taken, unless the run follows the clock and goes on. */
function lastMsOf(pace: Pace, { taken, isLive, finished }: Schedule): number | undefined {
  if (taken === 0 || (isLive && !finished)) return undefined;
  const lastMs = pace.timeOf?.(taken - 1);
  return lastMs !== undefined && Number.isFinite(lastMs) ? lastMs : undefined;
}

/** The state of retries after failures that no acceptance has followed; undefined if there are none. */
function retryStatus(state: RunState): Retrying | undefined {
  const { options, retry, queue, breaker, failing, acceptedMs } = state;
  const retried = [...failing].filter(({ lastFailedMs }) => lastFailedMs >= acceptedMs);
  if (retried.length === 0) return undefined;
  const now = options.clock.now();
  const isInFlight = breaker.earliestMs === Infinity || retried.some((pending) => !queue.has(pending));
  const nextMs = isInFlight ? 0 : Math.min(...[...queue].map((pending) => waitMs(pending, state)));
  const giveUpMs = Math.min(...retried.map((pending) => retryDeadlineMs(pending, state))) - now;
  const attemptsLeft = retry.attempts + 1 - Math.max(...retried.map(({ attempt }) => attempt));
  return {
    nextMs: Math.max(0, nextMs),
    giveUpMs: Math.max(0, giveUpMs),
    ...(Number.isFinite(attemptsLeft) ? { attemptsLeft } : {}),
  };
}
