import type { Param, JsonMember, JsonNode } from '@catbird/engine';
import { setKey, setParam } from './edits.ts';
import { valueOf } from './elements.ts';
import { memberAt, rootOf, type FieldPath } from './fields.ts';
import { fits, paramsIn } from './params.ts';

/** What of a generator type decides which params it takes over. */
export interface NewType {
  readonly name: string;
  readonly params: readonly Param[];
  readonly argument?: Param | undefined;
  /** Valid `params`, as JSON. */
  readonly example: string | undefined;
  readonly locales: readonly string[];
  readonly needsParams?: boolean;
  readonly isRowOnly?: boolean;
}

/** A text with another type, and what the field lost. */
export interface TypeChange {
  readonly text: string;
  /** Names of params and keys that the new type lacks. */
  readonly dropped: readonly string[];
}

/** Keys of params that are notes to people. */
const NOTES = ['$comment', 'description'];

/** The fields of a new object. */
const NEW_FIELDS = '{"id": {"type": "string.uuid"}}';

/** Gives a field another type. Params that fit the new type stay; required ones that are missing are those of its example. */
export function changeType(text: string, place: FieldPath, type: NewType): TypeChange {
  const spec = memberAt(rootOf(text), place).value;
  const lost = [...keysToDrop(spec, type), ...paramsToDrop(spec, type)];
  const kept = lost.reduce((rest, name) => drop(rest, place, type, name), text);
  const typed = setKey(kept, place, 'type', JSON.stringify(type.name));
  return { text: withRequired(typed, place, type), dropped: lost };
}

/** Keys that the new type does not allow beside it. */
function keysToDrop(spec: JsonNode, { name, locales, isRowOnly = false }: NewType): readonly string[] {
  const isObject = name === 'object';
  const wrong = [
    'value',
    isObject ? 'params' : 'fields',
    ...(isRowOnly ? ['per'] : []),
    ...(locales.length === 0 ? ['locale'] : []),
  ];
  return wrong.filter((key) => valueOf(spec, key) !== undefined);
}

/** Params that do not fit: their names, or `params` as a whole. */
function paramsToDrop(spec: JsonNode, { name, params, argument }: NewType): readonly string[] {
  if (name === 'object') return [];
  const given = paramsIn(spec, argument?.shape);
  if (given.kind === 'none') return [];
  if (given.kind !== 'named') {
    const isKept = given.kind === 'value' && argument !== undefined && fits(given.node, argument.shape);
    return isKept ? [] : ['params'];
  }
  // An argument without names may be an object.
  if (params.length === 0 && argument?.shape.kind === 'other') return [];
  const fitsType = ({ key, value }: JsonMember): boolean => {
    const param = params.find((each) => each.name === key);
    return NOTES.includes(key) || (param !== undefined && fits(value, param.shape));
  };
  return [...new Set(given.object.members.filter((member) => !fitsType(member)).map(({ key }) => key))];
}

const KEYS = ['value', 'params', 'fields', 'per', 'locale'];

function drop(text: string, place: FieldPath, { argument }: NewType, name: string): string {
  const spec = memberAt(rootOf(text), place).value;
  const params = paramsIn(spec, argument?.shape);
  const isParam = params.kind === 'named' && valueOf(params.object, name) !== undefined;
  return KEYS.includes(name) && !isParam
    ? setKey(text, place, name, undefined)
    : setParam(text, place, params, [name, undefined]);
}

function withRequired(
  text: string,
  place: FieldPath,
  { name, params, argument, needsParams = false, example }: NewType,
): string {
  const spec = memberAt(rootOf(text), place).value;
  if (name === 'object')
    return valueOf(spec, 'fields') === undefined ? setKey(text, place, 'fields', NEW_FIELDS) : text;
  const given = paramsIn(spec, argument?.shape);
  const missing = params.filter(
    (param) =>
      param.isRequired && (given.kind !== 'named' || valueOf(given.object, param.name) === undefined),
  );
  if (example === undefined || given.kind === 'value' || given.kind === 'several') return text;
  if (given.kind === 'none') return needsParams ? setKey(text, place, 'params', example) : text;
  const values: unknown = JSON.parse(example);
  if (typeof values !== 'object' || values === null) return text;
  const examples = new Map<string, unknown>(Object.entries(values));
  return missing.reduce((filled, param) => {
    const value = examples.get(param.name);
    const now = paramsIn(memberAt(rootOf(filled), place).value, argument?.shape);
    return value === undefined ? filled : setParam(filled, place, now, [param.name, JSON.stringify(value)]);
  }, text);
}
