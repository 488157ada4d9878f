import type { Seed } from '../../numeric/random.ts';
import { END_MS } from '../../time/timing.ts';
import { newColumns, type PutColumns, type StepColumns } from './step-columns.ts';
import type { Cycles } from './cycles.ts';
import { ENDLESS_RANGE, newEndless, withEndless, withEndlessRows } from './endless.ts';
import { CLOCK, newPages, PROBE, WRITER } from './pages.ts';
import { newScan } from './scan.ts';
import { newShuffle } from './shuffle.ts';
import type { Deck } from './steps.ts';
import { newForecast, type RowSteps, type Starts } from './tiers.ts';

/** The rows of a stream of journeys. */
export interface JourneyRows {
  /** Mean number of rows per millisecond of a life that has begun, of those that never end. */
  readonly endlessPerMs: number;
  readonly time: (row: number) => number;
  readonly before: (ms: number) => number;
  readonly put: (ms: Float64Array, first: number, rows: number, step: number) => void;
  readonly putSteps: (columns: StepColumns, first: number, rows: number, step: number) => void;
  /** The steps of a start before an instant. */
  readonly stepsOf: (
    start: number,
    beforeMs: number,
  ) => { readonly step: number; readonly state: number; readonly visit: number; readonly ms: number }[];
  /** Says that the next rows to be asked for are from `first` on, before `end`. */
  readonly expect: (first: number, end: number) => void;
  /** Starts from an instant on have other times than before. */
  readonly forget: (fromMs: number) => void;
}

export interface JourneyRowsOptions {
  readonly deck: Deck;
  /** Of the journey; it keys all draws. */
  readonly name: string;
  readonly steps: RowSteps;
  /** The states, as indexes, whose steps are rows. Default: all. */
  readonly only?: readonly number[] | undefined;
  /** By state, the cycles of journeys that never end. Default: all end. */
  readonly cycles?: ReadonlyMap<number, Cycles>;
  /** How many starts there are, if some never end. */
  readonly lives?: number;
  readonly seed: Seed;
  readonly starts: Starts;
  /** The same starts without chance, for estimates. */
  readonly even: Starts;
  /** Rows of a page. They change no row. */
  readonly pageRows?: number | undefined;
}

export function newJourneyRows(options: JourneyRowsOptions): JourneyRows {
  const { deck, steps, only, cycles = new Map(), lives = 0, name, seed, starts, even, ...paging } = options;
  const { size, firsts, state, lowMs, widthMs, visit } = deck;
  const shuffle = newShuffle(name, size, seed);
  const endless =
    cycles.size === 0 ? undefined : newEndless({ deck, cycles, only, size: lives, name, seed, shuffle });
  const stepRange = endless && ENDLESS_RANGE;
  const inDeck = newScan({ steps, size, shuffle, starts, stepRange });
  const scan = endless === undefined ? inDeck : withEndless(inDeck, endless, starts, { deck, shuffle });
  const forecast = newForecast(steps, size, even);
  const pages = newPages({
    steps,
    size,
    starts,
    scan,
    forecast: endless === undefined ? forecast : withEndlessRows(forecast, endless, even),
    endless: endless?.size,
    ...paging,
  });

  let putColumns: PutColumns | undefined;

  /** How long after its start a step is. */
  const after = (step: number, late: number): number => lowMs[step] + Math.floor(late * widthMs[step]);

  return {
    endlessPerMs: endless?.rowsPerMs ?? 0,
    time(row) {
      const page = pages.with(row, PROBE);
      return page === undefined ? Infinity : page.ms[row - page.first];
    },
    before: (ms) => pages.before(Math.min(ms, END_MS), CLOCK),
    put(ms, first, rows, step) {
      for (let r = 0; r < rows;) {
        const page = pages.with(first + r * step, WRITER);
        if (page === undefined) {
          ms.fill(Infinity, r, rows);
          return;
        }
        for (let n = first + r * step - page.first; r < rows && n < page.rows; r++, n += step)
          ms[r] = page.ms[n];
      }
    },
    putSteps(columns, first, rows, step) {
      for (let r = 0; r < rows;) {
        const page = pages.with(first + r * step, WRITER);
        if (page === undefined) return;
        putColumns ??= newColumns(deck, steps.nth, scan.stepRange, endless, only);
        r = putColumns(columns, r, rows, page, first + r * step - page.first, step);
      }
    },
    stepsOf(start, beforeMs) {
      const startMs = starts.time(start);
      const journey = shuffle.journeys(Math.floor(start / size))[start % size];
      const late = shuffle.lateness(start, journey);
      const first = firsts[journey];
      const length = firsts[journey + 1] - first;
      const inDeck = Array.from({ length }, (_, step) => ({
        step,
        state: state[first + step],
        visit: visit[first + step],
        ms: startMs + after(first + step, late),
      })).filter(({ ms }) => ms < beforeMs);
      if (endless === undefined || !(startMs < END_MS) || endless.arrival(start) < 0) return inDeck;
      const count = endless.lastBefore(start, beforeMs - startMs);
      const inCycles = Array.from({ length: count }, (_, n) => ({
        step: length + n,
        state: endless.state(start, n + 1),
        visit: 0,
        ms: startMs + endless.after(start, n + 1),
      }));
      return [...inDeck, ...inCycles];
    },
    expect: (first, end) => pages.expect(first, end),
    forget: (fromMs) => pages.forget(fromMs),
  };
}
