import { isoMs } from '@catbird/engine';
import { cellsOf, textOf } from './parse-row.ts';

import { numberIn, rowsAt, type Truth } from './truth.ts';

/** A rule that names the concerned rows. */
export interface Pattern {
  /** For people: `rows 401,408 – 402,431`, `country = DE`. */
  readonly text: string;
  /** The column whose values the text has. Undefined: it has none. */
  readonly column?: string;
  /** Share of the concerned rows that it covers, from 0 to 1. */
  readonly share: number;
  /** Share of the rows that it covers that are concerned, from 0 to 1. */
  readonly precision: number;
  /** Whether it covers all concerned rows, and no other. */
  readonly isExact: boolean;
}

/** Rows that are concerned, and rows that are not. */
export interface Affected {
  /** Numbers of the concerned rows, or of some of them. */
  readonly affected: readonly number[];
  /** Numbers of some other rows. */
  readonly others: readonly number[];
  /** How many rows are concerned. */
  readonly total: number;
}

/** The ranges that ascending numbers form, each with its end. */
export function rangesOf(numbers: readonly number[]): [first: number, end: number][] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number) last[1] = number + 1;
    else ranges.push([number, number + 1]);
  }
  return ranges;
}

/** A rule must save at least so many bits. */
const LEAST_BITS = 40;
/** Rows whose values are looked at. */
const LOOKED_AT = 4000;
const MOST_PATTERNS = 3;
/** Values of a column that are tried one by one. */
const MOST_VALUES = 400;
const MOST_STRIDE = 32;
const MOST_RANGES = 20;

/** A row that is looked at, for as many as it stands for. */
interface Looked {
  readonly row: number;
  readonly isAffected: boolean;
  readonly weight: number;
  readonly cells: ReadonlyMap<string, unknown>;
}

/** A rule with the rows that it covers. */
interface Scored extends Pattern {
  readonly gain: number;
}

/** Which rows are concerned, the best rule first. Empty: it looks like chance. */
export function patternsOf(truth: Truth, { affected, others, total }: Affected): readonly Pattern[] {
  if (affected.length === 0) return [];
  const base = Math.max(total + 1, truth.rows);
  const byRange = total === affected.length ? rangePattern(truth, affected, base) : undefined;
  const looked = lookedAt(truth, { affected, others, total });
  const score = scorer(looked, base);
  const found = [byRange, ...rules(looked).map((rule) => score(rule))].flatMap((each) => each ?? []);
  return distinct(found.toSorted((a, b) => b.gain - a.gain)).slice(0, MOST_PATTERNS);
}

/** Bits that name the concerned `k` of `n` rows, by their share alone. */
function bits(k: number, n: number): number {
  if (k <= 0 || k >= n) return 0;
  return -(k * Math.log2(k / n) + (n - k) * Math.log2(1 - k / n));
}

const number = (value: number): string => value.toLocaleString('en');

function rangePattern(truth: Truth, numbers: readonly number[], base: number): Scored | undefined {
  const ranges = rangesOf(numbers);
  if (ranges.length > MOST_RANGES) return undefined;
  const gain = bits(numbers.length, base) - ranges.length * 2 * Math.log2(base);
  if (gain < LEAST_BITS) return undefined;
  const shown = ranges
    .slice(0, 3)
    .map(([first, end]) => `${number(numberIn(truth, first))} – ${number(numberIn(truth, end - 1))}`);
  const more = ranges.length > 3 ? ` and ${ranges.length - 3} more ranges` : '';
  return { text: `rows ${shown.join(', ')}${more}`, share: 1, precision: 1, isExact: true, gain };
}

function lookedAt(truth: Truth, { affected, others, total }: Affected): readonly Looked[] {
  const some = evenly(affected, LOOKED_AT);
  const rest = evenly(others, LOOKED_AT);
  const part = (numbers: readonly number[], isAffected: boolean, whole: number): Looked[] =>
    rowsAt(truth, Float64Array.from(numbers)).flatMap((row, i) =>
      row === undefined
        ? []
        : [
            {
              row: numberIn(truth, numbers[i] ?? 0),
              isAffected,
              weight: whole / numbers.length,
              cells: cellsOf(row),
            },
          ],
    );
  return [...part(some, true, total), ...part(rest, false, Math.max(rest.length, truth.rows - total))];
}

function evenly(numbers: readonly number[], most: number): readonly number[] {
  if (numbers.length <= most) return numbers;
  return Array.from({ length: most }, (_, i) => numbers[Math.floor((i * numbers.length) / most)] ?? 0);
}

/** A rule that may name the concerned rows. */
interface Rule {
  readonly text: string;
  readonly column?: string;
  /** Bits of its parameters. */
  readonly bits: number;
  readonly covers: (looked: Looked) => boolean;
}

function scorer(looked: readonly Looked[], base: number): (rule: Rule) => Scored | undefined {
  let total = 0;
  for (const { isAffected, weight } of looked) if (isAffected) total += weight;
  const whole = bits(total, base);
  return ({ text, column, bits: cost, covers }) => {
    let [hits, others, seen] = [0, 0, 0];
    for (const each of looked) {
      if (!covers(each)) continue;
      seen++;
      if (each.isAffected) hits += each.weight;
      else others += each.weight;
    }
    const covered = hits + others;
    if (seen < 3 || covered === 0 || hits / covered <= total / base) return undefined;
    const gain = whole - bits(hits, covered) - bits(total - hits, base - covered) - cost * 8;
    if (gain < LEAST_BITS) return undefined;
    const share = hits / total;
    const precision = hits / covered;
    return {
      text,
      ...(column !== undefined && { column }),
      share,
      precision,
      isExact: share > 0.9999 && precision > 0.9999,
      gain,
    };
  };
}

function rules(looked: readonly Looked[]): readonly Rule[] {
  const found: Rule[] = [];
  for (let stride = 2; stride <= MOST_STRIDE; stride++)
    for (let rest = 0; rest < stride; rest++)
      found.push({
        text: `every ${stride === 2 ? 'second' : `${stride}th`} row, from row ${rest} on`,
        bits: 1.5 + stride / 32,
        covers: ({ row }) => row % stride === rest,
      });
  found.push(...thresholds('row number', looked, ({ row }) => row));
  const columns = new Set(looked.flatMap(({ cells }) => [...cells.keys()]));
  for (const column of columns) found.push(...rulesOf(column, looked).map((rule) => ({ ...rule, column })));
  return found;
}

function rulesOf(column: string, looked: readonly Looked[]): readonly Rule[] {
  const valueOf = ({ cells }: Looked): unknown => cells.get(column);
  const values = new Map<unknown, number>();
  for (const each of looked) values.set(plain(valueOf(each)), (values.get(plain(valueOf(each))) ?? 0) + 1);
  const present = [...values.keys()].filter((value) => value !== null && value !== undefined);
  const found: Rule[] = [];
  if (present.length < values.size)
    found.push({ text: `${column} is null`, bits: 1, covers: (each) => (valueOf(each) ?? null) === null });
  if (present.length <= MOST_VALUES)
    for (const value of present)
      found.push({
        text: `${column} = ${textOf(value).slice(0, 60)}`,
        bits: 2,
        covers: (each) => plain(valueOf(each)) === value,
      });
  const isAll = (kind: string): boolean =>
    present.length > 0 && present.every((value) => typeof value === kind);
  if (isAll('number')) return [...found, ...thresholds(column, looked, (each) => numeric(valueOf(each)))];
  if (!isAll('string')) return found;
  if (present.slice(0, 50).every((value) => !Number.isNaN(isoMs(value)))) {
    const timeOf = (each: Looked): number => isoMs(valueOf(each));
    return [
      ...found,
      ...thresholds(column, looked, timeOf, (ms) => new Date(ms).toISOString()),
      ...thresholds(`hour of ${column} (UTC)`, looked, (each) => new Date(timeOf(each)).getUTCHours()),
    ];
  }
  return [
    ...found,
    ...thresholds(`length of ${column}`, looked, (each) => lengthOf(valueOf(each))),
    {
      text: `${column} has characters other than ASCII`,
      bits: 1,
      covers: (each) => /[^\p{ASCII}]/u.test(textOf(valueOf(each) ?? '')),
    },
    {
      text: `${column} has a line break, a quote or a comma`,
      bits: 2,
      covers: (each) => /[\n\r",]/.test(textOf(valueOf(each) ?? '')),
    },
  ];
}

const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
const numeric = (value: unknown): number => (typeof value === 'number' ? value : NaN);
const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : NaN);

/** The best limit from below and the best from above, by how well rows beyond them are the concerned ones. */
function thresholds(
  name: string,
  looked: readonly Looked[],
  valueOf: (looked: Looked) => number,
  shown: (value: number) => string = (value) => String(value),
): readonly Rule[] {
  const sorted = looked
    .map((each) => ({ value: valueOf(each), hit: each.isAffected ? each.weight : 0, weight: each.weight }))
    .filter(({ value }) => !Number.isNaN(value))
    .toSorted((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, { hit }) => sum + hit, 0);
  const whole = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let [hits, covered] = [0, 0];
  let below = { score: -1, value: NaN };
  let above = { score: -1, value: NaN };
  for (const [i, { value, hit, weight }] of sorted.entries()) {
    hits += hit;
    covered += weight;
    const next = sorted[i + 1]?.value;
    if (next === value || next === undefined) continue;
    const lower = (2 * hits) / (covered + total);
    const upper = (2 * (total - hits)) / (whole - covered + total);
    if (lower > below.score) below = { score: lower, value };
    if (upper > above.score) above = { score: upper, value: next };
  }
  const isCovered = (test: (value: number) => boolean) => (each: Looked) => test(valueOf(each));
  return [
    ...(below.score < 0
      ? []
      : [
          {
            text: `${name} ≤ ${shown(below.value)}`,
            bits: 3,
            covers: isCovered((value) => value <= below.value),
          },
        ]),
    ...(above.score < 0
      ? []
      : [
          {
            text: `${name} ≥ ${shown(above.value)}`,
            bits: 3,
            covers: isCovered((value) => value >= above.value),
          },
        ]),
  ];
}

/** Without rules that say the same as a better one. */
function distinct(sorted: readonly Scored[]): readonly Pattern[] {
  const [best, ...rest] = sorted;
  if (best === undefined) return [];
  const others = rest.filter(({ gain }) => gain < best.gain && gain > 0.5 * best.gain && !best.isExact);
  return [best, ...others].map(({ column, text, share, precision, isExact }) => ({
    text,
    ...(column !== undefined && { column }),
    share,
    precision,
    isExact,
  }));
}
