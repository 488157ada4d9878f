import { permutation } from '../../numeric/permutation.ts';
import { drawKey, mix, type Seed } from '../../numeric/random.ts';
import { firstPlace } from '../../numeric/search.ts';
import type { Cycles } from './cycles.ts';
import { reserve } from './sort.ts';
import type { Scan } from './scan.ts';
import { lateness, type Shuffle } from './shuffle.ts';
import type { Deck } from './steps.ts';
import type { Forecast, Starts } from './tiers.ts';

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

/** Lives whose journeys are in the deck up to the first step of a cycle, and then go through cycles forever. */
export interface Endless {
  /** How many lives there are, those that end included. */
  readonly size: number;
  /** Mean number of rows per millisecond of a life that has begun. */
  readonly rowsPerMs: number;
  /** The step of the deck with which a life comes to its cycles; −1: it ends. */
  arrival(start: number): number;
  /** How long a step is after the start: number 0 is the arrival. */
  after(start: number, n: number): number;
  /** The last step less than a time after the start, as its number; at least 0. */
  lastBefore(start: number, ms: number): number;
  state(start: number, n: number): number;
  /** How many of the first `n` steps after the arrival are rows. */
  rows(start: number, n: number): number;
  /** The number of the step that is the row after so many others after the arrival. */
  stepOfRow(start: number, row: number): number;
}

export interface EndlessOptions {
  readonly deck: Deck;
  readonly cycles: ReadonlyMap<number, Cycles>;
  readonly only: readonly number[] | undefined;
  readonly size: number;
  readonly name: string;
  readonly seed: Seed;
  readonly shuffle: Shuffle;
}

/** For each page, all lives are looked at. */
export const MOST_ENDLESS = 2 ** 22;

/** The cycles of a state, with how many of the steps before each are rows, and the steps that are. */
interface CountedCycles extends Cycles {
  readonly rows: Int32Array;
  readonly rowSteps: Int32Array;
}

export function newEndless(options: EndlessOptions): Endless {
  const { deck, only, size, name, seed, shuffle } = options;
  const wanted = only && new Set(only);
  const isRow = (state: number): boolean => wanted?.has(state) ?? true;
  const counted = new Map([...options.cycles].map(([state, cycles]) => [state, withCounts(cycles, isRow)]));
  const { arrivals, offsets } = livesOf({ ...options, cycles: counted });

  const cyclesOf = (start: number): CountedCycles | undefined => {
    const arrival = arrivals[start];
    return arrival < 0 ? undefined : counted.get(deck.state[arrival]);
  };
  const late = (start: number): number =>
    lateness(shuffle.words(Math.floor(start / deck.size)).late, deck.journey[arrivals[start]]);
  /** Steps of the cycles before step `n`, and how often all were gone through before. */
  const placeOf = ({ state: { length } }: Cycles, start: number, n: number) => {
    const at = offsets[start] + n;
    const laps = Math.floor(at / length);
    return { laps, at: at - laps * length };
  };
  const after = (start: number, n: number): number => {
    const arrival = arrivals[start];
    const share = late(start);
    const arrivedMs = deck.lowMs[arrival] + Math.floor(share * deck.widthMs[arrival]);
    const cycles = cyclesOf(start);
    if (cycles === undefined || n === 0) return arrivedMs;
    const { lowMs, widthMs, state } = cycles;
    const { laps, at } = placeOf(cycles, start, n);
    const from = offsets[start];
    const low = lowMs[at] + laps * lowMs[state.length] - lowMs[from];
    const width = widthMs[at] + laps * widthMs[state.length] - widthMs[from];
    return arrivedMs + low + Math.floor(share * width);
  };

  return {
    size,
    rowsPerMs: meanRate(counted, deck),
    arrival: (start) => arrivals[start],
    after,
    lastBefore(start, ms) {
      const cycles = cyclesOf(start);
      if (cycles === undefined) return 0;
      const { lowMs, widthMs, state } = cycles;
      const { length } = state;
      const share = late(start);
      const from = offsets[start];
      const timeAt = (at: number): number => lowMs[at] + share * widthMs[at];
      const passed = ms - after(start, 0) + timeAt(from);
      if (!(passed > timeAt(from))) return 0;
      const laps = Math.floor(passed / timeAt(length));
      const rest = passed - laps * timeAt(length);
      const least = firstPlace(0, length, (at) => timeAt(at) >= rest);
      // Times are rounded down to milliseconds, so the step found may be one beside it.
      let n = Math.max(0, laps * length + least - from);
      while (n > 0 && after(start, n) >= ms) n--;
      while (after(start, n + 1) < ms) n++;
      return n;
    },
    state(start, n) {
      const cycles = cyclesOf(start);
      return cycles === undefined ? -1 : cycles.state[placeOf(cycles, start, n).at];
    },
    rows(start, n) {
      const cycles = cyclesOf(start);
      if (cycles === undefined) return 0;
      const { rows, state } = cycles;
      const { laps, at } = placeOf(cycles, start, n + 1);
      const first = placeOf(cycles, start, 1);
      return rows[at] - rows[first.at] + (laps - first.laps) * rows[state.length];
    },
    stepOfRow(start, row) {
      const cycles = cyclesOf(start);
      if (cycles === undefined) return 0;
      const { rows, rowSteps, state } = cycles;
      const first = placeOf(cycles, start, 1);
      const at = row + rows[first.at] + first.laps * rowSteps.length;
      const laps = Math.floor(at / rowSteps.length);
      return laps * state.length + rowSteps[at - laps * rowSteps.length] - offsets[start];
    },
  };

  function livesOf({ cycles }: { readonly cycles: ReadonlyMap<number, CountedCycles> }) {
    const { key } = drawKey(`\ncycle\n${name}`, 0);
    const [arrivals, offsets] = [new Int32Array(size), new Int32Array(size)];
    const places = new Map([...cycles].map(([state, { firsts }]) => [state, permutation(firsts.length)]));
    for (let start = 0; start < size; start++) {
      const block = Math.floor(start / deck.size);
      const arrival = deck.firsts[shuffle.journeys(block)[start % deck.size] + 1] - 1;
      const its = cycles.get(deck.state[arrival]);
      arrivals[start] = its === undefined ? -1 : arrival;
      if (its === undefined) continue;
      const { length } = its.firsts;
      const word = mix(mix(Math.floor(start / length) ^ seed.s0 ^ key) + seed.s1);
      const place = places.get(deck.state[arrival]);
      offsets[start] = its.firsts[place?.(start % length, word, mix(word + key)) ?? 0];
    }
    return { arrivals, offsets };
  }
}

function withCounts(cycles: Cycles, isRow: (state: number) => boolean): CountedCycles {
  const rows = new Int32Array(cycles.state.length + 1);
  cycles.state.forEach((state, n) => {
    rows[n + 1] = rows[n] + (isRow(state) ? 1 : 0);
  });
  const rowSteps = Int32Array.from(cycles.state.keys()).filter((n) => isRow(cycles.state[n]));
  return { ...cycles, rows, rowSteps };
}

/** Each life of a deck at the mean rate of its cycles. */
function meanRate(cycles: ReadonlyMap<number, CountedCycles>, { size, firsts, state }: Deck): number {
  let sum = 0;
  for (let journey = 0; journey < size; journey++) {
    const its = cycles.get(state[firsts[journey + 1] - 1]);
    if (its === undefined) continue;
    const { length } = its.state;
    sum += its.rows[length] / (its.lowMs[length] + its.widthMs[length] / 2);
  }
  return sum / size;
}
