import { costOf, digitsOf, simplest, type Constant } from './constants.ts';
import type { Feature } from './features.ts';
import { multiplied, roundedText, rounds, ruleOf, type NumberRule } from './formula.ts';
import { tolerance } from './proof.ts';
import type { Target } from './target.ts';
import type { Write } from './write.ts';
import { correlation } from '@catbird/engine';

/** Rows that weights are fitted in. */
const FITTED_ROWS = 200;
/** Features that go with the target most: one of two is among the first of them, and three are all. */
const NEAREST = { ofTwo: 8, ofThree: 10 };
const MOST_DIGITS = 4;
const BLOCKS = 2;

/** A sum of two or three features with weights of few digits. Missing features count as 0. */
export function weightedRule(target: Target, features: readonly Feature[]): NumberRule | undefined {
  const order = target.chance.shuffled(target.numbers.length);
  const rows = [...order].filter((row) => target.numbers[row] === target.numbers[row]).slice(0, FITTED_ROWS);
  const near = nearest(
    target,
    features.filter(
      ({ numbers, column }) => column !== undefined || rows.every((row) => numbers[row] === numbers[row]),
    ),
  );
  for (const set of [...pairsOf(near), ...triplesOf(near)]) {
    const rule = ruleOfSet(target, set, rows, features.length);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** Features by how much they go with the target; those that go as much, in their order. */
const nearest = ({ numbers }: Target, features: readonly Feature[]): readonly Feature[] =>
  features
    .map((feature) => ({ feature, by: dependence([feature.numbers, numbers]) }))
    .toSorted((a, b) => Math.round(1_000 * b.by) - Math.round(1_000 * a.by))
    .map(({ feature }) => feature);

const inOrder = (set: readonly Feature[]): readonly Feature[] => set.toSorted((a, b) => a.order - b.order);

/** Pairs in the order of features, with one of the nearest in each. */
function* pairsOf(near: readonly Feature[]): Generator<readonly Feature[]> {
  const nearest = new Set(near.slice(0, NEAREST.ofTwo));
  const features = inOrder(near);
  for (const [i, a] of features.entries())
    for (const b of features.slice(i + 1)) if (nearest.has(a) || nearest.has(b)) yield [a, b];
}

function* triplesOf(near: readonly Feature[]): Generator<readonly Feature[]> {
  const features = inOrder(near.slice(0, NEAREST.ofThree));
  for (const [i, a] of features.entries())
    for (const [j, b] of features.entries())
      if (j > i) for (const c of features.slice(j + 1)) yield [a, b, c];
}

const at = ({ numbers }: Feature, row: number): number => (numbers[row] === numbers[row] ? numbers[row] : 0);

function ruleOfSet(
  target: Target,
  set: readonly Feature[],
  rows: readonly number[],
  features: number,
): NumberRule | undefined {
  for (const block of target.blocks.slice(0, BLOCKS)) {
    const weights = weightsIn(target, set, block, rows);
    if (weights === undefined) continue;
    return ruleOf(target, {
      parts: set,
      of: (numbers, row) => {
        let sum = 0;
        for (let i = 0; i < numbers.length; i++) {
          const x = numbers[i][row];
          if (x === x) sum += weights[i].value * x;
        }
        return sum;
      },
      write: (writer) => roundedText(target.column, textOf(set, weights)(writer), rounds),
      constants: set.length,
      tries:
        (2 * features) ** set.length *
        10 ** weights.reduce((sum, { digits }) => sum + Math.max(0, digits - 1), 0),
      cost: 0.7 + costOfWeights(weights),
      digits: Math.max(...weights.map(({ digits }) => digits)),
    });
  }
  return undefined;
}

/** A weight that several features share counts once. */
const costOfWeights = (weights: readonly Constant[]): number =>
  [...new Set(weights.map(({ value }) => Math.abs(value)))].reduce(
    (sum, value) => sum + costOf({ text: '', value, digits: digitsOf(value) }),
    0,
  );

/** Weights of least squares in a block, and again in the rows that agree with them, cut to few digits. */
function weightsIn(
  target: Target,
  set: readonly Feature[],
  block: readonly number[],
  rows: readonly number[],
): readonly Constant[] | undefined {
  const fit = (of: readonly number[]): readonly number[] | undefined =>
    solve(
      of.map((row) => set.map((feature) => at(feature, row))),
      of.map((row) => target.numbers[row]),
    );
  const isNear = (weights: readonly number[], row: number, units: number): boolean => {
    const predicted = set.reduce((sum, feature, i) => sum + weights[i] * at(feature, row), 0);
    return Math.abs(predicted - target.numbers[row]) <= units * tolerance(target.column, target.numbers[row]);
  };
  const first = fit(block);
  if (first === undefined || !block.every((row) => isNear(first, row, 2))) return undefined;
  const agreeing = rows.filter((row) => isNear(first, row, 20));
  const weights = agreeing.length < 0.9 * rows.length ? undefined : fit(agreeing);
  const short = weights?.map((weight, i) => {
    const size = agreeing.reduce((sum, row) => sum + Math.abs(at(set[i], row)), 0) / agreeing.length;
    const slack = (1.2 * tolerance(target.column, 0)) / size + 1e-9;
    return simplest(weight - slack, weight + slack);
  });
  const found = short?.filter((each) => each !== undefined && each.value !== 0 && each.digits <= MOST_DIGITS);
  return found?.length === set.length ? found.flatMap((each) => each ?? []) : undefined;
}

/** `(a + b) * 0.19`, or `a * 0.5 + b * 0.3`. */
function textOf(set: readonly Feature[], weights: readonly Constant[]): Write {
  const [first] = weights;
  const shared = Math.abs(first.value);
  const isShared = shared !== 1 && weights.every(({ value }) => Math.abs(value) === shared);
  const order = set
    .map((_, i) => i)
    .sort((a, b) => Math.sign(weights[b].value) - Math.sign(weights[a].value) || a - b);
  return (writer) => {
    const terms = order.map((i, place) => {
      const { value, text } = weights[i];
      const size = { text: text.replace('-', ''), value: Math.abs(value), digits: 0 };
      const name = set[i].write(writer);
      const known = (set[i].column?.missing ?? 0) > 0 ? `coalesce(${name}, 0)` : name;
      const term = isShared ? known : multiplied(known, false, size);
      const sign = value < 0 ? (place === 0 ? '-1 * ' : ' - ') : place === 0 ? '' : ' + ';
      return `${sign}${term}`;
    });
    return isShared ? `(${terms.join('')}) * ${shared}` : terms.join('');
  };
}

/** Least squares by normal equations; undefined if columns depend on one another. */
function solve(
  rows: readonly (readonly number[])[],
  values: readonly number[],
): readonly number[] | undefined {
  const size = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1));
  for (const [r, row] of rows.entries())
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) matrix[i][j] += row[i] * row[j];
      matrix[i][size] += row[i] * values[r];
    }
  const scale = Math.max(...matrix.map((line, i) => line[i]));
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let r = i + 1; r < size; r++) if (Math.abs(matrix[r][i]) > Math.abs(matrix[pivot][i])) pivot = r;
    [matrix[i], matrix[pivot]] = [matrix[pivot], matrix[i]];
    if (!(Math.abs(matrix[i][i]) > 1e-9 * scale)) return undefined;
    for (let r = 0; r < size; r++) if (r !== i) eliminate(matrix[r], matrix[i], i);
  }
  return matrix.map((line, i) => line[size] / line[i]);
}

function eliminate(line: Float64Array, by: Float64Array, column: number): void {
  const factor = line[column] / by[column];
  for (let i = column; i < line.length; i++) line[i] -= factor * by[i];
}

/** Rows that a correlation is computed from. */
const CORRELATED = 300;

/** The greatest absolute correlation of two of the vectors. */
export function dependence(vectors: readonly Float64Array[]): number {
  let most = 0;
  for (const [i, x] of vectors.entries())
    for (const y of vectors.slice(i + 1)) most = Math.max(most, Math.abs(sampledCorrelation(x, y)));
  return most;
}

const sampledCorrelation = (x: Float64Array, y: Float64Array): number =>
  correlation(x, y, Math.max(1, Math.floor(x.length / CORRELATED))).rho;
