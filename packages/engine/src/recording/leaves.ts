import { isObject } from '../model/json.ts';

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
