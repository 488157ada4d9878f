import { groupedBy } from '../decide/column.ts';
import { DATE_FORMATS } from '../decide/date-formats.ts';
import type { Row } from '../observe/observe.ts';
import { checkedFormat } from '../decide/formats.ts';
import { compareCorrelations, type CorrelationComparison } from './correlations.ts';
import { compareRules, type RuleComparison } from './kept-rules.ts';
import { columnsOf, type ComparedColumn, type ValueType } from './compared-values.ts';
import {
  verdictBy,
  byRank,
  kolmogorovSmirnov,
  noiseOf,
  sharesOf,
  tailsApart,
  totalVariation,
  numberBars,
  shareBars,
  type Bars,
} from './distance.ts';
import { formKeyOf, numbersInText } from '../decide/parts.ts';

/** Starts of counters differ by less than this share of their size. */
const NEAR = 0.05;

/**
 * Whether both sides count up, by one or from about the same number. Where they begin and end only says which rows and how many they
 * are, so their steps are compared.
 */
function areCounters(a: readonly number[], b: readonly number[]): boolean {
  if (areCounting(a) && areCounting(b)) return true;
  const [from = 0, other = 0, to = from] = [a[0], b[0], a.at(-1)];
  const size = Math.max(Math.abs(from), to - from);
  return isRising(a) && isRising(b) && Math.abs(from - other) <= NEAR * size;
}

/** Whether each number is the one before plus 1. A few rows may be missing. */
const areCounting = (values: readonly number[]): boolean =>
  isRising(values) && stepsOf(values).filter((step) => step === 1).length >= COUNTING * (values.length - 1);

const COUNTING = 0.97;

const isRising = (values: readonly number[]): boolean =>
  values.length > 1 && stepsOf(values).every((step) => step > 0);

/** From each number to the next. */
const stepsOf = (values: readonly number[]): readonly number[] =>
  values.slice(1).map((value, i) => value - (values[i] ?? value));

/**
 * How far values are apart. `distribution` of numbers and times, `length` of texts, `parts`, the numbers in texts of one form, and `steps` of counters: Kolmogorov-Smirnov. `mean` and
 * `p99`, the 99th percentile, of numbers with a long tail: the difference, relative to the larger. `shares` of values, and `ranks`, the shares
 * of values that have other names: total variation.
 */
export type Measure =
  'distribution' | 'length' | 'parts' | 'steps' | 'mean' | 'p99' | 'shares' | 'ranks' | 'none';

/** What a comparison comes to. `missing`: only the sample has the field; `new`: only the generated rows do. */
export type Verdict = 'alike' | 'close' | 'different' | 'missing' | 'new';

/** A field in the sample and in generated rows. */
export interface FieldComparison {
  /** `user.city`, `items[].price`. */
  readonly path: string;
  readonly verdict: Verdict;
  readonly measure: Measure;
  /** 0 (the same) to 1. Undefined if there is nothing to measure. */
  readonly distance?: number;
  /** Shares of the rows, of both: of each type, of nulls, and of rows without the field. */
  readonly original: Side;
  readonly generated: Side;
  /** A picture of both over the same bins. */
  readonly bars?: Bars;
}

/** One side of a comparison. */
export interface Side {
  /** Share of the values of each type, 0 to 1. */
  readonly types: Readonly<Partial<Record<ValueType, number>>>;
  /** Share of the objects without the field, 0 to 1. */
  readonly missing: number;
  readonly distinct: number;
}

/** Generated rows beside those of a sample. */
export interface Comparison {
  /** Rows compared. */
  readonly rows: { readonly original: number; readonly generated: number };
  /** In the order of the sample; new ones come last. */
  readonly fields: readonly FieldComparison[];
  /** Rules that the rows of the sample keep. */
  readonly rules: readonly RuleComparison[];
  /** The strongest correlations of numbers that no rule explains. */
  readonly correlations: readonly CorrelationComparison[];
}

/** Distances up to these are alike and close, if chance does not explain more. */
const LIMITS = { alike: 0.05, close: 0.15 };

/** Values of an enumeration, at most. */
const MOST_VALUES = 50;

/** Compares rows field by field. */
export function compareRows(original: readonly Row[], generated: readonly Row[]): Comparison {
  const [a, b] = [columnsOf(original), columnsOf(generated)];
  const paths = [...new Set([...a.keys(), ...b.keys()])];
  const rules = compareRules(original, generated);
  return {
    rows: { original: original.length, generated: generated.length },
    fields: paths.map((path) => compareColumns(path, a.get(path) ?? NONE, b.get(path) ?? NONE)),
    rules,
    correlations: compareCorrelations(original, generated, rules),
  };
}

const NONE: ComparedColumn = { values: [], types: new Map(), lengths: [], places: 0 };

function compareColumns(path: string, a: ComparedColumn, b: ComparedColumn): FieldComparison {
  const [original, generated] = [sideOf(a), sideOf(b)];
  const both = { path, original, generated };
  if (a.types.size === 0) return { ...both, verdict: 'new', measure: 'none' };
  if (b.types.size === 0) return { ...both, verdict: 'missing', measure: 'none' };
  const values =
    a.lengths.length > 0 ? compareNumbers(a.lengths, b.lengths) : compareValues(path, a.values, b.values);
  const offBy = Math.max(typesApart(original, generated), Math.abs(original.missing - generated.missing));
  const noise = noiseOf(Math.max(1, a.places), Math.max(1, b.places));
  const verdicts = [verdictOf(offBy, noise), verdictOf(values.distance ?? 0, values.noise)];
  const verdict = VERDICTS.find((each) => verdicts.includes(each)) ?? 'alike';
  const { noise: _noise, ...measured } = values;
  return { ...both, ...measured, verdict };
}

/** The worst first. */
const VERDICTS = ['different', 'close', 'alike'] as const;

const verdictOf = (distance: number, noise: number): (typeof VERDICTS)[number] =>
  verdictBy(LIMITS, distance, noise);

function sideOf({ types, values, places }: ComparedColumn): Side {
  const present = [...types.values()].reduce((sum, count) => sum + count, 0);
  return {
    types: Object.fromEntries([...types].map(([type, count]) => [type, count / present])),
    missing: places === 0 ? 1 : 1 - present / places,
    distinct: new Set(values).size,
  };
}

const typesApart = (a: Side, b: Side): number =>
  totalVariation(new Map(Object.entries(a.types)), new Map(Object.entries(b.types)));

type Values = Pick<FieldComparison, 'measure' | 'distance' | 'bars'> & { readonly noise: number };

const NOTHING: Values = { measure: 'none', noise: 1 };

/** Names of numbers that identify something: how far apart they are means nothing. */
const ID = /(^|[_. ])(id|key)$|[a-z]I[dD]$/;

function compareValues(path: string, a: readonly unknown[], b: readonly unknown[]): Values {
  if (a.length === 0 || b.length === 0) return NOTHING;
  const isRepeated = repeats(a) && repeats(b);
  if (isRepeated && (isFew(a, b) || ID.test(path)))
    return worst(compareShares(a, b), compareParts(path, a, b));
  const [x, y] = [numbersIn(a), numbersIn(b)];
  if (x !== undefined && y !== undefined) return compareScale(x, y);
  if (isRepeated && !ID.test(path)) return worst(compareShares(a, b), compareParts(path, a, b));
  if (isRepeated) return compareShares(a, b);
  return compareTexts(path, a, b);
}

/** Texts that hardly repeat. */
function compareTexts(path: string, a: readonly unknown[], b: readonly unknown[]): Values {
  if (countsTexts(a) && countsTexts(b)) return { measure: 'steps', distance: 0, noise: 1 };
  const lengths: Values = { ...compareNumbers(a.map(lengthOf), b.map(lengthOf)), measure: 'length' };
  return worst(lengths, compareParts(path, a, b));
}

/** The comparison with the worse verdict, the first of equal ones. */
function worst(first: Values, second: Values | undefined): Values {
  if (second === undefined) return first;
  const rank = ({ distance = 0, noise }: Values): number => VERDICTS.indexOf(verdictOf(distance, noise));
  return rank(second) < rank(first) ? second : first;
}

/** Whether a text is a time or an address, which are compared as such. */
const hasForm = (text: string): boolean =>
  checkedFormat(text) !== undefined || DATE_FORMATS.some(({ test }) => test.test(text));

/** Whether the only number that differs between texts counts them. */
function countsTexts(values: readonly unknown[]): boolean {
  const differing = partsOf(values)?.numbers.filter((own) => own.some((value) => value !== own[0])) ?? [];
  return differing.length === 1 && differing.every(areCounting);
}

/** The number within texts of one form that is furthest apart, such as the minutes of `12:30`. Undefined if most texts of a side have no form in common. */
function compareParts(path: string, a: readonly unknown[], b: readonly unknown[]): Values | undefined {
  if (ID.test(path)) return undefined;
  const [x, y] = [partsOf(a), partsOf(b)];
  if (x === undefined || y === undefined || x.form !== y.form || hasForm(x.example)) return undefined;
  const parts = x.numbers.flatMap((own, i): Values[] => {
    const other = y.numbers[i] ?? [];
    if (areCounting(own) && areCounting(other)) return [];
    return [{ ...compareNumbers(own, other), measure: 'parts' }];
  });
  return parts.reduce<Values | undefined>(
    (found, each) => (found === undefined ? each : worst(found, each)),
    undefined,
  );
}

const lengthOf = (value: unknown): number => String(value).length;

const isFew = (...sides: readonly (readonly unknown[])[]): boolean =>
  sides.every((values) => new Set(values).size <= MOST_VALUES);

/** Whether values stand twice on average. */
const repeats = (values: readonly unknown[]): boolean => values.length >= 2 * new Set(values).size;

/** Compares numbers and times, the steps of counters if they do not count equally far, and long tails if they are further apart. */
function compareScale(a: readonly number[], b: readonly number[]): Values {
  const found = compareNumbers(a, b);
  const verdict = verdictOf(found.distance ?? 0, found.noise);
  if (verdict !== 'alike' && areCounters(a, b))
    return { ...compareNumbers(stepsOf(a), stepsOf(b)), measure: 'steps' };
  const tails = tailsApart(a, b);
  if (tails === undefined) return found;
  const isWorse = VERDICTS.indexOf(verdictOf(tails.distance, tails.noise)) < VERDICTS.indexOf(verdict);
  return isWorse ? { ...found, ...tails } : found;
}

function compareNumbers(a: readonly number[], b: readonly number[]): Values {
  if (a.length === 0 || b.length === 0) return NOTHING;
  return {
    measure: 'distribution',
    distance: kolmogorovSmirnov(a, b),
    noise: noiseOf(a.length, b.length),
    bars: numberBars(a, b),
  };
}

/** Values that have the same names on both sides are compared by name, others by rank: a schema may have names of its own. */
function compareShares(a: readonly unknown[], b: readonly unknown[]): Values {
  const [x, y] = [sharesOf(a), sharesOf(b)];
  const common = [...x].reduce((sum, [value, share]) => sum + (y.has(value) ? share : 0), 0);
  const isSame = common >= 0.5;
  const [p, q] = isSame ? [x, y] : [byRank(x), byRank(y)];
  return {
    measure: isSame ? 'shares' : 'ranks',
    distance: totalVariation(p, q),
    // Each of many values has its own chance.
    noise: noiseOf(a.length, b.length) * Math.max(1, Math.sqrt(Math.max(x.size, y.size) / 10)),
    bars: shareBars(p, q),
  };
}

/** Numbers, or the milliseconds of texts that are times. Undefined if a value is neither. */
function numbersIn(values: readonly unknown[]): readonly number[] | undefined {
  if (values.every((value) => typeof value === 'number')) return values;
  if (!values.every((value) => typeof value === 'string')) return undefined;
  const [first = ''] = values;
  for (const format of DATE_FORMATS) {
    if (!format.test.test(first)) continue;
    const ms = values.map((text) => {
      const parts = format.test.exec(text);
      return parts === null ? Number.NaN : format.parse(parts);
    });
    const known = ms.filter((each) => !Number.isNaN(each));
    if (known.length >= 0.97 * values.length) return known;
  }
  return undefined;
}

/** Share of the texts that must have one form. */
const MOSTLY = 0.8;
/** Texts that are looked at, and their characters. */
const MOST = 10_000;
const LONGEST = 120;

/** The form that most texts have, and the numbers in those of that form: for each place, its values. */
function partsOf(
  values: readonly unknown[],
):
  | { readonly form: string; readonly example: string; readonly numbers: readonly (readonly number[])[] }
  | undefined {
  const texts = values.slice(0, MOST).filter((value) => typeof value === 'string' && value.length <= LONGEST);
  const forms = groupedBy(texts.map(String), formKeyOf);
  const [most] = [...forms].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[1].length < MOSTLY * texts.length) return undefined;
  const rows = most[1].map(numbersInText);
  return {
    form: most[0],
    example: most[1][0] ?? '',
    numbers: (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? 0)),
  };
}
