/** What travels beside the bytes of a row, for destinations that use it: see `withSides`. */
export interface Side {
  /** A text, or bytes for destinations that take them. Undefined: the row has no key. */
  readonly key?: string | Uint8Array | undefined;
  /** Where it goes: a topic, a subject, an address. Absent: where all rows go. */
  readonly route?: string | undefined;
  /** Its headers, by name. Absent: those that all rows have. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Its event time, or when it was made, in milliseconds since 1970. Absent: it has the time at which it is sent. */
  readonly ms?: number | undefined;
  /** Why it cannot be sent, in a sentence. Absent: it can. */
  readonly problem?: string | undefined;
  /** The incident that drops it, by its name: it is never sent. Absent: none does. */
  readonly dropped?: string | undefined;
}

/** Consecutive rows as UTF-8 JSON lines, encoded once. */
export interface Batch {
  /** Index of the first row, 0 ≤ first < 2^53. */
  readonly first: number;
  /** Number of rows. */
  readonly count: number;
  /** The lines, including newlines. Only the first `ends[count − 1]` bytes belong to this batch. */
  readonly bytes: Uint8Array;
  /** The end of each row in `bytes`, including its newline. Entries from `count` on are undefined. */
  readonly ends: Uint32Array;
  /** What travels beside each row. Absent: nothing does. */
  readonly sides?: readonly Side[] | undefined;
  /** How rows have drifted: for each, the sum of 2 ** i of all entries i of `drift` that apply to it. Absent or undefined: 0, none. */
  readonly shapes?: readonly (number | undefined)[] | undefined;
  /** Records are bytes in a format that is no text, without a newline between them. Absent: lines of text. */
  readonly isBinary?: boolean;
  /** Index of each row, if they are not consecutive. */
  readonly rows?: readonly number[];
}

/** Index of the row at a position in a batch. */
export const rowIndex = ({ first, rows }: Pick<Batch, 'first' | 'rows'>, place: number): number =>
  rows?.[place] ?? first + place;

/** Bytes of all rows in a batch, including newlines. */
export const byteLength = (batch: Batch): number =>
  batch.count === 0 ? 0 : (batch.ends[batch.count - 1] ?? 0);

/** The JSON lines of a batch as a view, valid until the batch is filled again. */
export const payload = (batch: Batch): Uint8Array => batch.bytes.subarray(0, byteLength(batch));

/** Rows `from` to `to` (exclusive, as positions in the batch) as a batch that shares the bytes. */
export function slice(batch: Batch, from: number, to: number): Batch {
  const start = from === 0 ? 0 : (batch.ends[from - 1] ?? 0);
  const ends = batch.ends.subarray(from, to);
  return {
    first: rowIndex(batch, from),
    count: to - from,
    bytes: batch.bytes.subarray(start),
    ends: start === 0 ? ends : ends.map((end) => end - start),
    ...(batch.sides !== undefined && { sides: batch.sides.slice(from, to) }),
    ...(batch.isBinary === true && { isBinary: true }),
    ...(batch.rows === undefined ? {} : { rows: batch.rows.slice(from, to) }),
  };
}

/** Copies the rows at some positions to a new batch. `first` is the index of the first of them. */
export function select(batch: Batch, places: readonly number[]): Batch {
  const parts = places.map((place) => {
    const start = place === 0 ? 0 : (batch.ends[place - 1] ?? 0);
    return batch.bytes.subarray(start, batch.ends[place]);
  });
  const rows = places.map((place) => rowIndex(batch, place));
  const ends = new Uint32Array(places.length);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let end = 0;
  for (const [i, part] of parts.entries()) {
    bytes.set(part, end);
    end += part.byteLength;
    ends[i] = end;
  }
  const { sides } = batch;
  return {
    first: rows[0] ?? batch.first,
    count: rows.length,
    bytes,
    ends,
    rows,
    ...(batch.isBinary === true && { isBinary: true }),
    ...(sides !== undefined && { sides: places.map((place) => sides[place] ?? {}) }),
  };
}

/** The rows of a batch that no incident drops: the batch itself, unless one drops some. */
export function withoutDropped(batch: Batch): Batch {
  const { sides, count } = batch;
  if (sides?.some(({ dropped }) => dropped !== undefined) !== true) return batch;
  const places = Array.from({ length: count }, (_, place) => place);
  return select(
    batch,
    places.filter((place) => sides[place]?.dropped === undefined),
  );
}

const decoder = new TextDecoder();

/** The bytes of each row, without the newline of a text. Views, valid until the batch is filled again. */
export function* records(batch: Batch): Generator<Uint8Array> {
  const mark = batch.isBinary === true ? 0 : 1;
  let from = 0;
  for (let i = 0; i < batch.count; i++) {
    const end = batch.ends[i] ?? from;
    yield batch.bytes.subarray(from, end - mark);
    from = end;
  }
}

/**
 * The rows as strings without newlines, for destinations that need them one by one.
 *
 * @throws TypeError if the rows are no texts: use `records`
 */
export function* texts(batch: Batch): Generator<string> {
  if (batch.isBinary === true) throw new TypeError('These rows are in a binary format, which has no texts');
  for (const record of records(batch)) yield decoder.decode(record);
}

/** An empty batch for `RowWriter.fill`, which grows its buffers as needed. */
export const newBatch = (): Batch => ({
  first: 0,
  count: 0,
  bytes: new Uint8Array(0),
  ends: new Uint32Array(0),
});
