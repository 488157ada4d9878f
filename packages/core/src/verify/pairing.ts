import type { Identity } from './identity.ts';
import { cellsOf, textOf } from './parse.ts';
import type { Same } from './same.ts';
import { rowsAt, type Truth } from './truth.ts';

/** A value of an identity that has changed: its row arrived as one that nobody sent. */
export interface PairedIdentity {
  readonly row: number;
  readonly column: string;
  readonly arrived: unknown;
}

/** Missing rows that are tried at most. */
const MOST_ROWS = 100_000;
/** Columns that rows are recognised by, of which two must agree. */
const RECOGNISED_BY = 3;

/** Finds missing rows among those that nobody sent, by their other values: their identities have changed on the way. */
export function pairedIdentities(
  truth: Truth,
  missing: readonly number[],
  strangers: readonly ReadonlyMap<string, unknown>[],
  { identity, sameIn }: { readonly identity: Identity; readonly sameIn: (column: string) => Same },
): readonly PairedIdentity[] {
  if (missing.length === 0 || strangers.length === 0 || identity.length === 0) return [];
  const numbers = Float64Array.from(missing.slice(0, MOST_ROWS));
  const rows = rowsAt(truth, numbers).map((row) => row && cellsOf(row));
  const columns = tellingColumns(
    rows.flatMap((row) => row ?? []),
    identity,
  );
  const byValue = columns.map((column) => placesBy(rows, column));
  const found: PairedIdentity[] = [];
  const taken = new Set<number>();
  for (const stranger of strangers) {
    const votes = new Map<number, number>();
    columns.forEach((column, i) => {
      for (const place of byValue[i]?.get(valueText(stranger.get(column))) ?? [])
        votes.set(place, (votes.get(place) ?? 0) + 1);
    });
    const likely = [...votes].filter(
      ([place, count]) => count >= Math.min(2, columns.length) && !taken.has(place),
    );
    const [only] = likely;
    if (only === undefined || likely.length > 1) continue;
    const [place] = only;
    taken.add(place);
    const row = numbers[place] ?? -1;
    for (const column of identity) {
      const arrived = stranger.get(column);
      if (!sameIn(column)(rows[place]?.get(column), arrived)) found.push({ row, column, arrived });
    }
  }
  return found;
}

const valueText = (value: unknown): string => textOf(value ?? null);

/** The columns with most different values, but for those of the identity. */
function tellingColumns(
  rows: readonly ReadonlyMap<string, unknown>[],
  identity: Identity,
): readonly string[] {
  const [first] = rows;
  return [...(first?.keys() ?? [])]
    .filter((column) => !identity.includes(column))
    .map((column) => ({ column, size: new Set(rows.map((row) => valueText(row.get(column)))).size }))
    .filter(({ size }) => size > 1 || rows.length === 1)
    .toSorted((a, b) => b.size - a.size)
    .slice(0, RECOGNISED_BY)
    .map(({ column }) => column);
}

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
  return places;
}
