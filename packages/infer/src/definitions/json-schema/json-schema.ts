import type { Definition, Shape, Table } from '../shape.ts';
import { isRecord } from '../../json.ts';
import { newNotes, type Notes } from '../notes.ts';
import { schemaText } from '../../schema-text.ts';
import { fieldsOf, specOf } from '../specs.ts';
import { alternativesIn } from './alternatives.ts';
import type { Extent } from './building.ts';
import { schemasOf } from './openapi.ts';
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
  if (!isRecord(document)) return { tables: [], notes: ['A schema must be a JSON object'] };
  const notes = newNotes();
  const references = referencesIn(document);
  const alternatives = alternativesIn(references, notes);
  const named = schemasOf(document, notes);
  const roots = Object.entries(named ?? { event: document });
  if (roots.length > MOST_TABLES) notes.add(`Read only the first ${MOST_TABLES} of ${roots.length} schemas`);
  const placeOf = (schema: unknown): string | undefined =>
    typeof schema === 'object' && schema !== null ? references.placeOf(schema) : undefined;
  const context = { resolver: alternatives, notes, placeOf, texts: new WeakMap<Plain, Shape | undefined>() };
  const tables = roots.slice(0, MOST_TABLES).flatMap(([name, schema]): Table[] => {
    const fields = rowsOf(schema, name, (extent) => newBuilder(context, extent), notes);
    return fields.length === 0 ? [] : [{ name, fields }];
  });
  return { tables, notes: notes.sentences() };
}

type NewBuilder = (extent: Extent) => ReturnType<typeof newBuilder>;

/** The fields of rows, as many as a schema has room for. */
function rowsOf(schema: unknown, name: string, builderFor: NewBuilder, notes: Notes): readonly Shape[] {
  for (const extent of EXTENTS) {
    const builder = builderFor(extent);
    const shape = builder.shape(schema, name, 0);
    const fields = builder.isOver() || shape === undefined ? [] : objectIn(shape, name, notes);
    if (fields.length === 0 || !isWithinLimits(fields)) continue;
    const kept = fields.filter((field) => !RESERVED.has(field.name));
    if (kept.length < fields.length)
      notes.add('Left out the fields $entities and $locale: the schema language uses their names');
    if (builder.isCut())
      notes.add(
        `Followed in part: ${name} has more than a schema has room for. Of optional fields, ${extent.members.toLocaleString('en-US')} to an object and ${extent.depth} levels are followed, and ${extent.alternatives} alternatives of a value`,
      );
    return kept;
  }
  notes.add(`Not followed: ${name} has no objects with members, or more than a schema has room for`);
  return [];
}

const RESERVED = new Set(['$entities', '$locale']);

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
