import type { Cell, Decision, Chunk } from './cell.ts';
import { NO_STEPS } from './event-times.ts';
import { needsOf, type Needs } from './needs.ts';
import type { Subject } from '../../../numeric/random.ts';
import { pool, putWords } from './pool.ts';
import { EVERY_ROW, CHUNK_ROWS } from './chunk-rows.ts';

/**
 * The values of a field for a chunk of rows, buffered for fields that read them. Readers may work on a selection of the rows.
 * The JSON text of row r of a chunk is `bytes[start(chunk, r) … end(chunk, r))`, empty if the field is missing.
 */
export interface Column extends Required<Needs> {
  /** Generates the values of a chunk. */
  fill(chunk: Chunk, subject: Subject): void;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  start(chunk: Chunk, r: number): number;
  end(chunk: Chunk, r: number): number;
  /** For hot loops: the start is `origin[r] * slot`, the end `ends[origin[r]]`. */
  readonly slot: number;
  readonly ends: Int32Array;
  /** Number of fills so far. */
  readonly version: number;
  /** Length of the longest value in bytes. */
  readonly longest: number;
  /** The field may be missing in some rows. */
  readonly isOptional: boolean;
  /** The decision of the field's cell, with its numbers indexed by `origin`. */
  readonly decision: Decision | undefined;
}

/** A column to fill for each chunk. */
export type Filled = Pick<Column, 'fill' | keyof Needs>;

const OVERSHOOT = 40;

/**
 * A column of the cell's values.
 *
 * @param cell writes the value without the field's name
 * @param isOptional whether it writes nothing in some rows
 */
export function newColumn(cell: Cell, isOptional: boolean): Column {
  const bytes = new Uint8Array(0);
  // Indexed by `origin`, so that a selection of rows finds its values.
  const ends = new Int32Array(CHUNK_ROWS);
  const decided = new Float64Array(CHUNK_ROWS);
  let version = 0;
  let slot = 0;
  let longest = 0;
  const own: Chunk = {
    rows: 0,
    seed: { s0: 0, s1: 0 },
    bytes,
    view: new DataView(bytes.buffer),
    at: new Int32Array(CHUNK_ROWS),
    origin: EVERY_ROW,
    ms: new Float64Array(0),
    fromMs: NaN,
    index: new Float64Array(0),
    steps: NO_STEPS,
  };
  const reserve = (size: number): void => {
    if (own.bytes.length >= size) return;
    own.bytes = new Uint8Array(size);
    own.view = new DataView(own.bytes.buffer);
  };
  return {
    fill(chunk, subject) {
      const { rows, seed, origin, ms, fromMs, index, steps } = chunk;
      Object.assign(own, { rows, seed, origin, ms, fromMs, index, steps });
      slot = (cell.maxBytes + (cell.measure?.(own, subject) ?? 0) + 7) & ~7;
      const places = rows === 0 ? 0 : origin[rows - 1] + 1;
      reserve(slot * places + OVERSHOOT);
      putStarts(own.at, origin, rows, slot);
      cell.column(own, subject);
      longest = putEnds(ends, own.at, origin, rows, slot);
      if (cell.decision !== undefined)
        for (let r = 0; r < rows; r++) decided[origin[r]] = cell.decision.numbers[r];
      version++;
    },
    get bytes() {
      return own.bytes;
    },
    get view() {
      return own.view;
    },
    start: ({ origin }, r) => origin[r] * slot,
    end: ({ origin }, r) => ends[origin[r]],
    get slot() {
      return slot;
    },
    ends,
    get version() {
      return version;
    },
    get longest() {
      return longest;
    },
    ...needsOf(cell),
    isOptional,
    decision: cell.decision && { ...cell.decision, numbers: decided },
  };
}

function putStarts(at: Int32Array, origin: Int32Array, rows: number, slot: number): void {
  for (let r = 0; r < rows; r++) at[r] = origin[r] * slot;
}

/** Records where each value ends, and returns the length of the longest. */
function putEnds(ends: Int32Array, at: Int32Array, origin: Int32Array, rows: number, slot: number): number {
  let longest = 0;
  for (let r = 0; r < rows; r++) {
    const place = origin[r];
    const end = at[r];
    ends[place] = end;
    longest = Math.max(longest, end - place * slot);
  }
  return longest;
}

/** Writes a column's values at the field's position in the row; nothing if the field is missing. */
export function echo(column: Column, lead: string): Cell {
  const before = pool([lead]);
  return {
    maxBytes: before.stride * 8 + OVERSHOOT,
    ...needsOf(column),
    measure: () => column.longest,
    column(chunk) {
      const { view, at, rows, origin } = chunk;
      const { view: source, slot, ends } = column;
      const length = before.lengths[0];
      for (let r = 0; r < rows; r++) {
        const from = origin[r] * slot;
        const size = ends[origin[r]] - from;
        if (size === 0) continue;
        putWords(view, at[r], before.words, 0, before.stride);
        copy(source, from, view, at[r] + length, size);
        at[r] += length + size;
      }
    },
  };
}

/** Copies bytes of JSON eight at a time, writing up to seven bytes past the end. No eight bytes can form a NaN (see `pool`). */
export function copy(from: DataView, start: number, to: DataView, at: number, size: number): void {
  for (let i = 0; i < size; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
}
