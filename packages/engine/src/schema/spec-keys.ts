import { findType } from '../generators/known-types.ts';
import type { Context } from './context.ts';
import { plainValue, type JsonMember, type JsonNode, type JsonObject } from './read-json.ts';
import { ANNOTATIONS, ENTITIES, keysAt, LOCALE, OWN_LOCALE, unknownKeyHint } from './known-keys.ts';
import { MODIFIERS } from './modifiers.ts';
import { familiarType, type Named } from './named.ts';
import { isObject } from '../model/json.ts';

/** Keys of a field spec: an object without any of them is probably a nested object. */
const SPEC_KEYS: readonly string[] = [...MODIFIERS, 'params', 'fields'];
/** Longest text that a hint repeats, in characters. */
const MAX_TEXT = 40;

/** Keys that other tools use for the type of a field. */
const TYPE_KEYS: readonly string[] = [
  'generator',
  'faker',
  'kind',
  'method',
  'provider',
  'function',
  'gen',
  '_gen',
  'Type',
  'TYPE',
];
/** Keys that other tools use for params. */
const PARAMS_KEYS: readonly string[] = [
  'args',
  'arguments',
  'parameters',
  'options',
  'config',
  'kwargs',
  'opts',
];
/** Keys that other tools use for the name of a field to copy. */
const COPY_KEYS: readonly string[] = ['ref', '$ref', 'copy', 'copyOf', 'sameAs'];
/** Keys that other tools use for a constant. */
const CONSTANT_KEYS: readonly string[] = ['const', 'constant', 'default', 'literal', 'static'];
/** Keys that other tools use for a list of values to choose from. */
const CHOICE_KEYS: readonly string[] = ['enum', 'values', 'choices', 'options', 'oneOf'];

/** A hint for a field spec without a type. */
export function specHint(spec: JsonNode, name: string): string {
  const key = JSON.stringify(name);
  if (spec.kind === 'object' && /^\$?(entity|entities)$/i.test(name)) return `Did you mean ${ENTITIES}?`;
  if (spec.kind === 'scalar' && /^\$?locales?$/i.test(name)) return `Did you mean ${LOCALE}?`;
  return spec.kind === 'object' ? objectHint(spec, key) : plainHint(plainValue(spec), key);
}

function objectHint({ members }: JsonObject, key: string): string {
  const meant = members.map(meantBy).find((field) => field !== undefined);
  if (meant !== undefined) return `Write ${key}: ${meant}`;
  const isNested = members.length > 0 && !members.some((member) => SPEC_KEYS.includes(member.key));
  return isNested
    ? `An object needs a type: ${key}: {"type": "object", "fields": {…}}`
    : `Write ${key}: {"type": "string.uuid"}`;
}

/** The field that a member of a spec without a type stands for. */
function meantBy({ key, value }: JsonMember): string | undefined {
  const given = plainValue(value);
  const byText = typeof given === 'string' ? meantByText(key, given) : undefined;
  if (byText !== undefined) return byText;
  if (CONSTANT_KEYS.includes(key) && value.kind !== 'object') return `{"value": ${shown(given)}}`;
  return CHOICE_KEYS.includes(key) && Array.isArray(given) ? choiceOf(given) : undefined;
}

/** The field that a member with a text stands for. */
function meantByText(key: string, given: string): string | undefined {
  const type = TYPE_KEYS.includes(key) ? typeMeant(given) : undefined;
  if (type !== undefined) return `{"type": ${JSON.stringify(type)}}`;
  if (COPY_KEYS.includes(key)) return copyOf(given);
  return OWN.includes(key) ? `{"type": "catbird.${key}", "params": ${shown(given)}}` : undefined;
}

/** Types of Catbird whose only param is a text. */
const OWN: readonly string[] = ['template', 'expression'];

/** The generator type that a word stands for: its name, a snippet of faker, or what others call it. */
function typeMeant(written: string): string | undefined {
  const name = /^(?:faker\.)?([a-zA-Z]+\.[a-zA-Z]+)(?:\(\))?;?$/.exec(written)?.[1];
  return name !== undefined && findType(name) !== undefined ? name : familiarType(written);
}

/** The field that copies another one, by its name or by a JSON pointer to it. */
const copyOf = (name: string): string =>
  `{"type": "catbird.ref", "params": ${shown(name.replace(/^#?\/.*?([^/]+)$/, '$1'))}}`;

const choiceOf = (values: unknown): string => `{"type": "helpers.arrayElement", "params": ${shown(values)}}`;

function plainHint(value: unknown, key: string): string {
  const type = typeof value === 'string' && value.includes('.') ? typeMeant(value) : undefined;
  if (type !== undefined) return `Write ${key}: {"type": "${type}"}`;
  if (Array.isArray(value) && value.length === 1 && hasType(value[0]))
    return `For a list, write ${key}: {"type": ${shown(value[0].type)}, "count": 3}`;
  if (Array.isArray(value) && value.length > 0 && value.every(isObject))
    return `For a list of objects, write ${key}: {"type": "object", "count": 3, "fields": {…}}`;
  if (typeof value === 'string' && /\{\{.*\}\}/.test(value))
    return `For a template, write ${key}: {"type": "catbird.template", "params": ${shown(value)}}`;
  return `For a constant, write ${key}: {"value": ${shown(value)}}`;
}

const hasType = (value: unknown): value is { readonly type: unknown } =>
  typeof value === 'object' && value !== null && 'type' in value;

/** A value as JSON, unless it is long. */
function shown(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > MAX_TEXT ? '…' : json;
}

/** A hint for an unknown key beside a type; undefined without an idea of what is meant. */
function keyHint({ key, value }: JsonMember, isOfObject: boolean): string | undefined {
  const given = plainValue(value);
  if (key === 'value' || CONSTANT_KEYS.includes(key))
    return `For a constant, replace type by {"value": ${shown(given)}}`;
  if (CHOICE_KEYS.includes(key) && Array.isArray(given))
    return `To choose one of them, write ${choiceOf(given)}`;
  if (isOfObject && FIELDS_KEYS.includes(key)) return 'Rename it to fields';
  if (!isOfObject && PARAMS_KEYS.includes(key)) return 'Rename it to params';
  if (COPY_KEYS.includes(key) && typeof given === 'string')
    return `To copy another field, write ${copyOf(given)}`;
  return ABSENCE.get(key);
}

const FIELDS_KEYS: readonly string[] = ['properties', 'items', 'schema', 'children', 'members'];

const NULLS = 'For nulls, write "nulls": 0.1, a share of the rows';
const MISSING = 'To leave the field out of some rows, write "missing": 0.1, or "if": "…" with a condition';

/** What other tools call the shares of null and missing values. */
const ABSENCE: ReadonlyMap<string, string> = new Map([
  ['nullable', NULLS],
  ['null', NULLS],
  ['nullRate', NULLS],
  ['optional', MISSING],
  ['required', MISSING],
  ['probability', MISSING],
  ['when', 'For a condition, write "if"'],
  ['condition', 'For a condition, write "if"'],
  ['size', 'For an array, write "count"'],
  ['length', 'For an array, write "count"'],
  ['repeat', 'For an array, write "count"'],
  ['array', 'For an array, write "count": 3'],
  ['items', 'For an array, write "count" beside the type of its elements'],
]);

const keysIf = (isKnown: boolean, key: string): readonly string[] => (isKnown ? [key] : []);

/** Keys that are reported with what is wrong with them. */
const CHECKED: readonly string[] = ['unique', OWN_LOCALE];

/** Reports unknown keys of a field spec. */
export function checkKeys(
  spec: JsonObject,
  { written, type }: Named,
  isConstant: boolean,
  path: readonly string[],
  { findings, isLenient, within }: Context,
): void {
  const ofType = isConstant ? [] : [type.object === true ? 'fields' : 'params'];
  const known = [
    isConstant ? 'value' : 'type',
    ...MODIFIERS,
    ...keysIf(within !== undefined, 'unique'),
    ...keysIf(type.locale !== undefined, OWN_LOCALE),
    ...ofType,
  ];
  const params = isConstant ? [] : keysAt(type.params, [0]);
  for (const member of spec.members) {
    const { key, keyRange } = member;
    if (known.includes(key) || CHECKED.includes(key) || ANNOTATIONS.includes(key)) continue;
    const { what, hint } = unknownKey(member, known, params, type.object === true);
    findings.add({
      code: 'unknown-key',
      severity: isLenient ? 'warning' : 'error',
      message: `${written}: ${what}${isLenient ? ' (ignored)' : ''}`,
      hint,
      at: keyRange,
      path: [...path, key],
    });
  }
}

/** What is wrong with an unknown key, and what to write instead. */
function unknownKey(
  { key, keyRange, value }: JsonMember,
  known: readonly string[],
  params: readonly string[],
  isOfObject: boolean,
): { readonly what: string; readonly hint: string } {
  const member = `{${JSON.stringify(key)}: ${JSON.stringify(plainValue(value))}}`;
  if (params.includes(key)) return { what: `${key} belongs in params`, hint: `Write "params": ${member}` };
  return {
    what: `Unknown key ${key}`,
    hint: keyHint({ key, keyRange, value }, isOfObject) ?? unknownKeyHint(key, known, 'keys'),
  };
}
