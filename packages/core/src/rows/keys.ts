import { suggestion } from '../model/suggestion.ts';
import type { Field, Schema } from '../model/schema.ts';
import { newBatch, texts } from './batch.ts';
import { compile, type CompileOptions, type RowWriter } from './writer.ts';

/** A field whose value is its row's key. */
export interface KeyField {
  /** A schema that shows it, at the same values. */
  readonly schema: Schema;
  /** The names that lead to it, from the row in. */
  readonly path: readonly string[];
}

/** What came of looking for a field. */
export type KeyResult =
  { readonly ok: true; readonly key: KeyField } | { readonly ok: false; readonly problem: string };

/** Fields that lead to a value, and what is left of the name: the way into a value that is itself an object. */
interface Way {
  readonly fields: readonly Field[];
  readonly rest: readonly string[];
}

/** Rows in which a name that leads into a value must be found once. */
const PROBED_ROWS = 100;

/** Finds the field of a name, hidden ones too; dots lead into objects: `user.id`. */
export function findKey(schema: Schema, name: string): KeyResult {
  const way = wayTo(schema.fields, name);
  if (way === undefined) return { ok: false, problem: unknownField(schema, name) };
  const list = way.fields
    .slice(0, way.rest.length === 0 ? -1 : undefined)
    .find(({ count }) => count !== undefined);
  if (list !== undefined)
    return {
      ok: false,
      problem: `${list.name} is a list, and a key is one value. Name a field outside of it`,
    };
  const path = [...way.fields.map((field) => field.name), ...way.rest];
  const key = { schema: { fields: shown(schema.fields, way.fields) }, path };
  if (way.rest.length > 0 && !isFound(key))
    return {
      ok: false,
      problem: `The values of ${way.fields.map((field) => field.name).join('.')} have no ${way.rest.join('.')}`,
    };
  return { ok: true, key };
}

/** Rows with their keys: texts as they are, anything else as JSON; undefined where the value is null or missing. */
export function withKeys(rows: RowWriter, { schema, path }: KeyField, options: CompileOptions): RowWriter {
  const writer = compile(schema, options);
  const aside = newBatch();
  return {
    fill(batch, extent) {
      const { first, count } = rows.fill(batch, extent);
      if (count === 0) return Object.assign(batch, { keys: [] });
      const keys = Array.from(texts(writer.fill(aside, { first, count, time: extent.time })), (row) =>
        keyIn(JSON.parse(row), path),
      );
      return Object.assign(batch, { keys });
    },
  };
}

const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null;

/** The key at a path of a row. */
export function keyIn(row: unknown, path: readonly string[]): string | undefined {
  const value = path.reduce<unknown>(
    (data, name) => (isObject(data) && Object.hasOwn(data, name) ? data[name] : undefined),
    row,
  );
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A name may itself have dots: the whole of it goes first, then what begins it. */
function wayTo(fields: readonly Field[], name: string): Way | undefined {
  const whole = fields.find((field) => field.name === name);
  if (whole !== undefined) return { fields: [whole], rest: [] };
  for (const field of fields) {
    if (!name.startsWith(`${field.name}.`)) continue;
    const rest = name.slice(field.name.length + 1);
    if (field.fields === undefined) return { fields: [field], rest: rest.split('.') };
    const inner = wayTo(field.fields, rest);
    if (inner !== undefined) return { ...inner, fields: [field, ...inner.fields] };
  }
  return undefined;
}

/** The fields with all but the first of a way hidden, and that one shown, and so on within it. */
const shown = (fields: readonly Field[], [chosen, ...inner]: readonly Field[]): readonly Field[] =>
  fields.map((field) => (field === chosen ? unhidden(field, inner) : { ...field, hidden: true as const }));

function unhidden(field: Field, [next, ...inner]: readonly Field[]): Field {
  const { hidden, ...visible } = field;
  const open = hidden === undefined ? field : visible;
  if (next === undefined) return open;
  const fields = field.fields?.map((each) => (each === next ? unhidden(each, inner) : each)) ?? [];
  return { ...open, fields };
}

function isFound({ schema, path }: KeyField): boolean {
  const time = { startMs: 0, stepMs: 0 };
  const probe = compile(schema, { seed: 0 }).fill(newBatch(), { first: 0, count: PROBED_ROWS, time });
  return Array.from(texts(probe)).some((row) => keyIn(JSON.parse(row), path) !== undefined);
}

function unknownField({ fields }: Schema, name: string): string {
  const names = namesIn(fields);
  const meant = suggestion(name, names);
  const hint =
    meant === undefined ? `The fields are ${names.slice(0, 12).join(', ')}` : `Did you mean ${meant}?`;
  return `There is no field ${name} in the schema. ${hint}`;
}

const namesIn = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, fields: inner = [] }) => [
    name,
    ...namesIn(inner).map((each) => `${name}.${each}`),
  ]);
