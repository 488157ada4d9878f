import type { GeneratorType } from '../generators/generator.ts';
import { plainValue, type JsonNode } from './json.ts';
import { keysAt } from './known-keys.ts';

/** Longest example that a hint repeats, in characters. */
const MAX_EXAMPLE = 120;

/** A hint for an argument that is rejected. @param node the argument */
export const argumentHint = (
  type: GeneratorType,
  text: string,
  node: JsonNode | undefined,
): string | undefined => quotesHint(text, node) ?? listHint(type, text, node) ?? exampleOf(type);

/** For a number or Boolean in quotes. */
function quotesHint(text: string, node: JsonNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
  const value = node.value.trim();
  const isNumber = / must be an? (whole )?number$/.test(text) && /^-?\d+(\.\d+)?$/.test(value);
  const isBoolean = text.endsWith(' must be true or false') && /^(true|false)$/.test(value);
  return isNumber || isBoolean ? `Write ${value} without quotes` : undefined;
}

/** For a list in place of an object, an object in place of a list, and a bare value in place of an item. */
function listHint(type: GeneratorType, text: string, node: JsonNode | undefined): string | undefined {
  const given = node && plainValue(node);
  if (text === 'Too many arguments' && Array.isArray(given)) {
    const keys = keysAt(type.params, [0]);
    if (keys.length < given.length || given.some((item) => typeof item === 'object')) return undefined;
    const named = given.map((item, i) => `${JSON.stringify(keys[i])}: ${JSON.stringify(item)}`);
    return short(`Name the params: "params": {${named.join(', ')}}`);
  }
  if (text.endsWith(' must be a list') && node?.kind === 'object') {
    const list = node.members.find(({ value }) => value.kind === 'array')?.value;
    return list && short(`Write "params": ${JSON.stringify(plainValue(list))}`);
  }
  if (text.endsWith(' must be a string') && node?.kind === 'object') {
    const [only, ...others] = node.members;
    const name = only && plainValue(only.value);
    return typeof name === 'string' && others.length === 0
      ? short(`Write "params": ${JSON.stringify(name)}`)
      : undefined;
  }
  return type.name === 'oneOf' && text.endsWith(' must be an object')
    ? short(`Write {"value": ${JSON.stringify(given)}}`)
    : undefined;
}

function exampleOf({ example }: GeneratorType): string | undefined {
  return example === undefined ? undefined : short(`Example: "params": ${JSON.stringify(example)}`);
}

const short = (hint: string): string | undefined => (hint.length > MAX_EXAMPLE ? undefined : hint);
