import type { Arrived } from '../contract.ts';

/** Rows that were read together. */
export interface Arrivals {
  readonly rows: readonly Arrived[];
  /** When each of them arrived, in milliseconds since 1970, if the place knows it. */
  readonly atMs?: ArrayLike<number> | undefined;
}
