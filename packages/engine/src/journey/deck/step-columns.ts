import { END_MS } from '../../time/timing.ts';
import type { Page } from './sort.ts';
import { lateness } from './shuffle.ts';
import type { Deck } from './steps.ts';

/** The columns of steps: see `Steps` of the engine. */
export interface StepColumns {
  readonly start: Float64Array;
  readonly step: Int32Array;
  readonly state: Int32Array;
  readonly visit: Int32Array;
  readonly nth: Int32Array;
  /** Without entries if nobody reads them, as `nextMs`. */
  readonly startedMs: Float64Array;
  readonly nextMs: Float64Array;
}

export const newStepColumns = (rows: number): StepColumns => ({
  start: new Float64Array(rows),
  step: new Int32Array(rows),
  state: new Int32Array(rows),
  visit: new Int32Array(rows),
  nth: new Int32Array(rows),
  startedMs: new Float64Array(rows),
  nextMs: new Float64Array(rows),
});

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
 * Numbers of a step lie together, because rows in the order of time read steps here and there: its least time and width, and five
 * words of its journey, its state, its number, nth and visit.
 */
const TIMES = 2;
const WORDS = 5;

/** The journey's bits; one more says that the step is its last. */
const JOURNEY_BITS = 16;
const JOURNEY = 2 ** JOURNEY_BITS - 1;

/** @param stepRange numbers of steps are below this power of two */
export function newColumns(deck: Deck, nth: Int32Array, stepRange: number): PutColumns {
  const records = recordsOf(deck, nth);
  return (columns, r, rows, page, n, step) => {
    const end = Math.min(rows, r + Math.ceil((page.rows - n) / step));
    putNumbers(columns, r, end, page, n, step, records, stepRange);
    // Without entries, nobody reads them.
    if (columns.startedMs.length > 0) putTimes(columns, r, end, page, n, step, records, stepRange, deck.size);
    return end;
  };
}

function putNumbers(
  { start, step: steps, state, visit, nth }: StepColumns,
  r: number,
  end: number,
  { which, base }: Page,
  n: number,
  step: number,
  { words }: Records,
  stepRange: number,
): void {
  const perRange = 1 / stepRange;
  for (let put = r, from = n; put < end; put++, from += step) {
    const startsOn = Math.floor(which[from] * perRange);
    const w = ((which[from] - startsOn * stepRange) | 0) * WORDS;
    start[put] = base + startsOn;
    state[put] = words[w + 1];
    steps[put] = words[w + 2];
    nth[put] = words[w + 3];
    visit[put] = words[w + 4];
  }
}

function putTimes(
  { startedMs, nextMs }: StepColumns,
  r: number,
  end: number,
  { ms, which, late }: Page,
  n: number,
  step: number,
  { times, words }: Records,
  stepRange: number,
  size: number,
): void {
  const perRange = 1 / stepRange;
  const perSize = 1 / size;
  for (let put = r, from = n; put < end; put++, from += step) {
    const startsOn = Math.floor(which[from] * perRange);
    const of = (which[from] - startsOn * stepRange) | 0;
    const t = of * TIMES;
    const w = of * WORDS;
    const share = lateness(late[(startsOn * perSize) | 0], words[w] & JOURNEY);
    const started = ms[from] - times[t] - Math.floor(share * times[t + 1]);
    const isLast = words[w] > JOURNEY;
    const next = isLast ? NaN : started + times[t + 2] + Math.floor(share * times[t + 3]);
    startedMs[put] = started;
    nextMs[put] = next < END_MS ? next : NaN;
  }
}

/** The numbers of all steps. */
interface Records {
  readonly times: Float64Array;
  readonly words: Int32Array;
}

function recordsOf({ firsts, journey, state, visit, lowMs, widthMs }: Deck, nth: Int32Array): Records {
  const times = new Float64Array(TIMES * state.length);
  const words = new Int32Array(WORDS * state.length);
  for (let step = 0; step < state.length; step++) {
    const isLast = step + 1 === firsts[journey[step] + 1];
    times[TIMES * step] = lowMs[step];
    times[TIMES * step + 1] = widthMs[step];
    words[WORDS * step] = journey[step] | (isLast ? JOURNEY + 1 : 0);
    words[WORDS * step + 1] = state[step];
    words[WORDS * step + 2] = step - firsts[journey[step]];
    words[WORDS * step + 3] = nth[step];
    words[WORDS * step + 4] = visit[step];
  }
  return { times, words };
}
