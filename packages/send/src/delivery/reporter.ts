import type { Pace } from '../pace/pace.ts';
import type { Past, Schedule } from './schedule.ts';
import type { PendingChanges } from './control.ts';
import { lingerMs, lingerRows } from './rate-plan.ts';
import type { Progress, Retrying, TimeProgress } from './progress.ts';
import type { RunState } from './run-state.ts';
import { retryDeadlineMs, waitMs } from './send-queue.ts';
import { lostOf } from './tally.ts';

/** The counts of a run at one moment. */
interface Moment {
  readonly elapsedMs: number;
  readonly accepted: number;
  /** Rows that are no longer in flight: accepted, lost or dropped. */
  readonly settled: number;
  /** Rows due; `Infinity` without a rate. */
  readonly due: number;
  /** Rows due but not generated, beyond one second's worth. */
  readonly late: number;
  /** How long rows may wait for a full request. Default 0. */
  readonly waitMs?: number;
  /** The rows of the past, of which `lost` were not accepted; undefined while they are being sent. */
  readonly past?: (Past & { readonly lost: number }) | undefined;
}

/** Accepted rows per second. */
interface Rates {
  /** Over the last few seconds; once the rows of the past are done, of those after them. */
  readonly achieved: number;
  /** Since the start. */
  readonly average: number;
  /** Since the run was live; undefined if no row has fallen due since. */
  readonly live: number | undefined;
  /** Rows due per second, since the start. `Infinity` without a rate. */
  readonly planned: number;
}

interface Sample extends Moment {
  /** The time that the rows due stand for. */
  readonly dueMs: number;
  /** The time that the settled rows took: until now, a start before the run included, or all that the rows due stand for if none is missing. */
  readonly settledMs: number;
}

/** Length of the window of the achieved rate. */
const WINDOW_MS = 5000;
/** While rows are only in flight, the achieved rate is held this long. */
const HOLD_MS = 1000;

const START: Sample = { elapsedMs: 0, accepted: 0, settled: 0, due: 0, late: 0, dueMs: 0, settledMs: 0 };

/**
 * Rates that compare the accepted rows with those due. Rows fall due in ticks: at 200 a second, 1,000 rows after 4.1 s stand for
 * 5 s and make 200 a second, and only rows that come late or are lost lower that. So a run on time never shows more than planned.
 *
 * @returns the rates at each moment of a run, in order of time
 */
export function newRates(pace: Pick<Pace, 'coveredMs'>): (moment: Moment) => Rates {
  const samples: Sample[] = [START];
  let isLive = false;
  return (moment) => {
    const sample = sampleOf(moment, pace);
    const begin = liveBegin(moment);
    // The rate of the past says nothing about that of now, however seldom rows come.
    if (!isLive && begin !== undefined && sample.settled >= begin.settled) {
      isLive = true;
      samples.splice(0, samples.length, begin);
    }
    if (isTelling(sample, samples)) add(samples, sample);
    return {
      achieved: between(samples[0] ?? START, lastOf(samples)),
      average: between(START, sample),
      live: liveRate(begin, sample),
      planned: perSecond(sample.due, sample.dueMs),
    };
  };
}

function sampleOf(moment: Moment, pace: Pick<Pace, 'coveredMs'>): Sample {
  const { elapsedMs, settled, due } = moment;
  const coveredMs = (rows: number): number => pace.coveredMs?.(rows, elapsedMs) ?? elapsedMs;
  const dueMs = coveredMs(due);
  return { ...moment, dueMs, settledMs: settled >= due ? dueMs : coveredMs(0) };
}

/** The moment from which a run is live; undefined while it sends rows of the past. */
function liveBegin({ past }: Moment): Sample | undefined {
  if (past === undefined || past.rows === 0) return past && START;
  const { rows, lost, coveredMs: ms } = past;
  return {
    ...START,
    accepted: rows - lost,
    settled: rows,
    due: rows,
    elapsedMs: ms,
    dueMs: ms,
    settledMs: ms,
  };
}

const liveRate = (begin: Sample | undefined, sample: Sample): number | undefined =>
  begin === undefined || (begin.due > 0 && sample.due <= begin.due) ? undefined : between(begin, sample);

/** Whether a sample shows more than that rows are in flight. */
function isTelling(
  { settled, due, late, elapsedMs, waitMs = 0 }: Sample,
  samples: readonly Sample[],
): boolean {
  if (settled >= due || late > 0) return true;
  const last = lastOf(samples);
  return samples.length === 1 ? settled > last.settled : elapsedMs - last.elapsedMs >= HOLD_MS + waitMs;
}

const lastOf = (samples: readonly Sample[]): Sample => samples.at(-1) ?? START;

/** Adds a sample, and forgets those that are older than the window. */
function add(samples: Sample[], sample: Sample): void {
  while (samples.length > 1 && lastOf(samples).settledMs >= sample.settledMs) samples.pop();
  samples.push(sample);
  while (samples.length > 2 && sample.settledMs - (samples[1]?.settledMs ?? 0) >= WINDOW_MS) samples.shift();
}

/** The accepted share of the settled rows per second. Unless rows were late before, no more than fell due. */
function between(from: Sample, to: Sample): number {
  const settled = to.settled - from.settled;
  const share = settled > 0 ? (to.accepted - from.accepted) / settled : 0;
  const made = perSecond(settled, to.settledMs - from.settledMs);
  const due = perSecond(to.due - from.due, to.dueMs - from.dueMs);
  return share * (from.late === 0 && due > 0 && due < Infinity ? Math.min(made, due) : made);
}

const perSecond = (rows: number, ms: number): number => (ms > 0 ? (rows * 1000) / ms : 0);

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
