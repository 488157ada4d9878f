import type { Scalar } from './learn.ts';

/** Figures on the fields of a run's rows. Sent at most a few times a second. */
export interface FiguresReport {
  /** Rows that were counted: all of a slow stream, a sample of a fast one. */
  readonly rows: number;
  /** Rows made so far. */
  readonly made: number;
  /** Top-level fields for a list of events: those that tell most first, identifiers last. */
  readonly columns: readonly string[];
  /** Fields with a figure, the most telling first. */
  readonly fields: readonly FieldFigure[];
  /** Absent: rows are no steps of a journey in time. */
  readonly journey?: JourneyFigure | undefined;
}

/** What was counted of a field. */
export type FieldFigure = SharesFigure | NumbersFigure | WalkFigure;

interface Counted {
  /** `country`, `payment.method`. */
  readonly path: string;
  /** How much it tells, in bits, without what fields before it tell. */
  readonly bits: number;
  /** Rows that were counted and have a value. */
  readonly count: number;
  /** Rows that were counted and have null, or lack the field. */
  readonly nulls: number;
}

/** A field with few values. */
export interface SharesFigure extends Counted {
  readonly kind: 'shares';
  /** The most frequent first. */
  readonly values: readonly { readonly value: Scalar; readonly count: number; readonly asked?: number }[];
  /** Values beyond those. */
  readonly others: number;
}

/** Numbers in bins. */
export interface NumbersFigure extends Counted {
  readonly kind: 'numbers';
  /** Ascending, one more than bins. The first and the last bin also hold what is beyond. */
  readonly edges: readonly number[];
  readonly bins: readonly number[];
  /** Whether the first or last bin holds a long tail: it is wider than others. */
  readonly tails: { readonly low: boolean; readonly high: boolean };
  /** Whether values are beyond the edges. */
  readonly beyond: { readonly low: boolean; readonly high: boolean };
  /** Within a bin, values count as evenly spread. */
  readonly median: number;
  readonly p95: number;
  readonly mean: number;
}

/** Numbers that continue from row to row. */
export interface WalkFigure extends Counted {
  readonly kind: 'walk';
  /** Some of the values in the order of rows, evenly apart, the last included. */
  readonly line: readonly number[];
}

/** The steps of journeys in time, counted row by row. */
export interface JourneyFigure {
  /** Name of the field. */
  readonly name: string;
  readonly states: readonly JourneyState[];
  /** All that were made, and those that the schema allows. */
  readonly moves: readonly JourneyMove[];
}

/** A state of a journey. */
export interface JourneyState {
  readonly name: string;
  /** Rows with this state. */
  readonly rows: number;
  /** Journeys that are in it and will move on. */
  readonly waiting: number;
}

/** Journeys that went from one state to another. */
export interface JourneyMove {
  /** Index of a state; −1: the journey began. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The share of the ways out of its state, or of all beginnings, that the schema asks for. Absent: it depends on the entity. */
  readonly asked?: number;
}
