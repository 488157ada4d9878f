import type { Definition, Shape, ShapeKind } from './shape.ts';
import { isRecord, type JsonObject } from '../json.ts';
import { newNotes, type Notes } from './notes.ts';
import { asClasses, textsOf } from './text/texts.ts';

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

/** Logical types. https://avro.apache.org/docs/1.12.0/specification/#logical-types */
const LOGICAL: Readonly<Record<string, ShapeKind>> = {
  uuid: 'UUID',
  decimal: 'number',
  'big-decimal': 'number',
  date: 'epoch days',
  'time-millis': 'milliseconds of a day',
  'time-micros': 'microseconds of a day',
  'timestamp-millis': 'epoch milliseconds',
  'local-timestamp-millis': 'epoch milliseconds',
  'timestamp-micros': 'epoch microseconds',
  'local-timestamp-micros': 'epoch microseconds',
  'timestamp-nanos': 'epoch nanoseconds',
  'local-timestamp-nanos': 'epoch nanoseconds',
  duration: 'bytes',
};

/** Reads an Avro schema: a record, a list of them, or the types of a protocol. */
export function readAvro(document: unknown): Definition {
  const notes = newNotes();
  const reader: Reader = { types: new Map(), notes, left: MOST_FIELDS };
  const isProtocol = isRecord(document) && Array.isArray(document['types']);
  if (isProtocol && isRecord(document['messages'])) notes.add('Not followed: messages of the protocol');
  const space = isRecord(document) && typeof document['namespace'] === 'string' ? document['namespace'] : '';
  const given = [isProtocol ? document['types'] : document].flat().filter(isRecord);
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
    else if (isRecord(value))
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
  return fields.filter(isRecord).flatMap((field) => {
    if (scope.reader.left-- <= 0) return [];
    const name = typeof field['name'] === 'string' ? field['name'] : 'field';
    // Some put the properties of a type into the field itself.
    const isInline = field['logicalType'] !== undefined && typeof field['type'] === 'string';
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
    return { name, kind: 'JSON' };
  }
  if (Array.isArray(type)) return unionOf(type, name, { ...scope, depth: depth + 1 });
  if (isRecord(type)) return complex(type, name, scope);
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
  return { name, kind: 'JSON' };
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
  switch (kind) {
    case 'record':
    case 'error': {
      const fields = fieldsOf(type, deeper);
      return fields.length === 0 ? { name, kind: 'JSON', values: [{}] } : { name, kind: 'object', fields };
    }
    case 'array':
      return listShape(shapeOf(items, name, deeper));
    case 'map':
      return {
        name,
        kind: 'map',
        fields: [{ name: 'key', kind: 'text', maxLength: 20 }, shapeOf(values, 'value', deeper)],
      };
    case 'enum':
      return { name, kind: 'text', values: Array.isArray(symbols) ? symbols : [] };
    default:
      return (
        logicalOf(type, name, scope.reader) ??
        (kind === 'fixed' ? fixedShape(type, name) : shapeOf(kind, name, deeper))
      );
  }
}

/** A list of what may be lists itself. */
const listShape = (element: Shape): Shape =>
  element.isList === true || element.isNullable === true
    ? { name: element.name, kind: 'list', fields: [element], isList: true }
    : { ...element, isList: true };

const fixedShape = ({ size }: JsonObject, name: string): Shape => ({
  name,
  kind: 'bytes',
  ...(typeof size === 'number' ? { maxLength: size } : {}),
});

function logicalOf(
  { logicalType, scale, precision }: JsonObject,
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
  if (kind === 'bytes') return { name, kind, maxLength: 12 };
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
  if (!isRecord(given)) return shape;
  const { options, range, regex, length, ...others } = given;
  for (const key of Object.keys(others)) notes.add(`Not followed: ${key} of arg.properties`, shape.name);
  if (Array.isArray(options)) return { ...shape, values: options };
  if (isRecord(range)) return { ...shape, ...numbersOf(range) };
  if (typeof regex === 'string') return withRegex(shape, regex, notes);
  const { min = 0, max } = numbersOf(isRecord(length) ? length : { min: length, max: length });
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
