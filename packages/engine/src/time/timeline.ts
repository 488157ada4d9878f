import type { StartedIncident } from '../model/incident.ts';
import type { Creation } from '../model/schema.ts';
import { countBefore, createdAfterMs } from '../numeric/growth.ts';
import { type Seed, seedOf } from '../numeric/random.ts';
import { firstPlace } from '../numeric/search.ts';
import { checkChange, checkTiming } from './check.ts';
import { cronOf, cronTimes } from './cron.ts';
import { newDisorder } from './intensity/arrivals.ts';
import { incidentFactor } from './incidents.ts';
import { factorsOf, type StartTimes } from './intensity/factors.ts';
import { newPlacement, newSpans } from './intensity/integral.ts';
import { type Offsets, zoneOffsets } from './intensity/offsets.ts';
import { ORIGIN, type Position, positionOf, reaches, wholesBefore } from './intensity/piece.ts';
import { product, type Product } from './intensity/product.ts';
import { END_MS, type Rate, type RateChange, type Timing } from './timing.ts';

/**
 * The timeline of rows that are created by growth: those that exist from the beginning come there, all others at their creation.
 * The population determines all times, so the rate cannot change.
 */
export function newCreationTimeline(creation: Creation, fromMs: number): Timeline {
  const { from, perSecond, size } = creation;
  const time = (row: number): number => {
    const ms = row < size ? fromMs + createdAfterMs(creation, row) : Infinity;
    return ms < END_MS ? ms : Infinity;
  };
  const before = (ms: number): number => {
    if (!(ms > fromMs)) return 0;
    return Math.min(size, countBefore(creation, Math.min(Math.ceil(ms), END_MS) - fromMs));
  };
  const lastMs = time(size - 1);
  return {
    fromMs,
    time,
    before,
    isFixed: true,
    changes: [],
    // What exists at the beginning counts as created within its second.
    rateAt: (ms) => (ms < fromMs || ms > lastMs ? 0 : perSecond + (ms < fromMs + 1000 ? from : 0)),
    change: () => {
      throw new RangeError('Cannot change the rate: each row is the creation of an entity that grows');
    },
    put(ms, first, rows, step = 1) {
      for (let r = 0; r < rows; r++) ms[r] = time(first + r * step);
    },
  };
}

/** The time of every row of a stream: a pure function of timing, seed and index. */
export interface Timeline {
  /** Time of row 0, or of the instant from which the rate holds. */
  readonly fromMs: number;
  /**
   * Turn time of a row, in whole milliseconds: its event time before `disorderMs` is taken off. Never smaller than that of the row
   * before. Infinity: the row never comes, because the rate stays 0 or because the year 9999 is over.
   *
   * @param row a whole number from 0 to 2^53 − 1
   */
  time(row: number): number;
  /** Sets the event times of rows `first`, `first + step`, …; `step` is at least 1 (default). */
  put(ms: Float64Array, first: number, rows: number, step?: number): void;
  /**
   * How many rows have a turn time before the instant: `time(n − 1) < ms ≤ time(n)`. For Infinity all rows, which are infinitely
   * many unless the rate ends at 0.
   */
  before(ms: number): number;
  /** Planned events per second of event time at an instant, from the right. 0 before the beginning. */
  rateAt(ms: number): number;
  /**
   * Changes the rate from an instant of event time on, or lets an incident with a rate begin. Earlier rows stay as they are, to the bit.
   *
   * @throws RangeError if the instant is before the last change, the number is not one from 0 up, or the rate is fixed
   */
  change(change: RateChange): void;
  /** All changes so far: those of the timing, and those made since. Together with the timing and the seed, they give the same rows again. */
  readonly changes: readonly RateChange[];
  /**
   * Says that the next rows to be asked for are from `first` on, before `end`. Where times are computed for many rows at once, they are
   * then for few others. It saves time, and changes no row. Default: any rows may be next.
   */
  readonly expect?: (first: number, end: number) => void;
  /** The rate cannot change. Default: it can. */
  readonly isFixed?: true;
  /** The earliest and the latest that the event times of rows from one to another can be. Default: not known without computing them. */
  readonly between?: (first: number, last: number) => readonly [fromMs: number, toMs: number];
  /** Whether no row comes after the first `rows`, even if the rate changes. Default: one may. */
  readonly isComplete?: (rows: number) => boolean;
}

/** A timeline that is also asked for rows here and there. */
export interface ScatteredTimeline extends Timeline {
  /** Sets the turn times of the first `count` rows of a list, in any order. Quick for rows that are near each other. */
  putAt(ms: Float64Array, rows: Float64Array, count: number): void;
}

/**
 * The timeline of a stream, with the changes of the timing. `toMs`, `speed` and `future` play no part in it.
 *
 * @param nearRows how many rows one after the other are looked up again and again, so that what they share is kept
 * @throws RangeError if the timing begins at no date, its rate is no number from 0 up, or a change is one that `change` refuses
 */
export function newTimeline(timing: Timing, seed: number | string, nearRows?: number): ScatteredTimeline {
  const { fromMs } = timing;
  checkTiming(timing);
  const changes: RateChange[] = [];
  const words = seedOf(seed);
  const rateAfter = ratesOf(timing, words);
  const spans = newSpans();
  spans.begin(rateAfter(), fromMs, ORIGIN);
  const placement = newPlacement(timing.arrivals, words, spans, nearRows);
  const disorder = timing.disorderMs > 0 ? newDisorder(timing.disorderMs, words) : undefined;

  const one = new Float64Array(1);
  const time = (row: number): number => {
    placement.put(one, row, 1, 1);
    const [ms = NaN] = one;
    return ms;
  };

  const before = (ms: number): number => {
    if (!(ms > fromMs)) return 0;
    const position = ms === Infinity ? spans.total() : spans.upTo(Math.min(ms, END_MS));
    return position === undefined ? Infinity : firstAtOrAfter(time, ms, wholesBefore(position));
  };

  /** The position at an instant by the rate, but after the last row before the instant and not after the first row from it on. */
  const positionAt = (ms: number): Position => {
    const planned = spans.upTo(ms);
    const row = before(ms);
    const place = placement.place(row);
    const isBetween = reaches(place, planned) && (row === 0 || !reaches(placement.place(row - 1), planned));
    return isBetween ? planned : positionOf(place);
  };

  const change = (next: RateChange): void => {
    checkChange(next, changes.at(-1));
    const atMs = Math.max(fromMs, Math.ceil(next.atMs));
    spans.begin(rateAfter(next), atMs, positionAt(atMs));
    changes.push(next);
  };
  for (const planned of timing.changes) change(planned);

  return {
    fromMs,
    time,
    before,
    change,
    changes,
    rateAt: (ms) => (ms < fromMs ? 0 : spans.rateAt(ms)),
    put(ms, first, rows, step = 1) {
      placement.put(ms, first, rows, step);
      disorder?.(ms, first, rows, step, () => fromMs);
    },
    putAt: (ms, rows, count) => placement.putAt(ms, rows, count),
    between: (first, last) => [time(first) - timing.disorderMs, time(last)],
  };
}

/** The rates of a stream: the planned one, and those that changes start. */
function ratesOf({ rate, eps, fromMs, zone }: Timing, seed: Seed): (change?: RateChange) => Product {
  const offsets = zone && zoneOffsets(zone);
  const rateOf = (rate: Rate, eps: number, originMs: number): Product =>
    product(
      factorsOf(rate, {
        eps,
        originMs,
        seed,
        zone: offsets,
        cron: cronStarts,
        incident: ({ times, factor, afterMs }) =>
          incidentFactor(times, factor, { seed, fromMs, afterMs, started: [...begun] }),
      }),
    );
  const begun: StartedIncident[] = [];
  let last: RateChange = { to: 'planned', atMs: fromMs };
  return (change = last) => {
    if (change.incident === undefined) last = change;
    else begun.push({ ...change.incident, number: -1 - begun.length, atMs: change.atMs });
    const { to, atMs } = last;
    if (to === 'planned') return rateOf(rate, eps, fromMs);
    return typeof to === 'number'
      ? rateOf({ ...rate, stages: [] }, to, fromMs)
      : rateOf({ ...to, ...(rate.incidents && { incidents: rate.incidents }) }, eps, atMs);
  };
}

/** The times of a cron expression, which is read once. */
function cronStarts(at: string, offsets: Offsets | undefined): StartTimes {
  const cron = cronOf(at);
  return (fromMs, toMs) => cronTimes(cron, fromMs, toMs, offsets);
}

/**
 * The first row whose time is at or after an instant, by doubling steps from a guess and then by halves.
 */
function firstAtOrAfter(time: (row: number) => number, ms: number, guess: number): number {
  if (guess >= Number.MAX_SAFE_INTEGER) return guess;
  let [low, high] = [0, guess];
  for (let step = 1; time(high) < ms; step *= 2) [low, high] = [high + 1, high + step];
  if (low === 0) {
    low = high;
    for (let step = 1; low > 0 && time(low - 1) >= ms; step *= 2)
      [low, high] = [Math.max(0, low - step), low - 1];
  }
  return firstPlace(low, high, (row) => time(row) >= ms);
}
