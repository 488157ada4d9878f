import { isObject } from '@catbird/engine';
import type { JsonObject } from '../definition.ts';
import type { Definition, Shape, Table } from '../shape.ts';
import { newNotes, type Notes } from '../not-followed.ts';
import { schemaText } from '../../schema-text.ts';
import { fieldsOf, specOf } from '../specs.ts';
import { alternativesIn } from './alternatives.ts';
import type { Extent } from './objects.ts';
import type { Plain } from './plain.ts';
import { referencesIn } from './references.ts';
import { newBuilder } from './shapes.ts';

/** What is followed, from all to what is required only: the first whose schema is small enough is used. */
const EXTENTS: readonly Extent[] = [
  { depth: 8, alternatives: 6, members: 1_000 },
  { depth: 6, alternatives: 4, members: 500 },
  { depth: 5, alternatives: 3, members: 200 },
  { depth: 4, alternatives: 3, members: 100 },
  { depth: 3, alternatives: 2, members: 100 },
  { depth: 2, alternatives: 2, members: 100 },
  { depth: 2, alternatives: 1, members: 50 },
  { depth: 1, alternatives: 1, members: 100 },
  { depth: 1, alternatives: 1, members: 20 },
  { depth: 0, alternatives: 1, members: 0 },
];

/** Characters of a schema, below the 256 KiB that a schema may have. */
const MOST_CHARS = 200_000;

/** Objects and lists of a schema within one another, of the 32 that it may have. */
const MOST_NESTING = 30;

/** Schemas of an OpenAPI document that become tables. */
const MOST_TABLES = 200;

/** Reads JSON Schema, or the schemas of an OpenAPI document. References lead within the document only. */
export function readJsonSchema(document: unknown): Definition {
  if (!isObject(document)) return { tables: [], notes: ['A schema must be a JSON object'] };
  const notes = newNotes();
  const tables = tablesOf(document, schemasOf(document, notes) ?? { event: document }, notes);
  return { tables, notes: notes.sentences() };
}

/** The tables of some schemas in a document, by their names. */
export function tablesOf(document: JsonObject, schemas: JsonObject, notes: Notes): readonly Table[] {
  const references = referencesIn(document);
  const alternatives = alternativesIn(references, notes);
  const roots = Object.entries(schemas);
  if (roots.length > MOST_TABLES) notes.add(`Read only the first ${MOST_TABLES} of ${roots.length} schemas`);
  const placeOf = (schema: unknown): string | undefined =>
    typeof schema === 'object' && schema !== null ? references.placeOf(schema) : undefined;
  const context = { resolver: alternatives, notes, placeOf, texts: new WeakMap<Plain, Shape | undefined>() };
  return roots.slice(0, MOST_TABLES).flatMap(([name, schema]): Table[] => {
    const fields = rowsOf(schema, name, (extent) => newBuilder(context, extent), notes);
    return fields.length === 0 ? [] : [{ name, fields }];
  });
}

type NewBuilder = (extent: Extent) => ReturnType<typeof newBuilder>;

/** The fields of rows, as many as a schema has room for. */
function rowsOf(schema: unknown, name: string, builderFor: NewBuilder, notes: Notes): readonly Shape[] {
  for (const extent of EXTENTS) {
    const builder = builderFor(extent);
    const shape = builder.shape(schema, name, 0);
    const fields = builder.isOver() || shape === undefined ? [] : objectIn(shape, name, notes);
    if (fields.length === 0 || !isWithinLimits(fields)) continue;
    if (builder.isCut())
      notes.add(
        `Followed in part: ${name} has more than a schema has room for. Of optional fields, ${extent.members.toLocaleString('en-US')} to an object and ${extent.depth} levels are followed, and ${extent.alternatives} alternatives of a value`,
      );
    return fields;
  }
  notes.add(`Not followed: ${name} has no objects with members, or more than a schema has room for`);
  return [];
}

/** Whether a schema has room for the fields. */
function isWithinLimits(fields: readonly Shape[]): boolean {
  const schema = fieldsOf(fields, (each) => specOf(each));
  return schemaText(schema).length <= MOST_CHARS && nestingOf(schema) <= MOST_NESTING;
}

const nestingOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(nestingOf)) : 0;

/** A row is an object: of several alternatives, the first, and of a list, its elements. */
function objectIn(shape: Shape, name: string, notes: Notes): readonly Shape[] {
  const { kind, fields = [], isList } = shape;
  const [first] = fields;
  switch (kind) {
    case 'object':
      if (isList === true) notes.add(`The schema ${name} is a list. Rows are its elements`);
      return fields;
    case 'map':
      return memberOfMap(fields, name, notes);
    case 'list':
      return first === undefined ? [] : objectIn(first, name, notes);
    case 'one of':
      return firstObject(fields, name, notes);
    default:
      return [];
  }
}

function memberOfMap([key, value]: readonly Shape[], name: string, notes: Notes): readonly Shape[] {
  notes.add(`The members of ${name} have no names: rows have one with each`);
  const [first] = key?.values ?? [];
  return value === undefined ? [] : [{ ...value, name: typeof first === 'string' ? first : 'key' }];
}

function firstObject(fields: readonly Shape[], name: string, notes: Notes): readonly Shape[] {
  const objects = fields.filter((each) => each.kind === 'object');
  if (objects.length > 1)
    notes.add(`Followed in part: rows of ${name} follow the first of ${objects.length} alternatives`);
  const first = objects[0] ?? fields[0];
  return first === undefined ? [] : objectIn(first, name, notes);
}

/** The schemas of an OpenAPI document, version 2 or 3: those of its components that no other refers to, and those that stand where they are used. Undefined for other documents. */
function schemasOf(document: JsonObject, notes: Notes): JsonObject | undefined {
  if (!('openapi' in document) && !('swagger' in document)) return undefined;
  const components = objectAt(document, 'components');
  const named = 'swagger' in document ? objectAt(document, 'definitions') : objectAt(components, 'schemas');
  const inline = new Map<string, unknown>();
  const operations = { ...objectAt(document, 'paths'), ...objectAt(document, 'webhooks') };
  for (const [path, item] of Object.entries(operations)) collect(item, path, inline);
  for (const key of ['requestBodies', 'responses', 'callbacks']) collect(components[key], key, inline);
  for (const key of ['parameters', 'headers'])
    if (Object.keys(objectAt(components, key)).length > 0)
      notes.add(`Not followed: ${key} are no messages`, `#/components/${key}`);
  return { ...outermost(named), ...Object.fromEntries(inline) };
}

/** Members of operations whose schemas are no messages. */
const NO_MESSAGES = new Set(['parameters', 'headers', 'examples']);

/** Media types and schemas that stand where they are used, by the name of their operation. */
function collect(value: unknown, name: string, found: Map<string, unknown>): void {
  if (Array.isArray(value)) value.forEach((each) => collect(each, name, found));
  if (!isObject(value)) return;
  const own = typeof value['operationId'] === 'string' ? value['operationId'] : name;
  for (const [key, each] of Object.entries(value)) {
    if (NO_MESSAGES.has(key)) continue;
    if (key === 'schema' && isMessage(each)) found.set(freeName(own, found), each);
    else collect(each, nameFor(own, key), found);
  }
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
  return free;
}

const isMessage = (schema: unknown): boolean =>
  isObject(schema) &&
  !('$ref' in schema) &&
  (isObject(schema['properties']) || ['allOf', 'oneOf', 'anyOf'].some((key) => Array.isArray(schema[key])));

const nameFor = (name: string, key: string): string =>
  /^(get|put|post|delete|patch|options|head|trace|requestBody|responses|callbacks|content|[^/]+\/.+)$/.test(
    key,
  )
    ? name
    : `${name}_${key}`;

/** The schemas that no other one refers to: messages, not their parts. All of them if each has another. */
function outermost(schemas: JsonObject): JsonObject {
  const entries = Object.entries(schemas);
  const parts = new Map(entries.map(([name, schema]) => [name, namesIn(schema)]));
  const isPart = (name: string): boolean =>
    [...parts].some(([other, names]) => other !== name && names.has(name));
  const outer = entries.filter(([name]) => !isPart(name));
  return Object.fromEntries(outer.length === 0 ? entries : outer);
}

/** Keywords that refer to other schemas. A discriminator maps values to them. */
const REFERS = /^\$(ref|dynamicRef|recursiveRef)$/;

/** The last parts of the references in a schema. An anchor of YAML may contain itself. */
function namesIn(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [key, each] of Object.entries(value))
      if (typeof each === 'string' && REFERS.test(key)) names.add(each.slice(each.lastIndexOf('/') + 1));
      else if (key === 'discriminator' && isObject(each))
        for (const target of Object.values(objectAt(each, 'mapping')))
          names.add(String(target).slice(String(target).lastIndexOf('/') + 1));
      else walk(each);
  };
  walk(schema);
  return names;
}

const objectAt = (value: JsonObject, key: string): JsonObject => {
  const inner = value[key];
  return isObject(inner) ? inner : {};
};
