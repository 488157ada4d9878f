import { isObject } from '../model/json.ts';
import { timeOf } from './stamp.ts';

/** The value at a path in a row; undefined if there is none. */
export const valueAtPath = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    row,
  );

/** Visits the single values in an object and in the objects in it, with the names on the way. Lists are none. */
export function visitLeaves(
  row: Readonly<Record<string, unknown>>,
  visit: (path: readonly string[], value: unknown) => void,
  before: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(row)) {
    const path = [...before, name];
    if (isObject(value)) visitLeaves(value, visit, path);
    else if (!Array.isArray(value)) visit(path, value);
  }
}

/** Which values of rows are times, as more of them are seen. */
export interface TimesSeen {
  /** Takes a row. */
  add(row: Readonly<Record<string, unknown>>): void;
  /** Paths whose values are all times, in the order in which they came, and in how many rows they were. */
  found(): readonly { readonly path: readonly string[]; readonly rows: number }[];
}

/** Names of numbers that may be times: other numbers of that size are ids or amounts. */
const isTimeName = (name: string): boolean =>
  /time|stamp|date|(?:^|[_.-])(?:ts|t|at|on|when)$/i.test(name) || /[a-z\d](?:At|On|Ts|TS)$/.test(name);

/** More paths are those of objects whose names are values. */
const MOST_PATHS = 10_000;

/** The values at a path, and those of the objects there. */
interface Node {
  readonly path: readonly string[];
  readonly inner: Map<string, Node>;
  /** Rows with a value. */
  rows: number;
  areTimes: boolean;
}

/** @param given path to a time, whatever its name */
export function newTimesSeen(given: readonly string[] | undefined): TimesSeen {
  const nodes: Node[] = [];
  const newNode = (path: readonly string[]): Node => {
    const node = { path, inner: new Map(), rows: 0, areTimes: true };
    nodes.push(node);
    return node;
  };
  const root = newNode([]);
  const isNamed = ({ path }: Node): boolean =>
    isTimeName(path.at(-1) ?? '') || (given !== undefined && path.join('\n') === given.join('\n'));
  const isTime = (node: Node, value: unknown): boolean =>
    !Number.isNaN(timeOf(value)) && (typeof value === 'string' || isNamed(node));
  const add = (row: Readonly<Record<string, unknown>>, at: Node): void => {
    for (const name in row) {
      const value = row[name];
      if (value === null) continue;
      let node = at.inner.get(name);
      if (node === undefined) {
        if (nodes.length > MOST_PATHS) continue;
        at.inner.set(name, (node = newNode([...at.path, name])));
      }
      if (isObject(value)) add(value, node);
      else {
        node.rows++;
        node.areTimes &&= isTime(node, value);
      }
    }
  };
  return {
    add: (row) => add(row, root),
    found: () => nodes.filter(({ rows, areTimes }) => rows > 0 && areTimes),
  };
}

/** A name without the differences between programs: createdAt, created_at, CREATED-AT. */
const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Names of the time of an event, the most usual first. */
const USUAL = [
  'timestamp',
  'event_time',
  'event_timestamp',
  'ts',
  'time',
  'date_time',
  'occurred_at',
  'created_at',
  'created',
  'date',
].map(bare);

/** The time of the event among the times of rows: one that all rows have, by its name. */
export function eventTimeIn(seen: TimesSeen, rows: number): readonly string[] | undefined {
  const all = seen.found();
  const rank = (path: readonly string[]): number => {
    const place = USUAL.indexOf(bare(path.at(-1) ?? ''));
    return place < 0 ? USUAL.length : place;
  };
  const common = all.filter((each) => each.rows === rows);
  return (common.length > 0 ? common : all)
    .map(({ path }) => path)
    .toSorted((a, b) => rank(a) - rank(b) || a.length - b.length)[0];
}

/** The path to a value that a person names. Dots reach into objects; a name with dots comes first. Undefined: the row has none. */
export function pathOf(row: Readonly<Record<string, unknown>>, name: string): readonly string[] | undefined {
  if (Object.hasOwn(row, name)) return [name];
  for (const [key, value] of Object.entries(row)) {
    if (!name.startsWith(`${key}.`) || !isObject(value)) continue;
    const rest = pathOf(value, name.slice(key.length + 1));
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

/** The time of a row at a path, in milliseconds since 1970; NaN: it has none. */
export const rowTime = (row: unknown, path: readonly string[]): number => timeOf(valueAtPath(row, path));
