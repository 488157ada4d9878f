import type { Steps } from '../generators/kernels/engine/event-times.ts';
import { invalid } from '../model/issue.ts';
import type { JourneyPlan } from '../model/journey.ts';
import type { Schema } from '../model/schema.ts';
import { seedOf } from '../numeric/random.ts';
import { newRecordedTimeline } from '../recording/timeline.ts';
import { checkChange } from '../time/check.ts';
import type { Reading } from '../time/duration.ts';
import { newDisorder } from '../time/intensity/arrivals.ts';
import { newCreationTimeline, newTimeline, type Timeline } from '../time/timeline.ts';
import { END_MS, type RateChange, type Timing } from '../time/timing.ts';
import { newStepColumns } from './deck/step-columns.ts';
import { sampleEndless } from './deck/cycles.ts';
import { newJourneyRows } from './deck/rows.ts';
import { rowStepsOf } from './deck/tiers.ts';
import { checkChildren, checkEndless, checkPlan, newStarts } from './starts.ts';

/**
 * The timeline of a stream whose rows are the steps of journeys in time, in order of (turn time, start, step). A pure function of
 * plan, timing and seed. `rateAt` answers in rows per second, whatever the unit of the timing: the rate of starts, times the rows of
 * each.
 */
export interface JourneyTimeline extends Timeline {
  /** The starts of journeys. Change the rate by the timeline of the rows. */
  readonly starts: Timeline;
  /**
   * Rows per start, on average: those of the plan's `only`. Exact from block to block of starts. 0: no sampled journey has any, so none
   * ever comes. 1 if journeys may never end: a rate of events is then one of starts.
   */
  readonly eventsPerStart: number;
  /** Sets the steps that rows `first`, `first + step`, … are. Rows that never come are left as they are. */
  putSteps(steps: Steps, first: number, rows: number, step?: number): void;
  /** Some journeys may go on forever. Default: all end. */
  readonly isEndless?: true;
  readonly expect: NonNullable<Timeline['expect']>;
  /** The steps of a start before an instant (default: all) with their turn times, whatever the plan's `only`; empty if it never comes. */
  stepsOf(start: number, beforeMs?: number): readonly JourneyStep[];
}

/** A step of a journey. */
export interface JourneyStep {
  /** From 0. */
  readonly step: number;
  /** As an index into the states of the plan. */
  readonly state: number;
  /** The visit of the plan's state `each` that the step belongs to: −1 before the first, and 0 without `each`. */
  readonly visit: number;
  /** Turn time, in whole milliseconds since 1970. */
  readonly ms: number;
}

/**
 * The timeline of the steps of journeys. The disorder of the timing moves event times, no earlier than the
 * start of the journey, but no turns and no steps.
 *
 * @throws RangeError if the plan is impossible, the journeys have too many steps for their deck, or too many would be under way at a time
 */
export function newJourneyTimeline(
  plan: JourneyPlan,
  timing: Timing,
  seed: number | string,
): JourneyTimeline {
  const words = seedOf(seed);
  const { deck, cycles } = sampled(plan, words);
  const { only, name, of } = plan;
  const steps = rowStepsOf(deck, only);
  // Journeys that never end have any number of rows.
  const rowsPerStart = cycles.size > 0 ? 1 : steps.length / deck.size;
  const { starts, even, ...rates } = newStarts({
    name,
    timing,
    seed,
    // Where no journey has a row, none ever comes.
    perStart: timing.unit === 'starts' || rowsPerStart === 0 ? 1 : rowsPerStart,
    spanMs: cycles.size > 0 ? Infinity : steps.spanMs,
    deckSize: deck.size,
    size: of?.size ?? Infinity,
  });
  const rows = newJourneyRows({
    deck,
    steps,
    only,
    cycles,
    ...(of !== undefined && { lives: of.size }),
    name: plan.kinds?.order ?? name,
    seed: words,
    starts,
    even,
  });
  const disorder = timing.disorderMs > 0 ? newDisorder(timing.disorderMs, words) : undefined;
  const changes: RateChange[] = [];
  let columns = newStepColumns(0);

  const changeRates = (next: RateChange): void => {
    checkChange(next, changes.at(-1), timing.unit);
    rates.change(next);
    changes.push(next);
  };
  timing.changes.forEach(changeRates);

  /** When the journeys of rows start. */
  const startsOf = (first: number, count: number, step: number): Float64Array => {
    if (columns.start.length < count) columns = newStepColumns(count);
    columns.startedMs.fill(starts.fromMs);
    rows.putSteps(columns, first, count, step);
    return columns.startedMs;
  };

  return {
    fromMs: starts.fromMs,
    starts,
    eventsPerStart: rowsPerStart,
    time: rows.time,
    before(ms) {
      if (!(ms > starts.fromMs) || rowsPerStart === 0) return 0;
      return ms === Infinity && starts.before(ms) === Infinity ? Infinity : rows.before(ms);
    },
    ...(cycles.size > 0 && { isEndless: true }),
    rateAt(ms) {
      if (cycles.size === 0) return starts.rateAt(ms) * rowsPerStart;
      const begun = starts.before(ms);
      const beginning = begun < (of?.size ?? Infinity) ? starts.rateAt(ms) * (steps.length / deck.size) : 0;
      return begun * 1000 * rows.endlessPerMs + beginning;
    },
    // A pause holds starts that are still to come: they have no time then.
    isComplete: (count) =>
      of !== undefined && rows.time(count) === Infinity && starts.time(of.size - 1) < Infinity,
    put(ms, first, count, step = 1) {
      rows.put(ms, first, count, step);
      if (disorder === undefined) return;
      const started = startsOf(first, count, step);
      disorder(ms, first, count, step, (r) => started[r] ?? starts.fromMs);
    },
    between: (first, last) => [rows.time(first) - timing.disorderMs, rows.time(last)],
    putSteps: (steps, first, count, step = 1) => rows.putSteps(steps, first, count, step),
    expect: rows.expect,
    stepsOf: (start, beforeMs = END_MS) => rows.stepsOf(start, Math.min(beforeMs, END_MS)),
    change(next) {
      changeRates(next);
      rows.forget(next.atMs);
    },
    changes,
  };
}

/** Samples the journeys of a plan, which must be possible. */
function sampled(
  plan: JourneyPlan,
  seed: Parameters<typeof sampleEndless>[1],
): ReturnType<typeof sampleEndless> {
  checkPlan(plan);
  const sample = sampleEndless(plan, seed);
  checkChildren(plan, sample.deck);
  if (sample.cycles.size > 0) checkEndless(plan);
  return sample;
}

/** The rows that a timeline is for. */
type Timed = Pick<Schema, 'journey' | 'creation' | 'recording'>;

/**
 * The timeline of a schema's rows: of the steps of its journey in time, of the entities that are created, in the rhythm of its recording, or else of events.
 *
 * @throws RangeError as `newJourneyTimeline` does; `readTimeline` does not
 */
export function timelineOf(
  { journey, creation, recording }: Timed,
  timing: Timing,
  seed: number | string,
): Timeline | JourneyTimeline {
  if (recording !== undefined && timing.recorded === true)
    return newRecordedTimeline(recording, timing.fromMs);
  if (creation !== undefined) return newCreationTimeline(creation, timing.fromMs);
  if (journey === undefined) return newTimeline(timing, seed);
  return newJourneyTimeline(journey, timing, seed);
}

/** The timeline of a schema's rows, or a sentence that says why its journeys cannot be timed and what to change. */
export function readTimeline(
  schema: Timed,
  timing: Timing,
  seed: number | string,
): Reading<Timeline | JourneyTimeline> {
  try {
    return { ok: true, value: timelineOf(schema, timing, seed) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return invalid(error.message);
  }
}
