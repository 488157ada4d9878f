import { categoryWords, namesCategory } from '../decide/category-words.ts';
import { numbersOf, textsOf, type Column } from '../decide/column.ts';
import type { Decision, Kind, Spec } from '../decide/decision.ts';
import { formats } from '../decide/formats.ts';
import { isPersonal } from '../decide/personal.ts';
import { tokens } from '../decide/shapes.ts';
import { significant } from '../decide/statistics.ts';
import { epochs, times } from '../decide/times.ts';
import { otherNames, personalNames } from '../decide/names-and-prose.ts';
import { specOf } from '../definitions/specs.ts';
import { namedSpec } from '../definitions/named/named.ts';
import type { Shape, ShapeKind } from '../definitions/shape.ts';

/** Words that people write in place of values. */
const TYPES: Readonly<Record<string, Kind & ShapeKind>> = {
  string: 'text',
  str: 'text',
  text: 'text',
  varchar: 'text',
  number: 'number',
  float: 'number',
  double: 'number',
  decimal: 'number',
  int: 'whole number',
  integer: 'whole number',
  bigint: 'whole number',
  long: 'whole number',
  bool: 'boolean',
  boolean: 'boolean',
  uuid: 'UUID',
  guid: 'UUID',
  email: 'email',
  url: 'URL',
  uri: 'URL',
  date: 'date',
  datetime: 'timestamp',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
};

/** Fields whose values are names of types. */
const OF_TYPES = /(^|_)(type|kind|format|mime)$|Type$/i;

/** Decides about a field of a sample that is one event: it stays recognisable. Undefined if it is read as a field of several. */
export function decideSingle(column: Column): Decision | undefined {
  const { profile } = column;
  if (profile.booleans > 0)
    return { kind: 'boolean', reason: 'True or false', confidence: 0.6, spec: { type: 'datatype.boolean' } };
  if (profile.numbers > 0) return epochs(column) ?? near(column);
  if (profile.texts === 0) return undefined;
  return (
    typeWord(column) ??
    times(column) ??
    formatOf(column) ??
    personalNames(column) ??
    word(column) ??
    tokens(column)
  );
}

/** Codes of countries and currencies are words. */
function formatOf(column: Column): Decision | undefined {
  const found = formats(column);
  return found?.kind === 'country code' || found?.kind === 'currency code' ? undefined : found;
}

/** A word that names a type in place of a value. */
function typeWord({ name, values }: Column): Decision | undefined {
  const [only] = values;
  const kind = typeof only === 'string' ? TYPES[only.toLowerCase()] : undefined;
  if (kind === undefined || values.length !== 1 || OF_TYPES.test(name)) return undefined;
  const shape: Shape = { name, kind };
  return {
    kind,
    reason: 'Names a type in place of a value',
    confidence: 0.8,
    spec: specOf(shape),
  };
}

/** Names of numbers that are codes or amounts of money. */
const CODES = /status|code|version|port$/i;
const MONEY = /price|amount|total|cost|fee|tax|revenue|balance/i;

/** A number near the only one, from half of it to one and a half times. */
function near(column: Column): Decision | undefined {
  const { name, profile, values } = column;
  const [only = 0] = numbersOf(column);
  if (values.length !== 1) return undefined;
  const isWhole = profile.wholes === profile.numbers;
  const kind = isWhole ? 'whole number' : 'number';
  if (only === 0 || (isWhole && CODES.test(name))) {
    const spec = { type: 'catbird.pick', params: { values: [only] } };
    return { kind: 'constant', reason: 'The only number', confidence: 0.5, spec };
  }
  const ends = [only * 0.5, only * 1.5].sort((a, b) => a - b).map((each) => significant(each, 2));
  const [low = 0, high = 0] = ends;
  const reason = 'A number near the only one';
  if (isWhole) {
    const params = { min: Math.floor(low), max: Math.ceil(high) };
    return { kind, reason, confidence: 0.5, spec: { type: 'number.int', params } };
  }
  const fractionDigits = MONEY.test(name) ? Math.max(2, profile.decimals) : profile.decimals;
  const params = { min: low, max: high, fractionDigits };
  return { kind, reason, confidence: 0.5, spec: { type: 'number.float', params } };
}

/** Words that stay as they are if a person may be asked, and characters of each. */
const WORDS = 3;
const CHARACTERS = 40;

/** A short text: its words if the field is a category, or else others of its kind. */
function word(column: Column): Decision | undefined {
  const { name, path, isElement, counts } = column;
  const texts = textsOf(column);
  const isShort = (text: string): boolean =>
    /^\p{L}[\p{L}\p{M} _.&'’-]*$/u.test(text) &&
    text.length <= CHARACTERS &&
    text.split(/\s+/).length <= WORDS;
  if (!texts.every(isShort) || texts.some(isPersonal)) return otherNames(column);
  const isKnown = categoryWords(column);
  const isOfCategory = namesCategory(path);
  const members = [...counts].map(([value, count]) => ({
    value,
    label: value,
    count,
    isKnown: !isElement && (isOfCategory || isKnown(value)),
  }));
  // A city fits the person of the event.
  const place = members.every((each) => each.isKnown) ? undefined : otherNames(column);
  if (place !== undefined) return place;
  const values = members.map(({ value }) => value);
  return {
    kind: 'constant',
    reason: isElement ? 'Short texts' : 'A short text',
    confidence: 0.5,
    spec: otherWords(name),
    members,
    confirmable: {
      values: members.map(({ value, count }) => ({ value, share: count / texts.length })),
      spec: () => ({ type: 'catbird.pick', params: { values } }),
    },
  };
}

/** Texts of the kind that the name of a field says, or else a word. */
const otherWords = (name: string): Spec =>
  namedSpec({ name, kind: 'text' }, false) ?? { type: 'lorem.words', params: [1] };
