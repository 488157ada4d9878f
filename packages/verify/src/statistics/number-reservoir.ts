import { mix } from '@catbird/engine';
import type { Budget } from './budget.ts';

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
const GRANTED = 1000;

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
      if (kept.length < room && (kept.length < GRANTED || budget.numbers > 0)) {
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
