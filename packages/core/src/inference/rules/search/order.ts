import { BITS, LEAST_DISTINCT, LEAST_ROWS } from './bounds.ts';
import type { Chance } from './chance.ts';
import type { Column } from './columns.ts';
import type { Table } from './data.ts';
import type { Feature } from './features.ts';
import { agrees, bitsOfRow } from './proof.ts';
import type { Relation } from './rule.ts';

/** Share of the rows in which one number is larger than the other. */
const LARGER = 0.2;
/** Numbers that are this many times as large are of another kind. */
const MOST_TIMES = 20;
/** Share by chance above which an order says nothing. */
const ANYWAY = 0.97;

/** A column that is an own feature of a table. */
type Own = Feature & { readonly column: Column };

/** Numbers that are never below another one of their row: that one plus a drawn gap. Of a < b < c, those that follow one another. */
export function orderRules(
  features: readonly Feature[],
  table: Table,
  mayBe: (column: Column) => boolean,
  chance: Chance,
): readonly Relation[] {
  const numbers = features.filter(
    (feature): feature is Own =>
      feature.column?.kind === 'number' &&
      feature.column.counts.size >= LEAST_DISTINCT &&
      !feature.column.isFixed,
  );
  const found = numbers.flatMap((upper) =>
    upper.column.table === table && mayBe(upper.column)
      ? numbers.flatMap((lower) =>
          lower === upper ? [] : (orderOf(lower, upper, numbers.length, chance) ?? []),
        )
      : [],
  );
  const has = (from: unknown, to: unknown): boolean =>
    found.some(({ inputs, target }) => inputs[0] === from && target === to);
  return found.filter(
    ({ inputs: [from], target }) =>
      !found.some(
        (other) =>
          other.inputs[0] === from &&
          other.target !== target &&
          has(other.target, target) &&
          !has(target, other.target),
      ),
  );
}

function orderOf(lower: Own, upper: Own, columns: number, chance: Chance): Relation | undefined {
  const [x, y] = [lower.numbers, upper.numbers];
  const rows = rowsInOrder(x, y);
  if (rows < LEAST_ROWS || lower.decimals !== upper.decimals) return undefined;
  if (middleOf(y) > MOST_TIMES * middleOf(x)) return undefined;
  const byChance = aboveByChance(x, y, chance);
  if (byChance > ANYWAY || !agrees(1, byChance)) return undefined;
  const distinct = Math.min(new Set(x).size, new Set(y).size);
  const bits = bitsOfRow(1, byChance, rows) * Math.min(rows, 2 * distinct) - Math.log2(columns ** 2);
  if (bits < BITS) return undefined;
  const { column } = upper;
  return {
    form: 'order',
    target: column,
    inputs: [lower.column],
    cost: byChance,
    evidence: { rows, wrong: 0, bits },
    write(writer) {
      const text = `${lower.write(writer)} + ${writer.drawn}`;
      return column.decimals === 0 || column.decimals > 8 ? text : `round(${text}, ${column.decimals})`;
    },
    drawn(data) {
      const from = lower.make(data);
      return data.numbers(column).map((value, row) => value - from[row]);
    },
    check(data) {
      const [from, to] = [lower.make(data), data.numbers(column)];
      const known = Array.from(from, (_, row) => row).filter(
        (row) => from[row] === from[row] && to[row] === to[row],
      );
      return { rows: known.length, broken: known.filter((row) => to[row] < from[row]) };
    },
  };
}

/** Rows of which no y is below its x, and enough are above it; 0 otherwise. */
function rowsInOrder(x: Float64Array, y: Float64Array): number {
  let [rows, above] = [0, 0];
  for (let row = 0; row < y.length; row++) {
    if (x[row] !== x[row] || y[row] !== y[row]) continue;
    if (y[row] < x[row]) return 0;
    rows++;
    if (y[row] > x[row]) above++;
  }
  return above < LARGER * rows ? 0 : rows;
}

function middleOf(numbers: Float64Array): number {
  const sorted = numbers.filter((x) => x === x).sort();
  return Math.abs(sorted[sorted.length >> 1]);
}

/** How often a number is not below the other one of another row. */
function aboveByChance(x: Float64Array, y: Float64Array, chance: Chance): number {
  const order = chance.order(x.length);
  let [above, rows] = [0, 0];
  for (let row = 0; row < y.length; row++) {
    const other = x[order[row]];
    if (other !== other || y[row] !== y[row]) continue;
    rows++;
    if (y[row] >= other) above++;
  }
  return (above + 1) / (rows + 1);
}
