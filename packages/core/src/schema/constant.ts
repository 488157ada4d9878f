import { frozen } from '../model/frozen.ts';
import { plainValue, type JsonNode, type JsonObject } from './json.ts';
import { memberOf } from './modifiers.ts';
import type { Named } from './named.ts';
import type { Content } from './context.ts';
import { findType } from '../generators/catalogue.ts';

/** The value of a constant, `{"value": 5}`; undefined for a spec with a type or without a value. */
export const constantIn = (spec: JsonObject): JsonNode | undefined =>
  memberOf(spec, 'type') === undefined ? memberOf(spec, 'value') : undefined;

/** What a constant is called in messages, and the type that writes it: a `oneOf` with a single item. */
export function constantNamed(name: string): Named {
  const type = findType('oneOf');
  if (type === undefined) throw new Error('The catalogue has no oneOf');
  return { written: `Field ${name}`, type };
}

/** A constant as a `oneOf` with a single item. */
export const readConstant = (node: JsonNode): Content => ({
  parts: { type: 'oneOf', args: frozen([[{ value: plainValue(node) }]]) },
  bytes: node.length,
  elements: 1,
  drawsEntity: false,
  references: [],
});
