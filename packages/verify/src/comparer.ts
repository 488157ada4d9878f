import { isObject } from '@catbird/engine';
import { cellsOf, parseRow, type RowObject } from './parse-row.ts';
import { sameBy, type Reading, type Same, type Tolerance } from './same.ts';

/** How the columns of a place belong to those of the rows. */
export interface ColumnRules {
  /** Columns that are not compared, by the names that they have in the rows. Default: none. */
  readonly ignore?: readonly string[];
  /** Columns that have another name at the place: the name there by that in the rows. Default: none. */
  readonly names?: Readonly<Record<string, string>>;
  /** Tolerances by the names of columns in the rows. Default: none. */
  readonly tolerance?: Readonly<Record<string, Tolerance>>;
}

/** A value that differs. */
export interface Difference {
  readonly column: string;
  /** Undefined: there should be none. */
  readonly expected: unknown;
  /** Undefined: there is none. */
  readonly arrived: unknown;
}

/** Compares rows. */
export interface Comparer {
  /** The values of an arrived row under the names of the rows. */
  readonly cells: (arrived: RowObject) => ReadonlyMap<string, unknown>;
  /** What differs. Columns that arrived without being expected do not count. */
  readonly differences: (
    expected: ReadonlyMap<string, unknown>,
    arrived: ReadonlyMap<string, unknown>,
  ) => readonly Difference[];
  /** Counts the columns of an arrived row that no expected row has. */
  readonly noteUnexpected: (arrived: ReadonlyMap<string, unknown>) => void;
  /** Columns that arrived and that no expected row has, with how often. At most 100. */
  readonly unexpected: ReadonlyMap<string, number>;
  readonly sameIn: (column: string) => Same;
  readonly isCompared: (column: string) => boolean;
}

/** Columns without being expected that are counted. */
const UNEXPECTED = 100;

/** Compares rows by these rules. */
export function newComparer(
  reading: Reading,
  { ignore = [], names = {}, tolerance = {} }: ColumnRules,
  known: ReadonlySet<string>,
): Comparer {
  const renamed = new Map(Object.entries(names).map(([name, there]) => [there, name]));
  const ignored = new Set(ignore);
  const unexpected = new Map<string, number>();
  const sames = new Map<string, Same>();
  const plain = sameBy(reading);
  const plainInner = sameBy(reading, undefined, true);
  /** Columns that are inside of JSON at a place whose columns have no kinds of their own. */
  const inner = new Set<string>();
  const parents = new Set([...known].flatMap(parentsOf));
  const isEscaped = reading.written === 'tsv' && reading.emptyIsNull === true;
  const isPlain =
    renamed.size === 0 &&
    (reading.written ?? 'protobuf') === 'protobuf' &&
    (reading.isLoose !== true || parents.size === 0);
  const sameIn = (column: string): Same => {
    const own = tolerance[column];
    if (own === undefined) return inner.has(column) ? plainInner : plain;
    const made = sames.get(column) ?? sameBy(reading, own, inner.has(column));
    sames.set(column, made);
    return made;
  };
  const added = (
    wanted: ReadonlyMap<string, unknown>,
    arrived: ReadonlyMap<string, unknown>,
  ): readonly Difference[] => {
    const found: Difference[] = [];
    for (const [column, value] of arrived) {
      if (wanted.has(column) || ignored.has(column)) continue;
      if (known.has(column) && !sameIn(column)(undefined, value))
        found.push({ column, expected: undefined, arrived: value });
    }
    return found;
  };
  return {
    sameIn,
    isCompared: (column) => !ignored.has(column),
    unexpected,
    noteUnexpected(arrived) {
      for (const column of arrived.keys()) {
        if (known.has(column) || ignored.has(column)) continue;
        if (unexpected.size < UNEXPECTED || unexpected.has(column))
          unexpected.set(column, (unexpected.get(column) ?? 0) + 1);
      }
    },
    cells(arrived) {
      if (isPlain) return cellsOf(arrived);
      const row = reading.written === 'cloudevents' ? dataOf(arrived) : arrived;
      const cells = new Map<string, unknown>();
      const put = (name: string, value: unknown, isInner: boolean): void => {
        cells.set(name, isEscaped ? unescaped(value) : value);
        if (isInner) inner.add(name);
      };
      for (const [path, value] of cellsOf(row)) {
        const name = renamed.get(path) ?? path;
        const object = reading.isLoose === true && parents.has(name) ? objectIn(value) : undefined;
        if (object === undefined) put(name, value, reading.isLoose === true && !(path in row));
        else for (const [rest, each] of cellsOf(object)) put(`${name}.${rest}`, each, true);
      }
      return cells;
    },
    differences(wanted, arrived) {
      const found: Difference[] = [];
      let met = 0;
      for (const [column, value] of wanted) {
        const there = arrived.get(column);
        if (there !== undefined) met++;
        if (!ignored.has(column) && !sameIn(column)(value, there))
          found.push({ column, expected: value, arrived: there });
      }
      return met === arrived.size ? found : [...found, ...added(wanted, arrived)];
    },
  };
}

/** The object that a text holds as JSON. */
const objectIn = (value: unknown): RowObject | undefined =>
  isObject(value) ? value : typeof value === 'string' && value.startsWith('{') ? parseRow(value) : undefined;

/** `a` and `a.b` of `a.b.c`. */
const parentsOf = (path: string): readonly string[] =>
  path
    .split('.')
    .slice(0, -1)
    .map((_, i, parts) => parts.slice(0, i + 1).join('.'));

/** The row in a CloudEvent. */
const dataOf = (arrived: RowObject): RowObject =>
  'specversion' in arrived && isObject(arrived['data']) ? arrived['data'] : arrived;

/** What stands behind a backslash for a byte that TSV cannot have. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** A cell of TSV as the value that was written. */
const unescaped = (cell: unknown): unknown =>
  cell === String.raw`\N`
    ? null
    : typeof cell === 'string' && cell.includes('\\')
      ? cell.replaceAll(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char)
      : cell;
