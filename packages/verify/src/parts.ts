import { type Part, type Truth, rowsAt } from './truth.ts';
import { isoMs, mix, seedOf, type Batch } from '@catbird/engine';
import { cellsOf, parseLine, type RowObject } from './parse-row.ts';

/** Some rows of a truth, by their numbers there, ascending. */
export function partOf(truth: Truth, numbers: Float64Array, others?: Part['others']): Truth {
  const places = new Map(Array.from(numbers, (number, place) => [number, place]));
  const numberOf = (row: number): number => numbers[row] ?? truth.rows;
  const { acknowledgedMs, settledMs, eventMs, again } = truth;
  return {
    rows: numbers.length,
    write: (batch, rows) => truth.write(batch, rows.map(numberOf)),
    writeFrom: (batch, first, count) => truth.write(batch, numbers.slice(first, first + count)),
    eachSent: (use) =>
      truth.eachSent((line, row) => {
        const place = places.get(row);
        if (place !== undefined) use(line, place);
      }),
    least: (row) => truth.least(numberOf(row)),
    most: (row) => truth.most(numberOf(row)),
    again: again && ((row) => again(numberOf(row))),
    isShuffled: true,
    acknowledgedMs: acknowledgedMs && ((row) => acknowledgedMs(numberOf(row))),
    settledMs: settledMs && ((row) => settledMs(numberOf(row))),
    eventMs: eventMs && ((row) => eventMs(numberOf(row))),
    isOpen: truth.isOpen,
    part: { of: truth.rows, numberOf, ...(others && { others }) },
  };
}

/** Up to so many rows, each is ranked by its hash. Of more, rows are drawn one by one. */
const RANKED = 1_000_000;
/** Draws for each row of the sample. */
const DRAWS = 100;

/** Some of the rows that must have arrived, all equally likely. The same seed draws the same rows. */
export function sampledTruth(truth: Truth, size: number, seed: string): Truth {
  const key = seedOf(`sample of ${seed}`).s0;
  const numbers = truth.rows <= RANKED ? ranked(truth, size, key) : drawn(truth, size, key);
  return partOf(truth, numbers);
}

const hash = (value: number, key: number): number => mix(mix(value ^ key) + key) >>> 0;

function ranked({ rows, least }: Truth, size: number, key: number): Float64Array {
  const all = Float64Array.from({ length: rows }, (_, row) => row).filter((row) => least(row) > 0);
  return all
    .sort((a, b) => hash(a, key) - hash(b, key) || a - b)
    .slice(0, size)
    .sort();
}

function drawn({ rows, least }: Truth, size: number, key: number): Float64Array {
  const found = new Set<number>();
  for (let i = 0; found.size < size && i < size * DRAWS; i++) {
    const row = Math.floor(((hash(i, key) * 2 ** 21 + (hash(i, ~key) >>> 11)) / 2 ** 53) * rows);
    if (least(row) > 0) found.add(row);
  }
  return Float64Array.from(found).sort();
}

/** The values of all rows, by columns. */
export const cellsAt = (truth: Truth): readonly ReadonlyMap<string, unknown>[] =>
  rowsAt(
    truth,
    Float64Array.from({ length: truth.rows }, (_, row) => row),
  ).map((row) => cellsOf(row ?? {}));

/** Whether a row must be at a place, may be there, or must not be there. */
type Wanted = 'must' | 'may' | 'not';

const CODES: Readonly<Record<Wanted, number>> = { must: 3, may: 2, not: 1 };

/**
 * The truth of some of the rows.
 *
 * @param wanted of each sent row, in the order in which they were sent. Of a row that was sent more than once, the first counts
 */
function selected(truth: Truth, wanted: (row: RowObject, number: number) => Wanted): Truth {
  const codes = new Uint8Array(truth.rows);
  truth.eachSent((line, number) => {
    const row = parseLine(line);
    if (row === undefined) return;
    const code = CODES[wanted(row, number)];
    if (codes[number] === 0) codes[number] = code;
  });
  return {
    ...truth,
    least: (row) => (codes[row] === CODES.must ? truth.least(row) : 0),
    most: (row) => ((codes[row] ?? 0) >= CODES.may ? truth.most(row) : 0),
  };
}

/** Rows in which a column is true. */
export const whereTrue = (truth: Truth, column: string): Truth =>
  selected(truth, (row) => (row[column] === true ? 'must' : 'not'));

/** When rows count as late. */
interface Lateness {
  /** The column with the event time. */
  readonly on: string;
  /** A row is late if a row was sent before it whose event time is later by more than this, in milliseconds. */
  readonly afterMs: number;
  /** So much more, in milliseconds, until it is certain that a pipeline finds it late, too. Undefined: it never is. */
  readonly slackMs: number | undefined;
}

/** Rows that are on time, or those that are late. Whether rows that are a little late are found to be, nobody can know. */
export function byLateness(
  truth: Truth,
  { on, afterMs, slackMs }: Lateness,
  kept: 'on time' | 'late',
): Truth {
  let greatest = -Infinity;
  return selected(truth, (row) => {
    const ms = isoMs(cellsOf(row).get(on));
    if (Number.isNaN(ms)) return kept === 'on time' ? 'must' : 'not';
    const lateMs = greatest - ms;
    greatest = Math.max(greatest, ms);
    if (lateMs <= afterMs) return kept === 'on time' ? 'must' : 'not';
    if (slackMs === undefined || lateMs <= afterMs + slackMs) return 'may';
    return kept === 'late' ? 'must' : 'not';
  });
}

/** The truth of rows that are held in memory as lines of JSON: those of a table at an instant, or groups. Each must be there once. */
export function listedTruth(lines: readonly Uint8Array[]): Truth {
  const write = (batch: Batch, count: number, lineAt: (i: number) => Uint8Array, first: number): Batch => {
    const ends = new Uint32Array(count);
    let size = 0;
    for (let i = 0; i < count; i++) ends[i] = size += lineAt(i).length + 1;
    const bytes = new Uint8Array(size).fill(NEWLINE);
    for (let i = 0; i < count; i++) bytes.set(lineAt(i), i === 0 ? 0 : (ends[i - 1] ?? 0));
    return Object.assign(batch, { first, count, bytes, ends });
  };
  const line = (row: number): Uint8Array => lines[row] ?? new Uint8Array(0);
  return {
    rows: lines.length,
    write: (batch, list) => write(batch, list.length, (i) => line(list[i] ?? -1), list[0] ?? 0),
    writeFrom: (batch, first, count) =>
      write(batch, Math.min(count, lines.length - first), (i) => line(first + i), first),
    eachSent: (use) => lines.forEach((each, row) => use(each, row)),
    least: () => 1,
    most: () => 1,
  };
}

const NEWLINE = 0x0a;

/** Copies the lines of batches, whose buffers are reused. */
export function linesOf(batches: Iterable<Batch>): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (const { count, bytes, ends } of batches) {
    const copy = bytes.slice(0, count === 0 ? 0 : (ends[count - 1] ?? 0));
    for (let i = 0; i < count; i++)
      lines.push(copy.subarray(i === 0 ? 0 : (ends[i - 1] ?? 0), (ends[i] ?? 1) - 1));
  }
  return lines;
}
