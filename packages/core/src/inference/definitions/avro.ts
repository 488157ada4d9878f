import type { Definition, Shape, ShapeKind } from './shape.ts';
import { isRecord, type JsonObject } from '../json.ts';

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
  fixed: 'bytes',
  string: 'text',
};

/** Logical types. https://avro.apache.org/docs/1.12.0/specification/#logical-types */
const LOGICAL: Readonly<Record<string, ShapeKind>> = {
  uuid: 'UUID',
  decimal: 'number',
  'timestamp-millis': 'epoch milliseconds',
  'local-timestamp-millis': 'epoch milliseconds',
  'timestamp-micros': 'epoch microseconds',
  'local-timestamp-micros': 'epoch microseconds',
};

/** Reads an Avro schema: a record, or a list of them. */
export function readAvro(document: unknown): Definition {
  const named: Named = { types: new Map<string, JsonObject>(), left: MOST_FIELDS };
  const records = [document]
    .flat()
    .filter(isRecord)
    .filter(({ type }) => type === 'record');
  const tables = records.map((record) => ({ name: nameOf(record), fields: fieldsOf(record, named, 0) }));
  const notes = [
    ...(tables.length === 0 ? ['An Avro schema of events is a record'] : []),
    ...(named.left < 0 ? [`Read only the first ${MOST_FIELDS} fields`] : []),
  ];
  return { tables: tables.filter(({ fields }) => fields.length > 0), notes };
}

const nameOf = ({ name }: JsonObject): string =>
  typeof name === 'string' ? (name.split('.').at(-1) ?? name) : 'event';

/** Types with names that were seen so far, and how many fields may follow. */
interface Named {
  readonly types: Map<string, JsonObject>;
  left: number;
}

function fieldsOf(record: JsonObject, named: Named, depth: number): Shape[] {
  named.types.set(nameOf(record), record);
  const { fields } = record;
  if (!Array.isArray(fields)) return [];
  return fields
    .filter(isRecord)
    .flatMap((field) => (named.left-- > 0 ? [shapeOf(field['type'], nameOf(field), named, depth)] : []));
}

function shapeOf(type: unknown, name: string, named: Named, depth: number): Shape {
  if (depth > MOST_DEPTH) return { name, kind: 'JSON' };
  if (Array.isArray(type)) {
    const shape = shapeOf(
      type.find((each) => each !== 'null'),
      name,
      named,
      depth + 1,
    );
    return type.includes('null') ? { ...shape, isNullable: true } : shape;
  }
  if (typeof type === 'string') {
    const known = named.types.get(type.split('.').at(-1) ?? type);
    // A record may contain itself: after some levels there is no more.
    if (known !== undefined)
      return depth >= MOST_NESTED ? { name, kind: 'JSON' } : complex(known, name, named, depth + 1);
    return { name, kind: PRIMITIVES[type] ?? 'text' };
  }
  return isRecord(type) ? complex(type, name, named, depth) : { name, kind: 'text' };
}

function complex(type: JsonObject, name: string, named: Named, depth: number): Shape {
  const { type: kind, logicalType, symbols, items, scale, values } = type;
  if (kind === 'record') {
    const fields = fieldsOf(type, named, depth + 1);
    return fields.length === 0 ? { name, kind: 'JSON' } : { name, kind: 'object', fields };
  }
  if (kind === 'array') return { ...shapeOf(items, name, named, depth + 1), isList: true };
  if (kind === 'map') {
    const value = shapeOf(values, 'value', named, depth + 1);
    return { name, kind: 'map', fields: [{ name: 'key', kind: 'text', maxLength: 20 }, value] };
  }
  if (kind === 'enum') {
    named.types.set(nameOf(type), type);
    return { name, kind: 'text', values: Array.isArray(symbols) ? symbols : [] };
  }
  if (kind === 'fixed') named.types.set(nameOf(type), type);
  const logical = LOGICAL[String(logicalType)];
  if (logical !== undefined)
    return { name, kind: logical, ...(typeof scale === 'number' ? { decimals: scale } : {}) };
  return shapeOf(kind, name, named, depth + 1);
}
