import { isObject } from '@catbird/engine';
import { dataOf, isTimeText, type Data, type Field, type List, type Table } from './data.ts';

/** What most values of a column are. */
export type ColumnKind = 'number' | 'time' | 'flag' | 'text';

/** A column of a table, and what the rows of the search say about it. */
export interface Column extends Field {
  /** Its path from the row of the sample: `items[].price`. */
  readonly full: string;
  /** Its place among all columns of the sample. */
  readonly order: number;
  readonly kind: ColumnKind;
  /** Decimals of 99 % of the numbers. */
  readonly decimals: number;
  /** Values that are neither null, missing nor empty. */
  readonly known: number;
  readonly missing: number;
  /** Values by how often they occur, up to `MOST_DISTINCT`. */
  readonly counts: ReadonlyMap<unknown, number>;
  /** Values that are not rare. */
  readonly main: number;
  /** The form that all of its times have, with 9 for each digit. */
  readonly form: string | undefined;
  /** Numbers of milliseconds since 1970. */
  readonly isEpoch: boolean;
  /** Its values come from the order of rows: a counter, or the time of the event. */
  readonly isFixed: boolean;
}

/** A table with its columns and lists. */
export interface Described {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly lists: readonly List[];
  /** Objects in its rows, by their paths. */
  readonly objects: readonly Field[];
}

/** Distinct values that are counted. */
const MOST_DISTINCT = 1_000;
/** Columns of a table. */
const MOST_COLUMNS = 200;
/** Elements of a list in the rows of the search. */
const MOST_ELEMENTS = 20_000;
/** Share of the values that must be of one kind. */
const AGREE = 0.95;

/** What is known of columns before the search. */
export interface Known {
  /** Whether rules may be about a field, by its full path. */
  readonly isUsable: (full: string) => boolean;
  readonly isFixed: (full: string) => boolean;
}

/** The tables of rows, those of inner lists first. */
export function tablesOf(data: Data, known: Known): readonly Described[] {
  let order = 0;
  const describe = (table: Table): Described[] => {
    const { scalars, objects, lists } = membersOf(data, table);
    const inner = lists
      .map((name): List => ({ path: `${table.path}${name}[].`, parent: table, name }))
      .filter((list) => known.isUsable(`${table.path}${list.name}`) && data.size(list) <= MOST_ELEMENTS);
    const columns = scalars.flatMap((path): Column[] => {
      const full = path === '' ? table.path.slice(0, -1) : `${table.path}${path}`;
      if (!known.isUsable(full)) return [];
      const column = columnOf(data, { table, path, full, order: order++, isFixed: known.isFixed(full) });
      return column === undefined ? [] : [column];
    });
    const described = {
      table,
      columns,
      lists: inner,
      objects: objects
        .filter((path) => known.isUsable(`${table.path}${path}`))
        .map((path) => ({ table, path, isTime: false })),
    };
    return [...inner.flatMap(describe), described];
  };
  return describe({ path: '', parent: undefined });
}

interface Members {
  readonly scalars: readonly string[];
  readonly objects: readonly string[];
  readonly lists: readonly string[];
}

/** Paths of what stands in the rows of a table. */
function membersOf(data: Data, table: Table): Members {
  const found = { scalars: new Set<string>(), objects: new Set<string>(), lists: new Set<string>() };
  const see = (value: unknown, path: string): void => {
    if (Array.isArray(value)) found.lists.add(path);
    else if (isObject(value)) {
      if (path !== '') found.objects.add(path);
      for (const [key, inner] of Object.entries(value))
        if (isName(key)) see(inner, path === '' ? key : `${path}.${key}`);
    } else if (found.scalars.size < MOST_COLUMNS) found.scalars.add(path);
  };
  const field = { table, path: '', isTime: false };
  for (const record of data.values(field)) see(record, '');
  found.lists.delete('');
  const isScalar = (path: string): boolean => !found.objects.has(path) && !found.lists.has(path);
  return {
    scalars: [...found.scalars].filter(isScalar),
    objects: [...found.objects],
    lists: [...found.lists].filter((path) => !found.objects.has(path)),
  };
}

/** Whether a path can have this name. */
const isName = (key: string): boolean => key !== '' && !/[.^[\]]/.test(key);

type Place = Pick<Column, 'table' | 'path' | 'full' | 'order' | 'isFixed'>;

/** Describes a column; undefined if it has no values, or of several kinds. */
function columnOf(data: Data, place: Place): Column | undefined {
  const values = data.values({ ...place, isTime: false });
  const { counts, kinds, known } = counted(values);
  if (known === 0) return undefined;
  const kind = kindOf(kinds, known);
  const rare = Math.max(1, 0.015 * known);
  return {
    ...place,
    isTime: kind === 'time',
    kind,
    decimals: kind === 'number' ? decimalsOf(values) : 0,
    known,
    missing: values.length - known,
    form: kind === 'time' ? formOf(counts.keys()) : undefined,
    isEpoch: kind === 'number' && [...counts.keys()].every((value) => isEpochMs(Number(value))),
    counts,
    main: [...counts.values()].filter((count) => count > rare).length,
  };
}

/** Counts values and their kinds. */
function counted(values: readonly unknown[]) {
  const counts = new Map<unknown, number>();
  const kinds = { number: 0, text: 0, boolean: 0, time: 0 };
  let known = 0;
  for (const value of values) {
    if (!isKnown(value)) continue;
    known++;
    if (typeof value === 'number') kinds.number++;
    else if (typeof value === 'boolean') kinds.boolean++;
    else if (typeof value === 'string') kinds[isTimeText(value) ? 'time' : 'text']++;
    const count = counts.get(value);
    if (count !== undefined) counts.set(value, count + 1);
    else if (counts.size < MOST_DISTINCT) counts.set(value, 1);
  }
  return { counts, kinds, known };
}

const isEpochMs = (x: number): boolean => Number.isInteger(x) && x > 9e11 && x < 4e12;

function formOf(values: Iterable<unknown>): string | undefined {
  const forms = new Set([...values].map((text) => String(text).replaceAll(/\d/g, '9')));
  return forms.size === 1 ? [...forms][0] : undefined;
}

function kindOf(
  { number, boolean, time }: Readonly<Record<'number' | 'boolean' | 'time', number>>,
  known: number,
): ColumnKind {
  if (number >= AGREE * known) return 'number';
  if (boolean >= AGREE * known) return 'flag';
  return time >= AGREE * known ? 'time' : 'text';
}

/** Whether a field is a column. */
export const isColumn = (of: Field | List): of is Column => 'kind' in of;

/** A scalar as text; undefined if it is unknown or no scalar. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Neither null, missing nor empty. */
export const isKnown = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** More decimals are noise of binary fractions. */
const MOST_DECIMALS = 20;

function decimalsOf(values: readonly unknown[]): number {
  const counts = new Int32Array(MOST_DECIMALS + 1);
  let known = 0;
  for (const value of values) {
    if (typeof value !== 'number') continue;
    known++;
    counts[Math.min(MOST_DECIMALS, decimalsIn(value))]++;
  }
  let decimals = 0;
  for (let sum = counts[0]; decimals < MOST_DECIMALS && sum < 0.99 * known; sum += counts[decimals])
    decimals++;
  return decimals;
}

function decimalsIn(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = String(value);
  return text.includes('e') ? MOST_DECIMALS : text.length - text.indexOf('.') - 1;
}

/** Rows spread evenly over a sample. */
function spread(rows: readonly unknown[], most: number): readonly unknown[] {
  const step = rows.length / most;
  return rows.length <= most ? rows : Array.from({ length: most }, (_, i) => rows[Math.floor(i * step)]);
}

/** The rows of a search, as data. */
export const searched = (rows: readonly unknown[], most: number): Data => dataOf(spread(rows, most));
