import type { SchemaElement } from 'hyparquet-writer';
import { isObject, type Kind, type Member, parseExact } from '@catbird/engine';
import { isInt } from './avro-bytes.ts';
import type { Cursor } from './cursor.ts';
import { takeBoolean, takeNumber, takeWhole, takeDate, takeInstant } from './json-number.ts';
import { takeText } from './json-text.ts';
import { keyOf, takeJson, type Key } from './scanner.ts';

/** What Parquet holds of a value of JSON. */
type Convert = (value: unknown) => unknown;

/** Takes the value that stands here, as Parquet holds it. Undefined if it cannot be read. */
type Take = (cursor: Cursor) => unknown;

/** A column with its elements of the schema, in the order of a tree. */
export interface ParquetColumn {
  readonly name: string;
  readonly key: Key;
  readonly isOptional: boolean;
  readonly elements: readonly SchemaElement[];
  readonly take: Take;
  /** As `take`, of a value within another one. Absent: it stays as it is. */
  readonly convert: Convert | undefined;
}

/** The column of a member. */
export function columnOf({ name, kind, optional }: Member): ParquetColumn {
  const isOptional = optional === true;
  const mayLack = isOptional || kind.nullable === true || kind.is === 'null';
  const element: SchemaElement = { name, repetition_type: mayLack ? 'OPTIONAL' : 'REQUIRED' };
  return { name, key: keyOf(name, isOptional), isOptional, ...valuesOf(kind, element) };
}

function valuesOf(kind: Kind, element: SchemaElement): Values {
  if (kind.is === 'list') return listOf(kind.of, element);
  if (kind.is === 'object' && kind.members.length > 0) return structOf(kind.members, element);
  const plain: Plain = kind.is === 'integer' ? wholeOf(kind) : (PLAIN[kind.is] ?? ANY);
  const { take, convert } = plain;
  return {
    elements: [{ ...element, ...plain.element }],
    take,
    convert: convert && ((value) => (value === null || value === undefined ? value : convert(value))),
  };
}

type Values = Pick<ParquetColumn, 'elements' | 'take' | 'convert'>;

interface Plain {
  readonly element: Partial<SchemaElement>;
  readonly take: Take;
  readonly convert?: Convert;
}

const orNone = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);

/** A copy of a text with escapes, or its own bytes: their memory stays as it is until the rows are written. */
function takeBytes(cursor: Cursor): Uint8Array | undefined {
  const text = takeText(cursor);
  return text?.buffer === cursor.src.buffer ? text : text?.slice();
}

function takeLong(cursor: Cursor): bigint | undefined {
  const { at } = cursor;
  const value = takeNumber(cursor);
  if (Number.isSafeInteger(value)) return BigInt(value);
  cursor.at = at;
  const exact = takeWhole(cursor);
  return exact === undefined || BigInt.asIntN(64, exact) !== exact ? undefined : exact;
}

/** A whole number of any size, as its digits. */
const takeDigits: Take = (cursor) => takeWhole(cursor)?.toString();

function takeMs(cursor: Cursor): bigint | undefined {
  const ms = takeInstant(cursor);
  return Number.isFinite(ms) ? BigInt(ms) : undefined;
}

function takeTruth(cursor: Cursor): boolean | undefined {
  const value = takeBoolean(cursor);
  return value < 0 ? undefined : value === 1;
}

const decoder = new TextDecoder();

/** Any value, as JSON.parse gives it. */
function takeAny(cursor: Cursor): unknown {
  const json = takeJson(cursor);
  if (json === undefined) return undefined;
  try {
    return parseExact(decoder.decode(json));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const dateOf: Convert = (value) => new Date(String(value));
const TEXT: Plain = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  take: takeBytes,
  convert: (value) => String(value).toWellFormed(),
};
/** The writer of JSON rounds a bigint. As a text it keeps its digits. */
function withoutBigInt(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withoutBigInt);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutBigInt(each)]));
}

const ANY: Plain = {
  element: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  take: (cursor) => withoutBigInt(takeAny(cursor)),
  convert: (value) => withoutBigInt(value),
};
const WHOLE = {
  int: { element: { type: 'INT32' }, take: (cursor) => orNone(takeNumber(cursor)) },
  long: { element: { type: 'INT64' }, take: takeLong, convert: (value) => BigInt(String(value)) },
  digits: { ...TEXT, take: takeDigits },
} as const satisfies Record<string, Plain>;
const wholeOf = (kind: Kind & { readonly is: 'integer' }): Plain => {
  if (kind.beyond === 'long') return WHOLE.digits;
  return WHOLE[isInt(kind) ? 'int' : 'long'];
};
const PLAIN: Partial<Readonly<Record<Kind['is'], Plain>>> = {
  text: TEXT,
  uuid: TEXT,
  instant: { element: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, take: takeMs, convert: dateOf },
  date: {
    element: { type: 'INT32', converted_type: 'DATE' },
    take: (cursor) => orNone(takeDate(cursor)),
    convert: dateOf,
  },
  boolean: { element: { type: 'BOOLEAN' }, take: takeTruth },
  number: { element: { type: 'DOUBLE' }, take: (cursor) => orNone(takeNumber(cursor)) },
};

/** Takes a value as JSON.parse gives it, and converts what is in it. */
const taking = (convert: Convert | undefined): Take =>
  convert === undefined ? takeAny : (cursor) => convert(takeAny(cursor));

function structOf(members: readonly Member[], element: SchemaElement): Values {
  const inner = members.map(columnOf);
  const converted = inner.filter(({ convert }) => convert !== undefined);
  const convert: Convert | undefined =
    converted.length === 0
      ? undefined
      : (value) => {
          if (value === null || value === undefined) return value;
          const row: Record<string, unknown> = { ...value };
          for (const column of converted) row[column.name] = column.convert?.(row[column.name]);
          return row;
        };
  return {
    elements: [{ ...element, num_children: inner.length }, ...inner.flatMap(({ elements }) => elements)],
    take: taking(convert),
    convert,
  };
}

/** A list in three levels (https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists). */
function listOf(of: Kind, element: SchemaElement): Values {
  const inner = columnOf({ name: 'element', kind: of });
  const convertOne = inner.convert;
  const convert: Convert | undefined =
    convertOne && ((value) => (Array.isArray(value) ? value.map(convertOne) : value));
  return {
    elements: [
      { ...element, converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...inner.elements,
    ],
    take: taking(convert),
    convert,
  };
}
