import { findAlias } from '../model/aliases.ts';
import { findType } from '../generators/known-types.ts';
import { functionNames } from '../generators/expression/calls.ts';
import { customGenerator } from '../generators/families/custom.ts';
import type { GeneratorType } from '../generators/generator.ts';
import { suggestion } from '../model/suggestion.ts';
import type { Context } from './context.ts';
import { plainValue, type JsonNode } from './read-json.ts';

/** Type names from other tools and languages, and the generator types to suggest. */
const FAMILIAR: ReadonlyMap<string, string> = new Map([
  ['string', 'lorem.word'],
  ['str', 'lorem.word'],
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
  ['emailaddress', 'internet.email'],
  ['ipaddress', 'internet.ip'],
  ['rownumber', 'catbird.sequence'],
  ['enum', 'helpers.arrayElement'],
  ['choice', 'helpers.arrayElement'],
  ['weighted', 'helpers.weightedArrayElement'],
  ['regex', 'helpers.fromRegExp'],
  ['regexp', 'helpers.fromRegExp'],
  ['pattern', 'helpers.fromRegExp'],
  ['autoincrement', 'catbird.sequence'],
  ['increment', 'catbird.sequence'],
  ['serial', 'catbird.sequence'],
  ['counter', 'catbird.sequence'],
  ['id', 'catbird.sequence'],
  ['char', 'string.alphanumeric'],
  ['varchar', 'string.alphanumeric'],
  ['long', 'number.int'],
  ['bigint', 'number.bigInt'],
  ['time', 'catbird.timestampNow'],
  ['now', 'catbird.timestampNow'],
  ['phone', 'phone.number'],
  ['url', 'internet.url'],
  ['address', 'location.streetAddress'],
  ['zip', 'location.zipCode'],
  ['postcode', 'location.zipCode'],
  ['firstname', 'person.firstName'],
  ['lastname', 'person.lastName'],
  ['currency', 'finance.currencyCode'],
  ['struct', 'object'],
  ['record', 'object'],
  ['json', 'object'],
]);

/** The form of a type's name. */
export const TYPE_NAME = /^[a-z]\w*\.[a-z]\w*$/i;

/** Whether a text is the name of a generator type, or meant as one: of an existing family. */
export const isTypeName = (text: string, names: readonly string[]): boolean =>
  names.includes(text) ||
  findAlias(text) !== undefined ||
  (TYPE_NAME.test(text) && names.some((name) => name.startsWith(text.slice(0, text.indexOf('.') + 1))));

/** Words for a constant. */
const CONSTANTS: readonly string[] = ['const', 'constant', 'literal', 'static', 'fixed', 'null'];

/** The type that a word of another tool or language stands for. */
export const familiarType = (word: string): string | undefined =>
  FAMILIAR.get(word.toLowerCase().replaceAll(/[_ -]/g, ''));

/** A hint for an unknown generator type. */
function typeHint(written: string, names: readonly string[]): string {
  const word = written.toLowerCase();
  if (word === 'array' || word === 'list')
    return 'Use the type of the elements and add a count: {"type": "number.int", "count": 3}';
  if (CONSTANTS.includes(word)) return 'For a constant, write {"value": 5} without a type';
  const meant = familiarType(written) ?? suggestion(written, names);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  const all = 'Press Ctrl+Space in the editor or run catbird list types to see all types';
  return written.includes('.')
    ? `${all}. For a type of a package, name the package: --types PACKAGE, or types in a config or a program`
    : all;
}

/** Constants of other languages, and what they are here. */
const LITERALS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['none', 'null'],
  ['nil', 'null'],
  ['undefined', 'null'],
]);

/** What a hint for an unknown field depends on. */
interface ReferenceOptions {
  /** Compare with all names. */
  readonly compare: boolean;
  /** It is part of a condition, in which texts without quotes are common. */
  readonly isCondition: boolean;
}

/** A hint for a reference to an unknown field. */
export function referenceHint(
  name: string,
  names: readonly string[],
  { compare, isCondition }: ReferenceOptions,
): string {
  if (functionNames.includes(name)) return `${name} is a function: write ${name}()`;
  if (findType(name) !== undefined)
    return `${name} is a generator type. Add a field of this type, such as {"type": "${name}", "hidden": true}, and write its name`;
  const meant = compare ? suggestion(name, names) : undefined;
  if (meant !== undefined) return `Did you mean ${meant}?`;
  const literal = LITERALS.get(name.toLowerCase());
  if (literal !== undefined) return `Write ${literal}`;
  const available = `Available fields: ${names.slice(0, 12).join(', ')}`;
  return isCondition ? `For a text, write '${name}' in quotes. ${available}` : available;
}

/** A generator type as named in the schema text. */
export interface Named {
  readonly written: string;
  readonly type: GeneratorType;
  /** Converts the arguments of an old name. */
  readonly adapt?: ((given: readonly unknown[]) => readonly unknown[]) | undefined;
}

/** Looks up a type by its current or old name. Reports an unknown type and returns undefined. */
export function findNamed(
  node: JsonNode,
  path: readonly string[],
  { custom, findings, names }: Context,
): Named | undefined {
  const place = { at: node, path: [...path, 'type'] };
  const written = plainValue(node);
  if (typeof written !== 'string') {
    findings.add({
      code: 'no-type',
      message: 'type must be a string',
      hint: 'Write "type": "string.uuid"',
      ...place,
    });
    return undefined;
  }
  const own = custom.get(written);
  const direct = own === undefined ? findType(written) : customGenerator(own);
  if (direct !== undefined) return { written, type: direct };
  const alias = findAlias(written);
  const type = alias && findType(alias.to);
  if (type === undefined) {
    findings.add({
      code: 'unknown-type',
      message: `${written}: Unknown generator type`,
      hint: typeHint(alias?.to ?? written, names),
      ...place,
    });
    return undefined;
  }
  findings.add({
    code: 'alias',
    severity: 'note',
    message: `${written} is now called ${type.name}`,
    ...place,
  });
  return { written, type, adapt: alias?.args };
}
