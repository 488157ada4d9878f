import { cycleIn, fieldsByName, fieldsIn, ownerOf } from '../generators/analysis/order.ts';
import type { Entity } from '../model/schema.ts';
import type { Context, ParsedField } from './context.ts';
import { readFields, reportCycle, reportUnknown, unresolved } from './fields.ts';
import { plainValue, type JsonMember, type JsonNode, type JsonObject, type Range } from './read-json.ts';
import { checkUnique, growthOf, type Complain } from './entity-settings.ts';
import { ANNOTATIONS, LOCALE, TEXT_NOTES, unknownKeyHint } from './known-keys.ts';
import { withLocale } from './locale.ts';
import { memberOf } from './modifiers.ts';
import { readSpec } from './spec.ts';

const KEYS = ['size', 'key', 'keyName', 'fields', 'grow', LOCALE] as const;

/** Hints for words that mean one of the keys. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...['count', 'number', 'rows', 'limit'].map((key) => [key, 'Did you mean size?'] as const),
  ...['id', 'primaryKey'].map((key) => [key, 'Did you mean key?'] as const),
  ['locale', `Did you mean ${LOCALE}?`],
]);

const EXAMPLE = '{"size": 100, "fields": {"name": {"type": "person.fullName"}}}';

/** The declarations in a node, the last one of each name. Strings under `$comment` and `$schema` are notes. */
export const declarationsIn = (node: JsonNode | undefined): readonly JsonMember[] =>
  node?.kind !== 'object'
    ? []
    : node.members.filter(
        ({ key, value }, i) =>
          !(TEXT_NOTES.includes(key) && value.kind === 'scalar' && typeof value.value === 'string') &&
          node.members.findLastIndex((other) => other.key === key) === i,
      );

/** Reads declarations of entities into the context. Reports errors. @param path of the object that contains them */
export function readEntities(node: JsonNode, path: readonly string[], context: Context): void {
  if (node.kind !== 'object') {
    const message = `${path.at(-1) ?? 'Entities'} must be an object that maps names to entities`;
    context.findings.add({ code: 'entity', message, hint: `Write {"user": ${EXAMPLE}}`, at: node, path });
    return;
  }
  for (const member of declarationsIn(node)) {
    const read = readEntity(member, [...path, member.key], { ...context, within: member.key });
    if (read === undefined) continue;
    const { entity, each } = read;
    const shared = context.entities.byName.get(entity.name);
    if (shared !== undefined && JSON.stringify(shared) !== JSON.stringify(entity)) {
      const message = `Entity ${entity.name} is already defined differently outside this schema`;
      const hint = 'Remove one of the definitions, or rename one';
      context.findings.add({
        code: 'entity',
        message,
        hint,
        at: member.keyRange,
        path: [...path, member.key],
      });
    }
    context.entities.byName.set(entity.name, entity);
    context.entities.fields.set(entity.name, each);
  }
}

interface ParsedEntity {
  readonly entity: Entity;
  /** Its key and its fields. */
  readonly each: readonly ParsedField[];
}

function readEntity(
  { key: name, keyRange, value }: JsonMember,
  path: readonly string[],
  context: Context,
): ParsedEntity | undefined {
  let isValid = true;
  const complain: Complain = (message, hint, at, key) => {
    isValid = false;
    const inner = key === undefined ? path : [...path, key];
    context.findings.add({ code: 'entity', message: `Entity ${name}: ${message}`, hint, at, path: inner });
  };
  if (name === '') complain('the name is empty', 'Name it in the singular, such as user', keyRange);
  if (value.kind !== 'object') {
    complain('must be an object', `Write ${JSON.stringify(name)}: ${EXAMPLE}`, value);
    return undefined;
  }
  checkKeys(value, complain);
  const size = sizeOf(value, keyRange, complain);
  const keyName = keyNameOf(value, name, complain);
  const grow = growthOf(memberOf(value, 'grow'), size, complain);
  const within = withLocale(value, path, context);
  const fields = fieldsOf(value, keyRange, path, complain, within);
  const key = keyOf(value, keyName, keyRange, path, within);
  if (!isValid || fields === undefined || key === undefined || size === undefined) return undefined;
  const clash = fields.find(({ field }) => field.name === keyName);
  if (clash !== undefined) {
    complain(`${keyName} is already the name of its key`, 'Rename the field, or set "keyName"', clash.at);
    return undefined;
  }
  const entity: Entity = {
    name,
    size,
    key: key.field,
    fields: fields.map(({ field }) => field),
    ...(grow && { grow }),
  };
  const each = [key, ...fields];
  return isClosed(entity, each, context) && checkUnique(entity, each, context) ? { entity, each } : undefined;
}

function checkKeys(value: JsonObject, complain: Complain): void {
  for (const { key, keyRange } of value.members)
    if (!(KEYS as readonly string[]).includes(key) && !ANNOTATIONS.includes(key))
      complain(`unknown key ${key}`, MEANT.get(key) ?? unknownKeyHint(key, KEYS, 'keys'), keyRange, key);
}

function sizeOf(value: JsonObject, at: Range, complain: Complain): number | undefined {
  const node = memberOf(value, 'size');
  const size = node && plainValue(node);
  if (typeof size === 'number' && Number.isSafeInteger(size) && size >= 1) return size;
  if (node === undefined) complain('size is missing', 'Write the number of entities: "size": 100', at);
  else
    complain(
      'size must be a whole number of at least 1',
      'Write the number of entities: "size": 100',
      node,
      'size',
    );
  return undefined;
}

function keyNameOf(value: JsonObject, name: string, complain: Complain): string {
  const node = memberOf(value, 'keyName');
  const given = node && plainValue(node);
  if (node !== undefined && (typeof given !== 'string' || given === ''))
    complain('keyName must be the name of a field', `Default: ${name}_id`, node, 'keyName');
  return typeof given === 'string' ? given : `${name}_id`;
}

function fieldsOf(
  value: JsonObject,
  at: Range,
  path: readonly string[],
  complain: Complain,
  context: Context,
): readonly ParsedField[] | undefined {
  const node = memberOf(value, 'fields');
  if (node?.kind !== 'object') {
    complain('fields must be an object', 'Write "fields": {"name": {"type": "person.fullName"}}', node ?? at);
    return undefined;
  }
  const read = readFields(node, [...path, 'fields'], context);
  return read?.each;
}

const NUMBERED: JsonObject = {
  kind: 'object',
  offset: 0,
  length: 0,
  members: [
    {
      key: 'type',
      keyRange: { offset: 0, length: 0 },
      value: { kind: 'scalar', value: 'catbird.sequence', offset: 0, length: 0 },
    },
  ],
};

function keyOf(
  value: JsonObject,
  name: string,
  at: Range,
  path: readonly string[],
  context: Context,
): ParsedField | undefined {
  const node = memberOf(value, 'key') ?? NUMBERED;
  const place = { name, path: [...path, 'key'], at: node === NUMBERED ? at : node, isField: false };
  const read = readSpec(node, place, context);
  return read && { ...read, field: { ...read.field, unique: true } };
}

/** Whether all names that the fields of an entity read are its own. Reports those that are not. */
function isClosed(entity: Entity, each: readonly ParsedField[], context: Context): boolean {
  const all = fieldsIn(entity);
  const [key, ...fields] = each;
  // Those of the fields among each other are resolved.
  const byName = fieldsByName(entity.fields);
  const open = fields.flatMap(({ references }) =>
    references.filter(({ name }) => ownerOf(name, byName) === undefined),
  );
  const unknown = unresolved([...(key?.references ?? []), ...open], all, context);
  reportUnknown(unknown, all, context);
  const cycle = cycleIn(all);
  if (cycle !== undefined) reportCycle(cycle, each, context);
  return unknown.length === 0 && cycle === undefined;
}
