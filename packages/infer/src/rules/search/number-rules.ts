import { LEAST_DISTINCT, MOST_FEATURES } from './proof.ts';
import type { Feature } from './features.ts';
import { roundedText, rounds, ruleOf, scaledRule, type NumberRule } from './formula.ts';
import { pairRules, ratedProducts, ratesIn, tripleRules } from './products.ts';
import { sumRules, type Projections } from './sums.ts';
import { passes, type Target } from './target.ts';
import type { Column } from './described.ts';
import type { Write } from './write.ts';
import { differenceRules, laterRules, shiftedRules } from './time-rules.ts';
import { weightedRule } from './weighted.ts';

/** What a search for the rule of one column may use. */
export interface NumberSearch {
  readonly target: Target;
  /** Features of its table. */
  readonly features: readonly Feature[];
  /** Columns that only repeat others. */
  readonly isCopy: (feature: Feature) => boolean;
  readonly projections: Projections;
}

/** Rules of a column of numbers or times, the cheapest first. Longer forms are tried only if no shorter one is certain. */
export function numberRules({ target, features, isCopy, projections }: NumberSearch): readonly NumberRule[] {
  const { column, isPart } = target;
  const isUsable = (feature: Feature): boolean =>
    feature.column !== column && !feature.sources.includes(column) && !isCopy(feature);
  const usable = features.filter(isUsable);
  const equal = equalRules(target, usable);
  if (equal.length > 0 || column.isFixed) return equal.toSorted(byCost);
  if (column.kind === 'time')
    return [...laterRules(target, usable), ...shiftedRules(target, usable)].toSorted(byCost);
  const numbers = usable.filter(({ kind }) => kind === 'number').slice(0, MOST_FEATURES);
  if (column.counts.size < LEAST_DISTINCT && !isPart) return [];
  const rates = ratesIn(numbers);
  const steps: readonly (() => readonly NumberRule[])[] = isPart
    ? [() => [...scaledRules(target, usable), ...pairRules(target, numbers, rates, true)]]
    : [
        () => [
          ...scaledRules(target, usable),
          ...sumRules(target, features, isUsable, projections, 2),
          ...differenceRules(target, usable),
          ...pairRules(target, numbers, rates, false),
        ],
        () => sumRules(target, features, isUsable, projections, 4),
        () => tripleRules(target, numbers),
        () => ratedProducts(target, numbers, rates),
        () => weightedRule(target, numbers) ?? [],
      ].map((step) => () => [step()].flat());
  const found: NumberRule[] = [];
  for (const step of steps) {
    found.push(...step());
    if (found.some(({ isStrong }) => isStrong)) break;
  }
  return found.toSorted(byCost);
}

/** The cheapest rule first; of equal ones, that of fields that come first. */
export const byCost = (a: NumberRule, b: NumberRule): number => a.cost - b.cost || lastOf(a) - lastOf(b);

const lastOf = ({ parts }: NumberRule): number => Math.max(...parts.map(({ order }) => order));

/** Sums of floating-point numbers are not equal bit by bit. */
const NOISE = 1e-10;

/** Features that the column is equal to. */
function equalRules(target: Target, features: readonly Feature[]): NumberRule[] {
  const { column, numbers } = target;
  return features.flatMap((feature): NumberRule[] => {
    const x = feature.numbers;
    const isEqual = (row: number): boolean => Math.abs(x[row] - numbers[row]) <= NOISE * Math.abs(x[row]);
    const predict = (row: number): number =>
      isEqual(row) ? numbers[row] : x[row] === x[row] ? Infinity : NaN;
    if (!mayEqual(column, feature) || !passes(target, predict)) return [];
    const { write, isInstant, isPlain } = equality(column, feature);
    const rule = ruleOf(target, {
      parts: [feature],
      of: ([values], row) => values[row],
      write,
      constants: 0,
      tries: features.length,
      cost: 0,
      isEquality: true,
    });
    return rule === undefined ? [] : [{ ...rule, form: isPlain ? 'equal' : 'formula', isInstant }];
  });
}

/** Whether a column may repeat a feature: an earlier column, or a number of the same kind. */
function mayEqual(column: Column, { column: other, kind }: Feature): boolean {
  const isOfTime = kind === 'time' || other?.isEpoch === true;
  if (isOfTime !== (column.kind === 'time' || column.isEpoch)) return false;
  if (column.isFixed && (other === undefined || isOfTime)) return false;
  return other === undefined || other.table !== column.table || other.order < column.order;
}

/** How an equality is written: times of other forms by their milliseconds. */
function equality(
  column: Column,
  { kind, column: other, isSum = false, write }: Feature,
): { readonly write: Write; readonly isInstant: boolean; readonly isPlain: boolean } {
  const isInstant = column.kind === 'time' && (kind !== 'time' || other?.form !== column.form);
  const isInMs = kind === 'time' && (isInstant || column.kind !== 'time');
  const name: Write = isInMs ? (writer) => `toMs(${write(writer)})` : write;
  return {
    write: isSum && column.decimals > 0 ? (writer) => roundedText(column, name(writer), rounds) : name,
    isInstant,
    isPlain: other !== undefined && !isInMs,
  };
}

/** One feature times a constant, and plus a constant. */
function scaledRules(target: Target, features: readonly Feature[]): NumberRule[] {
  const tries = 2 * features.length;
  return features.flatMap((feature): NumberRule[] => {
    if (feature.kind === 'simple') return [];
    const isTime = feature.kind === 'time';
    if (isTime && target.column.decimals > 3) return [];
    const rule = scaledRule(target, {
      parts: [feature],
      of: ([x], row) => x[row],
      write: (writer) => (isTime ? `toMs(${feature.write(writer)})` : feature.write(writer)),
      isWhole: true,
      tries,
      cost: isTime ? 0.2 : 0,
      mayAdd: !isTime,
    });
    return rule === undefined ? [] : [rule];
  });
}
