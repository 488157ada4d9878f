import { oversized } from '../generators/analysis/size.ts';
import type { GeneratorType } from '../generators/generator.ts';
import { bounds } from '../model/bounds.ts';
import type { ParamField } from '../model/schema.ts';
import { suggestion } from '../model/suggestion.ts';
import { type Complaint, complaints } from './complaint.ts';
import { ANNOTATIONS, keysAt } from './known-keys.ts';
import { isParamField, refusedFieldsIn } from './param-fields.ts';
import { type JsonNode, type JsonObject, plainValue, readJson } from './read-json.ts';

/** The result of checking arguments against their type. */
interface CheckedArguments {
  /** The arguments without annotations. */
  readonly args: readonly unknown[];
  /** Why they are rejected. */
  readonly errors: readonly Complaint[];
  /** Params without effect, if these are tolerated. */
  readonly warnings: readonly Complaint[];
  /** Params with a new name. */
  readonly notes: readonly Complaint[];
}

/** Checks arguments against the params of their type. @param fields params that read fields, whose values are not known yet */
export function checkArguments(
  type: GeneratorType,
  args: readonly unknown[],
  isLenient: boolean,
  fields: readonly ParamField[],
): CheckedArguments {
  const parsed = type.params.safeParse(args, { jitless: true });
  const refused = refusedFieldsIn(type, args);
  const found = parsed.success
    ? []
    : complaints(parsed.error.issues, type.params, 'params').filter(
        ({ path }) => !isParamField([...fields, ...refused], path),
      );
  const notes = found.filter(isAnnotation);
  const relevant = found.filter((complaint) => !isAnnotation(complaint));
  const isHarmless = ({ unknown }: Complaint): boolean =>
    isLenient && (unknown !== undefined || type.tolerant === true);
  const kept = notes.reduce<unknown>((value, { path }) => without(value, path), args);
  return {
    // Removing keys from a list of arguments leaves a list.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    args: kept as readonly unknown[],
    errors: [
      ...relevant.filter((complaint) => !isHarmless(complaint)),
      ...oversized(type, args),
      ...beforeRows(type, fields),
      ...refused.map(({ path }) => ({
        path,
        text: `${String(path.at(-1))} cannot be read from a field`,
        hint: FIXED,
      })),
      ...(parsed.success ? (type.faults?.(args) ?? []) : []),
    ],
    warnings: relevant.filter(isHarmless),
    notes: Object.entries((parsed.success && type.formerly) || {}).flatMap(([path, now]) =>
      placesOf(path.split('.'), args[0], [0]).map((place): Complaint => ({
        path: place,
        text: `${String(place.at(-1))} is now called ${now}`,
        hint: `Write ${now} instead. Both have the same effect`,
        isKey: true,
      })),
    ),
  };
}

/** Where a value has a key. @param path of the key; `*` is any */
function placesOf(
  [key = '', ...rest]: readonly string[],
  value: unknown,
  at: readonly PropertyKey[],
): readonly (readonly PropertyKey[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => key === '*' || name === key)
    .flatMap(([name, inner]) => (rest.length === 0 ? [[...at, name]] : placesOf(rest, inner, [...at, name])));
}

const FIXED = 'Write the value itself: params of this type are the same in all rows';

/** Params that choose data are known before any row. */
const beforeRows = ({ resourceParams = [] }: GeneratorType, fields: readonly ParamField[]): Complaint[] =>
  fields.flatMap(({ path }) => {
    const param = resourceParams.find((each) => path.includes(each));
    return param === undefined
      ? []
      : [{ path, text: `${param} cannot be read from a field: its data is loaded before the first row` }];
  });

const isAnnotation = ({ path, unknown }: Complaint): boolean =>
  unknown !== undefined && ANNOTATIONS.includes(String(path.at(-1)));

/** A value without the key at a path. */
function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? without(item, rest) : item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) =>
    name !== key ? [[name, inner]] : rest.length === 0 ? [] : [[name, without(inner, rest)]],
  );
  return Object.fromEntries(entries) as unknown;
}

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
  if (node.kind === 'object') return isOfKey(type, text) ? undefined : membersHint(type, text, node);
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
function membersHint(type: GeneratorType, text: string, { members }: JsonObject): string | undefined {
  const values = members.map(({ value }) => value);
  const isMeant = text.endsWith(' must be a list')
    ? ({ kind }: JsonNode) => kind === 'array'
    : text.endsWith(' must be a string') && values.length === 1
      ? (value: JsonNode) => typeof plainValue(value) === 'string'
      : () => false;
  const meant = values.find(isMeant);
  return meant && paramsHint(type, plainValue(meant));
}

/** What to write as params: a value that the type takes as it stands, or as its first argument. */
function paramsHint(type: GeneratorType, value: unknown): string | undefined {
  const written = [value, [value]].map((each) => JSON.stringify(each));
  const fitting = written.find((text) => {
    const { root } = readJson(text, bounds.depth);
    return (
      root !== undefined && type.params.safeParse(argumentsOf(root, type).args, { jitless: true }).success
    );
  });
  return fitting && short(`Write "params": ${fitting}`);
}

function exampleOf({ example }: GeneratorType): string | undefined {
  return example === undefined ? undefined : short(`Example: "params": ${JSON.stringify(example)}`);
}

const short = (hint: string): string | undefined => (hint.length > MAX_EXAMPLE ? undefined : hint);

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
