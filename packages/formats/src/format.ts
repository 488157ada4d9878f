import {
  type Result,
  type Member,
  newBatch,
  rowIndex,
  type Batch,
  type Extent,
  type RowWriter,
  invalid,
  messagesOf,
  type RowShape,
  type Zone,
} from '@catbird/engine';
import type { Blocks } from '@catbird/send';
import { newCursor, readFrom, reserve, writeTo, type Cursor, put } from './cursor.ts';
import type { Registered } from './registry.ts';

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
  /**
   * How fields of these kinds are written.
   *
   * @param registered their schema in a registry, if the format knows registries and there is one
   * @param zone of times that are written as a clock shows them. Default: UTC
   */
  plan(
    members: readonly Member[],
    settings: Settings,
    registered?: Registered,
    zone?: Zone,
  ): Result<FormatPlan>;
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

/** What belongs to rows besides their bytes. Undefined takes the place of what the batch had before. */
const sidesOf = ({ first, sides, rows }: Batch): Pick<Batch, 'first' | 'sides' | 'rows'> => ({
  first,
  sides,
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

/**
 * What comes before a record whose schema is in a registry: a zero, and the id of the schema in four bytes.
 * https://docs.confluent.io/platform/current/schema-registry/fundamentals/serdes-develop/index.html#wire-format
 *
 * @param id from 1 to 2³¹ − 1
 * @param rest what the kind of schema adds: see `messagePath`
 */
export function headerOf(id: number, rest: readonly number[] = []): Uint8Array {
  const header = new Uint8Array(5 + rest.length);
  new DataView(header.buffer).setUint32(1, id);
  header.set(rest, 5);
  return header;
}

/**
 * The place of a Protobuf message in its file: how many numbers follow, and its number at each level, each as a zigzag varint. The first
 * message of a file is a single zero.
 *
 * @param path places among the messages of a level, from 0: of the outermost message first
 */
export const messagePath = (path: readonly number[]): readonly number[] =>
  path.length === 1 && path[0] === 0 ? [0] : [path.length, ...path].flatMap(zigzag);

/** A whole number from 0. */
function zigzag(n: number): readonly number[] {
  const bytes: number[] = [];
  let rest = 2 * n;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Records that begin with a header. A row that is malformed on purpose has none. */
export const framed = ({ write, room, ...plan }: RecordPlan, header: Uint8Array): RecordPlan => ({
  ...plan,
  room: (bytes) => header.length + room(bytes),
  write: (cursor, row) => {
    put(cursor, header);
    return write(cursor, row);
  },
});

/** How rows of several shapes are written. */
interface ShapeOptions {
  /** Name of the format, for messages. */
  readonly name: string;
  /** How rows of a shape are written. Members that it lacks, but others have, are among those given, as ones that may be missing. */
  readonly plan: (members: readonly Member[], shape: RowShape) => Promise<Result<FormatPlan>>;
  /**
   * Records may have several layouts, as each says which one it has: a registry knows them, for instance. Default: all records have the
   * layout of the first shape.
   */
  readonly mayVary?: boolean;
}

/** How rows of several shapes are written, of which the first is that of their schema; or a sentence for each change that does not fit. */
export async function planShapes(
  [first = { number: 0, members: [], changes: [] }, ...others]: readonly RowShape[],
  { name, plan, mayVary }: ShapeOptions,
): Promise<Result<FormatPlan>> {
  const { members } = first;
  const base = await plan(members, first);
  if (!base.ok || isJson(base)) return base;
  const layout = mayVary === true ? undefined : base.layout;
  const shapes: RecordPlan[] = [];
  const wrong: (RowShape & { readonly problem: string })[] = [];
  for (const shape of others) {
    // What does not fit alone does not fit with others.
    if (wrong.some(({ number }) => (shape.number & number) === number)) continue;
    const own = layout === undefined ? shape.members : aligned(shape.members, members);
    // oxlint-disable-next-line no-await-in-loop
    const made = fitting(await plan(own, shape), layout, name);
    if (typeof made === 'string') wrong.push({ ...shape, problem: made });
    else if (made.record !== undefined) shapes[shape.number] = made.record;
  }
  if (wrong.length === 0) return { ...base, shapes };
  return invalid(...wrong.map(({ changes, problem }) => `faults.drift: ${changes.join(', ')}: ${problem}`));
}

/** Records are lines of JSON, of any shape. */
const isJson = ({ record, layout }: FormatPlan): boolean => record === undefined && layout === undefined;

/** A plan of records that may stand among those of a layout, or a sentence. @param layout undefined: any */
function fitting(made: Result<FormatPlan>, layout: string | undefined, name: string): FormatPlan | string {
  if (!made.ok) return messagesOf(made.issues).join('. ');
  return layout === undefined || made.layout === layout
    ? made
    : `all rows in ${name} have the same fields and types. Choose json as the format, or leave this change out`;
}

/** Members of rows that may lack others: these are missing in the place where they would be. */
const aligned = (members: readonly Member[], base: readonly Member[]): readonly Member[] => {
  const result = [...members];
  for (const [i, member] of base.entries()) {
    const at = result.findIndex(({ name }) => name === member.name);
    const found = result[at];
    if (found === undefined) result.splice(Math.min(i, result.length), 0, { ...member, optional: true });
    else if (found.kind.is === 'object' && member.kind.is === 'object')
      result[at] = {
        ...found,
        kind: { ...found.kind, members: aligned(found.kind.members, member.kind.members) },
      };
  }
  return result;
};
