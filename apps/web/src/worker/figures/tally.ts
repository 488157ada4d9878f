import { firstPlace } from '@catbird/engine';
import type { FieldFigure } from './figures-protocol.ts';
import type { LearnedField, Scalar } from './learn.ts';

/** Counts the values of a field. Nothing of the rows is kept but what its figure needs. */
export interface Tally {
  /** Counts a value. Null, missing values and those of other types count as such. */
  add(value: unknown): void;
  figure(): FieldFigure;
}

/** What is counted of a field follows from what was learned about it. */
export function newTally(field: LearnedField): Tally {
  switch (field.kind) {
    case 'shares':
      return sharesTally(field);
    case 'walk':
      return walkTally(field);
    default:
      return numbersTally(field);
  }
}

/** Different values that are counted one by one. */
const MOST_VALUES = 24;

function sharesTally({ path, bits, asked }: LearnedField): Tally {
  const counts = new Map<Scalar, number>();
  let [count, nulls, others] = [0, 0, 0];
  return {
    add(value) {
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
        nulls++;
        return;
      }
      count++;
      const known = counts.get(value);
      if (known === undefined && counts.size === MOST_VALUES) others++;
      else counts.set(value, (known ?? 0) + 1);
    },
    figure: () => ({
      kind: 'shares',
      path,
      bits,
      count,
      nulls,
      others,
      // Those that the schema asks for are there before their first row, and keep their places.
      values: [...new Map([...Array.from(asked.keys(), (value) => [value, 0] as const), ...counts])]
        .map(([value, times]) => {
          const share = asked.get(value);
          return { value, count: times, ...(share !== undefined && { asked: share }) };
        })
        .toSorted((one, other) => (other.asked ?? 0) - (one.asked ?? 0) || other.count - one.count),
    }),
  };
}

function numbersTally({ path, bits, statistics }: LearnedField): Tally {
  const { histogram } = statistics.numbers ?? {};
  if (histogram === undefined) throw new Error(`${path} has no numbers to count`);
  const { edges, tails, counts } = histogram;
  const beyond = { low: false, high: false };
  const bins = new Float64Array(edges.length - 1);
  const [least = 0, most = 0] = [edges[0], edges.at(-1)];
  let [count, nulls, sum] = [0, 0, 0];
  return {
    add(value) {
      if (typeof value !== 'number') {
        nulls++;
        return;
      }
      count++;
      sum += value;
      beyond.low ||= value < least;
      beyond.high ||= value > most;
      const bin = binOf(value, edges);
      bins[bin] = (bins[bin] ?? 0) + 1;
    },
    figure: () => ({
      kind: 'numbers',
      path,
      bits,
      count,
      nulls,
      edges,
      bins: count + nulls === 0 ? counts : [...bins],
      tails,
      beyond: { ...beyond },
      median: quantile(0.5, edges, bins),
      p95: quantile(0.95, edges, bins),
      mean: count === 0 ? 0 : sum / count,
    }),
  };
}

/** The bin of a number: the first and the last one hold what is beyond. */
const binOf = (value: number, edges: readonly number[]): number =>
  firstPlace(1, edges.length - 1, (at) => value < (edges[at] ?? 0)) - 1;

/** Where a share of the values is below; values of a bin count as evenly spread. */
function quantile(share: number, edges: readonly number[], bins: ArrayLike<number>): number {
  let left = share * Array.from(bins).reduce((sum, count) => sum + count, 0);
  for (let i = 0; i < bins.length; i++) {
    const count = bins[i] ?? 0;
    const [from = 0, to = 0] = [edges[i], edges[i + 1]];
    if (left <= count && count > 0) return from + ((to - from) * left) / count;
    left -= count;
  }
  return edges.at(-1) ?? 0;
}

/** Points of a line at most. */
const POINTS = 160;

function walkTally({ path, bits }: LearnedField): Tally {
  let line: number[] = [];
  let apart = 1;
  let last: number | undefined;
  let [count, nulls] = [0, 0];
  return {
    add(value) {
      if (typeof value !== 'number') {
        nulls++;
        return;
      }
      if (count % apart === 0) line.push(value);
      count++;
      last = value;
      if (line.length <= POINTS) return;
      line = line.filter((_, i) => i % 2 === 0);
      apart *= 2;
    },
    figure: () => ({
      kind: 'walk',
      path,
      bits,
      count,
      nulls,
      line: last === undefined || (count - 1) % apart === 0 ? line.slice() : [...line, last],
    }),
  };
}
