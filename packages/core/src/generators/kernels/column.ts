import type { Cell, Run } from './cell.ts';
import type { Subject } from './chance.ts';
import { constant } from './choice.ts';
import { pool, putWords } from './pool.ts';
import { RUN_ROWS } from './run-rows.ts';

/** The values of a field for a run of rows, kept aside for the fields that read them. Row r's JSON text is `bytes[start(r) … end(r))`; it is empty where the field is missing. */
export interface Column {
  /** Makes the values of a run. */
  fill(run: Run, who: Subject): void;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  start(r: number): number;
  end(r: number): number;
  /** Counts the fills. */
  readonly version: number;
  /** Bytes of the longest value. */
  readonly longest: number;
  readonly usesTime: boolean;
  readonly usesIndex: boolean;
}

const OVERSHOOT = 40;

/** @param cell writes the value alone, without the field's name */
export function newColumn(cell: Cell): Column {
  const bytes = new Uint8Array(0);
  let version = 0;
  let slot = 0;
  let longest = 0;
  const own: Run = {
    first: 0,
    rows: 0,
    seed: { s0: 0, s1: 0 },
    bytes,
    view: new DataView(bytes.buffer),
    at: new Int32Array(RUN_ROWS),
    ms: new Float64Array(0),
    index: new Float64Array(0),
  };
  const reserve = (size: number): void => {
    if (own.bytes.length >= size) return;
    own.bytes = new Uint8Array(size);
    own.view = new DataView(own.bytes.buffer);
  };
  return {
    fill(run, who) {
      const { rows } = run;
      Object.assign(own, { first: run.first, rows, seed: run.seed, ms: run.ms, index: run.index });
      slot = (cell.maxBytes + (cell.measure?.(own, who) ?? 0) + 7) & ~7;
      reserve(slot * rows + OVERSHOOT);
      for (let r = 0; r < rows; r++) own.at[r] = r * slot;
      cell.column(own, who);
      longest = 0;
      for (let r = 0; r < rows; r++) longest = Math.max(longest, own.at[r] - r * slot);
      version++;
    },
    get bytes() {
      return own.bytes;
    },
    get view() {
      return own.view;
    },
    start: (r) => r * slot,
    end: (r) => own.at[r],
    get version() {
      return version;
    },
    get longest() {
      return longest;
    },
    usesTime: cell.usesTime === true,
    usesIndex: cell.usesIndex === true,
  };
}

/** Writes a column's values where their field stands in the row; nothing where the field is missing. */
export function echo(column: Column, lead: string): Cell {
  const before = pool([lead]);
  return {
    maxBytes: before.stride * 8 + OVERSHOOT,
    usesTime: column.usesTime,
    usesIndex: column.usesIndex,
    measure: () => column.longest,
    column({ view, at, rows }) {
      const length = before.lengths[0];
      for (let r = 0; r < rows; r++) {
        const from = column.start(r);
        const size = column.end(r) - from;
        if (size === 0) continue;
        putWords(view, at[r], before.words, 0, before.stride);
        copy(column.view, from, view, at[r] + length, size);
        at[r] += length + size;
      }
    },
  };
}

/** Copies bytes of JSON, eight at a time; up to seven more are touched behind them. No eight of them can form a NaN (see `pool`). */
export function copy(from: DataView, start: number, to: DataView, at: number, size: number): void {
  for (let i = 0; i < size; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
}

/** A cell that writes nothing. */
export const nothing: Cell = constant(pool(['']));
