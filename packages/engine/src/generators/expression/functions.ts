import type { Data } from '../../data/store.ts';
import { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from '../../numeric/deterministic-math.ts';
import type { Value } from '../kernels/engine/scan.ts';
import { rounded } from '../kernels/formula/arithmetic.ts';
import { slugText } from '../kernels/text/transform.ts';
import { datePattern, formatter } from './date-pattern.ts';
import { added, between, inFormOf, isUnit, msOf, UNITS } from './dates.ts';
import type { OfType, ValueType } from './value-type.ts';

/** An argument, as far as it is constant. */
export interface Constant {
  /** Its value, if it is a literal. */
  readonly literal?: Value;
  /** A string literal as it is written, with its quotes. */
  readonly raw?: string;
}

/** A function that expressions can call. */
export interface Callable {
  /** The kinds of its arguments. A value of another kind, such as null, makes the result null. */
  readonly takes: readonly ValueType[];
  /** Number of required arguments. */
  readonly least: number;
  /** The last argument may be repeated. */
  readonly isOpen: boolean;
  readonly gives: ValueType;
  /** Valid literals for the n-th argument. */
  readonly choices: Readonly<Record<number, readonly string[]>>;
  /** Checks the n-th argument if it is a literal; throws if it is invalid. */
  readonly checks: Readonly<Record<number, (text: string) => unknown>>;
  /** Undefined is null. */
  readonly call: (...args: never) => Value | undefined;
  /** Replaces `call` for these arguments. @throws Error if one that must be constant is not, or is invalid */
  readonly bind?: (args: readonly Constant[], regex: Data['regex']) => Callable['call'];
}

type ValuesOf<Kinds extends readonly ValueType[]> = { -readonly [K in keyof Kinds]: OfType[Kinds[K]] };

/** A function of values of these kinds. */
export const define = <const Kinds extends readonly ValueType[]>(
  takes: Kinds,
  gives: ValueType,
  call: (...args: ValuesOf<Kinds>) => Value | undefined,
  more: Partial<Pick<Callable, 'least' | 'isOpen' | 'choices' | 'checks' | 'bind'>> = {},
): Callable => ({
  takes,
  least: takes.length,
  isOpen: false,
  gives,
  choices: {},
  checks: {},
  ...more,
  call,
});

const open = (kind: ValueType, gives: ValueType, call: Callable['call']): Callable => ({
  takes: [kind],
  least: 1,
  isOpen: true,
  gives,
  choices: {},
  checks: {},
  call,
});

/** Maximum length of a computed string, in UTF-16 units: a chain of fields could double it at every step. */
export const MAX_LENGTH = 100_000;
/** A string; null if it is too long. */
export const bounded = (text: string): string | null => (text.length > MAX_LENGTH ? null : text);

const finite = (x: number): number | null => (Number.isFinite(x) ? x : null);

/** A value as a string: empty for null, JSON for lists and objects. */
export const textOf = (value: Value): string =>
  typeof value === 'string'
    ? value
    : value === null
      ? ''
      : typeof value === 'number'
        ? numberText(value)
        : JSON.stringify(value);

const numberText = (x: number): string =>
  Number.isSafeInteger(x) ? String(x) : Number.isFinite(x) ? String(Number(x.toPrecision(15))) : '';

function replaced(text: string, find: string, by: string): string | null {
  if (find === '') return text;
  const parts = text.split(find);
  if (text.length + (parts.length - 1) * (by.length - find.length) > MAX_LENGTH) return null;
  return parts.join(by);
}

/** An own member of the data, never an inherited one. */
function member(data: unknown, key: string | number): Value {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, key)) return null;
  // Data was read from JSON.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (data as Record<string | number, Value>)[key] ?? null;
}

/** A member, or what a path such as `product.price` leads to. A member whose exact name contains the dot comes first. */
function memberAt(data: unknown, path: string | number): Value {
  const own = member(data, path);
  if (own !== null || typeof path === 'number' || !path.includes('.')) return own;
  return path.split('.').reduce<Value>((inner, key) => member(inner, key), member({ data }, 'data'));
}

const numbersIn = (list: readonly unknown[], path?: string): number[] =>
  list
    .map((item) => (path === undefined ? item : memberAt(item, path)))
    .filter((item) => typeof item === 'number');

/** The numbers of each element at several paths, multiplied. Elements without one of them are left out. */
const productsIn = (list: readonly unknown[], paths: readonly string[]): number[] =>
  list.flatMap((item) => {
    const factors = numbersIn(paths.map((path) => memberAt(item, path)));
    return factors.length === paths.length ? [factors.reduce((product, x) => product * x, 1)] : [];
  });

/** Angles are in radians. */
const TRIGONOMETRY: ReadonlyMap<string, (x: number) => number> = new Map([
  ['sin', sin],
  ['cos', cos],
  ['tan', tan],
  ['asin', asin],
  ['acos', acos],
  ['atan', atan],
]);

/** An operation on the bits of two whole numbers up to 2^53; negative ones have infinitely many leading ones. */
const bitwise = (operate: (x: bigint, y: bigint) => bigint): Callable =>
  define(['number', 'number'], 'number', (x, y) =>
    Number.isSafeInteger(x) && Number.isSafeInteger(y) ? Number(operate(BigInt(x), BigInt(y))) : null,
  );

const part = (read: (date: Date) => number): Callable =>
  define(['date'], 'number', (date) => {
    const ms = msOf(date);
    return ms === undefined ? null : read(new Date(ms));
  });

const formatted = formatter();

/** All functions except `if`, `coalesce`, `field` and `now`. */
export const functions: ReadonlyMap<string, Callable> = new Map<string, Callable>([
  ['abs', define(['number'], 'number', (x) => Math.abs(x))],
  ['ceil', define(['number'], 'number', (x) => Math.ceil(x))],
  ['floor', define(['number'], 'number', (x) => Math.floor(x))],
  ['round', define(['number', 'number'], 'number', rounded, { least: 1 })],
  ['sqrt', define(['number'], 'number', (x) => finite(Math.sqrt(x)))],
  ['pow', define(['number', 'number'], 'number', (x, y) => finite(pow(x, y)))],
  ['exp', define(['number'], 'number', (x) => finite(exp(x)))],
  ['log', define(['number'], 'number', (x) => finite(log(x)))],
  ...[...TRIGONOMETRY].map(
    ([name, of]) => [name, define(['number'], 'number', (x) => finite(of(x)))] as const,
  ),
  ['atan2', define(['number', 'number'], 'number', (y, x) => finite(atan2(y, x)))],
  ['pi', define([], 'number', () => Math.PI)],
  ['bitAnd', bitwise((x, y) => x & y)],
  ['bitOr', bitwise((x, y) => x | y)],
  ['bitXor', bitwise((x, y) => x ^ y)],
  ['bitNot', define(['number'], 'number', (x) => (Number.isSafeInteger(x) ? -1 - x : null))],
  ['min', open('number', 'number', (...numbers: number[]) => Math.min(...numbers))],
  ['max', open('number', 'number', (...numbers: number[]) => Math.max(...numbers))],

  ['concat', open('any', 'text', (...values: Value[]) => bounded(values.map(textOf).join('')))],
  ['lower', define(['text'], 'text', (text) => text.toLowerCase())],
  ['upper', define(['text'], 'text', (text) => bounded(text.toUpperCase()))],
  ['trim', define(['text'], 'text', (text) => text.trim())],
  ['slug', define(['text'], 'text', slugText)],
  [
    'length',
    define(['any'], 'number', (value) =>
      typeof value === 'string' || Array.isArray(value) ? value.length : null,
    ),
  ],
  [
    'substring',
    define(['text', 'number', 'number'], 'text', (text, from, to) => text.substring(from, to), { least: 2 }),
  ],
  ['replace', define(['text', 'text', 'text'], 'text', replaced)],
  ['contains', define(['text', 'text'], 'boolean', (text, other) => text.includes(other))],
  ['startsWith', define(['text', 'text'], 'boolean', (text, other) => text.startsWith(other))],
  ['endsWith', define(['text', 'text'], 'boolean', (text, other) => text.endsWith(other))],
  [
    'padStart',
    define(
      ['any', 'number', 'text'],
      'text',
      (value, size, fill = ' ') =>
        value === null || size > MAX_LENGTH ? null : textOf(value).padStart(size, fill),
      { least: 2 },
    ),
  ],
  ['toText', define(['any'], 'text', (value) => (value === null ? null : bounded(textOf(value))))],
  [
    'toNumber',
    define(['any'], 'number', (value) =>
      typeof value === 'number'
        ? value
        : typeof value === 'boolean'
          ? Number(value)
          : typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
            ? finite(Number(value))
            : null,
    ),
  ],

  ['get', define(['any', 'date'], 'any', memberAt)],
  [
    'sum',
    define(
      ['list', 'text'],
      'number',
      (list, ...paths) =>
        (paths.length < 2 ? numbersIn(list, paths[0]) : productsIn(list, paths)).reduce(
          (sum, x) => sum + x,
          0,
        ),
      { least: 1, isOpen: true },
    ),
  ],

  [
    'dateAdd',
    define(
      ['date', 'number', 'text'],
      'date',
      (date, amount, unit) => {
        const ms = msOf(date);
        return ms === undefined || !isUnit(unit) ? null : inFormOf(date, added(ms, amount, unit));
      },
      { choices: { 2: UNITS } },
    ),
  ],
  [
    'dateDiff',
    define(
      ['date', 'date', 'text'],
      'number',
      (from, to, unit) => {
        const [first, last] = [msOf(from), msOf(to)];
        return first === undefined || last === undefined || !isUnit(unit) ? null : between(first, last, unit);
      },
      { choices: { 2: UNITS } },
    ),
  ],
  [
    'formatDate',
    define(
      ['date', 'text'],
      'text',
      (date, pattern) => {
        const ms = msOf(date);
        const text = ms === undefined ? undefined : formatted(ms, pattern);
        return text === undefined ? null : bounded(text);
      },
      { checks: { 1: datePattern } },
    ),
  ],
  ['toMs', define(['date'], 'number', msOf)],
  ['year', part((date) => date.getUTCFullYear())],
  ['month', part((date) => date.getUTCMonth() + 1)],
  ['day', part((date) => date.getUTCDate())],
  ['weekday', part((date) => date.getUTCDay() || 7)],
  ['hour', part((date) => date.getUTCHours())],
  ['minute', part((date) => date.getUTCMinutes())],
  ['second', part((date) => date.getUTCSeconds())],
]);

/** The least or greatest number of a list, or of a member of its objects; null if it has none. A number is its own. */
const extreme = (of: (...numbers: number[]) => number): Callable =>
  define(
    ['any', 'text'],
    'number',
    (value, path) => {
      if (typeof value === 'number') return value;
      return Array.isArray(value) ? finite(numbersIn(value, path).reduce((a, b) => of(a, b), of())) : null;
    },
    { least: 1 },
  );

/** Functions of numbers that also take a list, and the path of a member of its objects. */
export const listFunctions: ReadonlyMap<string, Callable> = new Map([
  ['min', extreme(Math.min)],
  ['max', extreme(Math.max)],
]);
