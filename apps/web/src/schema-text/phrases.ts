import { isObject } from '@catbird/engine';

/** A piece of the words on a field. */
export interface Piece {
  readonly text: string;
  /** The name of an entity. */
  readonly isEntity?: boolean;
}

/** What the words on a field look up. */
export interface Scope {
  /** `$entities` as written. */
  readonly entities: Readonly<Record<string, unknown>>;
  /** The field of a name that can be read here, as written. */
  readonly find: (name: string) => unknown;
}

export const plain = (text: string): readonly Piece[] => (text === '' ? [] : [{ text }]);

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });

/** Characters of values that are listed rather than counted. */
const LISTED = { values: 5, characters: 44 };

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isObject(value) ? value : {};

/** A value as people write it: `empty`, `true`, `3 values`; a reference as the name of its field. */
export function textOf(value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return value;
  return Array.isArray(value)
    ? (listed(value.map(textOf), 'and') ?? counted(value.length))
    : objectText(membersOf(value));
}

function objectText(object: Readonly<Record<string, unknown>>): string {
  const { ref, min, max, median } = object;
  if (typeof ref === 'string') return ref;
  if (min !== undefined || max !== undefined) return rangeText(object);
  if (median !== undefined) return `about ${textOf(median)}`;
  const names = Object.keys(object);
  return listed(names, 'or') ?? counted(names.length);
}

export const counted = (count: number): string =>
  `${numbers.format(count)} ${count === 1 ? 'value' : 'values'}`;

/** A number, or a range of numbers: `1 to 5`, `up to 5`, `5 or more`. */
export function rangeText(value: unknown): string {
  const { min, max } = membersOf(value);
  if (min === undefined && max === undefined) return textOf(value);
  if (max === undefined) return `${edge(min)} or more`;
  return min === undefined ? `up to ${edge(max)}` : min === max ? edge(min) : `${edge(min)} to ${edge(max)}`;
}

const edge = (value: unknown): string => (typeof value === 'number' ? numberText(value) : textOf(value));

/** A number with separators from 10,000 on. */
export const numberText = (value: number): string =>
  Math.abs(value) >= 10_000 ? numbers.format(value) : String(value);

/** `a, b or c`. */
export const joined = (names: readonly string[], last: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1) ?? ''}`;

/** Few short names in a row; undefined: there are too many. */
export function listed(names: readonly string[], last: 'and' | 'or'): string | undefined {
  const text = joined(names, last);
  const isShort = names.length <= LISTED.values && text.length <= LISTED.characters;
  return isShort && names.length > 0 ? text : undefined;
}

/** Few values in a row, or how many there are. */
export const choiceText = (values: readonly unknown[]): string => {
  const texts = [...new Set(values.map(textOf))];
  return (
    listed(texts, 'or') ?? (texts.length === 1 ? `always ${texts[0] ?? ''}` : `one of ${texts.length} values`)
  );
};

/** The entity of a name as a chip. Empty for anything but a name. */
export const entityChip = (name: unknown, { entities }: Scope): readonly Piece[] =>
  typeof name === 'string' ? [{ text: name, isEntity: Object.hasOwn(entities, name) }] : [];

const ACRONYMS =
  /\b(?:bic|cmyk|css|hsl|http|iban|id|imei|ip|ipv4|ipv6|isbn|jwt|mac|os|pin|rgb|sha|svg|ulid|upc|uri|url|uuid|vin)\b/g;

/** A name in camel case as words: `fullName` is `full name`, `uuid` is `UUID`. */
export const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replaceAll(ACRONYMS, (found) => found.toUpperCase());
