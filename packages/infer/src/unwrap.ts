import { isRecord } from './json.ts';
import type { Limits } from './limits.ts';
import type { Unwrapping } from './notes.ts';
import { newObserver, type Profile, type Row } from './observe/observe.ts';

/**
 * The rows of a JSON object around one long list, such as the features of GeoJSON. If other values outnumber them, the object itself is the
 * row: an order with its items.
 */
export function unwrap(only: Row, limits: Limits): Unwrapping & { readonly profile?: Profile } {
  const found = longestList(only, '', LIST_DEPTH);
  if (found === undefined || found.rows.length < 2) return {};
  if (found.rows.length <= valuesBeside(found.rows, only, LIST_DEPTH)) return { whole: found.path };
  const observer = newObserver(limits);
  const chars = limits.fullChars / found.rows.length / 2;
  for (const row of found.rows) observer.offer(chars, () => row);
  return { profile: observer.profile(), list: found.path };
}

/** Objects around a list of rows, at most. */
const LIST_DEPTH = 3;

/** Values of an object outside a list. Deeper objects count as one. */
function valuesBeside(list: readonly unknown[], value: unknown, depth: number): number {
  if (value === list) return 0;
  if (!isRecord(value) || depth === 0) return 1;
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
    if (Array.isArray(inner)) found = isRecord(inner[0]) ? { path: at, rows: inner } : undefined;
    else if (isRecord(inner) && depth > 1) found = longestList(inner, at, depth - 1);
    if (found !== undefined && found.rows.length > (longest?.rows.length ?? 0)) longest = found;
  }
  return longest;
}
