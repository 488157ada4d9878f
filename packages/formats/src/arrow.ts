import {
  bool,
  type Column,
  columnFromArray,
  type DataType,
  dateDay,
  field,
  float64,
  int32,
  int64,
  list,
  struct,
  tableFromColumns,
  tableToIPC,
  timestamp,
  TimeUnit,
  utf8,
} from '@uwdata/flechette';
import {
  invalid,
  isObject,
  type Kind,
  type Member,
  parseExact,
  rowIndex,
  texts,
  type Batch,
} from '@catbird/engine';
import { isInt } from './avro-bytes.ts';
import { joined } from './blocks.ts';
import { bytesOf } from './cursor.ts';
import type { Format } from './format.ts';

/** A record batch, which is in memory as a whole. */
const USUAL = { rows: 65_536, bytes: 67_108_864 };

/** What ends a stream: https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format */
const END = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/** What a file begins and ends with; eight bytes at the beginning. */
const MAGIC = bytesOf('ARROW1');

/** Rows as a stream of Arrow's record batches. Null and missing values are null. Objects with any keys, unions and values of any kind are JSON texts. */
export const arrow: Format = { name: 'arrow', plan: (members) => planned(members, false) };

/** Rows as an Arrow file, which is also called Feather: the stream, and a foot that says where its batches are. */
export const arrowFile: Format = { name: 'arrow-file', plan: (members) => planned(members, true) };

function planned(members: readonly Member[], isFile: boolean): ReturnType<Format['plan']> {
  if (members.length === 0) return invalid('Arrow needs a field that is sent');
  const columns = members.map(columnOf);
  const schema = messageOf(columns, []).subarray(0, -END.length);
  const head = isFile ? joined([MAGIC, new Uint8Array(2), schema]) : schema;
  const nodes = columns.reduce((sum, { type }) => sum + nodesOf(type), 0);
  return {
    ok: true,
    contentType: `application/vnd.apache.arrow.${isFile ? 'file' : 'stream'}`,
    extension: isFile ? 'arrow' : 'arrows',
    isText: false,
    layout: JSON.stringify(
      columns.map(({ name, type }) => [name, type]),
      withoutBuffers,
    ),
    head,
    blocks: {
      block(batch, at) {
        const bytes = messageOf(columns, rowsIn(batch)).subarray(schema.length, -END.length);
        return isFile ? { bytes, note: placeOf(bytes, at) } : { bytes };
      },
      ...(isFile && { isPlaced: true, hasNotes: true }),
      foot: (notes) => (isFile ? footOf(columns, notes) : END),
      usual: USUAL,
      // An element `{},` of a list takes eight bytes for each of its members, as a number does in each row. Buffers are padded.
      growth: {
        factor: 8 * Math.max(1, nodes - columns.length),
        perRow: 9 * nodes,
        rest: 2 * head.length + 256 * nodes,
      },
    },
  };
}

/** Constructors of arrays say nothing that the type does not. */
const withoutBuffers = (_: string, value: unknown): unknown =>
  typeof value === 'function' ? undefined : value;

interface ArrowColumn extends Values {
  readonly name: string;
}

/** How values of a kind stand in a column. */
interface Values {
  readonly type: DataType;
  /** What becomes of a value other than null. Default: it stays as it is. */
  readonly convert?: (value: unknown) => unknown;
}

const columnOf = ({ name, kind }: Member): ArrowColumn => ({ name, ...valuesOf(kind) });

/** Times are milliseconds since 1970. */
const time = (value: unknown): number => Date.parse(String(value));

const PLAIN: Partial<Readonly<Record<Kind['is'], () => Values>>> = {
  text: () => ({ type: utf8() }),
  uuid: () => ({ type: utf8() }),
  instant: () => ({ type: timestamp(TimeUnit.MILLISECOND, 'UTC'), convert: time }),
  date: () => ({ type: dateDay(), convert: time }),
  boolean: () => ({ type: bool() }),
  // Those beyond 2^53 were read exactly.
  number: () => ({ type: float64(), convert: Number }),
};

function valuesOf(kind: Kind): Values {
  if (kind.is === 'integer') {
    if (kind.beyond === 'long') return { type: utf8(), convert: String };
    return isInt(kind) ? { type: int32() } : { type: int64(), convert: (value) => BigInt(String(value)) };
  }
  if (kind.is === 'list') {
    const { type, convert } = valuesOf(kind.of);
    const each = orNull(convert);
    return {
      type: list(field('item', type)),
      convert: (value) => (Array.isArray(value) ? value.map(each) : null),
    };
  }
  if (kind.is === 'object' && kind.members.length > 0) {
    const members = kind.members.map(columnOf);
    return {
      type: struct(members.map(({ name, type }) => field(name, type))),
      convert: (value) => objectOf(members, value),
    };
  }
  return PLAIN[kind.is]?.() ?? { type: utf8(), convert: jsonOf };
}

/** Also `__proto__` is a member. */
function objectOf(members: readonly ArrowColumn[], value: unknown): unknown {
  if (!isObject(value)) return null;
  return Object.fromEntries(members.map(({ name, convert }) => [name, orNull(convert)(ownOf(value, name))]));
}

const ownOf = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : null;

const orNull =
  (convert: Values['convert']) =>
  (value: unknown): unknown =>
    value === null || value === undefined ? null : convert === undefined ? value : convert(value);

/** Long numbers keep their digits, as texts. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

/** @throws RangeError if a row is malformed on purpose */
const rowsIn = (batch: Batch): Readonly<Record<string, unknown>>[] =>
  [...texts(batch)].map((text, i) => {
    try {
      const row: unknown = parseExact(text);
      if (isObject(row)) return row;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new RangeError(
      `Row ${rowIndex(batch, i)} is malformed, so Arrow has no place for it. Remove malformed rows from the faults, or choose another format`,
    );
  });

/** Schema, rows as one record batch, and the end of a stream. */
function messageOf(
  columns: readonly ArrowColumn[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Uint8Array {
  const filled = columns.map(({ name, type, convert }): [string, Column<unknown>] => {
    const each = orNull(convert);
    return [
      name,
      columnFromArray(
        rows.map((row) => each(ownOf(row, name))),
        type,
      ),
    ];
  });
  return ipcOf(filled, 'stream');
}

function ipcOf(columns: [string, Column<unknown>][], format: 'stream' | 'file'): Uint8Array {
  const bytes = tableToIPC(tableFromColumns(columns), { format });
  if (bytes === null) throw new Error('Arrow gave no bytes');
  return bytes;
}

/** Fields within one another that a type has, itself included. */
const nodesOf = (type: DataType): number =>
  1 + ('children' in type ? type.children.reduce((sum, each) => sum + nodesOf(each.type), 0) : 0);

/** Where a block is, as the foot has it: offset, bytes of its metadata with their length before them, and of its body. */
function placeOf(bytes: Uint8Array, at: number): string {
  const metadata = 8 + new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true);
  return `${at} ${metadata} ${bytes.length - metadata}`;
}

/** Bytes of a place in a foot: two numbers of eight bytes around one of four, which is padded. */
const PLACE = 24;

/** Behind the foot: its length, and the mark. */
const TAIL = 4 + MAGIC.length;

/** The foot of a file: that of one with as many batches of a row, with the places of ours. */
function footOf(columns: readonly ArrowColumn[], notes: readonly string[]): Uint8Array {
  const nulls = Array.from(notes, () => null);
  const file = ipcOf(
    columns.map(({ name, type }) => [name, columnFromArray(nulls, type, { maxBatchRows: 1 })]),
    'file',
  );
  const size = new DataView(file.buffer, file.byteOffset).getInt32(file.length - TAIL, true);
  const foot = file.slice(file.length - TAIL - size);
  const view = new DataView(foot.buffer);
  const places = placesIn(view);
  for (const [i, note] of notes.entries()) {
    const [at = 0, metadata = 0, body = 0] = note.split(' ').map(Number);
    const place = places + i * PLACE;
    view.setBigInt64(place, BigInt(at), true);
    view.setInt32(place + 8, metadata, true);
    view.setBigInt64(place + 16, BigInt(body), true);
  }
  return joined([END, foot]);
}

/** Where the places of batches begin: the fourth member of the foot, as FlatBuffers have it (https://flatbuffers.dev/internals/). */
function placesIn(view: DataView): number {
  const table = view.getUint32(0, true);
  const member = table + view.getUint16(table - view.getInt32(table, true) + 4 + 3 * 2, true);
  return member + view.getUint32(member, true) + 4;
}
