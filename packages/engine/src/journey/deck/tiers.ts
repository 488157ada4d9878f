import type { Deck } from './steps.ts';

/** Steps are taken for groups of about as many, each at their mean time. */
const GROUPS = 32;

/** About how many rows come before an instant, quickly. It never decreases. */
export type Forecast = (ms: number) => number;

/** @param starts evenly spread ones, which are looked up quickly */
export function newForecast({ tiers, length }: RowSteps, size: number, starts: Starts): Forecast {
  const middles = Float64Array.from(
    tiers.flatMap(({ lowMs, widthMs }) => [...lowMs].map((low, n) => low + widthMs[n] / 2)),
  ).sort();
  const perGroup = Math.ceil(length / GROUPS);
  const groups: { readonly meanMs: number; readonly perStart: number }[] = [];
  for (let from = 0; from < length; from += perGroup) {
    const group = middles.subarray(from, from + perGroup);
    const sum = group.reduce((sum, ms) => sum + ms, 0);
    groups.push({ meanMs: sum / group.length, perStart: group.length / size });
  }
  return (ms) => {
    let rows = 0;
    for (const { meanMs, perStart } of groups) rows += perStart * starts.before(ms - meanMs);
    return rows;
  };
}

/** The times at which journeys start. */
export interface Starts {
  readonly fromMs: number;
  /** Time of a start; Infinity: it never comes. */
  time(start: number): number;
  /** Starts before an instant. */
  before(ms: number): number;
  /** Sets the times of starts `first`, `first + step`, … */
  put(ms: Float64Array, first: number, starts: number, step: number): void;
  /** Sets the times of the first `count` starts of a list. */
  putAt(ms: Float64Array, starts: Float64Array, count: number): void;
}

/** Steps of a deck whose times have similar widths, in order of their least times. */
export interface Tier {
  readonly length: number;
  readonly lowMs: Float64Array;
  readonly widthMs: Float64Array;
  /** The greatest width, in whole milliseconds. */
  readonly capMs: number;
  readonly journey: Int32Array;
  /** The step's number in the deck. */
  readonly step: Int32Array;
}

/** The steps of a deck that are rows. */
export interface RowSteps {
  readonly length: number;
  readonly tiers: readonly Tier[];
  /** By step of the deck: how many rows before it belong to the same journey and visit. */
  readonly nth: Int32Array;
  /** A row is at most this long after its start, in whole milliseconds. */
  readonly spanMs: number;
}

/** The widths of a tier are up to this. The next tier's are up to 16 times that, and so on. */
const FIRST_CAP_MS = 16;
const CAP_RATIO = 16;

/** @param only the states, as indexes, whose steps are rows; undefined: all */
export function rowStepsOf(deck: Deck, only: readonly number[] | undefined): RowSteps {
  const { state, lowMs, widthMs, journey, visit } = deck;
  const wanted = only && new Set(only);
  const rows: number[] = [];
  const nth = new Int32Array(state.length);
  let counts: number[] = [];
  let spanMs = 0;
  for (let step = 0; step < state.length; step++) {
    if (step > 0 && journey[step] !== journey[step - 1]) counts = [];
    if (visit[step] < 0 || wanted?.has(state[step]) === false) continue;
    nth[step] = counts[visit[step]] ?? 0;
    counts[visit[step]] = nth[step] + 1;
    rows.push(step);
    spanMs = Math.max(spanMs, lowMs[step] + Math.floor(widthMs[step]));
  }
  return { length: rows.length, tiers: tiersOf(deck, rows), spanMs, nth };
}

function tiersOf(deck: Deck, steps: readonly number[]): Tier[] {
  const { lowMs, widthMs } = deck;
  const tiers: Tier[] = [];
  let rest = steps.toSorted((x, y) => lowMs[x] - lowMs[y] || x - y);
  for (let capMs = FIRST_CAP_MS; rest.length > 0; capMs *= CAP_RATIO) {
    const cap = capMs;
    const narrow = rest.filter((step) => widthMs[step] <= cap);
    if (narrow.length > 0) tiers.push(tierOf(deck, narrow));
    rest = rest.filter((step) => widthMs[step] > cap);
  }
  return tiers;
}

function tierOf({ journey, lowMs, widthMs }: Deck, steps: readonly number[]): Tier {
  return {
    length: steps.length,
    lowMs: Float64Array.from(steps, (step) => lowMs[step]),
    widthMs: Float64Array.from(steps, (step) => widthMs[step]),
    capMs: Math.floor(steps.reduce((most, step) => Math.max(most, widthMs[step]), 0)),
    journey: Int32Array.from(steps, (step) => journey[step]),
    step: Int32Array.from(steps),
  };
}
