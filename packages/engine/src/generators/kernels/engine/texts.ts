import { type Chunk, CHUNK_ROWS, newOwnChunk, type Texts } from './cell.ts';
import { NO_STEPS } from './event-times.ts';
import { type Pool, putWords } from './pool.ts';

/** Appends the text and a column's texts to the rows of a chunk. */
export function putCopies(chunk: Chunk, texts: Texts, before: Pool): void {
  const { view, at, rows, selection } = chunk;
  const { view: source, starts, ends } = texts;
  const length = before.lengths[0];
  for (let r = 0; r < rows; r++) {
    const from = starts[selection[r]];
    const size = ends[selection[r]] - from;
    if (size === 0) continue;
    putWords(view, at[r], before.words, 0, before.stride);
    copy(source, from, view, at[r] + length, size);
    at[r] += length + size;
  }
}

/**
 * Copies bytes of JSON eight at a time. Reads 16 bytes at least, and writes up to 16 past the end: most texts fit two words, and
 * two unconditional stores beat a loop. No eight bytes can form a NaN (see `pool`).
 */
export function copy(from: DataView, start: number, to: DataView, at: number, size: number): void {
  to.setFloat64(at, from.getFloat64(start, true), true);
  to.setFloat64(at + 8, from.getFloat64(start + 8, true), true);
  for (let i = 16; i < size; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
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
    chunk: Partial<Chunk> & Pick<Chunk, 'rows' | 'selection'>,
    maxBytes: (own: Chunk) => number,
    put: (own: Chunk) => void,
  ): void;
}

const OVERSHOOT = 40;

export function newTexts(): WrittenTexts {
  // Indexed by `selection`, so that selected rows find their values.
  const starts = new Int32Array(CHUNK_ROWS);
  const ends = new Int32Array(CHUNK_ROWS);
  let longest = 0;
  const own = newOwnChunk({ at: new Int32Array(CHUNK_ROWS) });
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
