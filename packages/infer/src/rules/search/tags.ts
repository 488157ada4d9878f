import {
  BITS,
  DIRTY,
  LEAST_DISTINCT,
  LEAST_ROWS,
  MOST_TAGS,
  agrees,
  arrangement,
  chanceOf,
  errorBits,
} from './proof.ts';
import { isKnown, type Column } from './described.ts';
import type { Data } from './data.ts';
import { checkValues, type Check, type Rule } from './rule.ts';
import type { Source, Writer } from './write.ts';

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
export function choiceText(
  writer: Writer,
  tag: Column,
  cases: readonly (readonly [unknown, string])[],
): string {
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
