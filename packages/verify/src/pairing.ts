import type { Comparer } from './comparer.ts';
import { probe, type Identity } from './identity.ts';
import { cellsOf, textOf, type RowObject } from './parse-row.ts';
import { rowsAt, type Truth } from './truth.ts';
import type { Finding } from './finding.ts';
import type { Totals } from './totals.ts';

/** Missing rows that were found among those that nobody sent. */
export interface Paired {
  /** Their numbers. */
  readonly rows: ReadonlySet<number>;
  /** The places of the arrived rows among those that nobody sent. */
  readonly strangers: ReadonlySet<number>;
  /** What has changed in them. */
  readonly changes: readonly { readonly row: number; readonly column: string; readonly arrived: unknown }[];
}

/** Missing rows that are tried at most. */
const MOST_ROWS = 100_000;
/** Columns that rows are recognised by, of which two must agree. */
const RECOGNISED_BY = 4;
const AGREEING = 2;
/** Rows are recognised if at most this many pairs of all would agree as well by chance. */
const MOST_BY_CHANCE = 0.05;

/** Finds missing rows among those that nobody sent, by their other values: what tells whose row it is has changed on the way. */
function pairedRows(
  truth: Truth,
  missing: readonly number[],
  strangers: readonly ReadonlyMap<string, unknown>[],
  {
    identity,
    differences,
    isCompared,
  }: { readonly identity: Identity } & Pick<Comparer, 'differences' | 'isCompared'>,
): Paired {
  const paired = {
    rows: new Set<number>(),
    strangers: new Set<number>(),
    changes: [] as { row: number; column: string; arrived: unknown }[],
  };
  if (missing.length === 0 || strangers.length === 0) return paired;
  const numbers = Float64Array.from(missing.slice(0, MOST_ROWS));
  const rows = rowsAt(truth, numbers);
  const cells = rows.map((row) => row && cellsOf(row));
  const columns = tellingColumns(
    cells.filter((each) => each !== undefined),
    identity,
  );
  const byValue = columns.map((column) => placesBy(cells, column));
  const pairs = missing.length * strangers.length;
  const chanceOf = newChance(probe(truth).map(cellsOf));
  for (const [at, stranger] of strangers.entries()) {
    const votes = new Map<number, number>();
    columns.forEach((column, i) => {
      for (const place of byValue[i]?.get(valueText(stranger.get(column))) ?? [])
        votes.set(place, (votes.get(place) ?? 0) + 1);
    });
    const place = winner(votes, (each) => paired.rows.has(numbers[each] ?? -1));
    const row = place === undefined ? undefined : rows[place];
    if (place === undefined || row === undefined) continue;
    const changed = differences(cellsOf(row), stranger);
    const differing = new Set(changed.map(({ column }) => column));
    const compared = [...(cells[place]?.keys() ?? [])].filter(isCompared);
    if (pairs * chanceOf(compared, differing) > MOST_BY_CHANCE) continue;
    const number = numbers[place] ?? -1;
    paired.rows.add(number);
    paired.strangers.add(at);
    for (const { column, arrived } of changed) paired.changes.push({ row: number, column, arrived });
  }
  return paired;
}

/** The place with most votes, if they are enough and no other has as many. */
function winner(votes: ReadonlyMap<number, number>, isTaken: (place: number) => boolean): number | undefined {
  const free = [...votes].filter(([place]) => !isTaken(place)).sort(([, a], [, b]) => b - a);
  const [best, second] = free;
  return best === undefined || best[1] < AGREEING || second?.[1] === best[1] ? undefined : best[0];
}

/** How likely two rows agree by chance in all of these columns but the differing ones. */
function newChance(
  rows: readonly ReadonlyMap<string, unknown>[],
): (columns: Iterable<string>, differing: ReadonlySet<string>) => number {
  const known = new Map<string, number>();
  const chanceIn = (column: string): number => {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const text = valueText(row.get(column));
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const chance = [...counts.values()].reduce((sum, count) => sum + (count / rows.length) ** 2, 0);
    known.set(column, chance);
    return chance;
  };
  return (columns, differing) => {
    let chance = 1;
    for (const column of columns) if (!differing.has(column)) chance *= known.get(column) ?? chanceIn(column);
    return chance;
  };
}

const valueText = (value: unknown): string => textOf(value ?? null);

/** The columns with most different values, but for those of the identity. */
function tellingColumns(
  rows: readonly ReadonlyMap<string, unknown>[],
  identity: Identity,
): readonly string[] {
  const [first] = rows;
  return (
    [...(first?.keys() ?? [])]
      // Of several columns of an identity, one has changed most often.
      .filter((column) => identity.length > 1 || !identity.includes(column))
      .map((column) => ({ column, size: new Set(rows.map((row) => valueText(row.get(column)))).size }))
      .filter(({ size }) => size > 1 || rows.length === 1)
      .toSorted((a, b) => b.size - a.size)
      .slice(0, RECOGNISED_BY)
      .map(({ column }) => column)
  );
}

/** Values that more rows have tell too little. */
const MOST_SAME = 100;

/** The places of rows by the value of a column. */
function placesBy(
  rows: readonly (ReadonlyMap<string, unknown> | undefined)[],
  column: string,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, row] of rows.entries()) {
    if (row === undefined) continue;
    const text = valueText(row.get(column));
    const own = places.get(text);
    if (own === undefined) places.set(text, [place]);
    else own.push(place);
  }
  for (const [text, own] of places) if (own.length > MOST_SAME) places.delete(text);
  return places;
}

/** What became of all rows, after missing ones were looked for among those that nobody sent. */
export interface Settled {
  readonly finding: Finding;
  readonly totals: Totals;
  readonly paired: Paired;
  readonly missing: readonly number[];
  readonly extra: readonly RowObject[];
}

/** Looks for missing rows among those that nobody sent. @param strangers the latter */
export function settled(
  truth: Truth,
  {
    finding,
    totals,
    strangers,
  }: Pick<Settled, 'finding' | 'totals'> & { readonly strangers: readonly RowObject[] },
  comparer: Comparer,
): Settled {
  const paired = pairedRows(truth, totals.missing, strangers.map(comparer.cells), {
    identity: finding.identity,
    ...comparer,
  });
  return {
    finding,
    totals,
    paired,
    missing: totals.missing.filter((row) => !paired.rows.has(row)),
    extra: strangers.filter((_, place) => !paired.strangers.has(place)),
  };
}
