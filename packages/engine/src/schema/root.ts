import { withCreation } from '../generators/analysis/pools.ts';
import { tryEntity, tryFields } from '../generators/analysis/trial.ts';
import { bounds } from '../model/bounds.ts';
import { errorText } from '../model/printable.ts';
import { type Invalid, messagesOf } from '../model/issue.ts';
import type { Entity, Schema } from '../model/schema.ts';
import type { Context, ParsedField } from './context.ts';
import { declarationsIn, readEntities } from './entities.ts';
import { checkBytes } from './entity-settings.ts';
import { type ParsedFields, readFields, reportUnknown } from './fields.ts';
import { journeyIn } from './journeys.ts';
import type { JsonMember, JsonNode, JsonObject } from './read-json.ts';
import { ANNOTATIONS, ENTITIES, RESERVED, TEXT_NOTES } from './known-keys.ts';
import { withLocale } from './locale.ts';
import { memberOf } from './modifiers.ts';
import { isTypeName } from './named.ts';
import { noteLocales, noteRejected, noteSlow } from './notes.ts';
import { checkCircles, checkPaths } from './paths.ts';

/** Something else than a schema, and what to do with it. */
interface Mistaken {
  readonly message: string;
  readonly hint: string;
}

const hasType = (node: JsonNode): boolean =>
  node.kind === 'object' && (memberOf(node, 'type') ?? memberOf(node, 'value')) !== undefined;

/** Whether a member is meant as a field: an object that is none yet, or the name of a type. */
const isField = ({ value }: JsonMember, names: readonly string[]): boolean =>
  hasType(value) ||
  (value.kind === 'object' &&
    value.members.some(({ key }) => ANNOTATIONS.includes(key) || key === 'params')) ||
  (value.kind === 'scalar' && typeof value.value === 'string' && isTypeName(value.value, names));

/** What an object without a single valid field is instead of a schema; undefined if it is meant as one. @param names of generator types */
function mistakenFor(root: JsonObject, names: readonly string[]): Mistaken | undefined {
  const members = root.members.filter(({ key }) => !TEXT_NOTES.includes(key) && !RESERVED.includes(key));
  return jsonSchema(root) ?? config(root) ?? wrapper(members, names) ?? event(members, names);
}

const RUN_HINT =
  'Run it with catbird run, print its rows with catbird sample --config, or open it as a config in the page';

/** Keys of a config that stand beside its destination. */
const OF_CONFIG: readonly string[] = ['schema', 'template', 'entity', 'settings', 'eps', 'limit', 'delivery'];

/** A config with a destination. */
function config(root: JsonObject): Mistaken | undefined {
  const others = OF_CONFIG.flatMap((key) => memberOf(root, key) ?? []);
  const isSent = ['destination', 'destinations'].some((key) => {
    const node = memberOf(root, key);
    return node !== undefined && !hasType(node);
  });
  if (!isSent || others.length === 0 || others.some(hasType)) return configWithStreams(root);
  return { message: 'This is a config, not a schema', hint: RUN_HINT };
}

/** The streams of a config, each with a schema or a template. */
function configWithStreams(root: JsonObject): Mistaken | undefined {
  const streams = memberOf(root, 'streams');
  if (streams === undefined || streams.kind === 'scalar' || hasType(streams)) return undefined;
  const each = streams.kind === 'object' ? streams.members.map(({ value }) => value) : streams.items;
  const isStream = (node: JsonNode): boolean =>
    node.kind === 'object' && (memberOf(node, 'schema') ?? memberOf(node, 'template')) !== undefined;
  if (each.length === 0 || !each.every(isStream)) return undefined;
  return {
    message: 'This is a config with streams, not a schema',
    hint: RUN_HINT,
  };
}

function jsonSchema(root: JsonObject): Mistaken | undefined {
  const [properties, type] = [memberOf(root, 'properties'), memberOf(root, 'type')];
  if (properties?.kind !== 'object' || type?.kind !== 'scalar') return undefined;
  return {
    message: 'This is a JSON Schema, not a schema of Catbird',
    hint: 'List the fields at the top, each with a generator type: {"name": {"type": "person.fullName"}}',
  };
}

/** Fields under a single key, as in some other tools. */
function wrapper(members: readonly JsonMember[], names: readonly string[]): Mistaken | undefined {
  const [only, ...others] = members;
  if (only === undefined || others.length > 0 || !WRAPPERS.includes(only.key)) return undefined;
  const { value, key } = only;
  if (value.kind !== 'object' || hasType(value) || !value.members.some((each) => isField(each, names)))
    return undefined;
  return {
    message: `The fields of a schema are at the top, not under ${key}`,
    hint: `Remove ${JSON.stringify(key)} and its braces`,
  };
}

const WRAPPERS: readonly string[] = ['fields', 'schema', 'event', 'properties', 'columns', 'row'];

/** Values instead of fields. A single one is taken for a constant. */
function event(members: readonly JsonMember[], names: readonly string[]): Mistaken | undefined {
  const isEvent = members.length > 1 && !members.some((each) => isField(each, names));
  if (!isEvent || members.every(({ value }) => value.kind === 'object')) return undefined;
  return {
    message: 'This looks like an event, not a schema',
    hint: 'To make a schema from events, run catbird infer events.ndjson',
  };
}

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
