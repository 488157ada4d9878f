import { suggestion } from '../model/suggestion.ts';
import type { Field, Schema } from '../model/schema.ts';
import { newBatch, texts } from './batch.ts';
import { compile, type CompileOptions, type RowWriter } from './writer.ts';

/** A field whose value is its row's key. */
export interface KeyField {
  /** A schema that outputs only this field, with the same values. */
  readonly schema: Schema;
  /** Path to the field in a row. */
  readonly path: readonly string[];
  /** The value is a part of what a field generates. */
  readonly isPart: boolean;
}

/** The result of `findKey`. */
export type KeyResult =
  { readonly ok: true; readonly key: KeyField } | { readonly ok: false; readonly problem: string };

/** The fields on the way to a value, and the rest of the path, for generators whose values are objects. */
interface FieldPath {
  readonly fields: readonly Field[];
  readonly rest: readonly string[];
}

/** Rows to search for a path into a generated value. */
const PROBED_ROWS = 100;

/** Finds a field by name, including hidden fields. Dots reach into objects: `user.id`. */
export function findKey(schema: Schema, name: string): KeyResult {
  const found = pathTo(schema.fields, name);
  if (found === undefined) return { ok: false, problem: unknownField(schema, name) };
  const list = found.fields
    .slice(0, found.rest.length === 0 ? -1 : undefined)
    .find(({ count }) => count !== undefined);
  if (list !== undefined)
    return {
      ok: false,
      problem: `${list.name} is a list, but a key is a single value. Choose a field outside it`,
    };
  const path = [...found.fields.map((field) => field.name), ...found.rest];
  const key = {
    schema: { ...schema, fields: onlyVisible(schema.fields, found.fields) },
    path,
    isPart: found.rest.length > 0,
  };
  if (found.rest.length > 0 && !isFound(key))
    return {
      ok: false,
      problem: `Values of ${found.fields.map((field) => field.name).join('.')} have no ${found.rest.join('.')}`,
    };
  return { ok: true, key };
}

/** Adds keys to rows: strings as they are, other values as JSON, undefined if the value is null or missing. */
export function withKeys(rows: RowWriter, { schema, path }: KeyField, options: CompileOptions): RowWriter {
  const writer = compile(schema, options);
  const keyRows = newBatch();
  return {
    fill(batch, extent) {
      const { count } = rows.fill(batch, extent);
      if (count === 0) return Object.assign(batch, { keys: [] });
      const made = writer.fill(keyRows, { ...extent, count, maxBytes: Infinity });
      const keys = Array.from(texts(made), (row) => keyIn(JSON.parse(row), path));
      return Object.assign(batch, { keys });
    },
  };
}

const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null;

/** The key at a path in a row. */
export function keyIn(row: unknown, path: readonly string[]): string | undefined {
  const value = path.reduce<unknown>(
    (data, name) => (isObject(data) && Object.hasOwn(data, name) ? data[name] : undefined),
    row,
  );
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
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

/** The fields with everything hidden except the given path of fields. */
const onlyVisible = (fields: readonly Field[], [chosen, ...inner]: readonly Field[]): readonly Field[] =>
  fields.map((field) => (field === chosen ? unhidden(field, inner) : { ...field, hidden: true as const }));

function unhidden(field: Field, [next, ...inner]: readonly Field[]): Field {
  const { hidden, ...visible } = field;
  const open = hidden === undefined ? field : visible;
  if (next === undefined) return open;
  const fields = field.fields?.map((each) => (each === next ? unhidden(each, inner) : each)) ?? [];
  return { ...open, fields };
}

function isFound({ schema, path }: KeyField): boolean {
  const time = { startMs: 0, stepMs: 1000 };
  const probe = compile(schema, { seed: 0 }).fill(newBatch(), { first: 0, count: PROBED_ROWS, time });
  return Array.from(texts(probe)).some((row) => keyIn(JSON.parse(row), path) !== undefined);
}

function unknownField({ fields }: Schema, name: string): string {
  const names = namesIn(fields);
  const meant = suggestion(name, names);
  const hint =
    meant === undefined ? `Available fields: ${names.slice(0, 12).join(', ')}` : `Did you mean ${meant}?`;
  return `Unknown field ${name} in the schema. ${hint}`;
}

const namesIn = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, fields: inner = [] }) => [
    name,
    ...namesIn(inner).map((each) => `${name}.${each}`),
  ]);
