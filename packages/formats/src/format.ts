import {
  type Result,
  type Member,
  newBatch,
  rowIndex,
  type Batch,
  type Extent,
  type RowWriter,
} from '@catbird/engine';
import type { Blocks } from '@catbird/send';
import { newCursor, readFrom, reserve, writeTo, type Cursor } from './cursor.ts';
import type { Registered } from './registry-schema.ts';

/** A format in which rows are written. */
export interface FormatPlan {
  /** Media type of a file or a request: `text/csv`. */
  readonly contentType: string;
  /** Ending of file names, without the dot: `csv`. */
  readonly extension: string;
  /** Records are text, each with its newline. Otherwise they are bytes without any mark between them. */
  readonly isText: boolean;
  /** What a registry knows of the records: an Avro schema, as JSON, or a `.proto` file. Default: nothing. */
  readonly schemaText?: string;
  /** What the records of one file or topic have in common: the names of columns, or a schema. Absent: each record stands alone. */
  readonly layout?: string;
  /** How records of drifted rows are written, by their number in `Batch.shapes`. Absent: like all others. */
  readonly shapes?: readonly (RecordPlan | undefined)[];
  /** Full name of the record or message: `com.example.Order`. Default: it has none. */
  readonly recordName?: string;
  /** How records are written. Absent: they are the lines of JSON. */
  readonly record?: RecordPlan;
  /** What comes before the first record of a file, or of the body of a request. Default: nothing. */
  readonly head?: Uint8Array;
  /** How records become a file, or the body of a request. Default: they stand one behind the other, below the head. */
  readonly blocks?: Blocks;
}

/** How a row becomes a record. */
export interface RecordPlan {
  /** Writes a row, whose JSON line begins at `at`, to `to`, for which `room` has been made. False if the row cannot be read. @param row its index */
  readonly write: (cursor: Cursor, row: number) => boolean;
  /** The bytes that a row may take, at most. @param bytes those of its JSON line */
  readonly room: (bytes: number) => number;
  /** What a row that is malformed on purpose becomes. Default: it stays as it is. */
  readonly malformed?: 'refused';
}

/** A format, as people choose it. */
export interface Format<Settings = unknown> {
  /** As in `--format csv`. */
  readonly name: string;
  /** How fields of these kinds are written. @param registered their schema in a registry, if the format knows registries and there is one */
  plan(members: readonly Member[], settings: Settings, registered?: Registered): Result<FormatPlan>;
}

/**
 * Writes rows in a format. The same rows have the same bytes, in any batches.
 *
 * A row that is malformed on purpose stays as it is.
 *
 * @param rows write lines of JSON
 * @throws RangeError if a row is malformed on purpose, and the format cannot hold it
 */
export function withFormat(rows: RowWriter, { record, isText, shapes = [] }: FormatPlan): RowWriter {
  if (record === undefined) return rows;
  const lines = newBatch();
  const cursor = newCursor();
  const planFor = (shape = 0): RecordPlan => shapes[shape] ?? record;
  return {
    fill(batch, extent) {
      const filled = rows.fill(lines, extent);
      const records = written(filled, batch, planFor, cursor, { ...extent, isText });
      return Object.assign(batch, { ...sidesOf(filled), ...records });
    },
  };
}

/** What belongs to rows besides their bytes. */
const sidesOf = ({ first, sides, rows }: Batch): Pick<Batch, 'first' | 'sides' | 'rows'> => ({
  first,
  ...(sides !== undefined && { sides }),
  ...(rows !== undefined && { rows }),
});

/** Writes the records of rows to the memory of a batch, which grows as needed. */
function written(
  lines: Batch,
  into: Batch,
  planOf: (shape: number | undefined) => RecordPlan,
  cursor: Cursor,
  { maxBytes = Infinity, isText }: Pick<Extent, 'maxBytes'> & Pick<FormatPlan, 'isText'>,
): Pick<Batch, 'bytes' | 'ends' | 'count' | 'isBinary'> {
  const { bytes, ends, count } = lines;
  const newEnds = into.ends.length >= count ? into.ends : new Uint32Array(count);
  writeTo(cursor, into.bytes);
  readFrom(cursor, bytes);
  // A newline between rows is no part of a record.
  const mark = isText ? 0 : 1;
  let from = 0;
  let done = 0;
  for (; done < count; done++) {
    const end = ends[done] ?? from;
    const { write, room, malformed } = planOf(lines.shapes?.[done]);
    reserve(cursor, room(end - from));
    const start = cursor.to;
    cursor.at = from;
    if (!write(cursor, rowIndex(lines, done))) {
      if (malformed === 'refused')
        throw new RangeError(
          `Row ${rowIndex(lines, done)} is malformed, and this format has no place for it. Remove malformed rows from the faults, or choose another format`,
        );
      cursor.out.set(bytes.subarray(from, end - mark), start);
      cursor.to = start + end - from - mark;
    }
    if (cursor.to > maxBytes && done > 0) break;
    newEnds[done] = cursor.to;
    from = end;
  }
  return { bytes: cursor.out, ends: newEnds, count: done, isBinary: !isText };
}
