import { ByteWriter, type ParquetWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import type { Leaf } from './parquet-leaves.ts';
import type { Taken } from './parquet-texts.ts';

/** The header of the data page of a leaf, for rows with so many bytes of levels and values. */
export function dataHeader(leaf: Leaf, rows: number, bytes: number, compressed = bytes): Uint8Array {
  const writer = new ByteWriter();
  writePageHeader(writer, {
    type: 'DATA_PAGE',
    uncompressed_page_size: bytes,
    compressed_page_size: compressed,
    data_page_header: {
      num_values: rows,
      encoding: leaf.encoding === 'words' ? 'RLE_DICTIONARY' : 'PLAIN',
      definition_level_encoding: 'RLE',
      repetition_level_encoding: 'RLE',
    },
  });
  return writer.getBytes();
}

/** The dictionary page of a leaf, with its header. Empty if it has none. @param compress Default: the page stays as it is */
export function dictionaryOf(
  { encoding, words }: Leaf,
  compress = (bytes: Uint8Array): Uint8Array => bytes,
): Uint8Array {
  if (encoding !== 'words') return new Uint8Array(0);
  const values = new ByteWriter();
  for (const word of words) {
    values.appendUint32(word.length);
    values.appendBytes(word);
  }
  const page = compress(values.getBytes());
  const writer = new ByteWriter();
  writePageHeader(writer, {
    type: 'DICTIONARY_PAGE',
    uncompressed_page_size: values.offset,
    compressed_page_size: page.length,
    dictionary_page_header: { num_values: words.length, encoding: 'PLAIN' },
  });
  writer.appendBytes(page);
  return writer.getBytes();
}

/** The chunk of a leaf in a file, compressed. @param at where it stands there */
export function chunkOf({ leaf, values }: Taken, rows: number, at: number): Chunk {
  const { element, path, encoding } = leaf;
  if (element.type === undefined) throw new Error(`${path.join('.')} has no type`);
  const page = values.page();
  const compressed = snappyCompress(page);
  const header = dataHeader(leaf, rows, page.length, compressed.length);
  const dictionary = dictionaryOf(leaf, snappyCompress);
  const isWords = encoding === 'words';
  const whole = dictionaryOf(leaf).length + header.length + page.length;
  return {
    pieces: [dictionary, header, compressed],
    chunk: {
      file_offset: BigInt(at),
      meta_data: {
        type: element.type,
        encodings: isWords ? ['PLAIN', 'RLE', 'RLE_DICTIONARY'] : ['PLAIN', 'RLE'],
        path_in_schema: [...path],
        codec: 'SNAPPY',
        num_values: BigInt(rows),
        total_uncompressed_size: BigInt(whole),
        total_compressed_size: BigInt(dictionary.length + header.length + compressed.length),
        data_page_offset: BigInt(at + dictionary.length),
        ...(isWords && { dictionary_page_offset: BigInt(at) }),
        statistics: { null_count: BigInt(values.nulls()), ...boundsIn(leaf, values) },
      },
    },
  };
}

type ColumnChunk = ParquetWriter['row_groups'][number]['columns'][number];

/** A column chunk, and what the foot says of it. */
export interface Chunk {
  /** They stand one behind the other. */
  readonly pieces: readonly Uint8Array[];
  readonly chunk: ColumnChunk;
}

/** The least and the greatest value, as the foot has them. */
function boundsIn(
  { element: { type }, encoding }: Leaf,
  values: Taken['values'],
): Pick<NonNullable<NonNullable<ColumnChunk['meta_data']>['statistics']>, 'min_value' | 'max_value'> {
  const bounds = values.bounds();
  if (bounds === undefined) return {};
  const [least, greatest] = bounds;
  if (typeof least !== 'number' || typeof greatest !== 'number')
    return { min_value: least, max_value: greatest };
  if (type === 'INT64') return { min_value: BigInt(least), max_value: BigInt(greatest) };
  if (encoding === 'boolean') return { min_value: least === 1, max_value: greatest === 1 };
  // Either zero may be among the values.
  if (type === 'DOUBLE')
    return { min_value: least === 0 ? -0 : least, max_value: greatest === 0 ? 0 : greatest };
  return { min_value: least, max_value: greatest };
}
