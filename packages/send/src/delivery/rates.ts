import type { Pace } from '../pace/pace.ts';
import type { Past } from './schedule.ts';

/** The counts of a run at one moment. */
export interface Moment {
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
export interface Rates {
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
