import { firstPlace } from '@catbird/engine';
import { MOST_FEATURES, tolerance } from './proof.ts';
import { added, simplest, ZERO, type Constant } from './constants.ts';
import type { Feature } from './features.ts';
import { roundedText, rounds, ruleOf, type Combine, type NumberRule } from './formula.ts';
import { passes, type Target } from './target.ts';
import type { Write } from './write.ts';

/** A target as a sum of features with signs, and a constant. */
interface Sum {
  readonly parts: readonly Feature[];
  readonly signs: readonly number[];
  readonly plus: Constant;
}

/**
 * Features of a block as one number each: their values times random weights. A sum of features has the sum of their numbers, so that
 * sums of four are found as pairs of pairs. The weights add up to 0, so that constants drop out.
 */
interface Projection {
  readonly features: readonly Feature[];
  readonly block: readonly number[];
  readonly weights: readonly number[];
  readonly numbers: Float64Array;
  /** Largest number, for the noise of binary fractions. */
  readonly size: number;
  /** Sums of pairs in ascending order, and the two features of each with their signs. */
  readonly keys: Float64Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly signs: Int32Array;
}

const BLOCKS = 3;

/** Projections of the features of a table by block, which its columns share. */
export type Projections = Map<number, Projection>;

/** Rules that sum up features. @param longest 2: pairs only */
export function sumRules(
  target: Target,
  features: readonly Feature[],
  isUsable: (feature: Feature) => boolean,
  projections: Projections,
  longest: 2 | 4,
): NumberRule[] {
  for (const [b, block] of target.blocks.slice(0, BLOCKS).entries()) {
    const known = projections.get(b);
    const terms = known?.features ?? features.filter(({ kind }) => kind === 'number').slice(0, MOST_FEATURES);
    if (terms.length < 2) return [];
    const isKnown = known?.block.every((row) => target.numbers[row] === target.numbers[row]);
    const projection = known !== undefined && isKnown === true ? known : projected(terms, block, target);
    if (known === undefined) projections.set(b, projection);
    const sums = sumsIn(target, projection, isUsable, longest);
    const rules = sums.flatMap((sum) => sumRule(target, sum, terms.length) ?? []);
    if (rules.length > 0) return rules;
  }
  return [];
}

function projected(features: readonly Feature[], block: readonly number[], { chance }: Target): Projection {
  const random = block.map(() => chance.next());
  const mean = random.reduce((sum, each) => sum + each, 0) / random.length;
  const weights = random.map((each) => 2 * (each - mean));
  const numbers = Float64Array.from(features, (feature) => {
    let sum = 0;
    for (let i = 0; i < block.length; i++) {
      const x = feature.numbers[block[i]];
      if (x === x) sum += weights[i] * x;
    }
    return sum;
  });
  const pairs = (features.length * (features.length - 1)) / 2;
  const [sums, first, second, signs] = [
    new Float64Array(4 * pairs),
    new Int32Array(4 * pairs),
    new Int32Array(4 * pairs),
    new Int32Array(4 * pairs),
  ];
  let at = 0;
  for (let i = 0; i < features.length; i++)
    for (let j = i + 1; j < features.length; j++)
      for (let s = 0; s < 4; s++, at++) {
        sums[at] = (s & 1 ? -numbers[i] : numbers[i]) + (s & 2 ? -numbers[j] : numbers[j]);
        [first[at], second[at], signs[at]] = [i, j, s];
      }
  const order = Int32Array.from(sums, (_, i) => i).sort((a, b) => sums[a] - sums[b]);
  const sorted = (of: Int32Array): Int32Array => order.map((i) => of[i]);
  return {
    features,
    block,
    weights,
    numbers,
    size: numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
    keys: Float64Array.from(order, (i) => sums[i]),
    first: sorted(first),
    second: sorted(second),
    signs: sorted(signs),
  };
}

/** Where a sorted list reaches a number. */
export const lowerBound = (sorted: Float64Array, x: number): number =>
  firstPlace(0, sorted.length, (at) => sorted[at] >= x);

/** Pairs of pairs that are compared. */
const MOST_WORK = 20_000;

const signsOf = (code: number): readonly [number, number] => [code & 1 ? -1 : 1, code & 2 ? -1 : 1];

/** Sums that may be the target: its projection is met by those of features. */
function sumsIn(
  target: Target,
  projection: Projection,
  isUsable: (feature: Feature) => boolean,
  longest: 2 | 4,
): readonly Sum[] {
  const { features, block, weights, numbers, size, keys, first, second, signs } = projection;
  const found = new Map<string, Sum>();
  const seen = new Set<string>();
  let number = 0;
  let slack = 0;
  block.forEach((row, i) => {
    number += weights[i] * target.numbers[row];
    slack += (weights[i] * tolerance(target.column, target.numbers[row])) ** 2;
  });
  // Sums of numbers with no more decimals than the target are exact.
  const exact = 1e-10 * (size + Math.abs(number)) + 1e-9;
  const loose = 2.5 * Math.sqrt(slack) + exact;
  const usable = features.map(isUsable);
  const eachNear = (x: number, width: number, visit: (pair: number) => boolean | void): void => {
    for (let p = lowerBound(keys, x - width); p < keys.length && keys[p] <= x + width; p++)
      if (usable[first[p]] && usable[second[p]] && visit(p) === false) return;
  };
  const check = (indexes: readonly number[], by: readonly number[]): void => {
    if (new Set(indexes).size < indexes.length || by.every((sign) => sign < 0)) return;
    const id = indexes
      .map((i, k) => `${i}${by[k] < 0 ? '-' : '+'}`)
      .sort()
      .join(' ');
    if (seen.has(id)) return;
    seen.add(id);
    const sum = sumOf(target, projection, indexes, by);
    if (sum !== undefined) found.set(id, sum);
  };
  const pairs = (width: number): void =>
    eachNear(number, width, (p) => check([first[p], second[p]], signsOf(signs[p])));
  const triples = (width: number): void => {
    for (let k = 0; k < features.length; k++)
      for (const sign of usable[k] ? [1, -1] : [])
        eachNear(number - sign * numbers[k], width, (p) => {
          if (k > second[p]) check([first[p], second[p], k], [...signsOf(signs[p]), sign]);
        });
  };
  const quadruples = (): void => {
    let left = MOST_WORK;
    for (const [p, key] of keys.entries()) {
      if (left <= 0) return;
      if (usable[first[p]] && usable[second[p]])
        eachNear(number - key, exact, (q) => {
          if (first[p] < first[q] && second[p] !== first[q] && second[p] !== second[q])
            check([first[p], second[p], first[q], second[q]], [...signsOf(signs[p]), ...signsOf(signs[q])]);
          return --left > 0;
        });
    }
  };
  const search = (width: number): void => (longest === 2 ? pairs(width) : triples(width));
  search(exact);
  if (found.size === 0 && longest === 4) quadruples();
  if (found.size === 0 && features.some(({ decimals }) => decimals > target.column.decimals)) search(loose);
  return [...found.values()];
}

/** Digits of a constant that is added to a sum of two. */
const MOST_DIGITS = 4;

/** A sum that holds in a block, up to a constant. */
function sumOf(
  target: Target,
  { features, block }: Projection,
  indexes: readonly number[],
  signs: readonly number[],
): Sum | undefined {
  const parts = indexes.map((i) => features[i]);
  const sum = (row: number): number =>
    parts.reduce(
      (all, { numbers }, k) => (numbers[row] === numbers[row] ? all + signs[k] * numbers[row] : all),
      0,
    );
  let [low, high] = [-Infinity, Infinity];
  for (const row of block) {
    const rest = target.numbers[row] - sum(row);
    const slack = tolerance(target.column, target.numbers[row]);
    low = Math.max(low, rest - slack);
    high = Math.min(high, rest + slack);
    if (low > high) return undefined;
  }
  const plus = low <= 0 && high >= 0 ? ZERO : simplest(low, high);
  const mayAdd = indexes.length === 2;
  if (plus === undefined || plus.digits > MOST_DIGITS || (plus.value !== 0 && !mayAdd)) return undefined;
  return passes(target, (row) => sum(row) + plus.value) ? { parts, signs, plus } : undefined;
}

function sumRule(target: Target, { parts, signs, plus }: Sum, features: number): NumberRule | undefined {
  const { column, numbers } = target;
  // A missing part counts as 0, if the target exists without it.
  const isFilled = parts.map(
    (part) =>
      part.column !== undefined && part.numbers.some((x, row) => x !== x && numbers[row] === numbers[row]),
  );
  const of: Combine = (values, row) => {
    let sum = plus.value;
    for (let i = 0; i < values.length; i++) {
      const x = values[i][row];
      if (x === x) sum += signs[i] * x;
      else if (!isFilled[i]) return NaN;
    }
    return sum;
  };
  const order = parts.map((_, i) => i).sort((a, b) => signs[b] - signs[a] || parts[a].order - parts[b].order);
  const write: Write = (writer) => {
    const terms = order.map((i, place) => {
      const text = parts[i].write(writer);
      const sign = signs[i] < 0 ? ' - ' : ' + ';
      return `${place === 0 ? '' : sign}${isFilled[i] ? `coalesce(${text}, 0)` : text}`;
    });
    return `${terms.join('')}${added(plus)}`;
  };
  const isExact = Number.isInteger(plus.value) && parts.every(({ decimals }) => decimals === 0);
  const hasGaps =
    column.missing > 0 && parts.every((part) => part.column === undefined || part.column.missing === 0);
  const isMinus = signs.some((sign) => sign < 0);
  return ruleOf(target, {
    parts,
    of,
    write: (writer) => roundedText(column, write(writer), rounds, isExact),
    constants: plus.value === 0 ? 0 : 1,
    tries: ((2 * features) ** parts.length / 2) * 10 ** Math.max(0, plus.digits - 1),
    cost: (plus.value === 0 ? 0 : 1 + 0.3 * plus.digits) + (isMinus ? 0.3 : 0) + (hasGaps ? 1 : 0),
    isWeak: parts.length > 2 && isMinus,
  });
}
