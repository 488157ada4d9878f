import type { GeneratorType } from '../generators/generator.ts';
import { plainValue, type JsonNode } from './json.ts';

/** The arguments that a field's `params` stand for, and where each part of them is in the text. */
export interface Arguments {
  readonly args: readonly unknown[];
  /** The innermost node on a path into `args`, and the path into `params` that leads to it. */
  locate(path: readonly PropertyKey[]): { readonly node: JsonNode; readonly path: readonly string[] };
}

/** `"params": [a, b]` are two arguments, anything else is one, and choices may be given directly. `null` is none. */
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

/** A list of choices, not a list that holds the list of choices. */
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
