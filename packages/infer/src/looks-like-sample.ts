import { isObject } from '@catbird/engine';
import { parseJson } from './read/lines.ts';
import { definitionLanguage } from './definitions/language.ts';

/** Keys that an object has if it is a field of a schema. */
const SPEC_KEYS = ['type', 'value', 'fields'];

/** Beginnings of definitions that are not JSON. */
const DEFINITION =
  /^\s*create\s+(or\s+replace\s+)?(temporary\s+)?table\b|^SCHEMA\s*>|^\s*syntax\s*=\s*["']proto|^\s*message\s+\w+\s*\{|^\s*(generator|datasource|model)\s+\w+\s*\{\s*$/im;

/** A template of the Kinesis Data Generator. A schema may have such placeholders in its texts. */
const TEMPLATE = /\{\{\s*(random|date|name|internet|address)\.[A-Za-z]+\s*(\(|\}\})/;

const SEPARATORS = [',', '\t', ';', '|'];

/** The name of a type: some write it in place of a field. */
const TYPE_NAME = /^[a-z]+\.[a-z]\w*$/;

/**
 * Whether a text that is no valid schema is data, such as events in JSON or CSV, or a definition of them: what {@link readSource} reads.
 * A guess from its form, for an offer to make a schema of it.
 */
export function looksLikeSample(text: string): boolean {
  if (text.length > LONGEST) return startsLikeSample(text.slice(0, LONGEST));
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (isWritten(trimmed)) return true;
  const whole = parseJson(trimmed);
  if (Array.isArray(whole)) return isObject(whole[0]);
  if (isObject(whole)) return definitionLanguage(trimmed) !== undefined || isEvent(whole);
  const [first = '', second = ''] = trimmed.split(/\r?\n/);
  if (/^([{[]|\/[/*])/.test(trimmed))
    return [first, second].every((line) => isObject(parseJson(line))) || isDamagedEvent(trimmed);
  return definitionLanguage(trimmed) !== undefined || isTable(first, second);
}

/** Whether two lines have as many cells. */
const isTable = (first: string, second: string): boolean =>
  SEPARATORS.some((separator) => {
    const cells = first.split(separator).length;
    return cells > 1 && second.split(separator).length === cells;
  });

/** Whether a text is no JSON, but a definition or a template. */
const isWritten = (text: string): boolean =>
  DEFINITION.test(text) || (TEMPLATE.test(text) && !text.includes('"type"'));

/** Members of a field of a schema, or a type in its place. */
const FIELD = /[{,]\s*["']?(?:type|value|fields)["']?\s*:|:\s*["'][a-z]+\.[a-z]\w*["']/;
/** A whole member of an event, of JSON or of Python or JavaScript. */
const MEMBER =
  /[\w"'”]\s*:\s*(?:-?\d[\d.]*|'[^'\n]*'|["“][^"“”\n]*["”]|[Tt]rue|[Ff]alse|None|NaN|null)\s*(?:[,}\]\n]|\/[/*]|$)/;

/** Whether damaged JSON is an event rather than a schema that a person writes. */
const isDamagedEvent = (text: string): boolean =>
  /^(?:\/\/[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:\[\s*)?\{/.test(text) &&
  !FIELD.test(text) &&
  MEMBER.test(text);

/** Longer texts are no schemas, and take too long to be parsed while a person writes. */
const LONGEST = 2 ** 18;

/** Whether the beginning of a long text is that of rows, or of a definition. */
const startsLikeSample = (start: string): boolean =>
  /^\s*\[\s*\{/.test(start) || looksLikeSample(start.slice(0, start.lastIndexOf('\n') + 1));

/** Most members are values, not fields of a schema with a mistake in them. */
function isEvent(object: object): boolean {
  const members = Object.values(object);
  const specs = members.filter((each) => (typeof each === 'string' ? TYPE_NAME.test(each) : isSpec(each)));
  return specs.length < members.length / 2;
}

/** Whether a value is a field, or fields written as rows have them: in an object, or in one in a list. */
function isSpec(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.length === 1 && isSpec(value[0], depth + 1);
  if (!isObject(value)) return false;
  return (
    SPEC_KEYS.some((key) => key in value) || Object.values(value).every((each) => isSpec(each, depth + 1))
  );
}

/** Nothing deeper is a schema. */
const MAX_DEPTH = 32;
