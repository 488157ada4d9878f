import { errorText } from '../model/error-text.ts';
import { withCreation } from '../generators/analysis/table.ts';
import { tryEntity, tryFields } from '../generators/analysis/trial.ts';
import { messagesOf, type Invalid } from '../model/issue.ts';
import type { Entity, Schema } from '../model/schema.ts';
import { bounds } from '../model/bounds.ts';
import type { Context, ParsedField } from './context.ts';
import { checkBytes } from './entity-bytes.ts';
import { declarationsIn, readEntities } from './entities.ts';
import { readFields, reportUnknown, type ParsedFields } from './fields.ts';
import { journeyIn } from './journeys.ts';
import type { JsonNode, JsonObject } from './json.ts';
import { ENTITIES, RESERVED } from './known-keys.ts';
import { withLocale } from './locale.ts';
import { mistakenFor } from './looks-like.ts';
import { memberOf } from './modifiers.ts';
import { checkCircles, checkPaths } from './paths.ts';
import { noteLocales, noteRejected, noteSlow } from './notes.ts';

const NOTHING: Schema = { fields: [] };

const EXAMPLE = 'Write {"id": {"type": "string.uuid"}}, or choose a template';

/** Reads a schema. Reports errors; without any, the result is valid. */
export function readRoot(root: JsonNode, context: Context): Schema {
  const { findings } = context;
  if (!isSchema(root, context)) return NOTHING;
  const within = withLocale(root, [], context);
  const hasEntities = readOwnEntities(root, within);
  const read = readFields(withoutReserved(root), [], within);
  if (read === undefined) return NOTHING;
  if (read.fields.length === 0) {
    findings.add({ code: 'empty', message: 'The schema has no fields', hint: EXAMPLE, at: root });
    return NOTHING;
  }
  reportUnknown(read.references, read.fields, context);
  // A value that is invalid JSON may be hidden: True.
  const isFaulty = findings.all().some(({ severity }) => severity === 'error');
  if (!isFaulty && read.fields.every(({ hidden }) => hidden === true)) {
    const message = 'All fields are hidden, so nothing would be sent';
    findings.add({ code: 'empty', message, hint: 'Remove "hidden" from at least one field', at: root });
  }
  noteLocales(within);
  const isReadable = checkPaths(context) && hasEntities && read.references.length === 0;
  if (fits(read, root, context) && isReadable) {
    tryTogether(read, context);
    noteRejected(read.fields, read.each, read.bytes, context);
    noteSlow(read.each, context);
  }
  return schemaOf(read, context);
}

function schemaOf(read: ParsedFields, context: Context): Schema {
  const entities = [...context.entities.byName.values()];
  const { fields, each } = read;
  const schema = withCreationOf({ fields, ...(entities.length > 0 && { entities }) }, read, context);
  const journey = journeyIn(each, schema.creation, context);
  return journey === undefined ? schema : { ...schema, journey };
}

/** The schema with its `creation`. Reports two of them. */
function withCreationOf(schema: Schema, read: ParsedFields, context: Context): Schema {
  try {
    return withCreation(schema);
  } catch (error) {
    addFailure(errorText(error), read.each, [], context);
    return schema;
  }
}

/** Whether a value is meant as a schema. Reports it if not. */
function isSchema(root: JsonNode, { findings, names }: Context): root is JsonObject {
  if (root.kind === 'object') {
    const mistaken = mistakenFor(root, names);
    if (mistaken !== undefined) findings.add({ code: 'not-a-schema', ...mistaken, at: root });
    return mistaken === undefined;
  }
  const what = root.kind === 'array' ? 'a list' : root.value === null ? 'null' : JSON.stringify(root.value);
  const message = `A schema must be an object that maps field names to generators, not ${what}`;
  findings.add({ code: 'not-an-object', message, hint: EXAMPLE, at: root });
  return false;
}

/** Reads entities that several schemas share. */
export function readShared(root: JsonNode, context: Context): readonly Entity[] {
  readDeclared(root, [], context);
  noteLocales(context);
  return [...context.entities.byName.values()];
}

/** Reads the entities that a schema declares. Returns whether all are valid. */
function readOwnEntities(root: JsonObject, context: Context): boolean {
  const node = memberOf(root, ENTITIES);
  return node === undefined || readDeclared(node, [ENTITIES], context);
}

function readDeclared(node: JsonNode, path: readonly string[], context: Context): boolean {
  const { entities } = context;
  const declared = declarationsIn(node).map(({ key }) => key);
  for (const name of declared) entities.names.add(name);
  readEntities(node, path, context);
  const isComplete = node.kind === 'object' && declared.every((name) => entities.fields.has(name));
  if (!checkPaths(context) || !isComplete || !checkCircles(context)) return false;
  if (!checkBytes(declared, context)) return false;
  return declared.every((name) => isEntityTried(name, context));
}

/** Tries all fields of an entity together. */
function isEntityTried(name: string, context: Context): boolean {
  const entity = context.entities.byName.get(name);
  const trial = entity && tryEntity(entity, context.sources);
  if (trial === undefined || trial.ok) return true;
  addFailure(text(trial), context.entities.fields.get(name) ?? [], [ENTITIES, name, 'fields'], context);
  return false;
}

/** The fields of a schema, without its entities and its locale. */
const withoutReserved = (root: JsonObject): JsonObject => ({
  ...root,
  members: root.members.filter(({ key }) => !RESERVED.includes(key)),
});

/** Checks that a row and its arrays stay within bounds. Reports it if not. */
function fits(read: ParsedFields, root: JsonNode, { findings, budget }: Context): boolean {
  const isTooMany = read.elements > bounds.elements;
  const isTooLarge = read.bytes > bounds.rowBytes || budget.isUsedUp() || isTooMany;
  if (isTooMany) {
    const [count, most] = [read.elements, bounds.elements].map((number) => number.toLocaleString('en'));
    const message = `The arrays have up to ${count} elements in total (limit ${most})`;
    findings.add({ code: 'too-large', message, hint: 'Reduce a count', at: root });
  } else if (isTooLarge) {
    const size = budget.isUsedUp() ? '' : ` (about ${(read.bytes / 1024 / 1024).toFixed(1)} MiB)`;
    const message = `A row would exceed 1 MiB${size}`;
    findings.add({ code: 'too-large', message, hint: 'Reduce a count or a length', at: root });
  }
  return !isTooLarge;
}

/** Tries all fields together, if some read or contain others and could not be tried alone. */
function tryTogether({ fields, each }: ParsedFields, context: Context): void {
  const isTried = ({ field, references, drawsEntity }: ParsedField): boolean =>
    references.length === 0 && field.fields === undefined && !drawsEntity;
  if (each.every(isTried)) return;
  const trial = tryFields(fields, context.sources);
  if (!trial.ok) addFailure(text(trial), each, [], context);
}

const text = ({ issues }: Invalid): string => messagesOf(issues).join('. ');

/** Adds the error of a trial at the field that it names. */
function addFailure(
  failure: string,
  each: readonly ParsedField[],
  within: readonly string[],
  { findings }: Context,
): void {
  const [, name, text] = /^Field "(.*)": ([^]*)$/.exec(failure) ?? [];
  const found = each.find(({ field }) => field.name === name);
  const message = found === undefined ? failure : `${found.written}: ${text ?? 'Unknown error'}`;
  const path = name === undefined ? [] : found?.paramsAt === found?.at ? [name] : [name, 'params'];
  findings.add({
    code: 'params',
    message,
    at: found?.paramsAt ?? each[0]?.at ?? { offset: 0, length: 0 },
    path: [...within, ...path],
  });
}
