import type { JsonObject } from '../definition.ts';
import type { Notes } from '../not-followed.ts';
import type { Shape, ShapeKind } from '../shape.ts';
import { columnOf } from '../sql/column-definition.ts';
import { dialectOf, tokensOf } from '../sql/tokens.ts';
import { valueRules } from './quality.ts';

/** A rule of quality, as the contract has it. */
export type Rule = JsonObject;

/** A field of a contract, in one form for both standards. */
export interface Field {
  readonly name: string;
  /** The logical type. Empty: only the type of the database is known. */
  readonly type: string;
  /** The type of the database: `varchar(18)`. Empty: none */
  readonly physical: string;
  /** Bounds, lengths and others. */
  readonly options: JsonObject;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly fields: readonly Field[];
  /** Elements of a list. */
  readonly items?: Field;
  /** Values of a map. */
  readonly values?: Field;
  readonly rules: readonly Rule[];
}

/** A value that may be a text. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const TEXT: JsonObject = { type: 'string' };
const INTEGER: JsonObject = { type: 'integer' };
const NUMBER: JsonObject = { type: 'number' };
const INSTANT: JsonObject = { type: 'string', format: 'date-time' };
const OBJECT: JsonObject = { type: 'object' };

/** The logical types of both standards as JSON Schema. */
const TYPES: Readonly<Record<string, JsonObject>> = {
  string: TEXT,
  text: TEXT,
  varchar: TEXT,
  integer: INTEGER,
  int: INTEGER,
  long: INTEGER,
  bigint: INTEGER,
  number: NUMBER,
  decimal: NUMBER,
  numeric: NUMBER,
  float: NUMBER,
  double: NUMBER,
  boolean: { type: 'boolean' },
  timestamp: INSTANT,
  timestamp_tz: INSTANT,
  timestamp_ntz: INSTANT,
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  array: { type: 'array' },
  map: OBJECT,
  object: OBJECT,
  record: OBJECT,
  struct: OBJECT,
  variant: OBJECT,
  json: OBJECT,
  bytes: { type: 'string', contentEncoding: 'base64' },
  null: { type: 'null' },
};

/** Options that JSON Schema has under the same name. */
const KEYWORDS =
  'minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties enum'.split(
    ' ',
  );

/** Formats of times that are ISO 8601, as rows have them. */
const ISO = /^(yyyy-MM-dd|date|time|date-time|HH:mm:ss|yyyy-MM-dd'T'HH:mm:ss\S*)$/;

/** A field with what its rules say, as JSON Schema. Bounds of times are not in it. */
function fieldSchema(field: Field, place: string, notes: Notes): JsonObject {
  const { type, options, fields, items } = field;
  const rules = valueRules(field, place, notes);
  const base = TYPES[type] ?? (fields.length > 0 ? OBJECT : items === undefined ? TEXT : { type: 'array' });
  if (type !== '' && TYPES[type] === undefined) notes.add(`Not followed: the type ${type}`, place);
  const own = KEYWORDS.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]]));
  const all: JsonObject = {
    ...base,
    ...formatOf(field, base, place, notes),
    ...Object.fromEntries(own),
    ...rules.schema,
  };
  const isNullable = !field.isRequired && rules.isRequired !== true;
  return { ...(isNullable ? nullable(all) : all), ...innerSchemas(field, place, notes) };
}

const nullable = (schema: JsonObject): JsonObject => ({
  ...schema,
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as readonly unknown[]), null] } : {}),
});

/** The schemas of what is within a field. */
function innerSchemas({ fields, items, values }: Field, place: string, notes: Notes): JsonObject {
  const within = (inner: Field, step: string): JsonObject =>
    fieldSchema({ ...inner, isRequired: true }, `${place}${step}`, notes);
  return {
    ...(fields.length === 0 ? {} : membersSchema(fields, place, notes)),
    ...(items === undefined ? {} : { items: within(items, '[]') }),
    ...(values === undefined ? {} : { additionalProperties: within(values, '.*') }),
  };
}

/** The members of an object as JSON Schema. All rows have all of them. */
export const objectSchema = (fields: readonly Field[], place: string, notes: Notes): JsonObject => ({
  type: 'object',
  ...membersSchema(fields, place, notes),
});

const membersSchema = (fields: readonly Field[], place: string, notes: Notes): JsonObject => ({
  properties: Object.fromEntries(
    fields.map((each) => [each.name, fieldSchema(each, `${place}.${each.name}`, notes)]),
  ),
  required: fields.map(({ name }) => name),
});

/** The format of a text. That of a number is its size, and that of a time how it is written. */
function formatOf({ options }: Field, base: JsonObject, place: string, notes: Notes): JsonObject {
  const format = textIn(options['format']);
  if (format === '') return {};
  if (base === TEXT) return { format };
  if (base['format'] !== undefined && !ISO.test(format))
    notes.add(`Not followed: the format ${format}. Times are ISO 8601`, place);
  const [, sign, bits] = /^([iu])(8|16)$/.exec(format) ?? [];
  return sign === undefined ? {} : { maximum: 2 ** (Number(bits) - (sign === 'i' ? 1 : 0)) - 1 };
}

/** A shape with what the type of the database says beyond the logical one, and with the bounds of times. */
export function completed(shape: Shape, field: Field): Shape {
  const inner = shape.fields?.map((each) => {
    const of = field.fields.find(({ name }) => name === each.name);
    return of === undefined ? each : completed(each, of);
  });
  const own: Shape = { ...shape, ...(inner === undefined ? {} : { fields: inner }), ...spanOf(shape, field) };
  const column =
    field.physical === '' ? undefined : columnOf(tokensOf(`\`k\` ${field.physical}`, DIALECT), NULLABLE);
  return column === undefined || 'unknown' in column ? own : stored(own, column.column.shape, field);
}

/** The bounds of a time. */
function spanOf({ kind }: Shape, { options }: Field): Pick<Shape, 'from' | 'to'> {
  if (kind !== 'date' && kind !== 'timestamp') return {};
  const from = timeIn(options, 'minimum', 'exclusiveMinimum');
  const to = timeIn(options, 'maximum', 'exclusiveMaximum');
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** A shape as a column of the database can have it. */
function stored(own: Shape, column: Shape, { type, fields, items }: Field): Shape {
  const { name, kind, isNullable = false } = own;
  if (type === '' && fields.length === 0 && items === undefined) return { ...column, name, isNullable };
  if (own.values !== undefined || own.pattern !== undefined) return own;
  // The narrower of two types counts: a number that is stored as `int` is whole.
  return fits(kind, column.kind)
    ? { ...column, ...own, kind: kind === 'whole number' ? kind : column.kind }
    : own;
}

/** Whether a column says more about a kind: both are numbers, or both texts. */
const fits = (kind: ShapeKind, column: ShapeKind): boolean =>
  kind === 'text' ? /^(text|UUID)$/.test(column) : kind.includes('number') && column.includes('number');

const DIALECT = dialectOf('`');
const NULLABLE = { own: new Map(), isNullable: true };

/** The first bound that is a time, in ISO 8601. Times without a zone are of UTC. */
function timeIn(options: JsonObject, ...keys: readonly string[]): string | undefined {
  const text = keys.map((key) => options[key]).find((each) => typeof each === 'string');
  const [, day, time = 'T00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?(?:\.\d+)?))?(Z|[+-]\d\d:?\d\d)?$/.exec(text ?? '') ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}${time.startsWith('T') ? time : `T${time}`}${zone}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
