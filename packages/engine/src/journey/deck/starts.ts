/** The times at which journeys start. */
export interface Starts {
  readonly fromMs: number;
  /** Time of a start; Infinity: it never comes. */
  time(start: number): number;
  /** Starts before an instant. */
  before(ms: number): number;
  /** Sets the times of starts `first`, `first + step`, … */
  put(ms: Float64Array, first: number, starts: number, step: number): void;
  /** Sets the times of the first `count` starts of a list. */
  putAt(ms: Float64Array, starts: Float64Array, count: number): void;
}
