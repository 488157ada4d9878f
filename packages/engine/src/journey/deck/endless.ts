import { permutation } from '../../numeric/permutation.ts';
import { drawKey, mix, type Seed } from '../../numeric/random.ts';
import { firstPlace } from '../../numeric/search.ts';
import type { Cycles } from './cycles.ts';
import { lateness, type Shuffle } from './shuffle.ts';
import type { Deck } from './steps.ts';

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
