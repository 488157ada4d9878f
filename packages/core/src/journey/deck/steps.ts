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
  /** The visit that a step ends which a cascade inserted; −1 for all others. */
  readonly ends: Int32Array;
  /** The least time since the start, in whole milliseconds. From step to step of a journey, it grows by 1 at least. */
  readonly lowMs: Float64Array;
  /** From step to step of a journey, it does not shrink. */
  readonly widthMs: Float64Array;
}

/** Maximum number of steps of all journeys of a deck. */
const MAX_DECK_STEPS = 2 ** 21;

/** Collects steps, those of each journey in order. */
export interface StepList {
  /** @throws RangeError if there are more than `MAX_DECK_STEPS` */
  add(journey: number, state: number, lowMs: number, widthMs: number, ends?: number): void;
  deck(): Deck;
}

export function newStepList(size: number): StepList {
  const [journeys, steps, states]: [number[], number[], number[]] = [[], [], []];
  const [lows, widths, ended]: [number[], number[], number[]] = [[], [], []];
  const firsts = new Int32Array(size + 1);
  return {
    add(journey, state, lowMs, widthMs, ends = -1) {
      if (journeys.length === MAX_DECK_STEPS)
        throw new RangeError(
          `The journeys of a deck of ${size.toLocaleString('en')} have more than ${MAX_DECK_STEPS.toLocaleString('en')} steps. Use a smaller deck, or journeys with fewer steps.`,
        );
      journeys.push(journey);
      steps.push(firsts[journey + 1]++);
      states.push(state);
      lows.push(lowMs);
      widths.push(widthMs);
      ended.push(ends);
    },
    deck() {
      for (let journey = 0; journey < size; journey++) firsts[journey + 1] += firsts[journey];
      const count = journeys.length;
      const [journey, state] = [new Int32Array(count), new Int32Array(count)];
      const ends = new Int32Array(count);
      const [lowMs, widthMs] = [new Float64Array(count), new Float64Array(count)];
      for (let n = 0; n < count; n++) {
        const place = firsts[journeys[n]] + steps[n];
        journey[place] = journeys[n];
        state[place] = states[n];
        lowMs[place] = lows[n];
        widthMs[place] = widths[n];
        ends[place] = ended[n];
      }
      return { size, firsts, journey, state, ends, lowMs, widthMs };
    },
  };
}
