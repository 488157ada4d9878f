import { isObject } from '@catbird/engine';
import type { JsonObject } from './definition.ts';
import type { Definition, Shape, ShapeKind } from './shape.ts';
import { newNotes, type Notes } from './not-followed.ts';
import { asClasses, textsOf } from './text/matching.ts';

/** Fields and depth of records that are followed: a record may contain itself, or many others. */
const MOST_FIELDS = 2_000;
const MOST_DEPTH = 10;

/** Depth from which types are not repeated. */
const MOST_NESTED = 3;

const PRIMITIVES: Readonly<Record<string, ShapeKind>> = {
  boolean: 'boolean',
  int: 'whole number',
  long: 'whole number',
  float: 'number',
  double: 'number',
  bytes: 'bytes',
  string: 'text',
};

/** Logical types. Instants and dates are texts, of which the format makes numbers. https://avro.apache.org/docs/1.12.0/specification/#logical-types */
const LOGICAL: Readonly<Record<string, ShapeKind>> = {
  uuid: 'UUID',
  decimal: 'number',
  'big-decimal': 'number',
  date: 'date',
  'time-millis': 'milliseconds of a day',
  'time-micros': 'microseconds of a day',
  'timestamp-millis': 'timestamp',
  'local-timestamp-millis': 'timestamp',
  'timestamp-micros': 'timestamp',
  'local-timestamp-micros': 'timestamp',
  'timestamp-nanos': 'timestamp',
  'local-timestamp-nanos': 'timestamp',
  // Milliseconds, as the months and days of a duration have no fixed length.
  duration: 'milliseconds of a day',
};

/** What logical types stand for. Those of other types have no meaning. */
const BASES: Readonly<Record<string, RegExp>> = {
  uuid: /^(string|fixed)$/,
  decimal: /^(bytes|fixed)$/,
  'big-decimal': /^bytes$/,
  date: /^int$/,
  'time-millis': /^int$/,
  duration: /^fixed$/,
};

/** Reads an Avro schema: a record, a list of them, or the types of a protocol. */
export function readAvro(document: unknown): Definition {
  const notes = newNotes();
  const reader: Reader = { types: new Map(), notes, left: MOST_FIELDS };
  const isProtocol = isObject(document) && Array.isArray(document['types']);
  if (isProtocol && isObject(document['messages'])) notes.add('Not followed: messages of the protocol');
  const space = isObject(document) && typeof document['namespace'] === 'string' ? document['namespace'] : '';
  const given = [isProtocol ? document['types'] : document].flat().filter(isObject);
  // Names may be used in any record after the one that defines them, or, in a list, before.
  for (const each of given) register(each, space, reader);
  const records = given.filter(isRecordType);
  const used = new Set(records.flatMap((record) => namesUsedBy(record)));
  const outer = records.filter((record) => !used.has(fullName(record, space)) || records.length === 1);
  const tables = (outer.length === 0 ? records : outer).map((record) => ({
    name: lastOf(fullName(record, space)),
    fields: fieldsOf(record, { reader, space, depth: 0 }),
  }));
  if (tables.length === 0) notes.add('An Avro schema of events is a record');
  if (reader.left < 0) notes.add(`Read only the first ${MOST_FIELDS} fields`);
  return { tables: tables.filter(({ fields }) => fields.length > 0), notes: notes.sentences() };
}

const isRecordType = ({ type }: JsonObject): boolean => type === 'record' || type === 'error';

/** Types by their full names, what is noted, and how many fields may follow. */
interface Reader {
  readonly types: Map<string, { readonly type: JsonObject; readonly space: string }>;
  readonly notes: Notes;
  left: number;
}

/** Where a type stands. */
interface Scope {
  readonly reader: Reader;
  /** The namespace of the type around it. */
  readonly space: string;
  readonly depth: number;
}

const lastOf = (name: string): string => name.split('.').at(-1) ?? name;

/** A name with its namespace: its own, or that of the type around it. */
function fullName({ name, namespace }: JsonObject, space: string): string {
  const own = typeof name === 'string' ? name : 'event';
  if (own.includes('.')) return own;
  const around = typeof namespace === 'string' ? namespace : space;
  return around === '' ? own : `${around}.${own}`;
}

const spaceOf = (full: string): string => full.split('.').slice(0, -1).join('.');

function register(type: JsonObject, space: string, { types }: Reader): string {
  const full = fullName(type, space);
  const own = { type, space: spaceOf(full) };
  types.set(full, own);
  for (const alias of [type['aliases']].flat())
    if (typeof alias === 'string') types.set(fullName({ name: alias }, own.space), own);
  return own.space;
}

/** Full names that a record mentions as types. */
function namesUsedBy(record: JsonObject): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.push(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (isObject(value))
      for (const key of ['type', 'items', 'values', 'fields'])
        if (value !== record || key === 'fields') walk(value[key]);
  };
  walk(record);
  const space = spaceOf(fullName(record, ''));
  return found.flatMap((name) => [name, `${space}.${name}`]);
}

function fieldsOf(record: JsonObject, scope: Scope): Shape[] {
  const space = register(record, scope.space, scope.reader);
  const { fields } = record;
  if (!Array.isArray(fields)) return [];
  return fields.filter(isObject).flatMap((field) => {
    if (scope.reader.left-- <= 0) return [];
    const name = typeof field['name'] === 'string' ? field['name'] : 'field';
    // Some put the properties of a type into the field itself.
    const isInline = field['logicalType'] !== undefined && !isObject(field['type']);
    const shape = shapeOf(isInline ? { ...field, name: undefined } : field['type'], name, {
      ...scope,
      space,
    });
    const initial = field['default'];
    const given = initial === undefined || initial === null ? shape : { ...shape, initial };
    return [generated(given, field['arg.properties'], scope.reader)];
  });
}

function shapeOf(type: unknown, name: string, scope: Scope): Shape {
  const { depth, reader } = scope;
  if (depth > MOST_DEPTH) {
    reader.notes.add(`Followed in part: types deeper than ${MOST_DEPTH} levels`, name);
    return { name, kind: 'JSON', values: [null] };
  }
  if (Array.isArray(type)) return unionOf(type, name, { ...scope, depth: depth + 1 });
  if (isObject(type)) return complex(type, name, scope);
  const known = String(type);
  if (known === 'null') return { name, kind: 'JSON', values: [null] };
  const named = reader.types.get(fullName({ name: known }, scope.space)) ?? reader.types.get(known);
  if (named === undefined) {
    const kind = PRIMITIVES[known];
    if (kind === undefined) reader.notes.add(`Not followed: the type ${known}, which is not defined`, name);
    return { name, kind: kind ?? 'text' };
  }
  // A record may contain itself: after some levels there is no more.
  if (depth < MOST_NESTED || !isRecordType(named.type))
    return complex(named.type, name, { reader, space: named.space, depth: depth + 1 });
  reader.notes.add(`Followed in part: ${lastOf(known)} within itself, to ${MOST_NESTED} levels`);
  return { name, kind: 'JSON', values: [null] };
}

/** One of several types; null is apart. */
function unionOf(types: readonly unknown[], name: string, scope: Scope): Shape {
  const others = types.filter((each) => each !== 'null');
  const shapes = others.map((each) => shapeOf(each, name, scope));
  const [only] = shapes;
  if (only === undefined) return { name, kind: 'JSON', values: [null] };
  const shape: Shape = shapes.length === 1 ? only : { name, kind: 'one of', fields: shapes };
  return types.includes('null') ? { ...shape, isNullable: true } : shape;
}

function complex(type: JsonObject, name: string, scope: Scope): Shape {
  const { reader } = scope;
  const shape = complexShape(type, name, scope);
  return generated(shape, type['arg.properties'], reader);
}

function complexShape(type: JsonObject, name: string, scope: Scope): Shape {
  const { type: kind, symbols, items, values } = type;
  const deeper = { ...scope, depth: scope.depth + 1 };
  if (kind === 'enum' || kind === 'fixed') register(type, scope.space, scope.reader);
  const logical = logicalOf(type, name, scope.reader);
  if (logical !== undefined) return logical;
  switch (kind) {
    case 'record':
    case 'error': {
      const fields = fieldsOf(type, deeper);
      return fields.length === 0 ? { name, kind: 'JSON', values: [{}] } : { name, kind: 'object', fields };
    }
    case 'array':
      return listShape(shapeOf(items, name, deeper));
    case 'map':
      return mapShape(name, shapeOf(values, 'value', deeper));
    case 'enum':
      return { name, kind: 'text', values: Array.isArray(symbols) ? symbols : [] };
    default:
      return kind === 'fixed' ? fixedShape(type, name) : shapeOf(kind, name, deeper);
  }
}

const isNull = ({ kind, values: [first] = [undefined] }: Shape): boolean => kind === 'JSON' && first === null;

/** A list of what may be lists itself. */
const listShape = (element: Shape): Shape =>
  // What is followed no further has no elements.
  isNull(element)
    ? { name: element.name, kind: 'JSON', values: [[]] }
    : element.isList === true || element.isNullable === true
      ? { name: element.name, kind: 'list', fields: [element], isList: true }
      : { ...element, isList: true };

const mapShape = (name: string, value: Shape): Shape =>
  isNull(value)
    ? { name, kind: 'JSON', values: [{}] }
    : { name, kind: 'map', fields: [{ name: 'key', kind: 'text', maxLength: 20 }, value] };

const fixedShape = ({ size }: JsonObject, name: string): Shape => ({
  name,
  kind: 'bytes',
  ...(typeof size === 'number' ? { minLength: size, maxLength: size } : {}),
});

function logicalOf(
  { type, logicalType, scale, precision }: JsonObject,
  name: string,
  { notes }: Reader,
): Shape | undefined {
  if (logicalType === undefined) return undefined;
  const logical = typeof logicalType === 'string' ? logicalType : JSON.stringify(logicalType);
  const kind = LOGICAL[logical];
  if (kind === undefined) {
    notes.add(`Not followed: the logical type ${logical}`, name);
    return undefined;
  }
  const base = typeof type === 'string' ? type : 'type of several parts';
  if (!(BASES[logical] ?? /^long$/).test(base)) {
    notes.add(`Not followed: the logical type ${logical}, which no ${base} has`, name);
    return undefined;
  }
  if (kind !== 'number') return { name, kind };
  const decimals = typeof scale === 'number' ? scale : 0;
  const digits = typeof precision === 'number' ? Math.min(12, precision - decimals) : undefined;
  return {
    name,
    kind,
    decimals: Math.min(12, decimals),
    ...(digits === undefined ? {} : { max: 10 ** Math.max(0, digits) - 10 ** -decimals }),
  };
}

/** What Confluent's generator reads beside a type. https://github.com/confluentinc/avro-random-generator */
function generated(shape: Shape, given: unknown, { notes }: Reader): Shape {
  if (!isObject(given)) return shape;
  const { options, range, regex, length, ...others } = given;
  for (const key of Object.keys(others)) notes.add(`Not followed: ${key} of arg.properties`, shape.name);
  if (Array.isArray(options)) return { ...shape, values: options };
  if (isObject(range)) return { ...shape, ...numbersOf(range) };
  if (typeof regex === 'string') return withRegex(shape, regex, notes);
  const { min = 0, max } = numbersOf(isObject(length) ? length : { min: length, max: length });
  if (max === undefined) return shape;
  return shape.isList === true
    ? { ...shape, count: { min, max } }
    : { ...shape, minLength: min, maxLength: max };
}

const numbersOf = ({ min, max }: JsonObject): { readonly min?: number; readonly max?: number } => ({
  ...(typeof min === 'number' ? { min } : {}),
  ...(typeof max === 'number' ? { max } : {}),
});

function withRegex(shape: Shape, regex: string, notes: Notes): Shape {
  const pattern = asClasses(`^${regex}$`);
  if (pattern !== undefined) return { ...shape, pattern };
  const values = textsOf({ patterns: [`^(${regex})$`] });
  if (values.length > 0) return { ...shape, values };
  notes.add(`Not followed: the regex ${regex} of arg.properties`, shape.name);
  return shape;
}
