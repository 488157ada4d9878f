import type { Spec } from '../decide/decision.ts';
import { plainName } from '../config.ts';
import type { Notes } from './not-followed.ts';
import { isCounted, type Link, type Related } from './links.ts';
import type { Shape, ShapeKind } from './shape.ts';
import { DAY_MS } from './time-specs.ts';

/** The number of a row, as an expression. */
export interface RowNumber {
  /** From 0. */
  readonly zero: string;
  /** From 1. */
  readonly one: string;
}

/** Of rows and of entities. A column cannot take the place of a function, whatever its name. */
export const ROW: RowNumber = { zero: 'index()', one: 'index() + 1' };

/** What makes rows differ in all their keys. */
export interface Distinct {
  /** By field. */
  readonly specs: ReadonlyMap<string, Spec>;
  /** Which row of another table a row refers to, from 1, as an expression. */
  readonly numbers: ReadonlyMap<Link, string>;
  /** Rows that can differ, at most. */
  readonly most: number;
}

/** A part of a key: a field, or a link with all its fields. */
type KeyPart =
  { readonly link: Link; readonly values: number } | { readonly field: Shape; readonly values: number };

/** Makes the rows of a table differ in its keys: their parts are the digits of the row's number. */
export function distinctRows(
  { table, links, key }: Related,
  sizeOf: (stream: string) => number,
  notes: Notes,
): Distinct {
  const specs = new Map<string, Spec>();
  const numbers = new Map<Link, string>();
  const counted = table.fields.filter((field) => isSequence(field, links));
  let most = Math.min(
    key?.shape?.kind === 'text' ? textsOf(key.shape) : Infinity,
    ...counted.map(({ max = Infinity }) => max),
  );
  const isTaken = (name: string): boolean =>
    specs.has(name) || [...numbers.keys()].some((link) => link.fields.includes(name));
  const partOf = (name: string): KeyPart | undefined => {
    const link = links.find((each) => each.fields.includes(name) && each.direction === 'earlier');
    if (link !== undefined) return { link, values: sizeOf(link.to) };
    const field = table.fields.find((each) => each.name.toLowerCase() === name.toLowerCase());
    const isLater = links.some((each) => each.fields.includes(name));
    return field === undefined || isLater ? undefined : { field, values: valuesOf(field) };
  };
  const done = table.fields
    .filter((field) => field === key?.shape || counted.includes(field))
    .map(({ name }): readonly string[] => [name]);
  for (const fields of keysOf(table).sort((a, b) => a.length - b.length)) {
    if (done.some((each) => each.every((name) => isIn(name, fields)))) continue;
    const parts = withoutTwins(fields.filter((name) => !isTaken(name)).map(partOf));
    const digits = digitsOf(parts, ROW);
    if (digits === undefined) {
      notes.add(`Not followed: rows may repeat the key ${table.name} (${fields.join(', ')})`);
      continue;
    }
    done.push(fields);
    for (const { part, number } of digits.parts) {
      const spec = 'field' in part ? distinctSpec(part.field, number) : undefined;
      if ('link' in part) numbers.set(part.link, number.one);
      else if (spec !== undefined) specs.set(part.field.name, spec);
    }
    // Where there is no such row, the reference is null, and nulls differ.
    const isNullable = parts.every((part) => part !== undefined && 'link' in part && part.link.isNullable);
    most = Math.min(most, isNullable ? Infinity : digits.most);
  }
  return { specs, numbers, most };
}

/** Keys that count the rows by themselves. */
const isSequence = (field: Shape, links: readonly Link[]): boolean =>
  field.isKey === true && isCounted(field) && !links.some((link) => link.fields.includes(field.name));

const isIn = (name: string, names: readonly string[]): boolean =>
  names.some((each) => each.toLowerCase() === name.toLowerCase());

const keysOf = ({ fields, keys = [] }: Related['table']): (readonly string[])[] => [
  ...fields.filter(({ isKey, isUnique }) => isUnique === true || isKey === true).map(({ name }) => [name]),
  ...keys,
];

const withoutTwins = (parts: readonly (KeyPart | undefined)[]): readonly (KeyPart | undefined)[] =>
  parts.filter(
    (part, i) =>
      part === undefined ||
      !('link' in part) ||
      parts.findIndex((each) => each !== undefined && 'link' in each && each.link === part.link) === i,
  );

/** How many values a field can have. 0: its values cannot be counted. Infinity also for those that differ by chance. */
function valuesOf(field: Shape): number {
  const { kind, values = [] } = field;
  const isChosen = values.length <= MOST_CHOICES && values.every((each) => !isNested(each));
  if (values.length > 0) return isChosen ? values.length : 0;
  if (kind === 'UUID' && field.isList !== true) return Infinity;
  if (distinctSpec(field, { zero: '0', one: '1' }) === undefined) return 0;
  return VALUES[kind]?.(field) ?? Infinity;
}

/** Whether no expression has a value: a list or an object. */
const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The first of times that differ. */
const FIRST = '2025-01-01T00:00:00.000Z';

/** How many values a kind has. Default: any number */
const VALUES: Partial<Readonly<Record<ShapeKind, (field: Shape) => number>>> = {
  boolean: () => 2,
  'whole number': ({ min = 1, max = Infinity }) => Math.max(0, max - Math.max(1, min) + 1),
  text: textsOf,
  bytes: textsOf,
  date: (field) => spanOf(field, DAY_MS),
  timestamp: (field) => spanOf(field, 1_000),
};

const spanOf = ({ from = FIRST, to }: Shape, stepMs: number): number =>
  to === undefined ? Infinity : Math.floor((Date.parse(to) - Date.parse(from)) / stepMs);

/** Texts around a number that have room. */
function textsOf({ maxLength = 99 }: Shape): number {
  return maxLength > 8 ? Infinity : 10 ** maxLength - 1;
}

/** Values of an enumeration that an expression chooses from by number. */
const MOST_CHOICES = 40;

interface Digits {
  readonly parts: readonly { readonly part: KeyPart; readonly number: RowNumber }[];
  readonly most: number;
}

/** The parts of a key as digits of a row's number. Undefined if they cannot differ. */
function digitsOf(parts: readonly (KeyPart | undefined)[], row: RowNumber): Digits | undefined {
  const known = parts.filter((part) => part !== undefined && part.values > 0);
  if (known.some((part) => part !== undefined && 'field' in part && part.field.kind === 'UUID'))
    return { parts: [], most: Infinity };
  // Small parts first: the last one, with the most values, has all the rows that the others leave.
  const isCounting = (part: KeyPart): boolean =>
    'field' in part && part.field.kind !== 'boolean' && (part.field.values ?? []).length === 0;
  const all = known.filter((part) => part !== undefined);
  const counting = all.filter(isCounting);
  const last = counting.find(({ values }) => counting.every((each) => each.values <= values));
  const choices = all.filter((part) => !isCounting(part));
  let product = 1;
  const digits = choices.map((part) => {
    const place = product;
    product *= part.values;
    return { part, number: digitAt(row, place, part.values) };
  });
  if (last !== undefined) digits.push({ part: last, number: quotient(row, product) });
  return digits.length === 0 ? undefined : { parts: digits, most: product * (last?.values ?? 1) };
}

/** One digit. Those after the first are shifted by the digits before, so that few rows meet all values. */
function digitAt({ zero }: RowNumber, place: number, values: number): RowNumber {
  const digit =
    place === 1 ? `${zero} % ${values}` : `(floor(${zero} / ${place}) + ${zero} % ${place}) % ${values}`;
  return { zero: `(${digit})`, one: `${digit} + 1` };
}

const quotient = (row: RowNumber, by: number): RowNumber =>
  by === 1 ? row : { zero: `floor(${row.zero} / ${by})`, one: `floor(${row.zero} / ${by}) + 1` };

/** The spec of a field whose value follows from a number, another one for each. Undefined if it cannot. */
function distinctSpec(shape: Shape, row: RowNumber): Spec | undefined {
  const params = expressionOf(shape, row);
  return params === undefined ? undefined : { type: 'catbird.expression', params };
}

function expressionOf(shape: Shape, row: RowNumber): string | undefined {
  const { kind, values = [], isList, pattern } = shape;
  if (isList === true || pattern !== undefined) return undefined;
  return values.length > 0 ? chosen(values, row.zero) : EXPRESSIONS[kind]?.(shape, row);
}

type Express = (shape: Shape, row: RowNumber) => string;

const numbered: Express = ({ min = 1 }, { zero, one }) => (min <= 1 ? one : `${zero} + ${min}`);

const textAround: Express = (shape, { one }) => numberedText(shape, one);

/** Values that follow from a number. Those of other kinds do not. */
const EXPRESSIONS: Partial<Readonly<Record<ShapeKind, Express>>> = {
  'whole number': numbered,
  number: numbered,
  text: textAround,
  bytes: ({ maxLength = 16 }, { one }) => `padStart(${one}, ${maxLength}, "0")`,
  email: textAround,
  boolean: (_, { zero }) => `${zero} == 1`,
  date: ({ from = FIRST }, { zero }) => `formatDate(dateAdd("${from}", ${zero}, "day"), "yyyy-MM-dd")`,
  timestamp: ({ from = FIRST, to }, { zero }) =>
    `dateAdd("${from}", ${zero}, "${to === undefined ? 'minute' : 'second'}")`,
  'IP address': (_, { zero }) =>
    `concat("10.", toText(floor(${zero} / 65536) % 256), ".", toText(floor(${zero} / 256) % 256), ".", toText(${zero} % 256))`,
};

/** `n == 0 ? "a" : n == 1 ? "b" : "c"`. */
const chosen = (values: readonly unknown[], zero: string): string =>
  values
    .map((value, i) =>
      i === values.length - 1 ? JSON.stringify(value) : `${zero} == ${i} ? ${JSON.stringify(value)} : `,
    )
    .join('');

/** A text around a number, as an expression: `code-17`, `email-17@example.com`. Numbers have up to seven digits. */
function numberedText({ kind, name, minLength = 0, maxLength = 255 }: Shape, number: string): string {
  const isEmail = kind === 'email' || /e-?mail/i.test(name);
  const end = isEmail && maxLength > 24 ? '@example.com' : '';
  const room = Math.max(0, Math.min(20, maxLength - end.length - 8));
  const start = plainName(name).toLowerCase().slice(0, room);
  const texts = [start === '' ? '' : `${start}-`, end].map((text) =>
    text === '' ? undefined : JSON.stringify(text),
  );
  const rest = minLength - end.length - (start === '' ? 0 : start.length + 1);
  const digits = rest > 1 ? `padStart(${number}, ${rest}, "0")` : `toText(${number})`;
  const parts = [texts[0], digits, texts[1]].filter((each) => each !== undefined);
  return parts.length === 1 ? digits : `concat(${parts.join(', ')})`;
}
