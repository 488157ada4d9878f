import type { Context, Read } from './context.ts';
import { readFields } from './fields.ts';
import type { JsonNode, JsonObject, Range } from './json.ts';
import { checkKeys, memberOf, readModifiers } from './modifiers.ts';
import { findNamed, type Named } from './named.ts';
import { readValue, type Content } from './value.ts';

/** Where a field spec stands. */
export interface SpecPlace {
  /** Name of the field; of the field around it, for a spec within arguments. */
  readonly name: string;
  readonly path: readonly string[];
  /** Where the name stands. */
  readonly at: Range;
  /** It is a field of an object, and not a spec within arguments. */
  readonly isField: boolean;
}

/** Reads a field spec and tries it out; undefined when it has an error, which is then among the findings. */
export function readSpec(spec: JsonNode, place: SpecPlace, context: Context): Read | undefined {
  const { name, path, at } = place;
  const typeNode = typeNodeOf(spec, place, context);
  if (spec.kind !== 'object' || typeNode === undefined) return undefined;
  const named = findNamed(typeNode, path, context);
  if (named !== undefined) checkKeys(spec, named, path, context);
  const type = typeNode.kind === 'scalar' ? String(typeNode.value) : 'field';
  const isOfRow = named?.type.ofRow === true;
  const read = readModifiers(spec, { path, type, isField: place.isField, isOfRow }, context);
  const content = named && readContent(spec, named, place, context);
  if (content === undefined || read === undefined) return undefined;
  const { count = 1 } = read.modifiers;
  const times = typeof count === 'object' ? count.max : count;
  return {
    field: { name, ...content.parts, ...read.modifiers },
    bytes: content.bytes * times + name.length,
    elements: content.elements * times,
    times,
    valueMs: content.valueMs,
    reads: [...read.reads, ...content.reads],
    written: type,
    at,
    paramsAt: memberOf(spec, 'params') ?? at,
  };
}

/** The type of a spec; undefined, and a finding, where it has none. */
function typeNodeOf(
  spec: JsonNode,
  { name, path, at }: SpecPlace,
  { findings }: Context,
): JsonNode | undefined {
  const hint = `Write "${name}": {"type": "string.uuid"}`;
  if (spec.kind !== 'object') {
    const message = 'A field is an object with a type';
    findings.add({ code: 'not-an-object', message, hint, at: spec, path });
    return undefined;
  }
  const node = memberOf(spec, 'type');
  if (node === undefined)
    findings.add({ code: 'no-type', message: `The field ${name} has no type`, hint, at, path });
  return node;
}

const readContent = (
  spec: JsonObject,
  named: Named,
  place: SpecPlace,
  context: Context,
): Content | undefined =>
  named.type.object === true
    ? readObject(spec, named, place, context)
    : readValue(spec, named, place, context);

function readObject(
  spec: JsonObject,
  { type }: Named,
  { name, path, at }: SpecPlace,
  context: Context,
): Content | undefined {
  const node = memberOf(spec, 'fields');
  const inner = node?.kind === 'object' ? readFields(node, [...path, 'fields'], context) : undefined;
  if (node?.kind !== 'object' || inner?.fields.length === 0) {
    const hint = `Write "${name}": {"type": "object", "fields": {"id": {"type": "string.uuid"}}}`;
    context.findings.add({
      code: 'no-fields',
      message: 'object: It needs fields',
      hint,
      at: node ?? at,
      path: [...path, 'fields'],
    });
    return undefined;
  }
  if (inner === undefined) return undefined;
  return {
    parts: { type: type.name, args: [], fields: inner.fields },
    bytes: inner.bytes,
    elements: inner.elements,
    reads: inner.reads,
  };
}
