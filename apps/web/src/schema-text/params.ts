import type { ValueShape, JsonArray, JsonNode, JsonObject } from '@catbird/engine';
import { valueOf } from './elements.ts';

/** How the params of a field are written. */
export type Params =
  | { readonly kind: 'none' }
  /** By name: `{"min": 1}`, or a list that holds such an object only. */
  | { readonly kind: 'named'; readonly object: JsonObject }
  /** A single argument without names. */
  | { readonly kind: 'value'; readonly node: JsonNode }
  /** A list of arguments. */
  | { readonly kind: 'several'; readonly node: JsonNode };

const LISTS: readonly ValueShape['kind'][] = ['list', 'texts', 'weighted'];

/** The params of a field spec. @param argument the shape of the type's first argument; undefined if all its params have names */
export function paramsIn(spec: JsonNode, argument: ValueShape | undefined): Params {
  const params = valueOf(spec, 'params');
  if (params === undefined || (params.kind === 'scalar' && params.value === null)) return { kind: 'none' };
  if (params.kind === 'array')
    return argumentsIn(params, argument !== undefined && LISTS.includes(argument.kind));
  return params.kind === 'object' ? { kind: 'named', object: params } : { kind: 'value', node: params };
}

/** The params in a list of arguments, or in a list of choices without such a list around it. */
function argumentsIn(params: JsonArray, isChoice: boolean): Params {
  const [first] = params.items;
  const only = params.items.length === 1 ? first : undefined;
  if (isChoice) return { kind: 'value', node: only?.kind === 'array' ? only : params };
  if (first === undefined) return { kind: 'none' };
  if (only === undefined) return { kind: 'several', node: params };
  return only.kind === 'object' ? { kind: 'named', object: only } : { kind: 'value', node: only };
}

const isScalar = (node: JsonNode, type: 'string' | 'number' | 'boolean'): boolean =>
  node.kind === 'scalar' && typeof node.value === type;

/** Whether a param reads another field: `{"ref": "price"}`. */
const isRef = (node: JsonNode): boolean =>
  node.kind === 'object' && node.members.length === 1 && node.members[0]?.key === 'ref';

const isList = (node: JsonNode, ofItem: (item: JsonNode) => boolean): boolean =>
  node.kind === 'array' && node.items.every(ofItem);

/** What has each shape but a choice. A reference to another field fits wherever a single value does. */
const TESTS: Readonly<Record<Exclude<ValueShape['kind'], 'choice'>, (node: JsonNode) => boolean>> = {
  number: (node) => isScalar(node, 'number') || isRef(node),
  extent: (node) => isScalar(node, 'number') || isExtent(node) || isRef(node),
  boolean: (node) => isScalar(node, 'boolean') || isRef(node),
  text: (node) => isScalar(node, 'string') || isRef(node),
  field: (node) => isScalar(node, 'string'),
  list: (node) => isList(node, () => true),
  texts: (node) => isList(node, (item) => isScalar(item, 'string')),
  weighted: (node) => isList(node, isWeighted),
  record: () => true,
  other: () => true,
};

/** Whether a value has a shape. */
export const fits = (node: JsonNode, shape: ValueShape): boolean =>
  shape.kind === 'choice'
    ? isRef(node) || (node.kind === 'scalar' && shape.values.includes(String(node.value)))
    : TESTS[shape.kind](node);

/** Whether a value is a range of numbers. */
const isExtent = (node: JsonNode): boolean =>
  node.kind === 'object' &&
  node.members.length === 2 &&
  ['min', 'max'].every((key) => {
    const bound = valueOf(node, key);
    return bound !== undefined && isScalar(bound, 'number');
  });

/** Whether a value is an item with its weight, and nothing else. */
const isWeighted = (node: JsonNode): boolean => {
  const weight = valueOf(node, 'weight');
  return (
    node.kind === 'object' &&
    node.members.length === 2 &&
    weight !== undefined &&
    isScalar(weight, 'number') &&
    valueOf(node, 'value') !== undefined
  );
};
