import type { FieldNode } from '../../../schema-text/fields.ts';

/** Longest value shown, in characters. */
const MAX_CHARACTERS = 80;

/** The previewed row; undefined without one. */
export function rowOf(line: string | undefined): unknown {
  return line === undefined ? undefined : JSON.parse(line);
}

/** A field's value in a row as text; of objects in a list, the first one's. Undefined: the row lacks it. */
export function valueIn(row: unknown, { path }: FieldNode): string | undefined {
  const names = path.filter((_, i) => i % 2 === 0);
  const value = names.reduce<unknown>((inner, name) => {
    const object: unknown = Array.isArray(inner) ? inner[0] : inner;
    if (typeof object !== 'object' || object === null) return undefined;
    // Only the field's own: the table asks for all fields of the row, one by one.
    const own: unknown = Object.getOwnPropertyDescriptor(object, name)?.value;
    return own;
  }, row);
  return value === undefined ? undefined : clipped(textOf(value));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const isObjects = Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
  if (isObjects) return value.length === 1 ? '1 item' : `${value.length} items`;
  return JSON.stringify(value);
}

const clipped = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`;
