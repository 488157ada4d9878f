import { ANNOTATIONS, RESERVED, TEXT_NOTES } from './known-keys.ts';
import type { JsonMember, JsonNode, JsonObject } from './json.ts';
import { memberOf } from './modifiers.ts';
import { isTypeName } from './named.ts';

/** Something else than a schema, and what to do with it. */
export interface Mistaken {
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
export function mistakenFor(root: JsonObject, names: readonly string[]): Mistaken | undefined {
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
