import type { JourneyPlan } from '../../model/journey.ts';
import type { Deck } from './steps.ts';

/** Which steps of a deck are rows of a stream, and what they belong to. */
export interface RowPlaces {
  /** 1 for a row, else 0. */
  readonly isRow: Uint8Array;
  /** The visit of the plan's `each` state that a step belongs to, from 0; −1 before the first. 0 without `each`. */
  readonly visit: Int32Array;
  /** Number of earlier rows of the same journey and visit. */
  readonly nth: Int32Array;
}

/** The rows of a stream of a plan's journeys. */
export function rowPlacesOf(
  { size, firsts, state, ends }: Deck,
  { only, each }: Pick<JourneyPlan, 'only' | 'each'>,
): RowPlaces {
  const isRow = new Uint8Array(state.length);
  const [visit, nth] = [new Int32Array(state.length), new Int32Array(state.length)];
  const rows: number[] = [];
  for (let journey = 0; journey < size; journey++) {
    let last = each === undefined ? 0 : -1;
    rows.length = 0;
    for (let step = firsts[journey]; step < firsts[journey + 1]; step++) {
      if (state[step] === each) last++;
      const own = each === undefined ? 0 : ends[step] < 0 ? last : ends[step];
      const before = rows[own] ?? 0;
      visit[step] = own;
      nth[step] = before;
      if (own < 0 || only?.includes(state[step]) === false) continue;
      isRow[step] = 1;
      rows[own] = before + 1;
    }
  }
  return { isRow, visit, nth };
}
