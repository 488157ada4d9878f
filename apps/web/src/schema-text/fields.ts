import {
  invalid,
  type Result,
  bounds,
  placesOf,
  readJson,
  type JsonMember,
  type JsonNode,
  type JsonObject,
} from '@catbird/engine';
import { valueOf } from './elements.ts';

/** Where a field is: the index of its member in the schema, then in `fields` of each object around it. */
export type FieldPath = readonly number[];

/**
 * What a member of a schema is.
 *
 * - `field`: has a generator type
 * - `object`: has fields of its own
 * - `constant`: has a `value`
 * - `note`: no field, such as `$entities`
 * - `invalid`: not written as a field
 */
export type FieldKind = 'field' | 'object' | 'constant' | 'note' | 'invalid';

/** A field of a schema text. */
export interface FieldNode {
  readonly place: FieldPath;
  /** The place as text. */
  readonly id: string;
  readonly name: string;
  /** Keys from the root, as in issues. */
  readonly path: readonly string[];
  readonly kind: FieldKind;
  /** The generator type; empty without one. */
  readonly type: string;
  readonly member: JsonMember;
  /** The fields of an object, down to `MAX_LEVELS`. */
  readonly children: readonly FieldNode[];
}

/** A schema text that has been read. */
export interface FieldTree {
  readonly text: string;
  readonly root: JsonObject;
  readonly fields: readonly FieldNode[];
}

/** A tree, or why there is none. */
export type FieldsResult = Result<{ readonly tree: FieldTree }>;

/** Levels of fields that are read; deeper ones are edited as JSON. */
const MAX_LEVELS = 3;

const RESERVED = ['$entities', '$locale'];
const NOTES = ['$schema', '$comment'];

let last = { text: '', read: readJson('', bounds.depth) };

/** Reads a text; the latest one only once: a table of fields and its edits read the same text in turn. */
function readOnce(text: string): ReturnType<typeof readJson> {
  if (last.text !== text) last = { text, read: readJson(text, bounds.depth) };
  return last.read;
}

/** Reads the fields of a schema text, in their order, duplicates included. */
export function readFields(text: string): FieldsResult {
  const { root, faults } = readOnce(text);
  const [fault] = faults;
  if (fault !== undefined) return invalid(`Line ${placesOf(text)(fault.offset).line} doesn’t parse`);
  if (root?.kind !== 'object') return invalid('A schema is an object of fields');
  return { ok: true, tree: { text, root, fields: nodesOf(root, [], []) } };
}

/** The object at the root of a text that is known to be one. */
export function rootOf(text: string): JsonObject {
  const { root } = readOnce(text);
  if (root?.kind !== 'object') throw new Error('Only a schema that is an object can be edited');
  return root;
}

const nodesOf = (object: JsonObject, place: FieldPath, path: readonly string[]): readonly FieldNode[] =>
  object.members.map((member, i) => nodeOf(member, [...place, i], [...path, member.key]));

function nodeOf(member: JsonMember, place: FieldPath, path: readonly string[]): FieldNode {
  const kind = kindOf(member, place.length === 1);
  const fields = kind === 'object' ? valueOf(member.value, 'fields') : undefined;
  const isRead = fields?.kind === 'object' && place.length < MAX_LEVELS;
  return {
    place,
    id: place.join('.'),
    name: member.key,
    path,
    kind,
    type: typeOf(member.value),
    member,
    children: isRead ? nodesOf(fields, place, [...path, 'fields']) : [],
  };
}

function kindOf({ key, value }: JsonMember, isTop: boolean): FieldKind {
  if (isTop && RESERVED.includes(key)) return 'note';
  if (NOTES.includes(key) && value.kind === 'scalar' && typeof value.value === 'string') return 'note';
  if (value.kind !== 'object') return typeOf(value) === '' ? 'invalid' : 'field';
  if (typeOf(value) === 'object') return 'object';
  if (valueOf(value, 'type') !== undefined) return 'field';
  return valueOf(value, 'value') === undefined ? 'invalid' : 'constant';
}

/** The name of a type in place of a field without params. */
const TYPE_NAME = /^[a-z]\w*\.[a-z]\w*$/i;

function typeOf(node: JsonNode): string {
  if (node.kind === 'scalar')
    return typeof node.value === 'string' && TYPE_NAME.test(node.value) ? node.value : '';
  const type = valueOf(node, 'type');
  return type?.kind === 'scalar' && typeof type.value === 'string' ? type.value : '';
}

/** The object that holds the field at a place. @throws Error if there is none */
export function holderOf(root: JsonObject, place: FieldPath): JsonObject {
  return place.slice(0, -1).reduce((object, index) => {
    const member = object.members[index];
    const fields = member && valueOf(member.value, 'fields');
    if (fields?.kind !== 'object') throw new Error(`No fields at ${place.join('.')}`);
    return fields;
  }, root);
}

/** The member at a place. @throws Error if there is none */
export function memberAt(root: JsonObject, place: FieldPath): JsonMember {
  const member = holderOf(root, place).members[place.at(-1) ?? -1];
  if (member === undefined) throw new Error(`No field at ${place.join('.')}`);
  return member;
}

/** The field at a place. */
export function fieldAt(fields: readonly FieldNode[], place: FieldPath): FieldNode | undefined {
  const [index, ...rest] = place;
  const field = index === undefined ? undefined : fields[index];
  return rest.length === 0 ? field : field && fieldAt(field.children, rest);
}
