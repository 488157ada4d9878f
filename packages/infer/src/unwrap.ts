import { isObject } from '@catbird/engine';
import { areKeys } from './plan/maps.ts';
import { type Limits, newObserver, type Profile, type Row } from './observe/observe.ts';
import type { Unwrapping } from './notes.ts';

/**
 * The rows of a JSON object around one long list, such as the features of GeoJSON. If other values outnumber them, the object itself is the
 * row: an order with its items. The rows of an object whose names are values, such as prices by day, are its members.
 */
export function unwrap(only: Row, limits: Limits): Unwrapping & { readonly profile?: Profile } {
  const members = membersOf(only);
  if (members !== undefined) return { profile: profileOf(members, limits), members: KEY };
  const found = longestList(only, '', LIST_DEPTH);
  if (found === undefined || found.rows.length < 2) return {};
  if (found.rows.length <= valuesBeside(found.rows, only, LIST_DEPTH)) return { whole: found.path };
  return { profile: profileOf(found.rows, limits), list: found.path };
}

function profileOf(rows: readonly unknown[], limits: Limits): Profile {
  const observer = newObserver(limits);
  const chars = limits.fullChars / rows.length / 2;
  for (const row of rows) observer.offer(chars, () => row);
  return observer.profile();
}

/** The field that has the names of members. */
const KEY = 'key';

/** The members of an object whose names are values, with their names. Undefined if they are names of fields, or a member has such a field itself. */
function membersOf(only: Row): readonly Row[] | undefined {
  if (!areKeys(Object.keys(only), Object.values(only))) return undefined;
  const rows = Object.entries(only).map(([key, value]) => ({
    [KEY]: key,
    ...(isObject(value) ? value : { value }),
  }));
  return rows.every((row, i) => row[KEY] === Object.keys(only)[i]) ? rows : undefined;
}

/** Objects around a list of rows, at most. */
const LIST_DEPTH = 3;

/** Values of an object outside a list. Deeper objects count as one. */
function valuesBeside(list: readonly unknown[], value: unknown, depth: number): number {
  if (value === list) return 0;
  if (!isObject(value) || depth === 0) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesBeside(list, inner, depth - 1), 0);
}

interface List {
  readonly path: string;
  readonly rows: readonly unknown[];
}

function longestList(value: Row, path: string, depth: number): List | undefined {
  let longest: List | undefined;
  for (const [name, inner] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    let found: List | undefined;
    if (Array.isArray(inner)) found = isObject(inner[0]) ? { path: at, rows: inner } : undefined;
    else if (isObject(inner) && depth > 1) found = longestList(inner, at, depth - 1);
    if (found !== undefined && found.rows.length > (longest?.rows.length ?? 0)) longest = found;
  }
  return longest;
}
