import type { Chunk } from './cell.ts';
import { EVERY_ROW, CHUNK_ROWS } from './chunk-rows.ts';
import { NO_STEPS } from './event-times.ts';

/** The JSON text of row r of a chunk is `bytes[start(chunk, r) … end(chunk, r))`, empty if the field is missing. */
export interface Texts {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  start(chunk: Chunk, r: number): number;
  end(chunk: Chunk, r: number): number;
  /** For hot loops: the start is `origin[r] * slot`, the end `ends[origin[r]]`. */
  readonly slot: number;
  readonly ends: Int32Array;
  /** Length of the longest text in bytes. */
  readonly longest: number;
}

/** A buffer for the texts of a field. */
export interface WrittenTexts extends Texts {
  /**
   * Writes the rows of a chunk.
   *
   * @param maxBytes of a row, called before `put`
   * @param put appends to the rows of a chunk that is like the given one, over the buffer
   */
  write(
    chunk: Partial<Chunk> & Pick<Chunk, 'rows' | 'origin'>,
    maxBytes: (own: Chunk) => number,
    put: (own: Chunk) => void,
  ): void;
}

const OVERSHOOT = 40;

export function newTexts(): WrittenTexts {
  const bytes = new Uint8Array(0);
  // Indexed by `origin`, so that a selection of rows finds its values.
  const ends = new Int32Array(CHUNK_ROWS);
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
    get longest() {
      return longest;
    },
    write(chunk, maxBytes, put) {
      const { rows, origin } = chunk;
      const { seed = own.seed, ms = own.ms, fromMs = NaN, index = own.index, steps = NO_STEPS } = chunk;
      Object.assign(own, { rows, origin, seed, ms, fromMs, index, steps });
      slot = (maxBytes(own) + 7) & ~7;
      reserve(slot * (rows === 0 ? 0 : origin[rows - 1] + 1) + OVERSHOOT);
      putStarts(own.at, origin, rows, slot);
      put(own);
      longest = putEnds(ends, own.at, origin, rows, slot);
    },
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
