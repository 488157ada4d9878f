import { isRecord } from './json.ts';
import type { Row } from './observe/observe.ts';

/** Rows of one type of event. */
export interface TypePart {
  /** The value that names the type. */
  readonly value: string;
  readonly rows: readonly Row[];
}

/** A field that names the type of an event, and the rows of each type. */
export interface EventTypes {
  /** `type`, `event.kind`. */
  readonly path: string;
  /** The most frequent first. */
  readonly parts: readonly TypePart[];
  /** Rows whose type is too rare to say anything about it. */
  readonly rare: number;
}

const LEAST_ROWS = 20;
/** Types of a sample, at most: a stream for each. */
const MOST_TYPES = 20;
/** Rows of a type that say what it has. */
const LEAST_OF_TYPE = 5;
/** A field that all rows of a type have, or none, but for this share. */
const EXCEPTIONS = 0.02;
/** Fields that only some rows have, at least, and the share of them that the type explains. */
const LEAST_OPTIONAL = 2;
const EXPLAINED = 0.7;
/** Objects within objects whose fields are compared. */
const DEPTH = 4;

/**
 * The field that names the type of each event, if there is one: a text that the other fields of a row depend on.
 */
export function eventTypesOf(rows: readonly Row[]): EventTypes | undefined {
  if (rows.length < LEAST_ROWS) return undefined;
  const present = rows.map((row) => pathsOf(row));
  const optional = optionalPaths(present);
  if (optional.length < LEAST_OPTIONAL) return undefined;
  let best: { readonly path: string; readonly explained: number; readonly types: ByType } | undefined;
  for (const path of candidates(rows, present)) {
    const types = byType(rows, path);
    const explained = explainedOf(types, present, optional, path);
    if (explained > (best?.explained ?? EXPLAINED * optional.length)) best = { path, explained, types };
  }
  return best === undefined ? undefined : typesOf(best.path, best.types, rows);
}

/** Rows of each type, by their indexes. */
type ByType = ReadonlyMap<string, readonly number[]>;

function typesOf(path: string, types: ByType, rows: readonly Row[]): EventTypes | undefined {
  const known = [...types].filter(([, indexes]) => indexes.length >= LEAST_OF_TYPE);
  if (known.length < 2) return undefined;
  const parts = known.map(([value, indexes]) => ({ value, rows: indexes.map((i) => rows[i] ?? {}) }));
  parts.sort((a, b) => b.rows.length - a.rows.length);
  const rare = rows.length - parts.reduce((sum, part) => sum + part.rows.length, 0);
  return { path, parts, rare };
}

/** Paths of the values of a row that are not null, without those in lists. */
function pathsOf(row: Row, prefix = '', depth = DEPTH): Set<string> {
  const paths = new Set<string>();
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    const path = `${prefix}${name}`;
    paths.add(path);
    if (depth > 1 && isRecord(value))
      for (const inner of pathsOf(value, `${path}.`, depth - 1)) paths.add(inner);
  }
  return paths;
}

/** Paths that some rows have and others have not. */
function optionalPaths(present: readonly ReadonlySet<string>[]): string[] {
  const counts = new Map<string, number>();
  for (const paths of present) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  const least = EXCEPTIONS * present.length;
  return [...counts]
    .filter(([, count]) => count > least && count < present.length - least)
    .map(([path]) => path);
}

/** Paths of texts that all rows have. */
function candidates(rows: readonly Row[], present: readonly ReadonlySet<string>[]): string[] {
  const [first] = present;
  return [...(first ?? [])].filter(
    (path) =>
      present.every((paths) => paths.has(path)) &&
      rows.every((row) => typeof valueAt(row, path) === 'string'),
  );
}

const valueAt = (row: Row, path: string): unknown => {
  if (Object.hasOwn(row, path)) return row[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      row,
    );
};

/** Rows by the value of a field. Empty if there are too many values. */
function byType(rows: readonly Row[], path: string): ByType {
  const types = new Map<string, number[]>();
  for (const [i, row] of rows.entries()) {
    const type = String(valueAt(row, path));
    const same = types.get(type);
    if (same !== undefined) same.push(i);
    else if (types.size < MOST_TYPES) types.set(type, [i]);
    else return new Map();
  }
  return types;
}

/** How many of the optional fields each type has always or never. */
function explainedOf(
  types: ByType,
  present: readonly ReadonlySet<string>[],
  optional: readonly string[],
  path: string,
): number {
  if (types.size < 2) return 0;
  const groups = [...types.values()].filter((indexes) => indexes.length >= LEAST_OF_TYPE);
  if (groups.length < 2) return 0;
  const isDetermined = (each: string): boolean =>
    each !== path &&
    groups.every((indexes) => {
      const share = indexes.filter((i) => present[i]?.has(each) === true).length / indexes.length;
      return share <= EXCEPTIONS || share >= 1 - EXCEPTIONS;
    });
  return optional.filter(isDetermined).length;
}
