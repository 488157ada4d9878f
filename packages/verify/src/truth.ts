import { newBatch, records, type Batch, type Extent, type RowWriter, type Side } from '@catbird/engine';
import { placeOf, type CountedRange, type Range } from '@catbird/send';
import { cellsOf, parseLine, type RowObject } from './parse-row.ts';

/** What should have arrived: rows that are computed again, by their numbers from 0. */
export interface Truth {
  /** How many rows there are, whether they were sent or not. */
  readonly rows: number;
  /** Writes the rows with these numbers, ascending, as lines of JSON. */
  readonly write: (batch: Batch, rows: Float64Array) => Batch;
  /** Writes at most `count` consecutive rows as lines of JSON. */
  readonly writeFrom: (batch: Batch, first: number, count: number) => Batch;
  /** Reads the lines that were sent, in the order in which they were, without their newlines. Copies come with the number of their row. */
  readonly eachSent: (use: (line: Uint8Array, row: number) => void) => void;
  /** How often a row must be there at least. */
  readonly least: (row: number) => number;
  /** How often a row may be there: `Infinity` is as often as one likes. Never less than `least`. */
  readonly most: (row: number) => number;
  /** How often a row was sent again after an attempt without a clear end, which `most` includes. Default: never. */
  readonly again?: ((row: number) => number) | undefined;
  /** Rows were sent out of order. Default: in the order of their numbers. */
  readonly isShuffled?: boolean;
  /** Lines that were sent although they are no JSON, with how often. Default: none. */
  readonly malformed?: ReadonlyMap<string, number>;
  /** When a row was acknowledged first, in milliseconds since 1970. NaN: unknown. Default: of no row known. */
  readonly acknowledgedMs?: ((row: number) => number) | undefined;
  /** When it was acknowledged last, with its copies. Default: `acknowledgedMs`. */
  readonly settledMs?: ((row: number) => number) | undefined;
  /** The event time of a row, in milliseconds since 1970. Default: not known. */
  readonly eventMs?: ((row: number) => number) | undefined;
  /** Rows are still being sent: those that may be there are not judged. Default: no. */
  readonly isOpen?: boolean | undefined;
  /** It has some rows of another truth. Default: it has all. */
  readonly part?: Part;
}

/** Which rows of a truth another one has. */
export interface Part {
  /** How many rows the whole has. */
  readonly of: number;
  /** The number that a row has there. Ascends. */
  readonly numberOf: (row: number) => number;
  /** What is known of the others. Undefined: nothing, as the rows were drawn by chance, and others that arrive do not count. */
  readonly others?: {
    readonly right: number;
    readonly arrived: number;
    readonly extra: number;
    readonly repeated: number;
  };
}

/** The number of a row in the stream. */
export const numberIn = ({ part }: Truth, row: number): number => part?.numberOf(row) ?? row;

/** What is known of the sent rows. All ranges are in order and disjoint. */
export interface Sent {
  /** Rows that the destination acknowledged. */
  readonly accepted: readonly Range[];
  /** Rows that may have arrived, because an attempt to send them had no clear end. */
  readonly uncertain: readonly Range[];
  /** Rows that may be there more than once, because further attempts were made after such an attempt: their number. */
  readonly repeated: readonly CountedRange[];
  /** Whether incidents drop a row of a stream without faults: it was not sent. Default: none. */
  readonly isDropped?: ((row: number) => boolean) | undefined;
  /** When a row was acknowledged, in milliseconds since 1970. NaN: unknown. Default: of no row known. */
  readonly acknowledgedMs?: ((row: number) => number) | undefined;
}

/** Everything was sent once. */
export const allSent = (rows: number): Sent => ({ accepted: [[0, rows]], uncertain: [], repeated: [] });

/** Rows from here on were not sent. */
const endOf = ({ accepted, uncertain }: Sent): number =>
  Math.max(0, ...[accepted, uncertain].map((ranges) => ranges.at(-1)?.[1] ?? 0));

/** A test whether a row lies in ranges. Fast for rows in any order that stay close to each other. */
export function within(ranges: readonly Range[]): (row: number) => boolean {
  let known: Range = [0, 0];
  let holds = false;
  return (row) => {
    if (row >= known[0] && row < known[1]) return holds;
    const place = placeOf(row, ranges);
    const [first, end] = ranges[place] ?? [Infinity, Infinity];
    holds = row >= first;
    known = holds ? [first, end] : [ranges[place - 1]?.[1] ?? 0, first];
    return holds;
  };
}

/** How often rows are counted in ranges. Fast, as `within` is. */
export function timesIn(ranges: readonly CountedRange[]): (row: number) => number {
  const isIn = within(ranges.map(([first, end]): Range => [first, end]));
  return (row) => (isIn(row) ? (ranges[placeOf(row, ranges)]?.[2] ?? 0) : 0);
}

/** How often rows were sent again, as far as it is known. */
export const knownTimes = (times: number): number => (Number.isFinite(times) ? times : 0);

/**
 * The truth of rows without faults.
 *
 * @param time their event times, as for `RowWriter.fill`
 */
export function truthOf(writer: RowWriter, time: Extent['time'], rows: number, sent = allSent(rows)): Truth {
  const [isAccepted, isUncertain] = [within(sent.accepted), within(sent.uncertain)];
  const { isDropped = () => false } = sent;
  const accepted = (row: number): boolean => isAccepted(row) && !isDropped(row);
  const uncertain = (row: number): boolean => isUncertain(row) && !isDropped(row);
  const times = timesIn(sent.repeated);
  const count = Math.min(rows, endOf(sent));
  return {
    rows: count,
    write: (batch, list) => writeAll(batch, list, (into, extent) => writer.fill(into, { ...extent, time })),
    writeFrom: (batch, first, many) =>
      writer.fill(batch, { first, count: Math.min(many, count - first), time }),
    eachSent: (use) =>
      eachLine(writer, time, count, (row, line) => {
        if (accepted(row) || uncertain(row)) use(line, row);
      }),
    least: (row) => (accepted(row) ? 1 : 0),
    most: (row) => (accepted(row) || uncertain(row) ? 1 + times(row) : 0),
    again: (row) => knownTimes(times(row)),
    acknowledgedMs: sent.acknowledgedMs,
  };
}

/** Rows that are read together. */
const AT_ONCE = 4096;

/** Reads all lines below a number, in order, without their newlines, with what travels beside them. */
export function eachLine(
  rows: Pick<RowWriter, 'fill'>,
  time: Extent['time'],
  end: number,
  use: (number: number, line: Uint8Array, side: Side | undefined) => void,
): void {
  const batch = newBatch();
  for (let first = 0; first < end;) {
    rows.fill(batch, { first, count: Math.min(AT_ONCE, end - first), time });
    let place = 0;
    for (const line of records(batch)) {
      use(first + place, line, batch.sides?.[place]);
      place++;
    }
    first += batch.count;
  }
}

/**
 * Reads the rows that must have arrived, in the order in which they were sent.
 *
 * @param hasCopies whether copies count, too
 */
export function eachWanted(
  truth: Truth,
  hasCopies: boolean,
  use: (row: RowObject, line: Uint8Array) => void,
): void {
  const seen = new Uint8Array(truth.rows);
  truth.eachSent((line, number) => {
    const count = seen[number] ?? 0;
    if (count >= (hasCopies ? truth.least(number) : Math.min(1, truth.least(number)))) return;
    const row = parseLine(line);
    if (row === undefined) return;
    seen[number] = count + 1;
    use(row, line);
  });
}

/** Writes all rows of a list, however few a writer takes at once. */
function writeAll(
  batch: Batch,
  list: Float64Array,
  fill: (batch: Batch, extent: Pick<Extent, 'first' | 'rows' | 'count'>) => Batch,
): Batch {
  const filled = fill(batch, { first: list[0] ?? 0, rows: list, count: list.length });
  if (filled.count !== list.length)
    throw new Error(`Wrote ${filled.count} of ${list.length} rows, though no size limits them`);
  return filled;
}

/** The rows with these numbers, in ascending order, as objects; undefined where a line is no object. */
export function rowsAt({ write }: Pick<Truth, 'write'>, numbers: Float64Array): (RowObject | undefined)[] {
  if (numbers.length === 0) return [];
  return Array.from(records(write(newBatch(), numbers)), parseLine);
}

/** The values of a column in these rows. */
export const valuesAt = (truth: Truth, rows: readonly number[], column: string): readonly unknown[] =>
  rowsAt(truth, Float64Array.from(rows)).map((row) => row && cellsOf(row).get(column));

/** Rows that are made ahead. */
const AHEAD = 1024;

/** Whether bytes are those of a line. Four at once take a third of the time. */
function isEqual(bytes: Uint8Array, start: number, line: Uint8Array): boolean {
  const [one, other] = [viewOf(bytes), viewOf(line)];
  let i = 0;
  for (; i + 4 <= line.length; i += 4) if (one.getInt32(start + i) !== other.getInt32(i)) return false;
  for (; i < line.length; i++) if (bytes[start + i] !== line[i]) return false;
  return true;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Expected rows as bytes, made ahead while rows come in order. */
export function newWindow(truth: Truth): {
  readonly isRow: (row: number, line: Uint8Array) => boolean;
  readonly rowAt: (row: number) => RowObject | undefined;
} {
  const batch: Batch = newBatch();
  let first = 0;
  let count = 0;
  let [start, end] = [0, 0];
  const find = (row: number): boolean => {
    if (row >= truth.rows) return false;
    if (row < first || row >= first + count) {
      first = row;
      ({ count } = truth.writeFrom(batch, row, AHEAD));
    }
    const place = row - first;
    start = place === 0 ? 0 : (batch.ends[place - 1] ?? 0);
    end = (batch.ends[place] ?? 0) - 1;
    return true;
  };
  return {
    isRow: (row, line) => find(row) && end - start === line.length && isEqual(batch.bytes, start, line),
    rowAt: (row) => (find(row) ? parseLine(batch.bytes.subarray(start, end)) : undefined),
  };
}
