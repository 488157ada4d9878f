import { fieldsByName, ownerOf, readsOf } from '../generators/analysis/order.ts';
import { invalid, type Result } from '../model/issue.ts';
import { nameHint } from '../model/suggestion.ts';
import type { Field, Schema } from '../model/schema.ts';
import { newBatch, texts } from './batch.ts';
import { compile } from './writer.ts';

/** A field that a setting or an option names, to read its value in each row. */
export interface NamedField {
  /** A schema that outputs only this field, with the same values. */
  readonly schema: Schema;
  /** The field, after the objects around it. */
  readonly fields: readonly Field[];
  /** Path to the value in a row. */
  readonly path: readonly string[];
  /** The value is a part of what a field generates. */
  readonly isPart: boolean;
}

/** The result of `findField`. */
export type NamedFieldResult = Result<{ readonly found: NamedField }>;

/** The fields on the way to a value, and the rest of the path, for generators whose values are objects. */
interface FieldPath {
  readonly fields: readonly Field[];
  readonly rest: readonly string[];
}

/** Rows to search for a path into a generated value. */
const PROBED_ROWS = 100;

/** Finds a field with a single value by name, including hidden fields. Dots reach into objects: `user.id`. */
export function findField(schema: Schema, name: string): NamedFieldResult {
  const way = pathTo(schema.fields, name);
  if (way === undefined) return invalid(unknownField(schema, name));
  const { fields, rest } = way;
  const list = fields.slice(0, rest.length === 0 ? -1 : undefined).find(({ count }) => count !== undefined);
  if (list !== undefined)
    return invalid(`${list.name} is a list, but a single value is needed. Choose a field outside it`);
  const found = {
    schema: onlyFields(schema, [fields]),
    fields,
    path: [...fields.map((field) => field.name), ...rest],
    isPart: rest.length > 0,
  };
  if (rest.length > 0 && !hasValue(found))
    return invalid(`Values of ${fields.map((field) => field.name).join('.')} have no ${rest.join('.')}`);
  return { ok: true, found };
}

const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null;

/** The value at a path in a row; undefined if it is null or missing. */
export const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (data, name) => (isObject(data) && Object.hasOwn(data, name) ? data[name] : undefined),
    row,
  ) ?? undefined;

/** The same as text: strings as they are, other values as JSON. */
export function textAt(row: unknown, path: readonly string[]): string | undefined {
  const value = valueAt(row, path);
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Finds a name that may contain dots: tries the whole name first, then its prefixes. */
function pathTo(fields: readonly Field[], name: string): FieldPath | undefined {
  const whole = fields.find((field) => field.name === name);
  if (whole !== undefined) return { fields: [whole], rest: [] };
  for (const field of fields) {
    if (!name.startsWith(`${field.name}.`)) continue;
    const rest = name.slice(field.name.length + 1);
    if (field.fields === undefined) return { fields: [field], rest: rest.split('.') };
    const inner = pathTo(field.fields, rest);
    if (inner !== undefined) return { ...inner, fields: [field, ...inner.fields] };
  }
  return undefined;
}

/**
 * A schema that outputs only some fields, with the same values. It has no others but those that they read, hidden, so that nothing else
 * is computed.
 *
 * @param ways each field, after the objects around it
 */
export function onlyFields(schema: Schema, ways: readonly (readonly Field[])[]): Schema {
  const first = ways.flatMap(([field]) => field ?? []);
  // Recorded rows have all their fields, which only need to be hidden.
  const read = schema.recording === undefined ? closure(schema.fields, first) : new Set(schema.fields);
  return {
    ...schema,
    fields: schema.fields
      .filter((field) => read.has(field))
      .map((field) => {
        const own = restOf(ways, field);
        return own.length === 0 ? { ...field, hidden: true as const } : unhidden(field, own);
      }),
  };
}

/** Some fields of an object, and all that they read of it. */
function closure(fields: readonly Field[], some: readonly Field[]): ReadonlySet<Field> {
  const byName = fieldsByName(fields);
  const found = new Set(some);
  for (const field of found)
    for (const name of readsOf(field)) {
      const owner = ownerOf(name, byName);
      if (owner !== undefined) found.add(owner.field);
    }
  return found;
}

/** What follows a field on the ways that lead through it. */
const restOf = (ways: readonly (readonly Field[])[], field: Field): readonly (readonly Field[])[] =>
  ways.flatMap(([next, ...rest]) => (next === field ? [rest] : []));

function unhidden(field: Field, ways: readonly (readonly Field[])[]): Field {
  const { hidden, ...visible } = field;
  const open = hidden === undefined ? field : visible;
  if (field.fields === undefined) return open;
  const fields = field.fields.map((each) => {
    const own = restOf(ways, each);
    return own.length === 0 ? each : unhidden(each, own);
  });
  return { ...open, fields };
}

function hasValue({ schema, path }: NamedField): boolean {
  const time = { startMs: 0, stepMs: 1000 };
  const probe = compile(schema, { seed: 0 }).fill(newBatch(), { first: 0, count: PROBED_ROWS, time });
  return Array.from(texts(probe)).some((row) => textAt(JSON.parse(row), path) !== undefined);
}

function unknownField({ fields }: Schema, name: string): string {
  return `Unknown field ${name} in the schema. ${nameHint(name, namesIn(fields), 'Available fields')}`;
}

const namesIn = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, fields: inner = [] }) => [
    name,
    ...namesIn(inner).map((each) => `${name}.${each}`),
  ]);
