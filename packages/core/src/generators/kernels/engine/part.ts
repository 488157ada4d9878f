import type { Cell, Chunk } from './cell.ts';
import { newSubject, type Subject } from '../../../numeric/random.ts';

/** Selected rows of a chunk as a chunk of their own over the same bytes, so that a cell writes only to them. */
export interface Part {
  /** Selects rows: `count` entries of `picked`, starting at `from`. */
  choose(chunk: Chunk, subject: Subject, picked: Int32Array, from: number, count: number): void;
  /** Measures the cell on the selected rows. */
  measure(cell: Cell): number;
  /** Runs the cell on the selected rows. */
  column(chunk: Chunk, cell: Cell): void;
  readonly rows: number;
}

/** @param most maximum number of rows */
export function newPart(most: number): Part {
  const own = newSubject(most);
  const chosen = new Int32Array(most);
  const origin = new Int32Array(most);
  const chunk: Chunk = {
    rows: 0,
    seed: { s0: 0, s1: 0 },
    bytes: new Uint8Array(0),
    view: new DataView(new ArrayBuffer(0)),
    at: new Int32Array(most),
    origin,
    ms: new Float64Array(most),
    fromMs: NaN,
    index: new Float64Array(most),
  };
  return {
    get rows() {
      return chunk.rows;
    },
    choose(whole, subject, picked, from, count) {
      chunk.rows = count;
      chunk.seed = whole.seed;
      chunk.fromMs = whole.fromMs;
      for (let i = 0; i < count; i++) {
        const r = picked[from + i];
        chosen[i] = r;
        own.a[i] = subject.a[r];
        own.b[i] = subject.b[r];
        chunk.ms[i] = whole.ms[r];
        chunk.index[i] = whole.index[r];
        origin[i] = whole.origin[r];
      }
    },
    measure: (cell) => (chunk.rows === 0 ? 0 : (cell.measure?.(chunk, own) ?? 0)),
    column(whole, cell) {
      const { rows, at } = chunk;
      if (rows === 0) return;
      chunk.bytes = whole.bytes;
      chunk.view = whole.view;
      for (let i = 0; i < rows; i++) at[i] = whole.at[chosen[i]];
      cell.column(chunk, own);
      for (let i = 0; i < rows; i++) whole.at[chosen[i]] = at[i];
    },
  };
}
