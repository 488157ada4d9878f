import type { Definition, Shape, ShapeKind, Table } from './shape.ts';
import { isRecord, type JsonObject } from '../json.ts';

/** Objects within objects: a schema has room for about this many. */
const MOST_DEPTH = 10;

/** References that lead to references. */
const MOST_REFERENCES = 32;

/** Fields that are read: a type that contains itself would have no end. */
const MOST_FIELDS = 2_000;

/** Schemas of an OpenAPI document that become tables. */
const MOST_TABLES = 200;

/** Reads JSON Schema, or the schemas of an OpenAPI document. References lead within the document only. */
export function readJsonSchema(document: unknown): Definition {
  if (!isRecord(document)) return { tables: [], notes: ['A schema must be a JSON object'] };
  const notes = new Set<string>();
  const read = newReader(document, notes);
  const named = schemasOf(document);
  const roots = named === undefined ? { event: document } : outermost(named);
  const tables = Object.entries(roots)
    .slice(0, MOST_TABLES)
    .flatMap(([name, schema]): Table[] => {
      const shape = read(schema, name, 0);
      return shape.kind === 'object' && shape.fields !== undefined && shape.fields.length > 0
        ? [{ name, fields: shape.fields }]
        : [];
    });
  return { tables, notes: [...notes] };
}

/** The schemas of an OpenAPI document, version 2 or 3. */
function schemasOf(document: JsonObject): JsonObject | undefined {
  if (!('openapi' in document) && !('swagger' in document)) return undefined;
  const { components, definitions } = document;
  const schemas = isRecord(components) ? components['schemas'] : definitions;
  return isRecord(schemas) ? schemas : {};
}

/** The schemas that no other one refers to: messages, not their parts. All of them if each has another. */
function outermost(schemas: JsonObject): JsonObject {
  const entries = Object.entries(schemas);
  const parts = new Map(entries.map(([name, schema]) => [name, namesIn(schema)]));
  const isPart = (name: string): boolean =>
    [...parts].some(([other, names]) => other !== name && names.has(name));
  const outer = entries.filter(([name]) => !isPart(name));
  return Object.fromEntries(outer.length === 0 ? entries : outer);
}

/** The last parts of the references in a schema. An anchor of YAML may contain itself. */
function namesIn(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value === 'string' && value.includes('/')) names.add(value.slice(value.lastIndexOf('/') + 1));
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    Object.values(value).forEach(walk);
  };
  walk(schema);
  return names;
}

type Read = (schema: unknown, name: string, depth: number) => Shape;

function newReader(document: JsonObject, notes: Set<string>): Read {
  let left = MOST_FIELDS;
  const read: Read = (given, name, depth) => {
    const schema = resolved(given, document, notes);
    if (left-- === 0) notes.add(`Read only the first ${MOST_FIELDS} fields`);
    if (left < 0 || depth > MOST_DEPTH || schema === undefined) return { name, kind: 'JSON' };
    const { const: constant, enum: values } = schema;
    if (constant !== undefined) return { name, kind: 'text', values: [constant] };
    if (Array.isArray(values)) return { name, kind: 'text', ...withoutNull(values) };
    const types = [schema['type']].flat();
    const isNullable = types.includes('null') || schema['nullable'] === true || hasNull(schema);
    const shape = plain(
      schema,
      types.find((type) => type !== 'null'),
      name,
      depth,
      read,
    );
    return isNullable ? { ...shape, isNullable } : shape;
  };
  return read;
}

const withoutNull = (values: readonly unknown[]): Partial<Shape> => ({
  values: values.filter((value) => value !== null),
  ...(values.includes(null) ? { isNullable: true } : {}),
});

const hasNull = ({ anyOf, oneOf }: JsonObject): boolean =>
  [anyOf, oneOf].flat().some((each) => isRecord(each) && each['type'] === 'null');

/** The schema that a reference leads to, with the parts of allOf and the first alternative of oneOf and anyOf. */
function resolved(given: unknown, document: JsonObject, notes: Set<string>): JsonObject | undefined {
  let schema = given;
  for (let i = 0; i < MOST_REFERENCES && isRecord(schema) && typeof schema['$ref'] === 'string'; i++)
    schema = pointed(document, schema['$ref'], notes);
  if (!isRecord(schema)) return undefined;
  const { allOf, anyOf, oneOf, ...own } = schema;
  const parts = Array.isArray(allOf) ? allOf : [];
  const alternatives = [anyOf, oneOf]
    .filter((each) => Array.isArray(each))
    .map((each: unknown[]) => each.find((one) => isRecord(one) && one['type'] !== 'null'));
  return [...parts, ...alternatives].reduce<JsonObject>((whole, part: unknown) => {
    const next =
      isRecord(part) && typeof part['$ref'] === 'string' ? pointed(document, part['$ref'], notes) : part;
    return isRecord(next) ? merged(whole, next) : whole;
  }, own);
}

function merged(a: JsonObject, b: JsonObject): JsonObject {
  const both = (key: string): JsonObject => ({ ...objectAt(a, key), ...objectAt(b, key) });
  const required = [a['required'], b['required']].flat().filter((each) => typeof each === 'string');
  const properties = both('properties');
  return { ...b, ...a, ...(Object.keys(properties).length > 0 ? { properties, required } : {}) };
}

const objectAt = (value: JsonObject, key: string): JsonObject => {
  const inner = value[key];
  return isRecord(inner) ? inner : {};
};

function pointed(document: JsonObject, reference: string, notes: Set<string>): unknown {
  if (!reference.startsWith('#')) {
    notes.add(`Skipped ${reference}: references lead within the document only`);
    return undefined;
  }
  const found = reference
    .slice(2)
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, part) => (isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined),
      document,
    );
  if (found === undefined) notes.add(`Skipped ${reference}: the document has no such part`);
  return found;
}

function plain(schema: JsonObject, type: unknown, name: string, depth: number, read: Read): Shape {
  if (type === 'object' || isRecord(schema['properties'])) return objectOf(schema, name, depth, read);
  if (type === 'array') {
    const items = read(schema['items'] ?? {}, name, depth + 1);
    // A list of lists is a list.
    return { ...items, isList: true };
  }
  if (type === 'integer' || type === 'number') return numberOf(schema, type, name);
  if (type === 'boolean') return { name, kind: 'boolean' };
  return textOf(schema, name);
}

function objectOf(schema: JsonObject, name: string, depth: number, read: Read): Shape {
  const required = new Set([schema['required']].flat());
  const fields = Object.entries(objectAt(schema, 'properties')).map(([key, each]): Shape => {
    const shape = read(each, key, depth + 1);
    return required.has(key) ? shape : { ...shape, isOptional: true };
  });
  if (fields.length > 0) return { name, kind: 'object', fields };
  const { additionalProperties: values } = schema;
  if (!isRecord(values)) return { name, kind: 'JSON' };
  const value = read(values, 'value', depth + 1);
  return { name, kind: 'map', fields: [{ name: 'key', kind: 'text', maxLength: 20 }, value] };
}

const numberIn = (schema: JsonObject, key: string): number | undefined => {
  const value = schema[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

function numberOf(schema: JsonObject, type: 'integer' | 'number', name: string): Shape {
  const step = type === 'integer' ? 1 : 0.01;
  const above = numberIn(schema, 'exclusiveMinimum');
  const below = numberIn(schema, 'exclusiveMaximum');
  const min = numberIn(schema, 'minimum') ?? (above === undefined ? undefined : above + step);
  const max = numberIn(schema, 'maximum') ?? (below === undefined ? undefined : below - step);
  return {
    name,
    kind: type === 'integer' ? 'whole number' : 'number',
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}

const FORMATS: Readonly<Record<string, ShapeKind>> = {
  'date-time': 'timestamp',
  date: 'date',
  time: 'time of day',
  uuid: 'UUID',
  ipv4: 'IP address',
  byte: 'bytes',
  binary: 'bytes',
  email: 'email',
  uri: 'URL',
  url: 'URL',
};

function textOf(schema: JsonObject, name: string): Shape {
  const maxLength = numberIn(schema, 'maxLength');
  const kind = FORMATS[String(schema['format'])] ?? 'text';
  return { name, kind, ...(maxLength === undefined ? {} : { maxLength }) };
}
