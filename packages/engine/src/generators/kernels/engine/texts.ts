import type { Chunk, OwnChunk, Texts } from './cell.ts';
import { EVERY_ROW, CHUNK_ROWS } from './chunk-rows.ts';
import { NO_STEPS } from './event-times.ts';

/** A buffer for the texts of a field. */
export interface WrittenTexts extends Texts {
  /**
   * Writes the rows of a chunk.
   *
   * @param maxBytes of a row, called before `put`
   * @param put appends to the rows of a chunk that is like the given one, over the buffer
   */
  write(
    chunk: Partial<Chunk> & Pick<Chunk, 'rows' | 'selection'>,
    maxBytes: (own: Chunk) => number,
    put: (own: Chunk) => void,
  ): void;
}

const OVERSHOOT = 40;

export function newTexts(): WrittenTexts {
  const bytes = new Uint8Array(0);
  // Indexed by `selection`, so that selected rows find their values.
  const starts = new Int32Array(CHUNK_ROWS);
  const ends = new Int32Array(CHUNK_ROWS);
  let longest = 0;
  const own: OwnChunk = {
    rows: 0,
    seed: { s0: 0, s1: 0 },
    bytes,
    view: new DataView(bytes.buffer),
    at: new Int32Array(CHUNK_ROWS),
    selection: EVERY_ROW,
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
    start: ({ selection }, r) => starts[selection[r]],
    end: ({ selection }, r) => ends[selection[r]],
    starts,
    ends,
    get longest() {
      return longest;
    },
    write(chunk, maxBytes, put) {
      const { rows, selection } = chunk;
      own.rows = rows;
      own.selection = selection;
      own.seed = chunk.seed ?? own.seed;
      own.ms = chunk.ms ?? own.ms;
      own.fromMs = chunk.fromMs ?? NaN;
      own.index = chunk.index ?? own.index;
      own.steps = chunk.steps ?? NO_STEPS;
      const slot = (maxBytes(own) + 7) & ~7;
      reserve(slot * rows + OVERSHOOT);
      for (let r = 0; r < rows; r++) own.at[r] = starts[selection[r]] = r * slot;
      put(own);
      longest = putEnds(ends, own.at, starts, selection, rows);
    },
  };
}

/** Records where each text ends, and returns the length of the longest. */
function putEnds(
  ends: Int32Array,
  at: Int32Array,
  starts: Int32Array,
  selection: Int32Array,
  rows: number,
): number {
  let longest = 0;
  for (let r = 0; r < rows; r++) {
    const place = selection[r];
    ends[place] = at[r];
    longest = Math.max(longest, at[r] - starts[place]);
  }
  return longest;
}
