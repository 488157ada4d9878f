import { exp, log } from '../../../numeric/deterministic-math.ts';
import { countBefore, type Growth } from '../../../numeric/growth.ts';
import { permutation } from '../../../numeric/permutation.ts';
import { draw, draw53, drawKey, type Subject, UNIT53 } from '../../../numeric/random.ts';
import { firstPlace } from '../../../numeric/search.ts';
import { heavyOnly } from '../choice/alias-table.ts';
import { type Chunk, CHUNK_ROWS, type Needs, type Place } from '../engine/cell.ts';
import { type Frequency, ranking } from './zipf.ts';

/** How often each number of a pool is drawn, and in which order. */
export type Skew =
  | Frequency
  /** One weight for each number; of a pool that grows, shares among those that exist. */
  | { readonly kind: 'weights'; readonly weights: readonly number[] }
  /** The newest most often: on average, so many numbers are newer. */
  | { readonly kind: 'recent'; readonly newer: number }
  /** Row i has number `order[i mod size]`, in a shuffled order that repeats. */
  | { readonly kind: 'turns' }
  /** As turns, but each round has its own order. */
  | { readonly kind: 'shuffled' }
  /** Row i has number `i mod size`. */
  | { readonly kind: 'inOrder' };

/** Growth in event time. */
interface GrowthInTime extends Growth {
  /** Those are drawn that exist when the row's journey starts. Otherwise, when the row happens. */
  readonly isAtStart: boolean;
}

/** A pool of numbers to draw from. */
export interface Pool {
  /** The same name and size give the same order and the same frequent numbers in every field and schema. */
  readonly name: string;
  /** From 1 to 2^53 − 1. */
  readonly size: number;
  readonly skew: Skew;
  /** The pool starts with the first `from` numbers and adds others in order, by row or in event time. Older numbers are more frequent, unless the skew is `recent`. */
  readonly grow?: { readonly from: number; readonly perRow: number } | GrowthInTime | undefined;
  /** Frequent numbers are spread over the pool. Otherwise they are the smallest. */
  readonly isScattered: boolean;
}

/** Draws a number from 0 to size − 1 for each row of a chunk. */
export interface NumberDraw extends Needs {
  put(chunk: Chunk, subject: Subject, numbers: Float64Array): void;
}

/** Draws from a pool. @throws Error if the skew does not fit the pool */
export function newNumberDraw(pool: Pool, place: Place): NumberDraw {
  const { name, size, skew, grow, isScattered } = pool;
  switch (skew.kind) {
    case 'inOrder':
      return inOrder(size);
    case 'turns':
    case 'shuffled':
      return inTurns(pool, skew.kind === 'shuffled');
    case 'weights':
      return grow === undefined
        ? weighted(skew.weights, size, place)
        : weightedAmong(skew.weights, pool, place);
    case 'recent': {
      const among = populationOf(pool);
      const put = recentNumbers(skew.newer, place);
      return {
        ...among,
        put: (chunk, subject, numbers) => put(subject, among.counts(chunk), chunk.rows, numbers),
      };
    }
    default: {
      const among = populationOf(pool);
      const rank = ranking(skew, place);
      const scatter =
        !isScattered || grow !== undefined || size > SCATTER_LIMIT ? undefined : scattering(name, size);
      return {
        ...among,
        put(chunk, subject, numbers) {
          rank(subject, among.counts(chunk), chunk.rows, numbers);
          scatter?.(numbers, chunk.rows);
        },
      };
    }
  }
}

/** How many numbers of a pool can be drawn in a row. */
export interface Population extends Needs {
  /** One number for each row, valid until the next call. */
  counts(chunk: Chunk): Float64Array;
}

export function populationOf({ size, grow }: Pick<Pool, 'size' | 'grow'>): Population {
  const counts = new Float64Array(CHUNK_ROWS).fill(size);
  if (grow === undefined) return { counts: () => counts };
  if ('perRow' in grow) {
    const { from, perRow } = grow;
    return {
      usesIndex: true,
      counts({ index, rows }) {
        for (let r = 0; r < rows; r++)
          counts[r] = Math.max(1, Math.min(size, from + Math.floor(index[r] * perRow)));
        return counts;
      },
    };
  }
  const { isAtStart } = grow;
  return {
    ...(isAtStart ? { usesSteps: true, usesStepTimes: true } : { usesTime: true }),
    counts(chunk) {
      const fromMs = beginningOf(chunk);
      const ms = isAtStart ? chunk.steps.startedMs : chunk.ms;
      for (let r = 0; r < chunk.rows; r++) counts[r] = Math.min(size, countBefore(grow, ms[r] - fromMs));
      return counts;
    },
  };
}

/** When the stream of a chunk begins. @throws RangeError if its event times are not computed */
export function beginningOf({ fromMs }: Chunk): number {
  if (Number.isNaN(fromMs))
    throw new RangeError(
      'An entity grows, so event times must be computed: fill with a timeline, or with stepMs above 0',
    );
  return fromMs;
}

const inOrder = (size: number): NumberDraw => ({
  usesIndex: true,
  put({ rows, index }, _, numbers) {
    for (let r = 0; r < rows; r++) numbers[r] = index[r] % size;
  },
});

/** The largest pool that can be shuffled. */
const SHUFFLE_LIMIT = 2 ** 30;

function inTurns({ name, size }: Pool, isReshuffled: boolean): NumberDraw {
  if (size > SHUFFLE_LIMIT)
    throw new Error(`A shuffled order needs a size of at most ${SHUFFLE_LIMIT.toLocaleString('en')}`);
  const permuted = permutation(size);
  const [first, second] = [drawKey(`${name}\nturns`, 0), drawKey(`${name}\nturns`, 1)];
  return {
    usesIndex: true,
    put({ rows, index, seed: { s0, s1 } }, _, numbers) {
      for (let r = 0; r < rows; r++) {
        const round = isReshuffled ? Math.floor(index[r] / size) : 0;
        const a = draw(s0 ^ round, s1, first.key, first.odd);
        const b = draw(s0 ^ round, s1, second.key, second.odd);
        numbers[r] = permuted(index[r] % size, a, b);
      }
    },
  };
}

function checkWeights(weights: readonly number[], size: number): void {
  if (weights.length !== size)
    throw new Error(`weights must have ${size.toLocaleString('en')} numbers, one for each key`);
}

/** Weights of a pool that grows: by their sums, as the last number changes. */
function weightedAmong(
  weights: readonly number[],
  { size, grow }: Pick<Pool, 'size' | 'grow'>,
  { path }: Place,
): NumberDraw {
  checkWeights(weights, size);
  const sums = new Float64Array(size + 1);
  for (let n = 0; n < size; n++) sums[n + 1] = sums[n] + weights[n];
  const { from = size } = grow ?? {};
  if (!(sums[Math.min(size, from)] > 0))
    throw new Error(`One of the first ${from.toLocaleString('en')} weights must be greater than 0`);
  const { key, odd } = drawKey(`${path}\nkey`, 0);
  const among = populationOf({ size, grow });
  return {
    ...among,
    put(chunk, { a, b }, numbers) {
      const counts = among.counts(chunk);
      for (let r = 0; r < chunk.rows; r++) {
        const last = counts[r];
        const sum = draw53(a[r], b[r], key, odd) * UNIT53 * sums[last];
        numbers[r] = firstPlace(0, last - 1, (number) => sums[number + 1] > sum);
      }
    },
  };
}

function weighted(weights: readonly number[], size: number, { path }: Place): NumberDraw {
  checkWeights(weights, size);
  if (!weights.some((weight) => weight > 0)) throw new Error('At least one weight must be greater than 0');
  const choose = heavyOnly(weights, drawKey(`${path}\nkey`, 0));
  return { put: ({ rows }, subject, numbers) => choose(subject, rows, numbers) };
}

/** Numbers of pools up to this size are scattered, so that frequent ones are not the smallest. Above it, products would be inexact. */
const SCATTER_LIMIT = 2 ** 26;

/** Turns ranks into numbers: rank × step + shift (mod size), which reaches each number once because the step is coprime to the size. */
function scattering(name: string, size: number): (ranks: Float64Array, rows: number) => void {
  const hash = drawKey(name, 0).key >>> 0;
  let step = Math.max(1, Math.floor(size * 0.6180339887) + (hash % 17));
  while (commonFactor(step, size) !== 1) step++;
  const shift = hash % size;
  return (ranks, rows) => scatter(ranks, rows, step, shift, size);
}

/** As `(rank · step + shift) % size`, which takes several times as long for doubles. A quotient may be off by 1. */
export function scatter(ranks: Float64Array, rows: number, step: number, shift: number, size: number): void {
  const perSize = 1 / size;
  for (let r = 0; r < rows; r++) {
    const x = ranks[r] * step + shift;
    const rest = x - Math.floor(x * perSize) * size;
    ranks[r] = rest < 0 ? rest + size : rest >= size ? rest - size : rest;
  }
}

const commonFactor = (a: number, b: number): number => (b === 0 ? a : commonFactor(b, a % b));

/** Below this share of the mean, ages are as good as uniform, and the difference of exponentials would be inexact. */
const FLAT = 2 ** -20;

/**
 * Draws numbers below `counts[r]`, the newest most often: how many are newer is exponentially distributed with this mean, cut off at
 * the first.
 */
function recentNumbers(
  mean: number,
  { path }: Place,
): (subject: Subject, counts: Float64Array, rows: number, numbers: Float64Array) => void {
  const { key, odd } = drawKey(`${path}\nkey`, 0);
  return ({ a, b }, counts, rows, numbers) => {
    for (let r = 0; r < rows; r++) {
      const count = counts[r];
      const share = draw53(a[r], b[r], key, odd) * UNIT53;
      // The inverse of the distribution of ages from 0 to `count`.
      const age = count < mean * FLAT ? share * count : -mean * log(1 - share * (1 - exp(-count / mean)));
      numbers[r] = Math.max(0, count - 1 - Math.floor(age));
    }
  };
}
