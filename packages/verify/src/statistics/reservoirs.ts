import { newDistinctCounter, type DistinctCounter, seedOf, mix } from '@catbird/engine';
import type { Budget } from './field.ts';
import type { Scalar, TopValue } from './figures.ts';

/** Counts how often each value occurs. */
export interface Distinct {
  add(value: Scalar): void;
  /** Number of values, repeated ones included. */
  readonly total: number;
  /** Number of different values: exact, or an estimate. */
  readonly count: number;
  readonly isEstimate: boolean;
  /** The first different values. */
  first(most: number): readonly Scalar[];
  /** The most frequent values, in descending order; equal ones in the order of their first occurrence. */
  top(most: number): readonly Pick<TopValue, 'value' | 'count'>[];
}

/** Values of a field that are counted one by one. */
const MAX_VALUES = 100_000;
/** Values that a field may keep although others have used up the memory. */
const GRANTED = 50;
/** Longer texts are kept by their beginning and a hash. */
const MAX_CHARS = 200;
const CUT_CHARS = 100;

/** Counts every value while there are few, and estimates their number beyond. */
export function newDistinct(budget: Budget): Distinct {
  const counts = new Map<Scalar, number>();
  const cuts = new Map<Scalar, string>();
  let beyond: DistinctCounter | undefined;
  let total = 0;

  const isRoom = (chars: number): boolean =>
    counts.size < GRANTED || (counts.size < MAX_VALUES && budget.values > 0 && budget.chars >= chars);
  const keyOf = (value: Scalar): Scalar => {
    if (typeof value !== 'string' || value.length <= MAX_CHARS) return value;
    const { s0, s1 } = seedOf(value);
    const cut = cutText(value);
    const key = `${s0} ${s1} ${value.length} ${cut}`;
    if (!counts.has(key) && isRoom(key.length)) cuts.set(key, cut);
    return key;
  };
  const estimate = (key: Scalar): void => {
    if (beyond === undefined) {
      beyond = newDistinctCounter();
      for (const known of counts.keys()) beyond.add(nameOf(known));
    }
    beyond.add(nameOf(key));
  };
  return {
    add(value) {
      total++;
      const key = keyOf(value);
      const before = counts.get(key);
      const chars = typeof key === 'string' ? key.length : 0;
      if (before !== undefined) counts.set(key, before + 1);
      else if (beyond === undefined && isRoom(chars)) {
        counts.set(key, 1);
        budget.values--;
        budget.chars -= chars;
      } else estimate(key);
    },
    get total() {
      return total;
    },
    get count() {
      return beyond === undefined ? counts.size : Math.min(total, Math.max(counts.size + 1, beyond.count));
    },
    get isEstimate() {
      return beyond !== undefined;
    },
    first(most) {
      const found: Scalar[] = [];
      for (const key of counts.keys()) {
        if (found.length === most) break;
        found.push(cuts.get(key) ?? key);
      }
      return found;
    },
    top: (most) => mostFrequent(counts, most).map(([key, count]) => ({ value: cuts.get(key) ?? key, count })),
  };
}

/** A number and the text of its digits differ. */
const nameOf = (value: Scalar): string => (typeof value === 'string' ? `"${value}` : String(value));

/** The beginning of a text. A copy: part of a text would keep all of it in memory. */
const cutText = (text: string): string =>
  String(JSON.parse(JSON.stringify(`${text.slice(0, CUT_CHARS).toWellFormed()}…`)));

/** One pass, because there may be a hundred thousand values. */
function mostFrequent(
  counts: ReadonlyMap<Scalar, number>,
  most: number,
): readonly (readonly [Scalar, number])[] {
  const top: (readonly [Scalar, number])[] = [];
  for (const entry of counts) {
    if (top.length === most && entry[1] <= (top.at(-1)?.[1] ?? 0)) continue;
    const place = top.findIndex(([, count]) => count < entry[1]);
    top.splice(place < 0 ? top.length : place, 0, entry);
    if (top.length > most) top.pop();
  }
  return top;
}

/** Numbers, and what is known of all of them. */
export interface NumberReservoir {
  /** @param number finite */
  add(number: number): void;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** No number is smaller than the one before. */
  readonly isRising: boolean;
  /** In ascending order: all of them, or some of them, each equally likely, if there are too many. */
  sorted(): Float64Array;
}

/** Numbers that a field may keep although others have used up the memory. */
const GRANTED_NUMBERS = 1000;

/** Keeps all numbers while there is room: then J. S. Vitter, "Random sampling with a reservoir", algorithm R, 1985. */
export function newNumberReservoir(budget: Budget): NumberReservoir {
  const kept: number[] = [];
  let room = Infinity;
  let [count, min, max, mean] = [0, Infinity, -Infinity, 0];
  let isRising = true;
  let last = -Infinity;
  return {
    add(number) {
      if (number < last) isRising = false;
      last = number;
      if (number < min) min = number;
      if (number > max) max = number;
      count++;
      // Not the difference, which may exceed a double.
      mean += number / count - mean / count;
      if (kept.length < room && (kept.length < GRANTED_NUMBERS || budget.numbers > 0)) {
        kept.push(number);
        budget.numbers--;
        return;
      }
      room = kept.length;
      const place = Math.floor(((mix(count + 0x51ed) >>> 0) / 2 ** 32) * count);
      if (place < room) kept[place] = number;
    },
    get count() {
      return count;
    },
    get min() {
      return min;
    },
    get max() {
      return max;
    },
    get mean() {
      return mean;
    },
    get isRising() {
      return isRising;
    },
    sorted: () => Float64Array.from(kept).sort(),
  };
}
