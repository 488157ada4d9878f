import { BITS, LEAST_DISTINCT, LEAST_ROWS, agrees, bitsOfRow, type Evidence } from './proof.ts';
import type { Chance } from './chance.ts';
import type { Column } from './described.ts';
import type { Table } from './data.ts';
import type { Feature } from './features.ts';
import type { Check, Relation } from './rule.ts';

/** Share of the rows in which one number is larger than the other. */
const LARGER = 0.2;
/** Numbers that are this many times as large are of another kind. */
const MOST_TIMES = 20;
/** Share by chance above which an order says nothing. */
const ANYWAY = 0.97;

/** A column that is an own feature of a table. */
type Own = Feature & { readonly column: Column };

/** What the search for an order has. */
interface OrderSearch {
  readonly features: readonly Feature[];
  readonly table: Table;
  /** Whether a column is drawn, so that it may follow another one. */
  readonly isDrawn: (column: Column) => boolean;
  readonly chance: Chance;
}

/**
 * Numbers that are never below another one of their row: that one plus a drawn gap. Of a < b < c, those that follow one another. Where
 * the larger number is computed, or one of few, the smaller one is a drawn share of it.
 */
export function orderRules({ features, table, isDrawn, chance }: OrderSearch): readonly Relation[] {
  const numbers = features.filter(
    (feature): feature is Own => feature.column?.kind === 'number' && !feature.column.isFixed,
  );
  const isFree = ({ column }: Own): boolean =>
    column.table === table && column.counts.size >= LEAST_DISTINCT && isDrawn(column);
  const pairs = numbers.flatMap((upper) =>
    numbers.flatMap((lower) => (lower === upper ? [] : [{ lower, upper }])),
  );
  const gaps = pairs.flatMap(({ lower, upper }) => {
    const mayBe = isFree(upper) && lower.column.counts.size >= LEAST_DISTINCT;
    const evidence = mayBe ? evidenceOf(lower, upper, numbers.length, chance) : undefined;
    return evidence === undefined ? [] : [gapRule(lower, upper, evidence)];
  });
  const shares = pairs.flatMap(({ lower, upper }) => {
    const mayBe = isFree(lower) && !isFree(upper) && isTight(lower.numbers, upper.numbers);
    const evidence = mayBe ? evidenceOf(lower, upper, numbers.length, chance) : undefined;
    return evidence === undefined ? [] : [shareRule(lower, upper, evidence)];
  });
  return [...neighbours(gaps), ...shares];
}

/** Without the orders that follow from two others. */
function neighbours(rules: readonly Relation[]): readonly Relation[] {
  const has = (from: unknown, to: unknown): boolean =>
    rules.some(({ inputs, target }) => inputs[0] === from && target === to);
  return rules.filter(
    ({ inputs: [from], target }) =>
      !rules.some(
        (other) =>
          other.inputs[0] === from &&
          other.target !== target &&
          has(other.target, target) &&
          !has(target, other.target),
      ),
  );
}

function evidenceOf(lower: Own, upper: Own, columns: number, chance: Chance): Evidence | undefined {
  const [x, y] = [lower.numbers, upper.numbers];
  const rows = rowsInOrder(x, y);
  if (rows < LEAST_ROWS || lower.decimals !== upper.decimals) return undefined;
  if (middleOf(y) > MOST_TIMES * middleOf(x)) return undefined;
  const byChance = aboveByChance(x, y, chance);
  if (byChance > ANYWAY || !agrees(1, byChance)) return undefined;
  const distinct = [new Set(x).size, new Set(y).size].filter((size) => size >= LEAST_DISTINCT);
  const bits =
    bitsOfRow(1, byChance, rows) * Math.min(rows, 2 * Math.min(...distinct)) - Math.log2(columns ** 2);
  return bits < BITS ? undefined : { rows, wrong: 0, bits };
}

/** How near to the larger number the smaller ones come, and the rows that show it. */
const TIGHT = { ratio: 0.8, rows: 20 };

/** Whether one number is a share of another one, which comes near to each of its values if those are few. */
function isTight(lower: Float64Array, upper: Float64Array): boolean {
  const most = new Map<number, { rows: number; ratio: number }>();
  for (let row = 0; row < lower.length; row++) {
    const [x, y] = [lower[row], upper[row]];
    if (x !== x || y !== y) continue;
    if (x < 0 || y <= 0) return false;
    const { rows, ratio } = most.get(y) ?? { rows: 0, ratio: 0 };
    most.set(y, { rows: rows + 1, ratio: Math.max(ratio, x / y) });
  }
  if (most.size >= LEAST_DISTINCT) return true;
  const known = [...most.values()].filter(({ rows }) => rows >= TIGHT.rows);
  return known.length >= 2 && known.every(({ ratio }) => ratio >= TIGHT.ratio);
}

function gapRule(lower: Own, { column }: Own, evidence: Evidence): Relation {
  return {
    form: 'order',
    target: column,
    inputs: [lower.column],
    cost: 1,
    evidence,
    write: (writer) => rounded(`${lower.write(writer)} + ${writer.drawn}`, column),
    drawn: {
      name: 'gap',
      decimals: column.decimals,
      of(data) {
        const from = lower.make(data);
        return data.numbers(column).map((value, row) => value - from[row]);
      },
    },
    check: (data) => checkOrder(lower.make(data), data.numbers(column)),
  };
}

/** Decimals of a share. */
const SHARE_DECIMALS = 4;

function shareRule({ column }: Own, upper: Own, evidence: Evidence): Relation {
  return {
    form: 'order',
    target: column,
    inputs: [upper.column],
    cost: 2,
    evidence,
    write(writer) {
      const text = `${upper.write(writer)} * ${writer.drawn}`;
      return column.decimals === 0 ? `round(${text})` : rounded(text, column);
    },
    drawn: {
      name: 'share',
      decimals: SHARE_DECIMALS,
      of(data) {
        const whole = upper.make(data);
        return data.numbers(column).map((value, row) => value / whole[row]);
      },
    },
    check: (data) => checkOrder(data.numbers(column), upper.make(data)),
  };
}

const rounded = (text: string, { decimals }: Column): string =>
  decimals === 0 || decimals > 8 ? text : `round(${text}, ${decimals})`;

/** Rows in which one number is below another. */
function checkOrder(lower: Float64Array, upper: Float64Array): Check {
  const known = Array.from(lower, (_, row) => row).filter(
    (row) => lower[row] === lower[row] && upper[row] === upper[row],
  );
  return { rows: known.length, broken: known.filter((row) => upper[row] < lower[row]) };
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
