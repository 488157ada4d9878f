import { END_MS } from '../../time/timing.ts';
import type { Endless } from './endless.ts';
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
 * Sets the columns of rows of the deck, and of those of journeys that go on in cycles.
 *
 * @param nth by step of the deck
 * @param stepRange numbers of steps are below this power of two
 * @param only the states whose steps are rows. Default: all
 */
export function newColumns(
  deck: Deck,
  nth: Int32Array,
  stepRange: number,
  endless?: Endless,
  only?: readonly number[],
): PutColumns {
  const { firsts, journey, state, lowMs, widthMs, visit } = deck;
  /** How long after its start a step of the deck is. */
  const after = (step: number, late: number): number => lowMs[step] + Math.floor(late * widthMs[step]);
  /** How long after its start the next step is: after number n of those in cycles, or after a step of the deck. NaN: there is none. */
  const nextAfter = (start: number, step: number, n: number, late: number): number => {
    if (n <= 0 && step + 1 < firsts[journey[step] + 1]) return after(step + 1, late);
    if (endless === undefined || endless.arrival(start) < 0) return NaN;
    return endless.after(start, Math.max(0, n) + 1);
  };
  const perRange = 1 / stepRange;
  const perSize = 1 / deck.size;
  return (columns, r, rows, page, from, stride) => {
    const end = Math.min(rows, r + Math.ceil((page.rows - from) / stride));
    for (let put = r, at = from; put < end; put++, at += stride) {
      const startsOn = Math.floor(page.which[at] * perRange);
      const start = page.base + startsOn;
      const which = page.which[at] - startsOn * stepRange;
      const n = which - state.length;
      const cycles = n > 0 ? endless : undefined;
      const step = cycles === undefined ? which : cycles.arrival(start);
      columns.start[put] = start;
      columns.state[put] = cycles === undefined ? state[step] : cycles.state(start, n);
      columns.step[put] = step - firsts[journey[step]] + Math.max(0, n);
      columns.nth[put] = nth[step];
      if (cycles !== undefined)
        columns.nth[put] += Number(only?.includes(state[step]) ?? true) + cycles.rows(start, n - 1);
      columns.visit[put] = visit[step];
      // Without entries, nobody reads them.
      if (columns.startedMs.length === 0) continue;
      const late = lateness(page.late[Math.floor(startsOn * perSize)], journey[step]);
      const started = page.ms[at] - (cycles === undefined ? after(step, late) : cycles.after(start, n));
      const nextMs = started + nextAfter(start, step, n, late);
      columns.startedMs[put] = started;
      columns.nextMs[put] = nextMs < END_MS ? nextMs : NaN;
    }
    return end;
  };
}
