import { isObject } from '@catbird/engine';
import { COMPACT, DATE_FORMATS } from '../decide/date-formats.ts';
import type { Kind } from '../decide/decision.ts';
import { checkedFormat } from '../decide/formats.ts';
import type { Row } from '../observe/observe.ts';

/** What a value can be. Texts of a form that programs check are of a type of their own, and so are those that look like a date but are none. */
export type ValueType = 'object' | 'list' | 'impossible date' | Kind;

/** The values of a path in some rows. */
export interface ComparedColumn {
  /** Values that are neither null nor objects nor lists, in the order of the rows. */
  readonly values: unknown[];
  /** Values by type. */
  readonly types: Map<ValueType, number>;
  /** Lengths of lists. */
  readonly lengths: number[];
  /** Objects, or elements of a list, that could have the field. */
  places: number;
}

const MOST_PATHS = 2_000;
const MOST_ELEMENTS = 200;
const MOST_DEPTH = 12;
/** Longer texts have no form. */
const MOST_CHARACTERS = 100;

/** Values by path: `user.city`, `items[].price`. */
export function columnsOf(rows: readonly Row[]): ReadonlyMap<string, ComparedColumn> {
  const columns = new Map<string, ComparedColumn>();
  const columnAt = (path: string): ComparedColumn | undefined => {
    const known = columns.get(path);
    if (known !== undefined || columns.size >= MOST_PATHS) return known;
    const column: ComparedColumn = { values: [], types: new Map(), lengths: [], places: 0 };
    columns.set(path, column);
    return column;
  };
  /** Objects at each path of an object: where a field is missing, it is counted afterwards. */
  const objects = new Map<string, number>([['', rows.length]]);
  const put = (path: string, value: unknown, depth: number): void => {
    const column = columnAt(path);
    if (column === undefined || depth > MOST_DEPTH) return;
    const type = typeOf(value);
    column.types.set(type, (column.types.get(type) ?? 0) + 1);
    if (Array.isArray(value)) {
      column.lengths.push(value.length);
      for (const each of value.slice(0, MOST_ELEMENTS) as unknown[]) put(`${path}[]`, each, depth + 1);
    } else if (isObject(value)) {
      objects.set(path, (objects.get(path) ?? 0) + 1);
      for (const [name, each] of Object.entries(value)) put(`${path}.${name}`, each, depth + 1);
    } else if (value !== null) column.values.push(value);
  };
  for (const row of rows) for (const [name, value] of Object.entries(row)) put(name, value, 1);
  for (const [path, column] of columns) {
    const present = [...column.types.values()].reduce((sum, count) => sum + count, 0);
    column.places = path.endsWith('[]') ? present : (objects.get(parentOf(path)) ?? present);
  }
  return columns;
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

function typeOf(value: unknown): ValueType {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return isImpossibleDay(value) ? 'impossible date' : 'number';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? formOf(value) : 'object';
}

/** Whether a number has the digits of a day that the calendar does not have, such as 20260231. */
function isImpossibleDay(value: number): boolean {
  if (!(value >= 19_000_000 && value < 21_000_000) || !Number.isInteger(value)) return false;
  const parts = COMPACT.test.exec(String(value));
  return parts !== null && Number.isNaN(COMPACT.parse(parts));
}

function formOf(text: string): ValueType {
  if (!/\d|@/.test(text) || text.length > MOST_CHARACTERS) return 'text';
  const format = checkedFormat(text);
  if (format !== undefined) return format;
  const read = DATE_FORMATS.map(({ test, parse }) => {
    const parts = test.exec(text);
    return parts === null ? undefined : parse(parts);
  }).filter((ms) => ms !== undefined);
  if (read.length === 0) return 'text';
  return read.every(Number.isNaN) ? 'impossible date' : 'date';
}
