import { isRecord, type JsonObject } from '../../json.ts';
import type { Notes } from '../notes.ts';

/** The schemas of an OpenAPI document, version 2 or 3: those of its components that no other refers to, and those that stand where they are used. Undefined for other documents. */
export function schemasOf(document: JsonObject, notes: Notes): JsonObject | undefined {
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
  if (!isRecord(value)) return;
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
  isRecord(schema) &&
  !('$ref' in schema) &&
  (isRecord(schema['properties']) || ['allOf', 'oneOf', 'anyOf'].some((key) => Array.isArray(schema[key])));

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
      else if (key === 'discriminator' && isRecord(each))
        for (const target of Object.values(objectAt(each, 'mapping')))
          names.add(String(target).slice(String(target).lastIndexOf('/') + 1));
      else walk(each);
  };
  walk(schema);
  return names;
}

const objectAt = (value: JsonObject, key: string): JsonObject => {
  const inner = value[key];
  return isRecord(inner) ? inner : {};
};
