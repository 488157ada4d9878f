import { END_MS } from '../../time/timing.ts';
import type { Page } from './page.ts';
import { lateness } from './shuffle.ts';
import type { Deck } from './steps.ts';

/** The columns of steps: see `Steps` of the engine. */
export interface StepColumns {
  readonly start: Float64Array;
  readonly step: Int32Array;
  readonly state: Int32Array;
  readonly visit: Int32Array;
  readonly nth: Int32Array;
  readonly startedMs: Float64Array;
  readonly nextMs: Float64Array;
}

/** Sets columns from `r` on to rows `n`, `n + step`, … of a page. Returns the first place after them: `rows`, or where the page ends. */
export type PutColumns = (
  columns: StepColumns,
  r: number,
  rows: number,
  page: Page,
  n: number,
  step: number,
) => number;

/**
 * Numbers of a step lie together, because rows in the order of time read steps here and there: its least time and width, and three
 * words of its journey, its state, and its number, nth and visit.
 */
const TIMES = 2;
const WORDS = 4;

/** The journey's bits; one more says that the step is its last. */
const JOURNEY_BITS = 16;
const JOURNEY = 2 ** JOURNEY_BITS - 1;

/** Bits of each of number, nth and visit, which are below the most steps of a journey. */
const BITS = 10;
const MASK = 2 ** BITS - 1;

/** @param stepRange numbers of steps are below this power of two */
export function newColumns(deck: Deck, nth: Int32Array, stepRange: number): PutColumns {
  const { times, words } = recordsOf(deck, nth);
  const perRange = 1 / stepRange;
  const perSize = 1 / deck.size;
  return (columns, r, rows, page, n, step) => {
    const { start, step: steps, state, visit, nth, startedMs, nextMs } = columns;
    const { ms, which, base, late } = page;
    let put = r;
    for (let from = n; put < rows && from < page.rows; put++, from += step) {
      const startsOn = Math.floor(which[from] * perRange);
      const of = (which[from] - startsOn * stepRange) | 0;
      const t = of * TIMES;
      const w = of * WORDS;
      const word = words[w + 2];
      const share = lateness(late[(startsOn * perSize) | 0], words[w] & JOURNEY);
      const started = ms[from] - times[t] - Math.floor(share * times[t + 1]);
      const isLast = words[w] > JOURNEY;
      const next = isLast ? NaN : started + times[t + 2] + Math.floor(share * times[t + 3]);
      start[put] = base + startsOn;
      state[put] = words[w + 1];
      steps[put] = word & MASK;
      nth[put] = (word >> BITS) & MASK;
      visit[put] = (word >> (2 * BITS)) - 1;
      startedMs[put] = started;
      nextMs[put] = next < END_MS ? next : NaN;
    }
    return put;
  };
}

function recordsOf(
  { firsts, journey, state, visit, lowMs, widthMs }: Deck,
  nth: Int32Array,
): { readonly times: Float64Array; readonly words: Int32Array } {
  const times = new Float64Array(TIMES * state.length);
  const words = new Int32Array(WORDS * state.length);
  for (let step = 0; step < state.length; step++) {
    const isLast = step + 1 === firsts[journey[step] + 1];
    const number = step - firsts[journey[step]];
    times[TIMES * step] = lowMs[step];
    times[TIMES * step + 1] = widthMs[step];
    words[WORDS * step] = journey[step] | (isLast ? JOURNEY + 1 : 0);
    words[WORDS * step + 1] = state[step];
    words[WORDS * step + 2] = number | (nth[step] << BITS) | ((visit[step] + 1) << (2 * BITS));
  }
  return { times, words };
}
