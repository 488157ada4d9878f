import type { Steps } from '../generators/kernels/engine/event-times.ts';
import type { JourneyPlan } from '../model/journey.ts';
import type { Schema } from '../model/schema.ts';
import { seedOf } from '../numeric/random.ts';
import { newDisorder } from '../time/intensity/disorder.ts';
import { checkChange, newTimeline, type Timeline } from '../time/timeline.ts';
import type { Rate, RateChange, Timing } from '../time/timing.ts';
import { sampleDeck } from './deck/deck.ts';
import { rowPlacesOf } from './deck/row-places.ts';
import { newJourneyRows } from './deck/rows.ts';
import { limited } from './limited.ts';

/**
 * The timeline of a stream whose rows are the steps of journeys in time, in order of (turn time, start, step). A pure function of
 * plan, timing and seed. `rateAt` answers in rows per second, whatever the unit of the timing: the rate of starts, times the rows of
 * each.
 */
export interface JourneyTimeline extends Timeline {
  /** The starts of journeys. Change the rate by the timeline of the rows. */
  readonly starts: Timeline;
  /** Rows per start, on average: those of the plan's `only`. Exact from block to block of starts. */
  readonly eventsPerStart: number;
  /** Sets the steps that rows `first`, `first + step`, … are. Rows that never come are left as they are. */
  putSteps(steps: Steps, first: number, rows: number, step?: number): void;
  /** All steps of a start with their turn times, whatever the plan's `only`; empty if it never comes. */
  stepsOf(start: number): readonly JourneyStep[];
}

/** A step of a journey. */
export interface JourneyStep {
  /** From 0. */
  readonly step: number;
  /** As an index into the states of the plan. */
  readonly state: number;
  /** Turn time, in whole milliseconds since 1970. */
  readonly ms: number;
  /** Whether it is a row of the stream. */
  readonly isRow: boolean;
  /** For a row: see `Steps`. */
  readonly visit: number;
  readonly nth: number;
}

/**
 * The timeline of the steps of journeys. The disorder of the timing moves event times, but no turns and no steps.
 *
 * @throws RangeError if no sampled journey comes to one of the states of `only`, or if the journeys have too many steps for the deck
 */
export function newJourneyTimeline(
  plan: JourneyPlan,
  timing: Timing,
  seed: number | string,
): JourneyTimeline {
  const words = seedOf(seed);
  const deck = sampleDeck(plan, words);
  const { only, name } = plan;
  const places = rowPlacesOf(deck, plan);
  const rowsPerStart = places.isRow.reduce((sum, is) => sum + is, 0) / deck.size;
  if (rowsPerStart === 0)
    throw new RangeError(
      `No journey of ${name} comes to ${only?.map((state) => plan.states[state]).join(' or ')}. Use a larger deck or a larger weight.`,
    );
  const perStart = timing.unit === 'starts' ? 1 : rowsPerStart;
  const all = newTimeline(startsOf(timing, perStart), seed);
  const starts = limited(all, plan.of?.size);
  const even =
    timing.arrivals === 'even'
      ? starts
      : limited(newTimeline({ ...startsOf(timing, perStart), arrivals: 'even' }, seed), plan.of?.size);
  const rows = newJourneyRows({ deck, places, name, seed: words, starts, even });
  const disorder = timing.disorderMs > 0 ? newDisorder(timing.disorderMs, words) : undefined;
  const changes: RateChange[] = [];

  const change = (next: RateChange): void => {
    checkChange(next, changes.at(-1), timing.unit);
    const ofStarts = { ...next, to: targetOf(next.to, perStart) };
    starts.change(ofStarts);
    if (even !== starts) even.change(ofStarts);
    rows.forget(next.atMs);
    changes.push(next);
  };
  for (const planned of timing.changes) change(planned);

  return {
    fromMs: starts.fromMs,
    starts,
    eventsPerStart: rowsPerStart,
    time: rows.time,
    before(ms) {
      if (!(ms > starts.fromMs)) return 0;
      return ms === Infinity && starts.before(ms) === Infinity ? Infinity : rows.before(ms);
    },
    rateAt: (ms) => starts.rateAt(ms) * rowsPerStart,
    put(ms, first, count, step = 1) {
      rows.put(ms, first, count, step);
      disorder?.(ms, first, count, step);
    },
    putSteps: (steps, first, count, step = 1) => rows.putSteps(steps, first, count, step),
    stepsOf: rows.stepsOf,
    change,
    changes,
  };
}

/** The timeline of a schema's rows: of the steps of its journey in time, or else of events. */
export function timelineOf(
  schema: Pick<Schema, 'journey'>,
  timing: Timing,
  seed: number | string,
): Timeline | JourneyTimeline {
  return schema.journey === undefined
    ? newTimeline(timing, seed)
    : newJourneyTimeline(schema.journey, timing, seed);
}

/** The timing of starts, of which each has so many of the timing's unit. */
const startsOf = (timing: Timing, perStart: number): Timing => ({
  ...timing,
  eps: timing.eps / perStart,
  rate: rateOf(timing.rate, perStart),
  changes: [],
  disorderMs: 0,
});

const rateOf = (rate: Rate, perStart: number): Rate =>
  rate.stages === undefined
    ? rate
    : { ...rate, stages: rate.stages.map(([afterMs, eps]) => [afterMs, eps / perStart] as const) };

function targetOf(to: RateChange['to'], perStart: number): RateChange['to'] {
  if (to === 'planned') return to;
  return typeof to === 'number' ? to / perStart : rateOf(to, perStart);
}
