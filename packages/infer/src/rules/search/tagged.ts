import { LEAST_DISTINCT, LEAST_ROWS } from './proof.ts';
import type { Chance } from './chance.ts';
import { isKnown, type Column } from './described.ts';
import type { Data } from './data.ts';
import type { Feature } from './features.ts';
import { vectorOf } from './formula.ts';
import { byCost, numberRules } from './number-rules.ts';
import { checkNumbers, type Rule } from './rule.ts';
import type { Source } from './write.ts';
import { choiceText } from './tags.ts';
import { targetOf } from './target.ts';

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
