import { BITS, DIRTY, LEAST_DISTINCT, LEAST_ROWS, MOST_TAGS } from './bounds.ts';
import type { Chance } from './chance.ts';
import { isKnown, type Column } from './columns.ts';
import type { Data } from './data.ts';
import type { Feature } from './features.ts';
import { vectorOf } from './formula.ts';
import { byCost, numberRules } from './numbers.ts';
import { agrees, arrangement, chanceOf, errorBits } from './proof.ts';
import { checkNumbers, checkValues, type Check, type Rule } from './rule.ts';
import { targetOf } from './target.ts';
import type { Source } from './source.ts';
import type { Writer } from './write.ts';

/** Share of the rows that may have another value. */
const WRONG = DIRTY / 2;

/** Sources of few values that others may depend on. */
export const tagsAmong = (sources: readonly Source[]): readonly Source[] =>
  sources.filter(
    ({ column: { kind, counts, decimals } }) =>
      kind !== 'time' &&
      counts.size >= 2 &&
      counts.size <= MOST_TAGS &&
      (kind !== 'number' || decimals === 0),
  );

/** Rows by the value of a tag. */
function grouped<Value>(
  tag: Source,
  rows: number,
  valueOf: (row: number) => Value | undefined,
): Map<unknown, Map<Value, number>> {
  const groups = new Map<unknown, Map<Value, number>>();
  for (let row = 0; row < rows; row++) {
    const [key, value] = [tag.of(row), valueOf(row)];
    if (!isKnown(key) || value === undefined) continue;
    const group = groups.get(key) ?? new Map<Value, number>();
    groups.set(key, group);
    group.set(value, (group.get(value) ?? 0) + 1);
  }
  return groups;
}

/** The usual value of each tag, and how often it is another. */
function usualIn<Value>(groups: ReadonlyMap<unknown, ReadonlyMap<Value, number>>): {
  readonly usual: ReadonlyMap<unknown, Value>;
  readonly rows: number;
  readonly wrong: number;
} {
  const usual = new Map<unknown, Value>();
  let [rows, wrong] = [0, 0];
  for (const [key, group] of groups) {
    const [first, ...others] = [...group].toSorted(([, a], [, b]) => b - a);
    usual.set(key, first[0]);
    const rest = others.reduce((sum, [, count]) => sum + count, 0);
    rows += first[1] + rest;
    wrong += rest;
  }
  return { usual, rows, wrong };
}

/** A constant for each value of a tag. */
export function lookUpRule(column: Column, tags: readonly Source[], data: Data): Rule | undefined {
  const values = data.values(column);
  const { counts, main, known } = column;
  if (counts.size < 2 || counts.size > MOST_TAGS || column.kind === 'time') return undefined;
  const valueOf = (row: number): unknown => (isKnown(values[row]) ? values[row] : undefined);
  const sizes = [...counts.values()];
  const rules = tags.flatMap((tag): Rule[] => {
    const { column: by } = tag;
    const isLater = by.order > column.order && by.table === column.table;
    if (by === column || by.main < main || (by.main === main && isLater)) return [];
    const groups = grouped(tag, values.length, valueOf);
    const { usual, rows, wrong } = usualIn(groups);
    if (rows < LEAST_ROWS || rows < 0.9 * known || new Set(usual.values()).size < 2) return [];
    if (wrong > WRONG * rows || !agrees(1 - wrong / rows, chanceOf(sizes))) return [];
    const bits =
      arrangement(sizes) -
      groups.size * Math.log2(counts.size) -
      Math.log2(tags.length) -
      errorBits(wrong, rows, counts.size);
    if (bits < BITS) return [];
    return [
      {
        form: 'look-up',
        target: column,
        inputs: [by],
        cost: groups.size,
        evidence: { rows, wrong, bits },
        cases: usual,
        write: (writer) =>
          column.kind === 'flag'
            ? isOneOf(writer, by, keysOf(usual, true))
            : choiceText(
                writer,
                by,
                [...usual].map(([key, value]) => [key, writer.value(column, value)]),
              ),
        check: (from) => {
          const key = tag.reader(from);
          return checkValues(column, (row) => usual.get(key(row)), from);
        },
      },
    ];
  });
  return rules.toSorted((a, b) => a.cost - b.cost)[0];
}

const keysOf = (values: ReadonlyMap<unknown, unknown>, wanted: unknown): readonly unknown[] =>
  [...values].filter(([, value]) => value === wanted).map(([key]) => key);

/** `type == "a" ? 1 : 2`: cases with the same text together, that of the most values last. */
function choiceText(writer: Writer, tag: Column, cases: readonly (readonly [unknown, string])[]): string {
  const byText = new Map<string, unknown[]>();
  for (const [key, text] of cases) byText.set(text, [...(byText.get(text) ?? []), key]);
  const sorted = [...byText].toSorted(([, a], [, b]) => a.length - b.length);
  const last = sorted.at(-1)?.[0] ?? 'null';
  return sorted
    .slice(0, -1)
    .reduceRight(
      (rest, [text, keys]) =>
        `${isOneOf(writer, tag, keys)} ? ${text} : ${rest === last ? rest : `(${rest})`}`,
      last,
    );
}

/** Whether a tag has one of some values. */
export function isOneOf(writer: Writer, tag: Column, values: readonly unknown[]): string {
  const name = writer.ref(tag);
  if (tag.kind === 'flag') return values.length > 1 ? 'true' : values[0] === true ? name : `!${name}`;
  const literals = new Set(values.map((value) => writer.value(tag, value)));
  return [...literals].map((literal) => `${name} == ${literal}`).join(' || ');
}

/** Share of the numbers on each side of 0. */
const LEAST_SIDE = 0.02;

/** Numbers whose sign follows a tag. */
export function signRule(column: Column, tags: readonly Source[], data: Data): Rule | undefined {
  if (column.kind !== 'number' || column.counts.size < LEAST_DISTINCT) return undefined;
  const numbers = data.numbers(column);
  const signOf = (row: number): boolean | undefined =>
    numbers[row] > 0 ? true : numbers[row] < 0 ? false : undefined;
  const sizes = [numbers.filter((x) => x < 0).length, numbers.filter((x) => x > 0).length];
  if (Math.min(...sizes) < Math.max(5, LEAST_SIDE * (sizes[0] + sizes[1]))) return undefined;
  for (const tag of tags) {
    if (tag.column === column) continue;
    const groups = grouped(tag, numbers.length, signOf);
    const { usual, rows, wrong } = usualIn(groups);
    if (rows < LEAST_ROWS || wrong > WRONG * rows || !agrees(1 - wrong / rows, chanceOf(sizes))) continue;
    const bits = arrangement(sizes) - groups.size - Math.log2(tags.length) - errorBits(wrong, rows, 2);
    if (bits < BITS) continue;
    const positive = keysOf(usual, true);
    return {
      form: 'sign',
      target: column,
      inputs: [tag.column],
      cost: 3,
      evidence: { rows, wrong, bits },
      write: (writer) => `${isOneOf(writer, tag.column, positive)} ? ${writer.drawn} : -${writer.drawn}`,
      drawn: { name: 'size', decimals: column.decimals, of: (from) => from.numbers(column).map(Math.abs) },
      check: (from) => signsOf(from.numbers(column), tag.reader(from), usual),
    };
  }
  return undefined;
}

function signsOf(
  numbers: Float64Array,
  keyOf: (row: number) => unknown,
  usual: ReadonlyMap<unknown, boolean>,
): Check {
  const broken: number[] = [];
  let rows = 0;
  numbers.forEach((x, row) => {
    const isPositive = usual.get(keyOf(row));
    if (x !== x || x === 0 || isPositive === undefined) return;
    rows++;
    if (x > 0 !== isPositive) broken.push(row);
  });
  return { rows, broken };
}

/** The rule of the rows of one value of a tag. */
interface Part {
  readonly key: unknown;
  readonly rule: Pick<Rule, 'write' | 'evidence'> & {
    readonly compute: (data: Data) => Float64Array;
    readonly inputs: readonly Column[];
  };
  readonly isConstant: boolean;
}

/** Share of the rows that formulas must cover. */
const COVERED = 0.95;

interface Tagged {
  readonly column: Column;
  readonly features: readonly Feature[];
  readonly tags: readonly Source[];
  readonly data: Data;
  readonly chance: Chance;
}

/** A formula for each value of a tag. */
export function taggedRule({ column, features, tags, data, chance }: Tagged): Rule | undefined {
  if (column.kind !== 'number' || column.counts.size < LEAST_DISTINCT) return undefined;
  const numbers = data.numbers(column);
  for (const tag of tags) {
    if (tag.column === column || tag.column.kind === 'number') continue;
    const rows = new Map<unknown, number[]>();
    numbers.forEach((x, row) => {
      const key = tag.of(row);
      if (x !== x || !isKnown(key)) return;
      const same = rows.get(key);
      if (same === undefined) rows.set(key, [row]);
      else same.push(row);
    });
    const rule = rows.size < 2 ? undefined : partsRule({ column, features, data, chance }, tag, rows);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

function partsRule(
  { column, features, data, chance }: Omit<Tagged, 'tags'>,
  tag: Source,
  rows: ReadonlyMap<unknown, readonly number[]>,
): Rule | undefined {
  const sorted = [...rows].toSorted(([, a], [, b]) => b.length - a.length);
  const total = sorted.reduce((sum, [, of]) => sum + of.length, 0);
  const parts: Part[] = [];
  let covered = 0;
  for (const [key, of] of sorted) {
    const part = partOf({ column, features, data, chance }, key, of);
    if (part === undefined) {
      if (parts.length === 0 || covered < 0.9 * total) return undefined;
      continue;
    }
    parts.push(part);
    covered += of.length;
  }
  if (covered < COVERED * total || parts.length < 2 || parts.every(({ isConstant }) => isConstant))
    return undefined;
  const compute = (from: Data): Float64Array => {
    const [keyOf, each] = [
      tag.reader(from),
      new Map(parts.map(({ key, rule }) => [key, rule.compute(from)])),
    ];
    return vectorOf((_, row) => each.get(keyOf(row))?.[row] ?? NaN, [], from.size(column.table));
  };
  const sum = (of: 'rows' | 'wrong' | 'bits'): number =>
    parts.reduce((all, { rule }) => all + rule.evidence[of], 0);
  return {
    form: 'formula by tag',
    target: column,
    inputs: [...new Set([tag.column, ...parts.flatMap(({ rule }) => rule.inputs)])],
    cost: 6,
    evidence: { rows: sum('rows'), wrong: sum('wrong'), bits: sum('bits') },
    write: (writer) =>
      choiceText(
        writer,
        tag.column,
        parts.map(({ key, rule }) => [key, rule.write(writer)]),
      ),
    check: (from) => checkNumbers(column, compute(from), from),
  };
}

function partOf(
  { column, features, data, chance }: Omit<Tagged, 'tags'>,
  key: unknown,
  rows: readonly number[],
): Part | undefined {
  const numbers = data.numbers(column);
  const first = numbers[rows[0]];
  if (rows.every((row) => numbers[row] === first))
    return {
      key,
      isConstant: true,
      rule: {
        write: () => String(first),
        evidence: { rows: rows.length, wrong: 0, bits: 0 },
        compute: (from) => new Float64Array(from.size(column.table)).fill(first),
        inputs: [],
      },
    };
  if (rows.length < LEAST_ROWS) return undefined;
  const own = new Float64Array(numbers.length).fill(NaN);
  for (const row of rows) own[row] = numbers[row];
  const target = targetOf(column, own, chance, true);
  const rules =
    target === undefined
      ? []
      : numberRules({ target, features, isCopy: () => false, projections: new Map() });
  const [rule] = rules.toSorted(byCost);
  return rule === undefined ? undefined : { key, rule, isConstant: false };
}
