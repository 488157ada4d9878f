import { isObject } from './json.ts';

/** What some rows of a stream look like whose schema drifts. */
export interface RowShape {
  /** As in `Batch.shapes`. That of the schema is 0, and others are the sum of 2 ** i of all entries i of the drift that apply. */
  readonly number: number;
  readonly members: readonly Member[];
  /** What has changed: `rename user_id`. */
  readonly changes: readonly string[];
}

/**
 * What the values of a field can be, as JSON: known from the schema, before the first row.
 *
 * `instant` is ISO 8601 in UTC with milliseconds (`2026-01-31T12:00:00.000Z`), `date` is `2026-01-31`, `uuid` is lower case with
 * dashes, an `integer` is below 2^53 and within its bounds unless some are `beyond`, a `map` is an object with any keys, `any` is not known.
 */
export type Kind = KnownKind & {
  /** It may be null, too. */
  readonly nullable?: true;
  /** Null only in rows where an expression cannot be computed, such as a root of a negative number. Most have none. */
  readonly unsure?: true;
};

type KnownKind =
  | { readonly is: 'uuid' | 'instant' | 'date' | 'boolean' | 'number' | 'any' }
  /** `values` are all that it can be, if they are known and few. */
  | { readonly is: 'text'; readonly values?: readonly string[] }
  | { readonly is: 'null'; readonly nullable?: true }
  | Whole
  | { readonly is: 'list' | 'map'; readonly of: Kind }
  | { readonly is: 'object'; readonly members: readonly Member[] }
  | { readonly is: 'union'; readonly of: readonly Kind[] };

/** One that `grows` begins at `min` and counts rows: only a stream of very many rows has large ones. */
interface Whole {
  readonly is: 'integer';
  readonly min?: number;
  readonly max?: number;
  readonly grows?: true;
  /** Some are beyond the whole numbers of a double, 2^53, or even of 64 bits. Rows of recordings have them; then there are no bounds. */
  readonly beyond?: 'double' | 'long';
}

/** A member of an object, or a field of a row. */
export interface Member {
  readonly name: string;
  readonly kind: Kind;
  /** It may be missing. */
  readonly optional?: true;
}

/** What a field makes. */
export type Made = Pick<Member, 'kind' | 'optional'>;

/** The kinds of texts, each of which is a text. */
const TEXTS: ReadonlySet<Kind['is']> = new Set(['text', 'uuid', 'instant', 'date']);

/** What is made of one of these. */
export const anyOf = (made: readonly Made[]): Made => ({
  kind: unite(made.map(({ kind }) => kind)),
  ...(made.some(({ optional }) => optional === true) && { optional: true as const }),
});

/** The kind of one of these values. */
export const kindOfValues = (values: readonly unknown[]): Kind => unite(values.map(kindOfValue));

/** The same, or null. */
export const orNull = (kind: Kind): Kind =>
  kind.nullable === true && kind.unsure !== true ? kind : { ...withoutNull(kind), nullable: true };

/** A list of values of a kind. */
export const listOf = (of: Kind): Kind => ({ is: 'list', of });

/** The kinds that need nothing else. */
export type PlainKind = Exclude<Kind['is'], 'list' | 'map' | 'object' | 'union'>;

/** An object with these members, all of them present. */
export const objectOf = (members: Readonly<Record<string, Kind | PlainKind>>): Kind => ({
  is: 'object',
  members: Object.entries(members).map(([name, kind]) => ({
    name,
    kind: typeof kind === 'string' ? { is: kind } : kind,
  })),
});

/** The kind of values that are of any of these kinds. */
export function unite(kinds: readonly Kind[]): Kind {
  const [first, ...others] = kinds.flatMap((kind) => (kind.is === 'union' ? kind.of : [kind]));
  if (first === undefined) return { is: 'any' };
  const isNullable = kinds.some(({ is, nullable }) => nullable === true || is === 'null');
  const parts: Kind[] = [];
  for (const kind of [first, ...others]) {
    if (kind.is === 'null') continue;
    const place = parts.findIndex((part) => joined(part, kind) !== undefined);
    const part = parts[place];
    if (part === undefined) parts.push(withoutNull(kind));
    else parts[place] = joined(part, kind) ?? part;
  }
  const [only] = parts;
  if (only === undefined) return { is: 'null' };
  const united: Kind =
    parts.length === 1
      ? only
      : parts.some(({ is }) => is === 'any')
        ? { is: 'any' }
        : { is: 'union', of: parts };
  return isNullable && united.is !== 'any' ? orNull(united) : united;
}

export const withoutNull = ({ nullable: _nullable, unsure: _unsure, ...kind }: Kind): Kind => kind;

/** One kind for the values of two, if there is one besides a union of both. */
function joined(a: Kind, b: Kind): Kind | undefined {
  if (TEXTS.has(a.is) && TEXTS.has(b.is) && a.is !== b.is) return { is: 'text' };
  if (isNumeric(a) && isNumeric(b) && a.is !== b.is) return { is: 'number' };
  return a.is === b.is ? joinedAlike(a, b) : undefined;
}

/** One kind for the values of two that differ in what is in them. */
function joinedAlike(a: Kind, b: Kind): Kind {
  if (a.is === 'text' && b.is === 'text') return textOf(a.values, b.values);
  if (a.is === 'integer' && b.is === 'integer') return spanning(a, b);
  if (a.is === 'object' && b.is === 'object') return { is: 'object', members: merged(a.members, b.members) };
  if ('of' in a && 'of' in b && a.is !== 'union' && b.is !== 'union')
    return { is: a.is, of: unite([a.of, b.of]) };
  return withoutNull(a);
}

/** More than so many texts are not told one by one. */
const MOST_VALUES = 256;

function textOf(a: readonly string[] | undefined, b: readonly string[] | undefined): Kind {
  if (a === undefined || b === undefined) return { is: 'text' };
  const values = [...new Set([...a, ...b])];
  return { is: 'text', ...(values.length <= MOST_VALUES && { values }) };
}

/** The whole numbers that must fit. Those of a stream that counts its rows may end before they are too large. */
export const leastRange = ({
  min,
  max,
  grows,
}: Kind & { readonly is: 'integer' }): { readonly min?: number; readonly max?: number } => {
  const most = grows === true ? (min ?? 0) : max;
  return { ...(min !== undefined && { min }), ...(most !== undefined && { max: most }) };
};

const isNumeric = ({ is }: Kind): boolean => is === 'integer' || is === 'number';

function spanning(a: Kind & { is: 'integer' }, b: Kind & { is: 'integer' }): Kind {
  const beyond = [a.beyond, b.beyond];
  if (beyond.some((each) => each !== undefined))
    return { is: 'integer', beyond: beyond.includes('long') ? 'long' : 'double' };
  const min = a.min === undefined || b.min === undefined ? undefined : Math.min(a.min, b.min);
  const max = a.max === undefined || b.max === undefined ? undefined : Math.max(a.max, b.max);
  return { is: 'integer', ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** Members of either object; those of one alone may be missing. */
function merged(a: readonly Member[], b: readonly Member[]): readonly Member[] {
  const inBoth = a.map((member): Member => {
    const other = b.find(({ name }) => name === member.name);
    if (other === undefined) return { ...member, optional: true };
    const kind = unite([member.kind, other.kind]);
    const isOptional = member.optional === true || other.optional === true;
    return { name: member.name, kind, ...(isOptional && { optional: true as const }) };
  });
  const onlyInB = b.filter(({ name }) => !a.some((member) => member.name === name));
  return [...inBoth, ...onlyInB.map((member): Member => ({ ...member, optional: true }))];
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text is a real instant or date: the 31st of February is none. */
const isTime = (text: string, whole: string): boolean => {
  const ms = Date.parse(whole);
  if (!Number.isFinite(ms)) return false;
  // Every month has 28 days.
  return text.slice(8, 10) <= '28' || new Date(ms).toISOString().startsWith(text.slice(0, 10));
};

/** The kind of a JSON value. */
export function kindOfValue(value: unknown): Kind {
  if (value === null || value === undefined) return { is: 'null' };
  if (typeof value === 'boolean') return { is: 'boolean' };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0)
      ? { is: 'integer', min: value, max: value }
      : { is: 'number' };
  if (typeof value === 'bigint') return { is: 'integer', beyond: beyondOf(value) };
  if (typeof value === 'string') return kindOfText(value);
  if (Array.isArray(value))
    return { is: 'list', of: value.length === 0 ? { is: 'null' } : unite(value.map(kindOfValue)) };
  return {
    is: 'object',
    members: Object.entries(value).map(([name, member]) => ({ name, kind: kindOfValue(member) })),
  };
}

const beyondOf = (value: bigint): 'double' | 'long' =>
  BigInt.asIntN(64, value) === value ? 'double' : 'long';

function kindOfText(text: string): Kind {
  if (INSTANT.test(text) && isTime(text, text)) return { is: 'instant' };
  if (DATE.test(text) && isTime(text, `${text}T00:00:00.000Z`)) return { is: 'date' };
  return UUID.test(text) ? { is: 'uuid' } : { is: 'text', values: [text] };
}

/** Whether a JSON value is of a kind. */
function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind.is === 'any') return true;
  if (value === null) return kind.nullable === true || kind.is === 'null';
  if (kind.is === 'union') return kind.of.some((each) => isOfKind(value, each));
  if (Array.isArray(value)) return kind.is === 'list' && value.every((each) => isOfKind(each, kind.of));
  if (isObject(value)) return isObjectOf(value, kind);
  return isSingle(value, kind);
}

function isObjectOf(value: Readonly<Record<string, unknown>>, kind: Kind): boolean {
  if (kind.is === 'map') return Object.values(value).every((each) => isOfKind(each, kind.of));
  return kind.is === 'object' && hasMembers(value, kind.members);
}

/** Whether a value that is no list and no object is of a kind. */
function isSingle(value: unknown, kind: Kind): boolean {
  if (kind.is === 'text') return typeof value === 'string' && (kind.values?.includes(value) ?? true);
  if (kind.is === 'number') return typeof value === 'number' || typeof value === 'bigint';
  if (kind.is === 'integer')
    return typeof value === 'bigint'
      ? kind.beyond === 'long' || kind.beyond === beyondOf(value)
      : Number.isSafeInteger(value) && isWithin(Number(value), kind);
  return kindOfValue(value).is === kind.is;
}

const isWithin = (
  value: number,
  { min = -Infinity, max = Infinity }: { min?: number; max?: number },
): boolean => value >= min && value <= max;

/** Whether an object has these members and no others. */
export function hasMembers(value: Readonly<Record<string, unknown>>, members: readonly Member[]): boolean {
  const names = new Set(members.map(({ name }) => name));
  return (
    Object.keys(value).every((name) => names.has(name)) &&
    members.every(({ name, kind, optional }) =>
      Object.hasOwn(value, name) ? isOfKind(value[name], kind) : optional === true,
    )
  );
}
