import { isoMs, isObject } from '@catbird/engine';
import { parseRow, textOf } from './parse-row.ts';

/** How far a value may be from the expected one. Several: any of them suffices. */
export interface Tolerance {
  /** Greatest difference of numbers. */
  readonly absolute?: number;
  /** Greatest difference of numbers as a share of the expected one: 0.01 is 1 %. */
  readonly relative?: number;
  /** Greatest difference of times, in milliseconds. */
  readonly ms?: number;
  /** Texts that differ only in these count as the same. */
  readonly texts?: readonly TextTolerance[];
}

/** `trim`: white space around it; `case`: upper and lower case; `nfc`: the way accents are encoded; `empty is null`: an empty text and null; `missing is null`: no value and null. */
export type TextTolerance = (typeof TEXT_TOLERANCES)[number];

/** All of them. */
export const TEXT_TOLERANCES = ['trim', 'case', 'nfc', 'empty is null', 'missing is null'] as const;

/** How values arrive at a place. */
export interface Reading {
  /** Values have no kinds of their own there, as in CSV, or others than in JSON, as in a database: `12.50` is the number 12.5. Default: no. */
  readonly isLoose?: boolean;
  /** An empty text may be null there, as in CSV. Default: no. */
  readonly emptyIsNull?: boolean;
  /** Texts that stand for null there. Default: none. */
  readonly nulls?: readonly string[];
  /** How rows are written there: `tsv`, whose texts have escapes; `cloudevents`, which have a row as their data; `protobuf`, which leaves out what is null, empty or zero. Default: otherwise. */
  readonly written?: 'tsv' | 'cloudevents' | 'protobuf' | undefined;
}

/** Which values of a column count as null. */
export type IsAbsent = (value: unknown, column: string) => boolean;

/** What counts as null in a place. */
export const absentIn =
  (
    { emptyIsNull = false, nulls = [] }: Reading,
    tolerance: Readonly<Record<string, Tolerance>> = {},
  ): IsAbsent =>
  (value, column) =>
    isNone(value) ||
    (typeof value === 'string' &&
      (nulls.includes(value) ||
        (value === '' && (emptyIsNull || tolerance[column]?.texts?.includes('empty is null') === true))));

/** Whether a value that has arrived is the expected one. `undefined`: there is none. */
export type Same = (expected: unknown, arrived: unknown) => boolean;

const STRICT: Tolerance = {};

/** Compares values of one column. @param isInner they are inside of JSON, where they have kinds of their own in any place */
export function sameBy(reading: Reading, tolerance: Tolerance = STRICT, isInner = false): Same {
  const { emptyIsNull = false, nulls = [] } = reading;
  const isLoose = reading.isLoose === true && !isInner;
  const mayLack = reading.written === 'protobuf';
  const texts = new Set(tolerance.texts);
  const tidy = tidier(texts);
  const mayBeEmpty = (emptyIsNull && !isInner) || texts.has('empty is null');
  const mayBeMissing = mayLack || reading.isLoose === true || texts.has('missing is null');
  const isNull = (value: unknown): boolean =>
    isNone(value) ||
    (mayBeEmpty && value === '') ||
    (!isInner && typeof value === 'string' && nulls.includes(value));
  const sameNone = (expected: unknown, arrived: unknown): boolean => {
    if (isNone(expected) && isNone(arrived)) return mayBeMissing;
    if (isNone(expected)) return isNull(arrived);
    return (mayBeEmpty && expected === '') || (mayLack && arrived === undefined && isBlank(expected));
  };
  const inner = isInner ? undefined : sameBy(reading, tolerance, true);
  const sameString = (expected: string, arrived: unknown): boolean =>
    sameText(expected, arrived, tidy) ||
    sameTime(expected, arrived, tolerance.ms ?? 0) ||
    (isLoose && sameDigits(expected, arrived));
  const same: Same = (expected, arrived) => {
    if (expected === arrived) return true;
    if (isNone(expected) || isNone(arrived)) return sameNone(expected, arrived);
    switch (typeof expected) {
      case 'number':
      case 'bigint':
        return sameNumber(expected, arrived, tolerance, isLoose);
      case 'boolean':
        return isLoose && sameBoolean(expected, arrived);
      case 'string':
        return sameString(expected, arrived);
      default:
        return sameTree(expected, arrived, { isLoose, mayLack }, inner ?? same);
    }
  };
  return same;
}

/** What Protobuf leaves out. */
const isBlank = (value: unknown): boolean =>
  isNone(value) ||
  value === 0 ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

const isNone = (value: unknown): boolean => value === null || value === undefined;

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

function sameNumber(
  expected: number | bigint,
  arrived: unknown,
  { absolute, relative }: Tolerance,
  isLoose: boolean,
): boolean {
  const value = isNumeric(arrived) ? arrived : isLoose ? numberOf(arrived) : undefined;
  if (value === undefined) return false;
  // Both as they are: a bigint equals the number with the same value.
  // oxlint-disable-next-line eqeqeq
  if (value == expected) return true;
  const difference = Math.abs(Number(value) - Number(expected));
  return (
    (absolute !== undefined && difference <= absolute) ||
    (relative !== undefined && difference <= relative * Math.abs(Number(expected)))
  );
}

/** The number that a text is; undefined if it is none. */
export function numberOf(value: unknown): number | bigint | undefined {
  if (isNumeric(value)) return value;
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value))
    return undefined;
  const number = Number(value);
  return /^\s*-?\d{16,}\s*$/.test(value) && !Number.isSafeInteger(number) ? BigInt(value.trim()) : number;
}

const TRUE: ReadonlySet<unknown> = new Set(['true', 't', 'True', 'TRUE', '1', 1]);
const FALSE: ReadonlySet<unknown> = new Set(['false', 'f', 'False', 'FALSE', '0', 0]);
const sameBoolean = (expected: boolean, arrived: unknown): boolean => (expected ? TRUE : FALSE).has(arrived);

/** The boolean that a value stands for; undefined if it stands for none. */
export const booleanOf = (value: unknown): boolean | undefined =>
  value === true || TRUE.has(value) ? true : value === false || FALSE.has(value) ? false : undefined;

/** Applies the tolerances of texts. */
function tidier(texts: ReadonlySet<TextTolerance>): ((text: string) => string) | undefined {
  const changing: readonly TextTolerance[] = ['trim', 'case', 'nfc'];
  if (!changing.some((each) => texts.has(each))) return undefined;
  return (text) => {
    const trimmed = texts.has('trim') ? text.trim() : text;
    const composed = texts.has('nfc') ? trimmed.normalize('NFC') : trimmed;
    return texts.has('case') ? composed.toLowerCase() : composed;
  };
}

function sameText(expected: string, arrived: unknown, tidy: ((text: string) => string) | undefined): boolean {
  if (typeof arrived !== 'string') return false;
  return expected === arrived || (tidy !== undefined && tidy(expected) === tidy(arrived));
}

/** Whether a text of digits arrived as the number that it is: no digit of it is lost. */
const sameDigits = (expected: string, arrived: unknown): boolean =>
  isNumeric(arrived) && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(expected) && numberOf(expected) === arrived;

function sameTime(expected: string, arrived: unknown, withinMs: number): boolean {
  const difference = Math.abs(isoMs(expected) - isoMs(arrived));
  return difference <= withinMs;
}

function sameTree(
  expected: unknown,
  arrived: unknown,
  { isLoose, mayLack }: { readonly isLoose: boolean; readonly mayLack: boolean },
  same: Same,
): boolean {
  const value = isLoose && typeof arrived === 'string' ? treeIn(arrived) : arrived;
  if (Array.isArray(expected))
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((each, i) => same(each, value[i]))
    );
  if (!isObject(expected) || !isObject(value)) return textOf(expected) === textOf(value);
  const names = Object.keys(expected);
  return (
    (names.length === Object.keys(value).length ||
      (mayLack && Object.keys(value).every((name) => name in expected))) &&
    names.every((name) => same(expected[name], value[name]))
  );
}

/** The list or object that a text holds as JSON; the text if it holds none. */
export function treeIn(text: string): unknown {
  const row = parseRow(`{"value":${text}}`);
  return row === undefined ? text : row['value'];
}
