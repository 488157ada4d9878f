import type { Feature } from './features.ts';
import { scaledRule, type Candidate, type Combine, type NumberRule } from './formula.ts';
import { tolerance } from './proof.ts';
import { lowerBound } from './sums.ts';
import { isProportional, passes, type ByRow, type Target } from './target.ts';
import type { Write } from './write.ts';

/** A feature that may be a share of another: `1 + rate`, `1 - percent / 100`. */
interface Rate {
  readonly feature: Feature;
  readonly sign: 1 | -1;
  readonly whole: 1 | 100;
}

/** Shares are from 0 to 1, or from 0 to 100. */
export function ratesIn(features: readonly Feature[]): readonly Rate[] {
  return features.flatMap((feature): Rate[] => {
    const { least, most } = feature;
    const whole = most <= 1 ? 1 : 100;
    return least < 0 || most > whole
      ? []
      : [
          { feature, sign: 1, whole },
          { feature, sign: -1, whole },
        ];
  });
}

const rated = ({ sign, whole }: Rate, x: number): number => 1 + (sign * x) / whole;

const rateText =
  ({ feature, sign, whole }: Rate): Write =>
  (writer) =>
    `(1 ${sign < 0 ? '-' : '+'} ${feature.write(writer)}${whole === 1 ? '' : ' / 100'})`;

const joined =
  (features: readonly Feature[]): Write =>
  (writer) =>
    features.map((feature) => feature.write(writer)).join(' * ');

/** A candidate at one row of the search. */
const atRow = ({ parts, of }: Pick<Candidate, 'parts' | 'of'>): ByRow => {
  const numbers = parts.map((part) => part.numbers);
  return (row) => of(numbers, row);
};

/** Products and quotients of two features. @param isShort products only */
export function pairRules(
  target: Target,
  features: readonly Feature[],
  rates: readonly Rate[],
  isShort: boolean,
): NumberRule[] {
  const rules: NumberRule[] = [];
  const tries = 6 * features.length ** 2;
  const offer = (candidate: Candidate, test: (target: Target, of: ByRow) => boolean): void => {
    const rule = test(target, atRow(candidate)) ? scaledRule(target, candidate) : undefined;
    if (rule !== undefined) rules.push(rule);
  };
  for (const [i, a] of features.entries())
    for (const [j, b] of features.entries()) {
      if (i === j) continue;
      const parts = [a, b];
      if (i < j)
        offer(
          {
            parts,
            of: ([x, y], row) => x[row] * y[row],
            write: joined(parts),
            tries,
            cost: 0.1,
            isWhole: true,
          },
          isProportional,
        );
      if (isShort) continue;
      offer(
        {
          parts,
          of: ([x, y], row) => (y[row] === 0 ? NaN : x[row] / y[row]),
          write: (writer) => `${a.write(writer)} / ${b.write(writer)}`,
          tries,
          cost: 0.6,
        },
        isProportional,
      );
      for (const rate of rates)
        if (rate.feature === b)
          offer(
            {
              parts,
              of: ([x, y], row) => x[row] * rated(rate, y[row]),
              write: (writer) => `${a.write(writer)} * ${rateText(rate)(writer)}`,
              tries,
              cost: 0.6,
            },
            passes,
          );
    }
  return rules;
}

/** Products and quotients of three features. */
export function tripleRules(target: Target, features: readonly Feature[]): NumberRule[] {
  return powersOf(target, features).flatMap(({ above, below }): NumberRule[] => {
    const parts = [...above, ...below];
    const of: Combine = (numbers, row) => {
      let product = 1;
      for (let i = 0; i < numbers.length; i++) {
        const x = numbers[i][row];
        if (i < above.length) product *= x;
        else product = x === 0 ? NaN : product / x;
      }
      return product;
    };
    const candidate: Candidate = {
      parts,
      of,
      write(writer) {
        const divisor = joined(below)(writer);
        return `${joined(above)(writer)}${below.length === 0 ? '' : ` / ${below.length > 1 ? `(${divisor})` : divisor}`}`;
      },
      isWhole: below.length === 0,
      tries: 8 * features.length ** 3,
      cost: 0.4 + 0.3 * below.length,
    };
    const rule = isProportional(target, atRow(candidate)) ? scaledRule(target, candidate) : undefined;
    return rule === undefined ? [] : [rule];
  });
}

/** Features and shares that are combined by three. */
const MOST_RATED = { features: 20, rates: 10 };

/** Products of two features and a share of them. */
export function ratedProducts(target: Target, all: readonly Feature[], rates: readonly Rate[]): NumberRule[] {
  const rules: NumberRule[] = [];
  const features = all.slice(0, MOST_RATED.features);
  for (const rate of rates.slice(0, MOST_RATED.rates))
    for (const [i, a] of features.entries())
      for (const b of features.slice(i + 1)) {
        if (a === rate.feature || b === rate.feature) continue;
        const candidate: Candidate = {
          parts: [a, b, rate.feature],
          of: ([x, y, z], row) => x[row] * y[row] * rated(rate, z[row]),
          write: (writer) => `${joined([a, b])(writer)} * ${rateText(rate)(writer)}`,
          tries: 4 * features.length ** 3,
          cost: 0.8,
        };
        const rule = passes(target, atRow(candidate)) ? scaledRule(target, candidate) : undefined;
        if (rule !== undefined) rules.push(rule);
      }
  return rules;
}

/** Features that are multiplied, and those that are divided by. */
interface Powers {
  readonly above: readonly Feature[];
  readonly below: readonly Feature[];
}

const BLOCKS = 2;
const LEAST_OF_BLOCK = 5;
const MOST_FOUND = 3_000;

/**
 * Three features whose product or quotient may be the target times a constant: sums of logarithms as random projections, like those of
 * sums. Weights add up to 0, so the constant drops out.
 */
function powersOf(target: Target, features: readonly Feature[]): readonly Powers[] {
  for (const each of target.blocks.slice(0, BLOCKS)) {
    const block = each.filter((row) => target.numbers[row] !== 0);
    const found = block.length < LEAST_OF_BLOCK ? [] : powersIn(target, features, block);
    if (found.length > 0) return found;
  }
  return [];
}

function powersIn(target: Target, features: readonly Feature[], block: readonly number[]): readonly Powers[] {
  const random = block.map(() => target.chance.next());
  const mean = random.reduce((sum, each) => sum + each, 0) / random.length;
  const weights = random.map((each) => 2 * (each - mean));
  const projection = (numbers: Float64Array): number =>
    block.reduce((sum, row, i) => sum + weights[i] * Math.log(Math.abs(numbers[row])), 0);
  const slacks = block.map((row, i) => {
    const value = target.numbers[row];
    return ((weights[i] * tolerance(target.column, value)) / Math.abs(value)) ** 2;
  });
  const width = 1.6 * Math.sqrt(slacks.reduce((sum, each) => sum + each, 0)) + 1e-11;
  const terms = features
    .map((feature) => ({ feature, log: projection(feature.numbers) }))
    .filter(({ log }) => Number.isFinite(log));
  return tripleSums(
    terms.map(({ log }) => log),
    projection(target.numbers),
    width,
  ).map((powers) => {
    const of = (sign: number): Feature[] =>
      powers.filter((power) => power.sign === sign).map(({ index }) => terms[index].feature);
    return { above: of(1), below: of(-1) };
  });
}

interface Power {
  readonly index: number;
  readonly sign: 1 | -1;
}

/** Three of the numbers, each with a sign, whose sum is near another. */
function tripleSums(numbers: readonly number[], sum: number, width: number): readonly (readonly Power[])[] {
  const pairs: { readonly key: number; readonly powers: readonly [Power, Power] }[] = [];
  for (let i = 0; i < numbers.length; i++)
    for (let j = i; j < numbers.length; j++)
      for (const [a, b] of i === j ? BOTH : SIGNS)
        pairs.push({
          key: a * numbers[i] + b * numbers[j],
          powers: [
            { index: i, sign: a },
            { index: j, sign: b },
          ],
        });
  pairs.sort((a, b) => a.key - b.key);
  const keys = Float64Array.from(pairs, ({ key }) => key);
  const found = new Map<string, readonly Power[]>();
  for (const [index, number] of numbers.entries())
    for (const sign of [1, -1] as const)
      for (
        let p = lowerBound(keys, sum - sign * number - width);
        p < keys.length && keys[p] <= sum - sign * number + width;
        p++
      ) {
        const powers = [...pairs[p].powers, { index, sign }];
        const cancels = powers.some((a) => powers.some((b) => a.index === b.index && a.sign !== b.sign));
        if (cancels || powers.every((power) => power.sign < 0) || found.size >= MOST_FOUND) continue;
        const id = powers
          .map((power) => `${power.index}${power.sign < 0 ? '-' : '+'}`)
          .sort()
          .join(' ');
        found.set(id, powers);
      }
  return [...found.values()];
}

const BOTH = [
  [1, 1],
  [-1, -1],
] as const;
const SIGNS = [...BOTH, [1, -1], [-1, 1]] as const;
