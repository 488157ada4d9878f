import type { JourneyPlan } from '../../model/journey.ts';

/**
 * Journeys sampled from a plan, as a list of their steps: those of one journey after those of another, each in their order.
 * Step n of a start at T, which has drawn u from [0, 1), is at `T + lowMs[n] + ⌊u · widthMs[n]⌋`.
 */
export interface Deck {
  /** Number of journeys. */
  readonly size: number;
  /** The steps of journey j are from `firsts[j]` up to `firsts[j + 1]`. */
  readonly firsts: Int32Array;
  readonly journey: Int32Array;
  readonly state: Int32Array;
  /** The least time since the start, in whole milliseconds. From step to step of a journey, it grows by 1 at least. */
  readonly lowMs: Float64Array;
  /** From step to step of a journey, it does not shrink. */
  readonly widthMs: Float64Array;
  /** The visit of a state that a step belongs to; −1: none. */
  readonly visit: Int32Array;
}

/** Maximum number of steps of all journeys of a deck. */
const MAX_DECK_STEPS = 2 ** 20;

/** A journey without a `longestMs` breaks off after this time, a hundred years. */
export const LIFETIME_MS = 36_525 * 86_400_000;

/** Collects the steps of journeys, those of each in their order. */
export interface StepList {
  /** @throws RangeError if there are too many for memory */
  add(journey: number, state: number, lowMs: number, widthMs: number, visit: number): void;
  deck(): Deck;
}

export function newStepList({
  name,
  states: names,
  deck: size,
}: Pick<JourneyPlan, 'name' | 'states' | 'deck'>): StepList {
  const [journeys, states, visits]: [number[], number[], number[]] = [[], [], []];
  const [lows, widths]: [number[], number[]] = [[], []];
  const counts = new Int32Array(size);
  return {
    add(journey, state, lowMs, widthMs, visit) {
      if (journeys.length === MAX_DECK_STEPS)
        throw new RangeError(
          `Journeys of ${name} are in the state ${names[state]} after ${grouped(counts[journey])} steps, and ${grouped(size)} sampled journeys (deck) may have at most ${grouped(MAX_DECK_STEPS)} steps together. Reduce deck, or use journeys that end sooner: by their weights, or by longest`,
        );
      journeys.push(journey);
      states.push(state);
      lows.push(lowMs);
      widths.push(widthMs);
      visits.push(visit);
      counts[journey]++;
    },
    deck() {
      const firsts = new Int32Array(size + 1);
      for (let journey = 0; journey < size; journey++)
        firsts[journey + 1] = firsts[journey] + counts[journey];
      const places = firsts.slice();
      const order = Int32Array.from(journeys, (journey) => places[journey]++);
      const whole = (list: readonly number[]): Int32Array => {
        const sorted = new Int32Array(list.length);
        for (let n = 0; n < list.length; n++) sorted[order[n]] = list[n];
        return sorted;
      };
      const real = (list: readonly number[]): Float64Array => {
        const sorted = new Float64Array(list.length);
        for (let n = 0; n < list.length; n++) sorted[order[n]] = list[n];
        return sorted;
      };
      return {
        size,
        firsts,
        journey: whole(journeys),
        state: whole(states),
        lowMs: real(lows),
        widthMs: real(widths),
        visit: whole(visits),
      };
    },
  };
}

const grouped = (count: number): string => count.toLocaleString('en');
