import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Blocks } from '../destinations/row-format.ts';
import type { Kind, Member } from '../model/kind.ts';
import { records, rowIndex, type Batch } from '../rows/batch.ts';
import { isInt } from './avro-bytes.ts';
import type { Format } from './format.ts';
import { groupsIn, noteOf } from './parquet-note.ts';
import { bytesOf } from './scanner.ts';

/** A row group, which is in memory as a whole. */
const USUAL = { rows: 65_536, bytes: 67_108_864 };

/** Rows as a Parquet file. Objects with any keys, unions and values of any kind are JSON. */
export const parquet: Format = {
  name: 'parquet',
  plan(members) {
    const [first] = members;
    if (first === undefined) return { problems: ['Parquet needs a field that is sent'] };
    const columns = members.map(columnOf);
    return {
      contentType: 'application/vnd.apache.parquet',
      extension: 'parquet',
      isText: false,
      head: bytesOf('PAR1'),
      blocks: rowGroups(columns),
    };
  },
};

/** Makes what a column holds of a value of JSON. */
type Convert = (value: unknown) => unknown;

/** A column with its elements of the schema, in the order of a tree. */
interface Column {
  readonly name: string;
  readonly elements: readonly SchemaElement[];
  /** Absent: values stay as they are. */
  readonly convert: Convert | undefined;
}

function columnOf({ name, kind, optional }: Member): Column {
  const isOptional = optional === true || kind.nullable === true || kind.is === 'null';
  const repetition = { name, repetition_type: isOptional ? ('OPTIONAL' as const) : ('REQUIRED' as const) };
  const plain = (element: Partial<SchemaElement>, convert?: Convert): Column => ({
    name,
    elements: [{ ...repetition, ...element }],
    convert: convert && ((value) => (value === null || value === undefined ? value : convert(value))),
  });
  if (kind.is === 'integer')
    return isInt(kind)
      ? plain({ type: 'INT32' })
      : plain({ type: 'INT64' }, (value) => BigInt(Number(value)));
  if (kind.is === 'list') return listOf(kind.of, plain({}));
  if (kind.is === 'object' && kind.members.length > 0) return structOf(kind.members, plain({}));
  const [element, convert] = ELEMENTS[kind.is] ?? JSON_ELEMENT;
  return plain(element, convert);
}

const wellFormed: Convert = (value) => String(value).toWellFormed();

const dateOf: Convert = (value) => new Date(String(value));

type Element = readonly [element: Partial<SchemaElement>, convert?: Convert];

const TEXT: Element = [{ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, wellFormed];
/** Any value, as JSON. */
const JSON_ELEMENT: Element = [{ type: 'BYTE_ARRAY', converted_type: 'JSON' }];
const ELEMENTS: Partial<Readonly<Record<Kind['is'], Element>>> = {
  text: TEXT,
  uuid: TEXT,
  instant: [{ type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, dateOf],
  date: [{ type: 'INT32', converted_type: 'DATE' }, dateOf],
  boolean: [{ type: 'BOOLEAN' }],
  number: [{ type: 'DOUBLE' }],
};

function structOf(members: readonly Member[], { name, elements }: Column): Column {
  const inner = members.map(columnOf);
  const converted = inner.filter(({ convert }) => convert !== undefined);
  return {
    name,
    elements: [
      ...elements.map((element) => ({ ...element, num_children: inner.length })),
      ...inner.flatMap((column) => column.elements),
    ],
    convert:
      converted.length === 0
        ? undefined
        : (value) => {
            if (value === null || value === undefined) return value;
            const row: Record<string, unknown> = { ...value };
            for (const column of converted) row[column.name] = column.convert?.(row[column.name]);
            return row;
          },
  };
}

/** A list in three levels (https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists). */
function listOf(of: Kind, { name, elements }: Column): Column {
  const element = columnOf({ name: 'element', kind: of });
  const { convert } = element;
  return {
    name,
    elements: [
      ...elements.map((each) => ({ ...each, converted_type: 'LIST' as const, num_children: 1 })),
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...element.elements,
    ],
    convert: convert && ((value) => (Array.isArray(value) ? value.map(convert) : value)),
  };
}

const decoder = new TextDecoder();

/** Most bytes of a column besides its values: headers of pages, and what the foot says of it, as text. */
const COLUMN = 2048;

/** A block is a row group. The foot lists all of them. */
function rowGroups(columns: readonly Column[]): Blocks {
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(({ elements }) => elements),
  ];
  /** @param at where the bytes stand in the file */
  const newWriter = (at: number) => {
    const bytes = new ByteWriter();
    const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'catbird' });
    // Without the mark at the beginning of a file.
    bytes.index = 0;
    bytes.offset = at;
    return { writer, bytes };
  };
  return {
    isPlaced: true,
    block(batch, at) {
      const { writer, bytes } = newWriter(at);
      // The indexes of pages would stand at the end of the file.
      const columnData = columnsIn(batch, columns).map((column) => ({ ...column, offsetIndex: false }));
      void writer.write({ columnData, rowGroupSize: batch.count });
      return { bytes: bytes.getBytes(), note: noteOf(writer.row_groups) };
    },
    hasNotes: true,
    foot(notes) {
      const { writer, bytes } = newWriter(0);
      writer.row_groups = notes.flatMap(groupsIn);
      writer.num_rows = writer.row_groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
      void writer.finish();
      return bytes.getBytes();
    },
    usual: USUAL,
    isCompressed: true,
    // A digit in a list becomes a number of eight bytes. The least and the greatest text of a column stand in its note, too.
    growth: { factor: 8, perRow: 0, rest: COLUMN * schema.length },
  };
}

/** The values of each column. */
function columnsIn(batch: Batch, columns: readonly Column[]): readonly { name: string; data: unknown[] }[] {
  const data = columns.map(({ name }): { name: string; data: unknown[] } => ({ name, data: [] }));
  let row = 0;
  for (const record of records(batch)) {
    const values = parsed(record, batch, row++);
    for (const [i, { name, convert }] of columns.entries()) {
      const value = values[name];
      data[i]?.data.push(convert === undefined ? value : convert(value));
    }
  }
  return data;
}

function parsed(record: Uint8Array, batch: Batch, place: number): Readonly<Record<string, unknown>> {
  try {
    const row: Readonly<Record<string, unknown>> = JSON.parse(decoder.decode(record));
    return row;
  } catch (error) {
    throw new RangeError(
      `Row ${rowIndex(batch, place)} is malformed, so Parquet has no place for it. Remove malformed rows from the faults, or choose another format`,
      { cause: error },
    );
  }
}
