import type { Pace } from '../pace/pace.ts';

/** The counts of a run at one moment. */
export interface Moment {
  readonly elapsedMs: number;
  readonly accepted: number;
  /** Rows that are no longer in flight: accepted, lost or dropped. */
  readonly settled: number;
  /** Rows due; `Infinity` without a rate. */
  readonly due: number;
  /** Rows due but not generated. */
  readonly behind: number;
}

/** Accepted rows per second. */
export interface Rates {
  /** Over the last few seconds. */
  readonly achieved: number;
  /** Since the start. */
  readonly average: number;
}

interface Sample {
  readonly elapsedMs: number;
  readonly accepted: number;
  /** The time that the settled rows stand for. */
  readonly coveredMs: number;
  readonly due: number;
  /** The time that the rows due stand for. */
  readonly dueMs: number;
  readonly behind: number;
}

/** Length of the window of the achieved rate. */
const WINDOW_MS = 5000;
/** While rows are only in flight, the achieved rate is held this long. */
const HOLD_MS = 1000;

const START: Sample = { elapsedMs: 0, accepted: 0, coveredMs: 0, due: 0, dueMs: 0, behind: 0 };

/**
 * Rates that compare the accepted rows with those due. Rows fall due in ticks: at 200 a second, 1,000 rows after 4.1 s stand for
 * 5 s and make 200 a second, and only rows that come late lower that. So a run on time never shows more than was planned.
 *
 * @returns the rates at each moment of a run, in order of time
 */
export function newRates({ coveredMs = unpaced }: Pick<Pace, 'coveredMs'>): (moment: Moment) => Rates {
  const samples: Sample[] = [START];
  const sampleOf = ({ elapsedMs, accepted, settled, due, behind }: Moment): Sample => ({
    elapsedMs,
    accepted,
    coveredMs: coveredMs(settled, elapsedMs),
    due,
    dueMs: coveredMs(due, elapsedMs),
    behind,
  });
  return (moment) => {
    const sample = sampleOf(moment);
    const isSettled = moment.settled >= moment.due;
    if (isSettled || moment.behind > 0 || moment.elapsedMs - lastOf(samples).elapsedMs >= HOLD_MS)
      add(samples, sample);
    return { achieved: between(samples[0] ?? START, lastOf(samples)), average: between(START, sample) };
  };
}

const unpaced = (_rows: number, elapsedMs: number): number => elapsedMs;

const lastOf = (samples: readonly Sample[]): Sample => samples.at(-1) ?? START;

/** Adds a sample, and forgets those that are older than the window. */
function add(samples: Sample[], sample: Sample): void {
  while (samples.length > 1 && lastOf(samples).coveredMs >= sample.coveredMs) samples.pop();
  samples.push(sample);
  while (samples.length > 2 && sample.coveredMs - (samples[1]?.coveredMs ?? 0) >= WINDOW_MS) samples.shift();
}

/** Rows accepted per second of the time that they stand for. If none were late before, no more than fell due in that time. */
function between(from: Sample, to: Sample): number {
  const accepted = perSecond(to.accepted - from.accepted, to.coveredMs - from.coveredMs);
  if (from.behind > 0 || !(to.dueMs > from.dueMs) || !Number.isFinite(to.due)) return accepted;
  return Math.min(accepted, perSecond(to.due - from.due, to.dueMs - from.dueMs));
}

const perSecond = (rows: number, ms: number): number => (ms > 0 ? (rows * 1000) / ms : 0);
