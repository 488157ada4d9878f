import { added, costOf, type Constant } from './constants.ts';
import type { Column } from './described.ts';
import type { Data } from './data.ts';
import type { Feature } from './features.ts';
import { judged, tolerance, type Evidence } from './proof.ts';
import { checkNumbers, type Rule } from './rule.ts';
import { scalesOf, type Scale } from './scale.ts';
import type { Target } from './target.ts';
import type { Write } from './write.ts';

/** Computes a number from those of features in one row. */
export type Combine = (numbers: readonly Float64Array[], row: number) => number;

/** A formula whose constants are not known yet. */
export interface Candidate {
  readonly parts: readonly Feature[];
  readonly of: Combine;
  readonly write: Write;
  /** The text needs brackets before it is multiplied. */
  readonly isSum?: boolean;
  /** Whole numbers make whole numbers. */
  readonly isWhole?: boolean;
  readonly tries: number;
  readonly cost: number;
  /** A constant may be added. */
  readonly mayAdd?: boolean;
}

/** A rule between numbers, and what the search decides by. */
export interface NumberRule extends Rule {
  readonly target: Column;
  readonly parts: readonly Feature[];
  readonly compute: (data: Data) => Float64Array;
  /** No longer formula has to be searched. */
  readonly isStrong: boolean;
}

/** A formula that is complete. */
export interface Formula {
  readonly parts: readonly Feature[];
  readonly of: Combine;
  readonly write: Write;
  readonly constants: number;
  readonly tries: number;
  readonly cost: number;
  /** Digits of its constants. */
  readonly digits?: number;
  readonly isEquality?: boolean;
  /** Others may say the same in fewer words. */
  readonly isWeak?: boolean;
}

/** Share of the rows from which a rule is certain. */
const SURE = 0.9995;
const MOST_DIGITS = 3;

export function vectorOf(of: Combine, numbers: readonly Float64Array[], rows: number): Float64Array {
  const vector = new Float64Array(rows);
  for (let row = 0; row < rows; row++) vector[row] = of(numbers, row);
  return vector;
}

export const numbersOf = (parts: readonly Feature[]): readonly Float64Array[] =>
  parts.map(({ numbers }) => numbers);

/** The rule of a formula, if it has enough evidence. */
export function ruleOf(target: Target, formula: Formula): NumberRule | undefined {
  const { parts, of, write, cost, digits = 0, isWeak = false } = formula;
  const { column, numbers } = target;
  const predicted = vectorOf(of, numbersOf(parts), numbers.length);
  const evidence = evidenceOf(target, predicted, formula);
  if (evidence === undefined) return undefined;
  const compute = (data: Data): Float64Array =>
    vectorOf(
      of,
      parts.map((part) => part.make(data)),
      data.size(column.table),
    );
  return {
    form: 'formula',
    target: column,
    parts,
    inputs: [...new Set(parts.flatMap(({ sources }) => sources))],
    lists: parts.flatMap(({ list }) => list ?? []),
    cost: cost + parts.reduce((sum, part) => sum + part.cost, 0),
    evidence,
    write,
    compute,
    check: (data) => checkNumbers(column, compute(data), data),
    isStrong: digits <= MOST_DIGITS && !isWeak && evidence.wrong <= (1 - SURE) * evidence.rows,
  };
}

function evidenceOf(
  { column, numbers, chance }: Target,
  predicted: Float64Array,
  formula: Formula,
): Evidence | undefined {
  const rows: number[] = [];
  for (let row = 0; row < numbers.length; row++)
    if (numbers[row] === numbers[row] && predicted[row] === predicted[row]) rows.push(row);
  const isSame = (by: number, row: number): boolean =>
    Math.abs(predicted[by] - numbers[row]) <= tolerance(column, numbers[row]);
  return judged(rows, isSame, (row) => numbers[row] * 1.000123 + predicted[row], formula, chance);
}

/** The first scale of a candidate that has enough evidence, as a rule. */
export function scaledRule(target: Target, candidate: Candidate): NumberRule | undefined {
  const { parts, of, write, isSum = false, isWhole = false, tries, cost, mayAdd = false } = candidate;
  const { column, numbers } = target;
  const x = vectorOf(of, numbersOf(parts), numbers.length);
  for (const scale of scalesOf(target, x, mayAdd)) {
    const { factor, plus, rounding } = scale;
    const isExact = isWhole && parts.every(({ decimals }) => decimals === 0) && isWholeScale(scale);
    const rule = ruleOf(target, {
      parts,
      of: (values, row) => {
        const value = factor.value * of(values, row) + plus.value;
        return column.kind === 'time' ? value : rounding.of(value);
      },
      write: (writer) => roundedText(column, scaledText(write(writer), isSum, scale), scale, isExact),
      constants: Number(factor.value !== 1) + Number(plus.value !== 0),
      tries: tries * triesOf(scale),
      cost: cost + costOfScale(scale),
      digits: factor.value === 1 ? 0 : factor.digits,
    });
    if (rule !== undefined) return rule;
  }
  return undefined;
}

const isWholeScale = ({ factor, plus }: Scale): boolean =>
  [factor, plus].every(({ value }) => Number.isInteger(value));

/** Constants and roundings that could have been chosen, beyond the first two digits of each. */
const triesOf = ({ factor, plus, rounding }: Scale): number =>
  (rounding.name === 'round' ? 1 : 3) *
  10 ** Math.max(0, factor.digits + plus.digits - (plus.value === 0 ? 2 : 4));

const costOfScale = ({ factor, plus, rounding }: Scale): number => {
  const scaled = factor.value === 1 ? 0 : 0.7 + costOf(factor);
  return scaled + (plus.value === 0 ? 0 : 0.7 + 0.3 * plus.digits) + (rounding.name === 'round' ? 0 : 0.3);
};

function scaledText(text: string, isSum: boolean, { factor, plus }: Pick<Scale, 'factor' | 'plus'>): string {
  return `${multiplied(text, isSum, factor)}${added(plus)}`;
}

/** A text times a constant, or divided by it. */
export function multiplied(text: string, isSum: boolean, { value, text: constant }: Constant): string {
  if (value === 1) return text;
  const body = isSum ? `(${text})` : text;
  if (value === -1) return `-1 * ${body}`;
  const divisor = /^1 \/ (.+)$/.exec(constant)?.[1] ?? tenths(value);
  if (divisor !== undefined) return `${body} / ${divisor}`;
  return `${body} * ${constant.includes('/') ? `(${constant})` : constant}`;
}

/** `100` of 0.01. */
const tenths = (value: number): string | undefined =>
  /^0\.0*1$/.test(String(value)) ? String(Math.round(1 / value)) : undefined;

/** A number as the column has it. */
export function roundedText(
  { kind, decimals }: Column,
  text: string,
  { rounding }: Pick<Scale, 'rounding'> | { readonly rounding: { readonly name: 'round' } },
  isExact = false,
): string {
  if (kind === 'time') return text;
  if (rounding.name !== 'round') return `${rounding.name}(${text})`;
  if (isExact || decimals > 8) return text;
  return decimals === 0 ? `round(${text})` : `round(${text}, ${decimals})`;
}

export const rounds = { rounding: { name: 'round' } } as const;
