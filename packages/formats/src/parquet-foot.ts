import { ByteWriter, type SchemaElement } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { bytesOf } from './cursor.ts';
import type { Leaf } from './parquet-leaves.ts';

/** Bounds of the values of a column, if they follow from its rows alone. */
export interface Bounds {
  readonly least: number;
  readonly greatest: number;
  /** Whether there are such values. */
  readonly isExact: boolean;
}

/** A column chunk, as the foot of a file lists it. */
export interface ListedChunk {
  readonly leaf: Leaf;
  readonly offset: number;
  readonly bytes: number;
  /** Of its dictionary page; 0: it has none. */
  readonly dictionaryBytes: number;
  readonly bounds: Bounds | undefined;
}

/** What a foot says besides its row groups: their list comes between the two. */
interface Around {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** @param rows of the file */
export function aroundGroups(elements: readonly SchemaElement[], rows: number): Around {
  const write = (row_groups: Parameters<typeof writeMetadata>[1]['row_groups']): Uint8Array => {
    const writer = new ByteWriter();
    writeMetadata(writer, {
      version: 2,
      created_by: 'catbird',
      schema: [...elements],
      num_rows: BigInt(rows),
      row_groups,
      // It is not written, but measured.
      metadata_length: 0,
    });
    // Without the length of the whole.
    return writer.getBytes().slice(0, -4);
  };
  const none = write([]);
  const some = write([{ columns: [], total_byte_size: 0n, num_rows: 0n }]);
  // The number of groups is where they differ first.
  const at = none.findIndex((byte, i) => byte !== some[i]);
  return { head: none.slice(0, at), tail: none.slice(at + 1) };
}

// Structures in the compact protocol of Thrift: how far the number of a field is from the one before it, and its type, in a byte
// (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).
const [TRUE, FALSE, I32, I64, BINARY, LIST, STRUCT] = [1, 2, 5, 6, 8, 9, 12];
const STOP = 0;

/** Writes row groups as a foot lists them. Many chunks are listed, so that they are written without objects in between. */
export interface GroupWriter {
  /** Begins the list of so many groups. */
  begin(groups: number): void;
  /** @param at where the group stands in the file */
  add(chunks: readonly ListedChunk[], rows: number, at: number): void;
  /** What was written. Valid until the next call. */
  bytes(): Uint8Array;
}

export function newGroupWriter(): GroupWriter {
  const memory = new ByteWriter(65_536);
  const starts = new Map<Leaf, Uint8Array>();

  const field = (delta: number, type: number): void => memory.appendUint8((delta << 4) | type);
  const varint = (n: number): void => {
    let rest = n;
    for (; rest > 127; rest = Math.floor(rest / 128)) memory.appendUint8((rest % 128) | 128);
    memory.appendUint8(rest);
  };
  /** A number from 0. */
  const number = (delta: number, type: number, n: number): void => {
    field(delta, type);
    varint(2 * n);
  };
  const list = (length: number, type: number): void => {
    if (length < 15) return field(length, type);
    field(15, type);
    varint(length);
  };
  const binary = (delta: number, bytes: Uint8Array): void => {
    field(delta, BINARY);
    varint(bytes.length);
    memory.appendBytes(bytes);
  };
  /** What all chunks of a leaf have in common: type, encodings, path and codec. */
  const startOf = (leaf: Leaf): Uint8Array => {
    const found = starts.get(leaf);
    if (found !== undefined) return found;
    const from = memory.index;
    number(1, I32, typeOf(leaf));
    const encodings = leaf.encoding === 'words' ? ENCODINGS.words : ENCODINGS.plain;
    field(1, LIST);
    list(encodings.length, I32);
    for (const each of encodings) varint(2 * each);
    field(1, LIST);
    list(leaf.path.length, BINARY);
    for (const name of leaf.path) {
      const bytes = bytesOf(name);
      varint(bytes.length);
      memory.appendBytes(bytes);
    }
    number(1, I32, UNCOMPRESSED);
    const start = memory.getBytes().slice(from);
    memory.offset -= start.length;
    memory.index = from;
    starts.set(leaf, start);
    return start;
  };
  const statistics = (
    delta: number,
    [least, greatest]: readonly [Uint8Array, Uint8Array],
    { isExact, isWhole }: { readonly isExact: boolean; readonly isWhole: boolean },
  ): void => {
    field(delta, STRUCT);
    // There is no null.
    if (isWhole) number(3, I64, 0);
    binary(isWhole ? 2 : 5, greatest);
    binary(1, least);
    field(1, isExact ? TRUE : FALSE);
    field(1, isExact ? TRUE : FALSE);
    memory.appendUint8(STOP);
  };
  const chunk = ({ leaf, offset, bytes, dictionaryBytes, bounds }: ListedChunk, rows: number): void => {
    const start = startOf(leaf);
    number(2, I64, offset);
    field(1, STRUCT);
    memory.appendBytes(start);
    number(1, I64, rows);
    number(1, I64, bytes);
    number(1, I64, bytes);
    number(2, I64, offset + dictionaryBytes);
    const { encoding, level, words } = leaf;
    if (dictionaryBytes > 0) number(2, I64, offset);
    const [least] = words;
    const greatest = words.at(-1);
    const delta = dictionaryBytes > 0 ? 1 : 3;
    const isNumber = encoding === 'int' || encoding === 'long' || encoding === 'instant';
    if (bounds !== undefined && isNumber && level === 0) {
      const width = encoding === 'int' ? 4 : 8;
      const both = [wholeBytes(bounds.least, width), wholeBytes(bounds.greatest, width)] as const;
      statistics(delta, both, { isExact: bounds.isExact, isWhole: true });
    } else if (least !== undefined && greatest !== undefined)
      statistics(delta, [least, greatest], { isExact: false, isWhole: false });
    memory.appendUint8(STOP);
    memory.appendUint8(STOP);
  };
  return {
    begin(groups) {
      memory.index = 0;
      memory.offset = 0;
      list(groups, STRUCT);
    },
    add(chunks, rows, at) {
      const bytes = chunks.reduce((sum, each) => sum + each.bytes, 0);
      field(1, LIST);
      list(chunks.length, STRUCT);
      for (const each of chunks) chunk(each, rows);
      number(1, I64, bytes);
      number(1, I64, rows);
      number(2, I64, at);
      number(1, I64, bytes);
      memory.appendUint8(STOP);
    },
    bytes: () => memory.getBytes(),
  };
}

/** The number of a type. https://parquet.apache.org/docs/file-format/types/ */
function typeOf({ encoding }: Leaf): number {
  if (encoding === 'boolean') return 0;
  if (encoding === 'int' || encoding === 'date') return 1;
  if (encoding === 'long' || encoding === 'instant') return 2;
  return encoding === 'double' ? 5 : 6;
}

/** By their numbers: PLAIN, RLE and RLE_DICTIONARY. https://parquet.apache.org/docs/file-format/data-pages/encodings/ */
const ENCODINGS = { plain: [0, 3], words: [0, 3, 8] };
const UNCOMPRESSED = 0;

function wholeBytes(n: number, width: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(width);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, n, true);
  if (width === 8) view.setInt32(4, Math.floor(n / 4_294_967_296), true);
  return bytes;
}
