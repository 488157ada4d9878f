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

/** Numbers of a step that lie together, so that rows in the order of time need little memory at once. */
const TIMES = 4;
const NUMBERS = 8;

/** @param stepRange numbers of steps are below this power of two */
export function newColumns(deck: Deck, nth: Int32Array, stepRange: number): PutColumns {
  const { times, numbers } = recordsOf(deck, nth);
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
      const k = of * NUMBERS;
      const share = lateness(late[(startsOn * perSize) | 0], numbers[k]);
      const started = ms[from] - times[t] - Math.floor(share * times[t + 1]);
      const next = started + times[t + 2] + Math.floor(share * times[t + 3]);
      start[put] = base + startsOn;
      state[put] = numbers[k + 1];
      steps[put] = numbers[k + 2];
      visit[put] = numbers[k + 3];
      nth[put] = numbers[k + 4];
      startedMs[put] = started;
      nextMs[put] = next < END_MS ? next : NaN;
    }
    return put;
  };
}

/** By step, its least time and width, and those of the next step of its journey; NaN: there is none. And its numbers. */
function recordsOf(
  { firsts, journey, state, visit, lowMs, widthMs }: Deck,
  nth: Int32Array,
): { readonly times: Float64Array; readonly numbers: Int32Array } {
  const times = new Float64Array(TIMES * state.length);
  const numbers = new Int32Array(NUMBERS * state.length);
  for (let step = 0; step < state.length; step++) {
    const isLast = step + 1 === firsts[journey[step] + 1];
    const next = isLast ? [NaN, NaN] : [lowMs[step + 1], widthMs[step + 1]];
    times.set([lowMs[step], widthMs[step], ...next], TIMES * step);
    const number = step - firsts[journey[step]];
    numbers.set([journey[step], state[step], number, visit[step], nth[step]], NUMBERS * step);
  }
  return { times, numbers };
}
