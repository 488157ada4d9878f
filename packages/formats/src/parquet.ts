import { invalid, rowIndex, type Batch, type Kind, type Member } from '@catbird/engine';
import type { Blocks } from '@catbird/send';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { joined } from './blocks.ts';
import { bytesOf, newCursor, readFrom } from './cursor.ts';
import type { Format } from './format.ts';
import { nestedOf, type Take } from './parquet-columns.ts';
import { branchOf, takeMembers, type Branch, type LeafSink } from './parquet-leaves.ts';
import { chunkOf, type Chunk } from './parquet-pages.ts';
import { newTaking } from './parquet-texts.ts';

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

/** A field of rows. */
interface ParquetColumn extends Pick<Branch, 'name' | 'elements'> {
  readonly branch: Branch;
  /** Takes a value as a whole. Absent: its leaves are taken one by one. */
  readonly take?: Take;
}

function columnOf(member: Member): ParquetColumn {
  const branch = branchOf(member);
  const { name, elements } = branch;
  if (isFlat(member.kind)) return { name, elements, branch };
  const [leaf] = branch.leaves;
  const whole = { ...branch, isNullable: true, members: undefined, leaves: leaf === undefined ? [] : [leaf] };
  return { name, branch: whole, ...nestedOf(member) };
}

const SINGLE: ReadonlySet<Kind['is']> = new Set(['text', 'uuid', 'instant', 'date', 'boolean', 'number']);

/** Whether values have a fixed number of leaves, each with a type of its own. */
function isFlat(kind: Kind): boolean {
  if (kind.is === 'object') return kind.members.length > 0 && kind.members.every((each) => isFlat(each.kind));
  return kind.is === 'integer' ? kind.beyond === undefined : SINGLE.has(kind.is);
}

/** Most bytes of a column besides its values: headers of pages, and what the foot says of it, as text. */
const COLUMN = 2048;

/** A block is a row group. The foot lists all of them. */
function rowGroups(columns: readonly ParquetColumn[]): Blocks {
  const schema = schemaOf(columns);
  const branches = columns.map(({ branch }) => branch);
  return {
    isPlaced: true,
    block(batch, at) {
      const parts = columns.map((column) => newPart(column, batch.count));
      takeRows(
        batch,
        branches,
        parts.flatMap(({ sinks }) => sinks),
      );
      const pieces: Uint8Array[] = [];
      const chunks: Chunk['chunk'][] = [];
      let offset = at;
      for (const { write } of parts)
        for (const { pieces: own, chunk } of write(offset)) {
          pieces.push(...own);
          chunks.push(chunk);
          offset += own.reduce((sum, { length }) => sum + length, 0);
        }
      const group = {
        columns: chunks,
        total_byte_size: chunks.reduce(
          (sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n),
          0n,
        ),
        num_rows: BigInt(batch.count),
        total_compressed_size: BigInt(offset - at),
      };
      return { bytes: joined(pieces), note: noteOf([group]) };
    },
    hasNotes: true,
    foot(notes) {
      const { writer, bytes } = newWriter(schema, 0);
      writer.row_groups = notes.flatMap(groupsIn);
      writer.num_rows = writer.row_groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
      void writer.finish();
      return bytes.getBytes();
    },
    usual: USUAL,
    isCompressed: true,
    // A digit in a list becomes a number of eight bytes. A value that is missing takes bits. The least and the greatest text of a column
    // stand in its note, too.
    growth: { factor: 8, perRow: Math.ceil(schema.length / 4), rest: COLUMN * schema.length },
  };
}

const schemaOf = (columns: readonly ParquetColumn[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.flatMap(({ elements }) => [...elements]),
];

/** @param at where the bytes stand in the file */
function newWriter(schema: SchemaElement[], at: number) {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'catbird' });
  // Without the mark at the beginning of a file.
  bytes.index = 0;
  bytes.offset = at;
  return { writer, bytes };
}

/** A column of a row group. */
interface Part {
  readonly sinks: readonly LeafSink[];
  /** Its chunks: one for each leaf. @param at where they stand in the file */
  readonly write: (at: number) => Iterable<Chunk>;
}

function newPart(column: ParquetColumn, rows: number): Part {
  if (column.take !== undefined) return newNested(column, column.take, rows);
  const takings = column.branch.leaves.map((leaf) => newTaking(leaf, rows));
  return {
    sinks: takings.map(({ sink }) => sink),
    *write(at) {
      let offset = at;
      for (const { taken } of takings) {
        const chunk = chunkOf(taken(), rows, offset);
        yield chunk;
        offset += Number(chunk.chunk.meta_data?.total_compressed_size ?? 0);
      }
    },
  };
}

/** A column with lists, or values of any kind. */
function newNested(column: ParquetColumn, take: NonNullable<ParquetColumn['take']>, rows: number): Part {
  const data: unknown[] = [];
  const sink: LeafSink = {
    none: () => void data.push(undefined),
    value(cursor) {
      const value = take(cursor);
      data.push(value);
      return value !== undefined;
    },
  };
  return {
    sinks: [sink],
    *write(at) {
      const { writer, bytes } = newWriter(schemaOf([column]), at);
      // The indexes of pages would stand at the end of the file.
      void writer.write({
        columnData: [{ name: column.name, data, offsetIndex: false }],
        rowGroupSize: rows,
      });
      const chunks = writer.row_groups.flatMap(({ columns }) => columns);
      const all = bytes.getBytes();
      for (const [i, chunk] of chunks.entries()) yield { chunk, pieces: i === 0 ? [all] : [] };
    },
  };
}

/** Hands the values of each column over. @throws RangeError if a row is malformed on purpose */
function takeRows(batch: Batch, branches: readonly Branch[], sinks: readonly LeafSink[]): void {
  const cursor = newCursor();
  readFrom(cursor, batch.bytes);
  for (let row = 0; row < batch.count; row++) {
    cursor.at = row === 0 ? 0 : (batch.ends[row - 1] ?? 0);
    if (!takeMembers(cursor, branches, sinks))
      throw new RangeError(
        `Row ${rowIndex(batch, row)} is malformed, so Parquet has no place for it. Remove malformed rows from the faults, or choose another format`,
      );
  }
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
