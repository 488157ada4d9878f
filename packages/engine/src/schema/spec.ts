import type { Content, Context, ParsedField, SpecPlace } from './context.ts';
import { outerName } from '../generators/analysis/order.ts';
import { readFields } from './fields.ts';
import { type JsonNode, type JsonObject, plainValue, type JsonScalar } from './read-json.ts';
import { memberFault } from './list-modifiers.ts';
import { localeOf } from './locale.ts';
import { memberOf, readModifiers } from './modifiers.ts';
import { findNamed, isTypeName, TYPE_NAME, type Named } from './named.ts';
import type { Field } from '../model/schema.ts';
import { checkKeys, specHint } from './spec-keys.ts';
import { readValue } from './value.ts';
import { findType } from '../generators/known-types.ts';
import { frozen } from '../model/json.ts';

/** The spec that the name of a generator type stands for; any other node as it is. */
function whole(node: JsonNode, { names }: Context): JsonNode {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return node;
  if (!TYPE_NAME.test(node.value) && !isTypeName(node.value, names)) return node;
  const { offset, length } = node;
  return { kind: 'object', members: [{ key: 'type', keyRange: node, value: node }], offset, length };
}

/** Parses a field spec, or the name of a type in its place, and generates a trial value. Reports errors and returns undefined. */
export function readSpec(node: JsonNode, place: SpecPlace, context: Context): ParsedField | undefined {
  const spec = whole(node, context);
  const { name, path, at } = place;
  const shape = shapeOf(spec, place, context);
  if (spec.kind !== 'object' || shape === undefined) return undefined;
  const { named, constant, written: type } = shape;
  if (named !== undefined) checkKeys(spec, named, constant !== undefined, path, context);
  const isRowOnly = named?.type.rowOnly === true;
  const read = readModifiers(spec, { path, type, isField: place.isField, isRowOnly }, context);
  const content = readShape(spec, shape, place, context);
  if (content === undefined || read === undefined) return undefined;
  const field = { name, ...content.parts, ...read.modifiers };
  if (!hasListMembers(spec, field, type, path, context)) return undefined;
  const { count = 1 } = read.modifiers;
  const times = typeof count === 'object' ? count.max : count;
  return {
    field,
    bytes: content.bytes * times + name.length,
    elements: content.elements * times,
    times,
    valueMs: content.valueMs,
    drawsEntity: content.drawsEntity,
    references: [...read.references, ...content.references],
    written: type,
    at,
    paramsAt: memberOf(spec, 'params') ?? at,
  };
}

/** Whether the elements of a list have the members in which they differ and by which they are sorted. Reports it if not. */
function hasListMembers(
  spec: JsonObject,
  field: Field,
  type: string,
  path: readonly string[],
  { findings }: Context,
): boolean {
  const found = memberFault(field);
  if (found === undefined) return true;
  const { key, fault, hint } = found;
  const at = memberOf(spec, key) ?? spec;
  findings.add({ code: key, message: `${type}: ${key}: ${fault}`, hint, at, path: [...path, key] });
  return false;
}

/** Whether a spec is a constant or has a type, and how messages name it. */
interface NamedSpec {
  /** Undefined if the type is unknown. */
  readonly named: Named | undefined;
  readonly constant?: JsonNode;
  readonly written: string;
}

/** The shape of a spec. Reports one without a type and a value, and returns undefined. */
function shapeOf(spec: JsonNode, place: SpecPlace, context: Context): NamedSpec | undefined {
  const constant = spec.kind === 'object' ? constantIn(spec) : undefined;
  if (constant !== undefined) {
    const named = constantNamed(place.name);
    return { named, constant, written: named.written };
  }
  const typeNode = typeNodeOf(spec, place, context);
  if (typeNode === undefined) return undefined;
  const named = findNamed(typeNode, place.path, context);
  return { named, written: typeNode.kind === 'scalar' ? String(typeNode.value) : 'field' };
}

/** The type of a spec. Reports a missing type and returns undefined. */
function typeNodeOf(
  spec: JsonNode,
  { name, path, at }: SpecPlace,
  { findings }: Context,
): JsonNode | undefined {
  const hint = specHint(spec, name);
  if (spec.kind !== 'object') {
    const message = `Field ${name} must be an object with a type`;
    findings.add({ code: 'not-an-object', message, hint, at: spec, path });
    return undefined;
  }
  const node = memberOf(spec, 'type');
  if (node === undefined)
    findings.add({ code: 'no-type', message: `Field ${name} has no type`, hint, at, path });
  return node;
}

/** The content of a spec with its locale. Reports errors and returns undefined. */
function readShape(
  spec: JsonObject,
  { named, constant }: NamedSpec,
  place: SpecPlace,
  context: Context,
): Content | undefined {
  if (named === undefined) return undefined;
  const isValid = hasExactNumbers(spec, constant, place, context);
  const content = constant === undefined ? readContent(spec, named, place, context) : readConstant(constant);
  const locale = content && localeOf(spec, named, content.parts.args, place, context);
  return isValid && content && locale ? { ...content, parts: { ...content.parts, ...locale } } : undefined;
}

/** Whether no number of a constant or of params loses digits. Reports those that do. */
function hasExactNumbers(
  spec: JsonObject,
  constant: JsonNode | undefined,
  { path }: SpecPlace,
  context: Context,
): boolean {
  if (constant !== undefined) return isExact(constant, [...path, 'value'], context);
  const params = memberOf(spec, 'params');
  return params === undefined || isExactParams(params, [...path, 'params'], context);
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
  const isArray = memberOf(spec, 'count') !== undefined;
  const within = { ...context, within: undefined, ...(isArray && { isRepeated: true as const }) };
  const inner = node?.kind === 'object' ? readFields(node, [...path, 'fields'], within) : undefined;
  if (node?.kind !== 'object' || inner?.fields.length === 0) {
    const hint = `Write "${name}": {"type": "object", "fields": {"id": {"type": "string.uuid"}}}`;
    context.findings.add({
      code: 'no-fields',
      message: 'object: Missing fields',
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
    drawsEntity: inner.each.some(({ drawsEntity }) => drawsEntity),
    references: inner.references.map((reference) => ({ ...reference, name: outerName(reference.name) })),
  };
}

/** Digits that every whole number of JavaScript keeps. */
const DIGITS = 15;

/** A number that a program cannot hold as it is written. */
interface Inexact {
  readonly node: JsonScalar;
  /** As in the text. */
  readonly written: string;
  readonly path: readonly string[];
}

/** Reports numbers of a constant that would lose digits, or be too large. @returns whether there are none */
const isExact = (node: JsonNode, path: readonly string[], context: Context): boolean =>
  report(inexactIn(node, path), context);

/** Reports values in params that would lose digits, or be too large: in lists, and under `value`. @returns whether there are none */
const isExactParams = (node: JsonNode, path: readonly string[], context: Context): boolean =>
  report(
    inexactIn(node, path).filter((found) => /^(value|\d+)$/.test(found.path.at(-1) ?? '')),
    context,
  );

function inexactIn(node: JsonNode, path: readonly string[]): readonly Inexact[] {
  if (node.kind === 'array') return node.items.flatMap((item, i) => inexactIn(item, [...path, String(i)]));
  if (node.kind === 'object')
    return node.members.flatMap(({ key, value }) => inexactIn(value, [...path, key]));
  return node.written === undefined ? [] : [{ node, written: node.written, path }];
}

function report(found: readonly Inexact[], { findings }: Context): boolean {
  for (const { node, written, path } of found)
    findings.add({
      code: 'params',
      message:
        typeof node.value === 'number' && Number.isFinite(node.value)
          ? `${written} would become ${node.value}: numbers keep ${DIGITS} digits`
          : `${written} is too large for a number`,
      hint: `Write it as a string: "${written}"`,
      at: node,
      path,
    });
  return found.length === 0;
}

/** The value of a constant, `{"value": 5}`; undefined for a spec with a type or without a value. */
const constantIn = (spec: JsonObject): JsonNode | undefined =>
  memberOf(spec, 'type') === undefined ? memberOf(spec, 'value') : undefined;

/** What a constant is called in messages, and the type that writes it: a `oneOf` with a single item. */
function constantNamed(name: string): Named {
  const type = findType('oneOf');
  if (type === undefined) throw new Error('The catalogue has no oneOf');
  return { written: `Field ${name}`, type };
}

/** A constant as a `oneOf` with a single item. */
const readConstant = (node: JsonNode): Content => ({
  parts: { type: 'oneOf', args: frozen([[{ value: plainValue(node) }]]) },
  bytes: node.length,
  elements: 1,
  drawsEntity: false,
  references: [],
});
