import { invalid, rowIndex, type Batch } from '@catbird/engine';
import type { Blocks } from '@catbird/send';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { bytesOf, newCursor, readFrom, type Cursor } from './cursor.ts';
import type { Format } from './format.ts';
import { columnOf, type ParquetColumn } from './parquet-columns.ts';
import { enter, leave, takeNull } from './scanner.ts';

/** A row group, which is in memory as a whole. */
const USUAL = { rows: 65_536, bytes: 67_108_864 };

/** Rows as a Parquet file. Objects with any keys, unions and values of any kind are JSON. */
export const parquet: Format = {
  name: 'parquet',
  plan(members) {
    const [first] = members;
    if (first === undefined) return invalid('Parquet needs a field that is sent');
    const columns = members.map(columnOf);
    return {
      ok: true,
      contentType: 'application/vnd.apache.parquet',
      extension: 'parquet',
      isText: false,
      layout: JSON.stringify(columns.flatMap(({ elements }) => elements)),
      head: bytesOf('PAR1'),
      blocks: rowGroups(columns),
    };
  },
};

/** Most bytes of a column besides its values: headers of pages, and what the foot says of it, as text. */
const COLUMN = 2048;

/** A block is a row group. The foot lists all of them. */
function rowGroups(columns: readonly ParquetColumn[]): Blocks {
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
      const columnData = columnsIn(batch, columns).map(({ name, data }) => ({
        name,
        data: [...data],
        offsetIndex: false,
      }));
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

/** The values of each column. @throws RangeError if a row is malformed on purpose */
function columnsIn(
  batch: Batch,
  columns: readonly ParquetColumn[],
): readonly { readonly name: string; readonly data: readonly unknown[] }[] {
  const found = columns.map((column) => ({ column, data: new Array<unknown>(batch.count) }));
  const cursor = newCursor();
  readFrom(cursor, batch.bytes);
  for (let row = 0; row < batch.count; row++) {
    cursor.at = row === 0 ? 0 : (batch.ends[row - 1] ?? 0);
    if (!takeRow(cursor, found, row))
      throw new RangeError(
        `Row ${rowIndex(batch, row)} is malformed, so Parquet has no place for it. Remove malformed rows from the faults, or choose another format`,
      );
  }
  return found.map(({ column: { name }, data }) => ({ name, data }));
}

/** Takes the values of a row. False if it cannot be read. */
function takeRow(
  cursor: Cursor,
  columns: readonly { readonly column: ParquetColumn; readonly data: unknown[] }[],
  row: number,
): boolean {
  let isFirst = true;
  for (const { column, data } of columns) {
    if (!enter(cursor, column.key, isFirst)) {
      if (!column.isOptional) return false;
      continue;
    }
    isFirst = false;
    const value = takeNull(cursor) ? null : column.take(cursor);
    if (value === undefined) return false;
    data[row] = value;
  }
  return leave(cursor, isFirst);
}

/** Row groups, as the foot of a file lists them. */
type Groups = ParquetWriter['row_groups'];

/** Row groups as text, from which `groupsIn` makes them again. */
const noteOf = (groups: Groups): string => JSON.stringify(groups, withoutLoss);

/** The row groups of a note. */
function groupsIn(note: string): Groups {
  const groups: Groups = JSON.parse(note, asBefore);
  return groups;
}

/** Values that JSON lacks become an object with this name, whose value says what they are. */
const NAME = '$';

function withoutLoss(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { [NAME]: `n${value}` };
  if (Object.is(value, -0)) return { [NAME]: '-0' };
  if (!(value instanceof Uint8Array)) return value;
  return { [NAME]: `b${Array.from(value, (byte) => String.fromCharCode(byte)).join('')}` };
}

function asBefore(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(NAME in value)) return value;
  const written = String(value[NAME]);
  if (written === '-0') return -0;
  const rest = written.slice(1);
  return written.startsWith('n')
    ? BigInt(rest)
    : Uint8Array.from({ length: rest.length }, (_, i) => rest.charCodeAt(i));
}
