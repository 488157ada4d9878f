import { findType } from '../generators/catalogue.ts';
import { frozen } from '../model/frozen.ts';
import type { Content, Context } from './context.ts';
import { plainValue, type JsonNode, type JsonObject, type JsonScalar } from './json.ts';
import { memberOf } from './modifiers.ts';
import type { Named } from './named.ts';

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
export const isExact = (node: JsonNode, path: readonly string[], context: Context): boolean =>
  report(inexactIn(node, path), context);

/** Reports values in params that would lose digits, or be too large: in lists, and under `value`. @returns whether there are none */
export const isExactParams = (node: JsonNode, path: readonly string[], context: Context): boolean =>
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
