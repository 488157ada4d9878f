import { functionNames } from '../generators/expression/compile.ts';
import { findType } from '../generators/catalogue.ts';
import { suggestion } from '../model/suggestion.ts';
import { plainValue, type JsonNode } from './json.ts';

/** Type names from other tools and languages, and the generator types to suggest. */
const FAMILIAR: ReadonlyMap<string, string> = new Map([
  ['string', 'lorem.word'],
  ['text', 'lorem.sentence'],
  ['int', 'number.int'],
  ['integer', 'number.int'],
  ['number', 'number.int'],
  ['float', 'number.float'],
  ['double', 'number.float'],
  ['decimal', 'number.float'],
  ['bool', 'datatype.boolean'],
  ['boolean', 'datatype.boolean'],
  ['uuid', 'string.uuid'],
  ['guid', 'string.uuid'],
  ['timestamp', 'catbird.timestampNow'],
  ['datetime', 'catbird.timestampNow'],
  ['date', 'date.recent'],
  ['name', 'person.fullName'],
  ['email', 'internet.email'],
  ['enum', 'helpers.arrayElement'],
]);

/** A hint for an unknown generator type. */
export function typeHint(written: string, names: readonly string[]): string {
  const word = written.toLowerCase();
  if (word === 'array' || word === 'list')
    return 'Use the type of the elements and add a count: {"type": "number.int", "count": 3}';
  const meant = FAMILIAR.get(word) ?? suggestion(written, names);
  return meant === undefined
    ? 'Press Ctrl+Space in the editor or run catbird list types to see all types'
    : `Did you mean ${meant}?`;
}

/** Keys of a field spec: an object without any of them is probably a nested object. */
const SPEC_KEYS: readonly string[] = ['params', 'count', 'per', 'nulls', 'missing', 'if', 'hidden', 'fields'];
/** Longest constant that a hint repeats, in characters. */
const MAX_CONSTANT = 40;

/** A hint for a field spec without a type. */
export function specHint(spec: JsonNode, name: string): string {
  const key = JSON.stringify(name);
  if (spec.kind === 'object') {
    const isNested =
      spec.members.length > 0 && !spec.members.some((member) => SPEC_KEYS.includes(member.key));
    return isNested
      ? `For a nested object, write ${key}: {"type": "object", "fields": {…}}`
      : `Write ${key}: {"type": "string.uuid"}`;
  }
  const value = plainValue(spec);
  if (typeof value === 'string' && findType(value) !== undefined) return `Write ${key}: {"type": "${value}"}`;
  const json = JSON.stringify(value);
  const shown = json.length > MAX_CONSTANT ? '…' : json;
  return `For a constant, write ${key}: {"value": ${shown}}`;
}

/** A hint for a reference to an unknown field. Compares with all `names` only if `compare` is true. */
export function referenceHint(name: string, names: readonly string[], compare: boolean): string {
  if (functionNames.includes(name)) return `${name} is a function: write ${name}()`;
  const meant = compare ? suggestion(name, names) : undefined;
  return meant === undefined
    ? `Available fields: ${names.slice(0, 12).join(', ')}`
    : `Did you mean ${meant}?`;
}
