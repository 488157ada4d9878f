import { firstPlace } from '@catbird/engine';
import { BITS, DIRTY, LEAST_ROWS, agrees, arrangement, chanceOf, errorBits, orderBits } from './proof.ts';
import type { Column } from './described.ts';
import { digitsOf, simplest } from './constants.ts';
import type { Data } from './data.ts';
import type { Feature } from './features.ts';
import { checkValues, type Rule } from './rule.ts';

/** Values that a threshold tells apart. */
const MOST_CLASSES = 6;
/** Share of the rows that may be on the wrong side. */
const WRONG = DIRTY / 2;
/** Rows of a class. */
const LEAST_OF_CLASS = 3;
/** Rarer values may be errors. */
const RARE = DIRTY / 5;

/** Whether a column may be classes of a number. */
export const isClasses = ({ kind, counts }: Column): boolean =>
  kind !== 'time' && counts.size >= 2 && counts.size <= MOST_CLASSES;

/** Where one class ends and the next one begins: below `bound`, or up to it. */
interface Cut {
  readonly bound: number;
  readonly isOpen: boolean;
  readonly wrong: number;
}

/** The cheapest threshold that tells the values of a column apart. */
export function thresholdRule(column: Column, features: readonly Feature[], data: Data): Rule | undefined {
  const values = data.values(column);
  const main = [...column.counts]
    .filter(([, count]) => count >= Math.max(LEAST_OF_CLASS, RARE * column.known))
    .toSorted(([, a], [, b]) => b - a)
    .map(([value]) => value);
  if (main.length < 2) return undefined;
  const codes = Int8Array.from(values, (value) => main.indexOf(value));
  const rules = features.flatMap((feature) => {
    // What only grows splits everything that drifts.
    if (
      feature.sources.includes(column) ||
      grows(feature.numbers) ||
      !isApart(codes, feature.numbers, main.length)
    )
      return [];
    return thresholdOf({ column, main, codes, feature, features: features.length }) ?? [];
  });
  return rules.toSorted((a, b) => a.cost - b.cost || b.evidence.bits - a.evidence.bits)[0];
}

/** Whether numbers only grow from row to row: a counter, or the time of a sorted file. */
function grows(numbers: Float64Array): boolean {
  let last = -Infinity;
  let down = 0;
  for (const x of numbers) {
    if (x < last) down++;
    if (x === x) last = x;
  }
  return down <= 0.01 * numbers.length;
}

const PROBES = 64;
const CHANGES = 4;

/** Whether the classes of some rows hardly mix, in the order of the numbers. */
function isApart(codes: Int8Array, numbers: Float64Array, classes: number): boolean {
  const step = Math.max(1, Math.floor(codes.length / PROBES));
  const rows: number[] = [];
  for (let row = 0; row < codes.length; row += step)
    if (codes[row] >= 0 && numbers[row] === numbers[row]) rows.push(row);
  rows.sort((a, b) => numbers[a] - numbers[b]);
  const changes = rows.filter((row, i) => {
    const before = i === 0 ? row : rows[i - 1];
    return codes[row] !== codes[before] && numbers[row] !== numbers[before];
  });
  return changes.length <= classes - 1 + CHANGES;
}

interface Classed {
  readonly column: Column;
  /** The values of the classes, and the index of each row's. */
  readonly main: readonly unknown[];
  readonly codes: Int8Array;
  readonly feature: Feature;
  readonly features: number;
}

function thresholdOf({ column, main, codes, feature, features }: Classed): Rule | undefined {
  const lists = main.map((): number[] => []);
  feature.numbers.forEach((x, row) => {
    if (x === x && codes[row] >= 0) lists[codes[row]].push(x);
  });
  const sizes = lists.map(({ length }) => length);
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  if (rows < LEAST_ROWS || rows < 0.9 * column.known || sizes.some((size) => size < LEAST_OF_CLASS))
    return undefined;
  const sorted = lists.map((list) => Float64Array.from(list).sort());
  const order = sorted.map((_, i) => i).sort((a, b) => middleOf(sorted[a]) - middleOf(sorted[b]));
  const cuts = order.slice(1).map((high, i) => cutBetween(sorted[order[i]], sorted[high]));
  const wrong = cuts.reduce((sum, cut) => sum + cut.wrong, 0);
  if (wrong > WRONG * rows || !agrees(1 - wrong / rows, chanceOf(sizes))) return undefined;
  const distinct = lists.map((list) => new Set(list).size);
  const bits =
    Math.min(arrangement(sizes), arrangement(distinct)) -
    orderBits(main.length) -
    Math.log2(features) -
    errorBits(wrong, rows);
  if (bits < BITS) return undefined;
  const classes = order.map((i) => main[i]);
  const classOf = (x: number): unknown => {
    const at = cuts.findIndex(({ bound, isOpen }) => (isOpen ? x < bound : x <= bound));
    return classes[at < 0 ? cuts.length : at];
  };
  const of = feature.make;
  return {
    form: 'threshold',
    target: column,
    inputs: feature.sources,
    lists: feature.list === undefined ? [] : [feature.list],
    cost: feature.cost + (wrong / rows) * 20,
    evidence: { rows, wrong, bits },
    write(writer) {
      const name = feature.write(writer);
      const test = ({ bound, isOpen }: Cut): string => `${name} ${isOpen ? '<' : '<='} ${bound}`;
      if (column.kind === 'flag') {
        const [{ bound, isOpen }] = cuts;
        return classes[0] === true ? test(cuts[0]) : `${name} ${isOpen ? '>=' : '>'} ${bound}`;
      }
      const literals = classes.map((value) => writer.value(column, value));
      return cuts.reduceRight(
        (rest, cut, i) => `${test(cut)} ? ${literals[i]} : ${i === cuts.length - 1 ? rest : `(${rest})`}`,
        literals[cuts.length],
      );
    },
    check(from) {
      const x = of(from);
      return checkValues(column, (row) => (x[row] === x[row] ? classOf(x[row]) : undefined), from);
    },
  };
}

const middleOf = (sorted: Float64Array): number => sorted[sorted.length >> 1];

/** The number of elements up to x in a sorted list. */
const rankOf = (sorted: Float64Array, x: number): number =>
  firstPlace(0, sorted.length, (place) => !(sorted[place] <= x));

/** The cut between two sorted classes with the fewest errors, at a short number. */
function cutBetween(lower: Float64Array, upper: Float64Array): Cut {
  let last = lower[lower.length - 1];
  let [next] = upper;
  let wrong = 0;
  if (!(last < next)) {
    const overlap = [...lower.filter((x) => x >= next), ...upper.filter((x) => x <= last)].sort(
      (a, b) => a - b,
    );
    const errors = (x: number): number => lower.length - rankOf(lower, x) + rankOf(upper, x);
    const best = overlap.reduce((a, b) => (errors(b) < errors(a) ? b : a));
    const after = [lower[rankOf(lower, best)], upper[rankOf(upper, best)]].filter((x) => x !== undefined);
    [last, next, wrong] = [best, Math.min(...after), errors(best)];
  }
  const between = simplest(last + (next - last) * 1e-9, next);
  const digits = digitsOf(last);
  const isShort =
    digits < (between?.digits ?? Infinity) || (between?.value === next && digits <= digitsOf(next));
  if (isShort && last !== 0) return { bound: last, isOpen: false, wrong };
  return { bound: between?.text.includes('/') === false ? between.value : next, isOpen: true, wrong };
}
