/** How long a journey stays before it takes a way, in milliseconds. */
export type Wait =
  | { readonly kind: 'exactly'; readonly ms: number }
  | { readonly kind: 'between'; readonly minMs: number; readonly maxMs: number }
  | { /** Exponential. */ readonly kind: 'mean'; readonly meanMs: number }
  | {
      /** Log-normal: `sigma` is the standard deviation of the logarithm. */ readonly kind: 'median';
      readonly medianMs: number;
      readonly sigma: number;
    };

/** A way out of a state. */
export interface Way {
  /** The next state, as an index into the states; −1 ends the journey. */
  readonly to: number;
  /** Above 0; shares are by the sum of the weights of all ways out of the state. */
  readonly weight: number;
  /** The weight for each of the plan's kinds, from 0; `weight` is the largest. Absent: it is the same for all. */
  readonly byKind?: readonly number[];
  /** Before the next state. Plays no part at the end. */
  readonly wait: Wait;
}

/** A journey in time: starts that each move through states, with waits between their steps. Plain data. */
export interface JourneyPlan {
  /** Name of the field. It keys all draws, so streams with the same field and plan share their journeys. */
  readonly name: string;
  readonly states: readonly string[];
  /** First states with weights. */
  readonly begins: readonly Pick<Way, 'to' | 'weight' | 'byKind'>[];
  /** Ways out of each state; without any the journey ends there. */
  readonly ways: readonly (readonly Way[])[];
  /** The states, as indexes, whose steps are rows of this stream. Absent: all. */
  readonly only?: readonly number[];
  /** The entity whose lives the journeys are: start e is the entity with index e, and there are `size` starts. Absent: any number. */
  readonly of?: { readonly entity: string; readonly size: number };
  /**
   * A state, as an index: rows belong to its visits instead of the journey as a whole, each to the visit that came last, and one
   * inserted by a cascade to the visit that it ends. Steps before the first visit are no rows. Absent: rows belong to the journey.
   */
  readonly each?: number;
  /** The entity whose changes the rows tell, with `each`: visit v of start e is the entity with index v · `of.size` + e. Absent: none. */
  readonly children?: { readonly entity: string; readonly size: number };
  /** Steps that are inserted before those of a state, 1 ms apart. Absent: none. */
  readonly cascades?: readonly Cascade[];
  /**
   * The kinds of the entities `of`, whose ways may differ: how many journeys of the deck each has, one after the other. `order` keys the
   * order of starts in place of the journey's name: entities find their kinds by it. Absent: all take the same ways.
   */
  readonly kinds?: { readonly order: string; readonly counts: readonly number[] };
  /** How many journeys are sampled from the states: a power of two from 256 to 65,536. */
  readonly deck: number;
  /** A journey that would take longer breaks off. In milliseconds, above 0. Absent: lives of an entity may be endless. */
  readonly longestMs?: number;
}

/** Inserts a step of the state `as` before each step of `before`: for every earlier visit of `each` that has none yet. */
export interface Cascade {
  /** The states, as indexes. */
  readonly before: number;
  readonly each: number;
  readonly as: number;
}
