import { isoMs } from '@catbird/engine';
import { absentIn, booleanOf, numberOf, treeIn, type IsAbsent } from './same.ts';
import { cellsOf, textOf, type RowObject } from './parse-row.ts';
import { rowsAt, type Truth } from './truth.ts';

/** The columns whose values together tell whose row it is. Empty: all columns together. */
export type Identity = readonly string[];

/** Between columns of a key. A private-use character. */
const SEPARATOR = '\uE0F2';
/** In a key, no value. A private-use character. */
const NONE = '\uE0F3';

/**
 * What the columns of an identity hold, as a text. A missing value and null are the same.
 *
 * @param kinds of the columns: a number and a time are the same in whatever way they are written
 * @param isAbsent what else counts as null. Default: nothing
 */
export function keyOf(
  cells: ReadonlyMap<string, unknown>,
  columns: Identity,
  kinds: Kinds,
  isAbsent: IsAbsent = NOTHING_ELSE,
): string {
  let key = '';
  for (const column of columns) {
    const value = cells.get(column);
    key += (isAbsent(value, column) ? NONE : keyPart(value, kinds.get(column))) + SEPARATOR;
  }
  return key;
}

/** Whether two rows have the same key. */
export const sameKey = (
  one: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown>,
  columns: Identity,
  kinds: Kinds,
  isAbsent: IsAbsent = NOTHING_ELSE,
): boolean =>
  columns.every((column) => {
    const [value, another] = [one.get(column), other.get(column)];
    if (isAbsent(value, column) || isAbsent(another, column))
      return isAbsent(value, column) && isAbsent(another, column);
    const kind = kinds.get(column);
    return value === another || keyPart(value, kind) === keyPart(another, kind);
  });

const NOTHING_ELSE = absentIn({});

/** A kind of values that are the same in whatever way they are written. `tree`: lists and objects. */
type Kind = 'number' | 'time' | 'boolean' | 'tree';

/** Columns whose expected values are all of one kind. */
export type Kinds = ReadonlyMap<string, Kind>;

/** A value as a part of a key. */
export function keyPart(value: unknown, kind: Kind | undefined): string {
  const plain = kind === undefined ? undefined : plainOf(value, kind);
  return textOf(plain ?? value ?? null);
}

/** The value behind the way in which it is written. Undefined: it is of another kind. */
function plainOf(value: unknown, kind: Kind): unknown {
  if (kind === 'number') return numberOf(value);
  if (kind === 'boolean') return booleanOf(value);
  if (kind === 'tree') return typeof value === 'string' ? treeIn(value) : value;
  const ms = isoMs(value);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The kinds of the columns of some rows. */
export function kindsIn(rows: readonly RowObject[]): Kinds {
  const kinds = new Map<string, Kind | 'other'>();
  for (const row of rows)
    for (const [column, value] of cellsOf(row)) {
      if (value === null) continue;
      const kind = kindOf(value);
      kinds.set(column, (kinds.get(column) ?? kind) === kind ? kind : 'other');
    }
  return new Map([...kinds].flatMap(([column, kind]) => (kind === 'other' ? [] : [[column, kind] as const])));
}

function kindOf(value: unknown): Kind | 'other' {
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'object') return 'tree';
  return Number.isNaN(isoMs(value)) ? 'other' : 'time';
}

/** How many rows are looked at to find columns that tell rows apart. */
const LOOKED_AT = 4096;
/** Columns that tell rows apart only together are searched among so many. */
const PAIRED = 8;

/** The rows that decide about identities and kinds: the first ones, and others spread over all. */
export function probe(truth: Truth): readonly RowObject[] {
  const first = Math.min(truth.rows, LOOKED_AT);
  const rest = Math.min(truth.rows - first, 1000);
  const numbers = new Set(Array.from({ length: first }, (_, i) => i));
  for (let i = 1; i <= rest; i++) numbers.add(first + Math.floor(((truth.rows - first) * i) / (rest + 1)));
  const sent = Float64Array.from(numbers).filter((row) => truth.most(row) > 0);
  return rowsAt(truth, sent).filter((row) => row !== undefined);
}

/**
 * Identities that these rows permit, the best first: single columns, then pairs. The last one is all columns together.
 *
 * @param isUsable whether a column may be used
 */
export function identitiesIn(
  rows: readonly RowObject[],
  isUsable: (column: string) => boolean,
): readonly Identity[] {
  const all = rows.map(cellsOf);
  const columns = [...(all[0]?.keys() ?? [])].filter(
    (column) => isUsable(column) && all.every((cells) => isPlain(cells.get(column))),
  );
  const tells = (of: Identity): boolean =>
    new Set(all.map((cells) => keyOf(cells, of, NO_KINDS))).size === all.length;
  const sizes = new Map(
    columns.map((column) => [column, new Set(all.map((cells) => cells.get(column))).size] as const),
  );
  const alone = columns
    .filter((column) => sizes.get(column) === all.length)
    .toSorted((a, b) => rankOf(a, all) - rankOf(b, all));
  const telling = columns
    .filter((column) => !alone.includes(column) && (sizes.get(column) ?? 0) > 1)
    .toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
    .slice(0, PAIRED);
  const pairs = telling.flatMap((one, i) => telling.slice(i + 1).map((other) => [one, other]));
  return [...alone.map((column) => [column]), ...(alone.length > 0 ? [] : pairs.filter(tells)), []];
}

const NO_KINDS: Kinds = new Map();

/** Whether a value can be a part of a key. */
const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'bigint';

/** Names of keys come first, then other texts and whole numbers; fractions and times last. */
function rankOf(column: string, rows: readonly ReadonlyMap<string, unknown>[]): number {
  const value = rows[0]?.get(column);
  const isNamed = /(^|[._-])(id|uuid|guid|key|number|no|nr)$|(Id|ID|Key|Uuid)$/.test(column);
  const isExact =
    typeof value === 'string' ? !/^\d{4}-\d\d-\d\d/.test(value) : Number.isInteger(Number(value));
  return (isNamed ? 0 : 2) + (isExact ? 0 : 4) + (column.includes('.') ? 1 : 0);
}

/** Which row these values belong to: its number, or −1 if they belong to none. */
export type Finder = (cells: ReadonlyMap<string, unknown>) => number;

const DIGITS = /^(.*?)(\d+)$/s;

/**
 * A finder for a column that seems to count up with the rows, as `ORD-00042` and 42 do: in some thousand rows it does. It needs no
 * memory. Undefined: the column does not.
 */
export function countingFinder(truth: Truth, [column, second]: Identity): Finder | undefined {
  if (column === undefined || second !== undefined || truth.rows < 2) return undefined;
  const numbers = spread(truth);
  const values = rowsAt(truth, numbers).map((row) => row && partsOf(cellsOf(row).get(column)));
  const [one, other] = values;
  const [from = 0, to = 0] = numbers;
  if (one === undefined || other === undefined || to === from) return undefined;
  const step = (other.count - one.count) / (to - from);
  const first = { prefix: one.prefix, count: one.count - step * from };
  if (step === 0) return undefined;
  const isCounted = values.every(
    (value, i) =>
      value !== undefined &&
      value.prefix === first.prefix &&
      value.count === first.count + step * (numbers[i] ?? 0) &&
      Number.isSafeInteger(value.count),
  );
  if (!isCounted) return undefined;
  return (cells) => {
    const value = partsOf(cells.get(column));
    if (value === undefined || value.prefix !== first.prefix) return -1;
    const row = (value.count - first.count) / step;
    return Number.isInteger(row) && row >= 0 && row < truth.rows ? row : -1;
  };
}

/** A few thousand numbers from 0 up to before `rows`, the first ones densely. */
function spread(truth: Truth): Float64Array {
  const { rows } = truth;
  const numbers = new Set<number>();
  for (let i = 0; i < Math.min(rows, 256); i++) numbers.add(i);
  for (let i = 0; i < 1024; i++) numbers.add(Math.floor((rows * i) / 1024));
  numbers.add(rows - 1);
  return Float64Array.from(numbers)
    .filter((row) => truth.most(row) > 0)
    .sort();
}

function partsOf(value: unknown): { readonly prefix: string; readonly count: number } | undefined {
  if (typeof value === 'number') return { prefix: '', count: value };
  if (typeof value !== 'string') return undefined;
  const [, prefix = '', digits] = DIGITS.exec(value) ?? [];
  return digits === undefined ? undefined : { prefix, count: Number(digits) };
}
