import type { GeneratorType } from '../generators/generator.ts';
import { plainValue, type JsonNode } from './json.ts';

/** The arguments given by a field's `params`, and their places in the text. */
export interface Arguments {
  readonly args: readonly unknown[];
  /** The innermost node on a path into `args`, and its path in `params`. */
  locate(path: readonly PropertyKey[]): { readonly node: JsonNode; readonly path: readonly string[] };
}

/** `"params": [a, b]` is two arguments, `null` is none and anything else is one. Types with `direct` also accept a bare list of choices. */
export function argumentsOf(params: JsonNode, type: GeneratorType): Arguments {
  if (params.kind === 'scalar' && params.value === null)
    return { args: [], locate: () => locate(params, []) };
  const value = plainValue(params);
  const isList = params.kind === 'array' && !(type.direct === 'list' && isChoices(params));
  return {
    args: isList && Array.isArray(value) ? value : [value],
    locate: (path) => locate(params, isList ? path : path.slice(1)),
  };
}

/** Whether this is the list of choices itself, not a list that contains it. */
const isChoices = (params: JsonNode & { kind: 'array' }): boolean =>
  params.items.length !== 1 || params.items[0]?.kind !== 'array';

function locate(node: JsonNode, path: readonly PropertyKey[]): ReturnType<Arguments['locate']> {
  let inner = node;
  const taken: string[] = [];
  for (const key of path) {
    const next =
      inner.kind === 'object'
        ? inner.members.findLast((member) => member.key === String(key))?.value
        : inner.kind === 'array'
          ? inner.items[Number(key)]
          : undefined;
    if (next === undefined) break;
    inner = next;
    taken.push(String(key));
  }
  return { node: inner, path: taken };
}
