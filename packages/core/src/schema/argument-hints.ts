import type { GeneratorType } from '../generators/generator.ts';
import { suggestion } from '../model/suggestion.ts';
import { plainValue, type JsonNode, type JsonObject } from './json.ts';
import { keysAt } from './known-keys.ts';

/** Longest example that a hint repeats, in characters. */
const MAX_EXAMPLE = 120;

/** A hint for an argument that is rejected. @param node the argument */
export const argumentHint = (
  type: GeneratorType,
  text: string,
  node: JsonNode | undefined,
): string | undefined =>
  quotesHint(text, node) ?? choiceHint(text, node) ?? formHint(type, text, node) ?? exampleOf(type);

/** For one of several texts, written in another way. */
function choiceHint(text: string, node: JsonNode | undefined): string | undefined {
  const [, list] = / must be ("[^]*")$/.exec(text) ?? [];
  if (list === undefined || node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
  const word = node.value.toLowerCase();
  const choices = Array.from(list.matchAll(/"([^"]*)"/g), ([, choice = '']) => choice);
  const meant =
    choices.find((choice) => choice.toLowerCase() === word) ??
    // Codes of two letters are all alike.
    (word.length > MAX_CODE ? suggestion(word, choices) : undefined);
  return meant === undefined ? undefined : `Did you mean ${JSON.stringify(meant)}?`;
}

/** Longest code, in characters. */
const MAX_CODE = 3;

/** For a number or Boolean in quotes. */
function quotesHint(text: string, node: JsonNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
  const value = node.value.trim();
  const isNumber = / must be an? (whole )?number$/.test(text) && /^-?\d+(\.\d+)?$/.test(value);
  const isBoolean = text.endsWith(' must be true or false') && /^(true|false)$/.test(value);
  return isNumber || isBoolean ? `Write ${value} without quotes` : undefined;
}

/** For an argument of the wrong form. */
function formHint(type: GeneratorType, text: string, node: JsonNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (text === 'Too many arguments') return namesHint(type, plainValue(node));
  if (node.kind === 'object') return isOfKey(type, text) ? undefined : membersHint(text, node);
  const given = plainValue(node);
  if (type.name === 'oneOf' && text.endsWith(' must be an object'))
    return short(`Write {"value": ${JSON.stringify(given)}}`);
  return text === 'The argument must be an object' ? keyHint(type, given) : undefined;
}

/** Whether a text is about one of the params, rather than all of them. */
const isOfKey = ({ params }: GeneratorType, text: string): boolean =>
  keysAt(params, [0]).some((key) => text.startsWith(`${key} `));

/** For the value of the first param in place of all params. */
function keyHint({ params }: GeneratorType, given: unknown): string | undefined {
  const [key] = keysAt(params, [0]);
  const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  return key === undefined || typeof value !== 'string'
    ? undefined
    : short(`Write "params": ${JSON.stringify({ [key]: value })}`);
}

/** For a list in place of an object. */
function namesHint({ params }: GeneratorType, given: unknown): string | undefined {
  const keys = keysAt(params, [0]);
  if (!Array.isArray(given) || keys.length < given.length) return undefined;
  if (given.some((item) => typeof item === 'object')) return undefined;
  const named = given.map((item, i) => `${JSON.stringify(keys[i])}: ${JSON.stringify(item)}`);
  return short(`Name the params: "params": {${named.join(', ')}}`);
}

/** For an object in place of a list or a text: the one in it. */
function membersHint(text: string, { members }: JsonObject): string | undefined {
  const values = members.map(({ value }) => value);
  const isMeant = text.endsWith(' must be a list')
    ? ({ kind }: JsonNode) => kind === 'array'
    : text.endsWith(' must be a string') && values.length === 1
      ? (value: JsonNode) => typeof plainValue(value) === 'string'
      : () => false;
  const meant = values.find(isMeant);
  return meant && short(`Write "params": ${JSON.stringify(plainValue(meant))}`);
}

function exampleOf({ example }: GeneratorType): string | undefined {
  return example === undefined ? undefined : short(`Example: "params": ${JSON.stringify(example)}`);
}

const short = (hint: string): string | undefined => (hint.length > MAX_EXAMPLE ? undefined : hint);
