import { END_MS } from '../../time/timing.ts';
import type { PutColumns } from './columns.ts';
import type { Endless } from './endless.ts';
import type { Forecast } from './forecast.ts';
import { reserve } from './page.ts';
import type { Scan } from './scan.ts';
import { lateness, type Shuffle } from './shuffle.ts';
import type { Starts } from './starts.ts';
import type { Deck } from './steps.ts';

/** Rows of journeys that may go on forever count their steps up to this: those of the deck, then those after the arrival. */
export const ENDLESS_RANGE = 2 ** 31;

/** Lives whose starts are looked up together. */
const BATCH = 2048;

/** Starts stand for as many others in a forecast. */
const GROUPS = 32;

/** Adds the rows of cycles to those of the deck. All lives are looked at. */
export function withEndless(scan: Scan, endless: Endless, starts: Starts, { shuffle, deck }: Sampled): Scan {
  const { size } = endless;
  const deckSteps = deck.state.length;
  const startMs = new Float64Array(BATCH);
  const late = Int32Array.from(
    { length: Math.ceil(size / deck.size) },
    (_, block) => shuffle.words(block).late,
  );
  /** Visits the lives that have begun before an instant. */
  const visit = (beforeMs: number, take: (start: number, startMs: number) => void): void => {
    const begun = starts.before(beforeMs);
    for (let first = 0; first < begun; first += BATCH) {
      const count = Math.min(BATCH, begun - first);
      starts.put(startMs, first, count, 1);
      for (let n = 0; n < count; n++) if (endless.arrival(first + n) >= 0) take(first + n, startMs[n]);
    }
  };
  return {
    stepRange: scan.stepRange,
    count(ms) {
      let count = scan.count(ms);
      visit(ms, (start, startMs) => {
        count += endless.rows(start, endless.lastBefore(start, ms - startMs));
      });
      return count;
    },
    find(fromMs, toMs) {
      const { found, before: beforeInDeck, base } = scan.find(fromMs, toMs);
      for (let r = 0; r < found.rows; r++) found.which[r] += base * ENDLESS_RANGE;
      let before = beforeInDeck;
      visit(toMs, (start, startMs) => {
        const first = endless.lastBefore(start, fromMs - startMs);
        const last = endless.lastBefore(start, toMs - startMs);
        const [firstRow, endRow] = [endless.rows(start, first), endless.rows(start, last)];
        before += firstRow;
        if (endRow > firstRow && deckSteps + last >= ENDLESS_RANGE)
          throw new RangeError('A journey has more than two billion steps. Use longer waits');
        reserve(found, found.rows + endRow - firstRow);
        for (let row = firstRow; row < endRow; row++) {
          const n = endless.stepOfRow(start, row);
          found.ms[found.rows] = startMs + endless.after(start, n);
          found.which[found.rows++] = start * ENDLESS_RANGE + deckSteps + n;
        }
      });
      return { found, before, base: 0, late };
    },
  };
}

interface Sampled {
  readonly deck: Deck;
  readonly shuffle: Shuffle;
}

/** Sets the columns of rows of the deck and of cycles. @param nth by step of the deck */
export function newEndlessColumns(
  deck: Deck,
  nth: Int32Array,
  endless: Endless,
  only: readonly number[] | undefined,
): PutColumns {
  const { firsts, journey, state, lowMs, widthMs, visit } = deck;
  /** How long after its start a step is, and the next one: number n after the arrival, or the step of the deck. NaN: there is none. */
  const timesOf = (start: number, step: number, n: number, blockLate: number) => {
    const late = lateness(blockLate, journey[step]);
    const inDeck = (step: number): number => lowMs[step] + Math.floor(late * widthMs[step]);
    if (n > 0) return { afterMs: endless.after(start, n), nextMs: endless.after(start, n + 1) };
    const isInDeck = step + 1 < firsts[journey[step] + 1];
    const inCycles = endless.arrival(start) < 0 ? NaN : endless.after(start, 1);
    return { afterMs: inDeck(step), nextMs: isInDeck ? inDeck(step + 1) : inCycles };
  };
  return (columns, r, rows, page, from, stride) => {
    const end = Math.min(rows, r + Math.ceil((page.rows - from) / stride));
    for (let put = r, at = from; put < end; put++, at += stride) {
      const start = Math.floor(page.which[at] / ENDLESS_RANGE);
      const which = page.which[at] - start * ENDLESS_RANGE;
      const n = which - state.length;
      const step = n > 0 ? endless.arrival(start) : which;
      const of = journey[step];
      columns.start[put] = start;
      columns.state[put] = n > 0 ? endless.state(start, n) : state[step];
      columns.step[put] = step - firsts[of] + Math.max(0, n);
      const isRow = only?.includes(state[step]) ?? true;
      columns.nth[put] = n > 0 ? nth[step] + (isRow ? 1 : 0) + endless.rows(start, n - 1) : nth[step];
      columns.visit[put] = visit[step];
      if (columns.startedMs.length === 0) continue;
      const ends = timesOf(start, step, n, page.late[Math.floor(start / deck.size)]);
      const started = page.ms[at] - ends.afterMs;
      columns.startedMs[put] = started;
      columns.nextMs[put] = started + ends.nextMs < END_MS ? started + ends.nextMs : NaN;
    }
    return end;
  };
}

/** Adds about how many rows of cycles come before an instant: those of some starts stand for others. */
export function withEndlessRows(forecast: Forecast, { size, rowsPerMs }: Endless, starts: Starts): Forecast {
  const groups = Math.min(GROUPS, size);
  return (ms) => {
    let livedMs = 0;
    for (let group = 0; group < groups; group++)
      livedMs += Math.max(0, ms - starts.time(Math.floor(((group + 0.5) * size) / groups)));
    return forecast(ms) + (rowsPerMs * livedMs * size) / groups;
  };
}
