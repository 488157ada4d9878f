import type { SchemaElement } from 'hyparquet-writer';
import { isObject, type Kind, type Member, parseExact } from '@catbird/engine';
import { isInt } from './avro-bytes.ts';
import type { Cursor } from './cursor.ts';
import { takeJson } from './scanner.ts';

/** What Parquet holds of a value of JSON. */
type Convert = (value: unknown) => unknown;

/** Takes the value that stands here, as Parquet holds it. Undefined if it cannot be read. */
export type Take = (cursor: Cursor) => unknown;

/** How values of a kind stand in a file. */
interface Values {
  /** In the order of a tree. */
  readonly elements: readonly SchemaElement[];
  /** What becomes of a value, as JSON.parse gives it. Undefined: it stays as it is. */
  readonly convert: Convert | undefined;
}

/** A column of values that are taken as a whole: lists, objects with lists, and values of any kind. */
export function nestedOf(member: Member): Pick<Values, 'elements'> & { readonly take: Take } {
  const { elements, convert } = elementsOf(member);
  return { elements, take: convert === undefined ? takeAny : (cursor) => convert(takeAny(cursor)) };
}

/** How values of a member stand in a file. */
export function elementsOf({ name, kind, optional }: Member): Values {
  const mayLack = optional === true || kind.nullable === true || kind.is === 'null';
  return valuesOf(kind, { name, repetition_type: mayLack ? 'OPTIONAL' : 'REQUIRED' });
}

function valuesOf(kind: Kind, element: SchemaElement): Values {
  if (kind.is === 'list') return listOf(kind.of, element);
  if (kind.is === 'object' && kind.members.length > 0) return structOf(kind.members, element);
  const { convert, element: own } = kind.is === 'integer' ? wholeOf(kind) : (PLAIN[kind.is] ?? ANY);
  return {
    elements: [{ ...element, ...own }],
    convert: convert && ((value) => (value === null || value === undefined ? value : convert(value))),
  };
}

interface Plain {
  readonly element: Partial<SchemaElement>;
  readonly convert?: Convert;
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
  convert: withoutBigInt,
};
const wholeOf = (kind: Kind & { readonly is: 'integer' }): Plain => {
  if (kind.beyond === 'long') return TEXT;
  return isInt(kind)
    ? { element: { type: 'INT32' } }
    : { element: { type: 'INT64' }, convert: (value) => BigInt(String(value)) };
};
const PLAIN: Partial<Readonly<Record<Kind['is'], Plain>>> = {
  text: TEXT,
  uuid: TEXT,
  instant: { element: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, convert: dateOf },
  date: { element: { type: 'INT32', converted_type: 'DATE' }, convert: dateOf },
  boolean: { element: { type: 'BOOLEAN' } },
  number: { element: { type: 'DOUBLE' } },
};

function structOf(members: readonly Member[], element: SchemaElement): Values {
  const inner = members.map((member) => ({ name: member.name, ...elementsOf(member) }));
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
    convert,
  };
}

/** A list in three levels (https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists). */
function listOf(of: Kind, element: SchemaElement): Values {
  const inner = elementsOf({ name: 'element', kind: of });
  const convertOne = inner.convert;
  const convert: Convert | undefined =
    convertOne && ((value) => (Array.isArray(value) ? value.map(convertOne) : value));
  return {
    elements: [
      { ...element, converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...inner.elements,
    ],
    convert,
  };
}
