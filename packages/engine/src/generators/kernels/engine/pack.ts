import type { Chunk } from './cell.ts';

/** A batch as rows are written to it. */
export interface FillableBatch {
  first: number;
  count: number;
  bytes: Uint8Array;
  ends: Uint32Array;
}

/** Bytes of the slots of a chunk, unless its rows are wide. */
export const SCRATCH_BYTES = 512 * 1024;
/** Bytes that are read, and written, past the end of a row: eight words are copied at a time. */
const READ_AHEAD = 64;
/** Bytes of a word of memory. */
const WORD = 8;
const CLOSE_BRACE = 0x7d;
const NEWLINE = 0x0a;
const END_OF_ROW = (NEWLINE << 8) | CLOSE_BRACE;

/**
 * Scratch for a chunk of rows, written and packed in one go. V8 compiles its address and size into the code of `pack`, so a word takes
 * half the time. Generators of users run before the first cell writes, so they may fill other batches meanwhile.
 */
const slots = new Uint8Array(SCRATCH_BYTES + READ_AHEAD);
const slotWords = new Float64Array(slots.buffer);

/** Scratch for the rows of a chunk without gaps: copying all of them to the batch at once takes little. */
const packed = new Uint8Array(WORD + SCRATCH_BYTES + READ_AHEAD);
const packedView = new DataView(packed.buffer);

/** Where the rows of a chunk are written. */
export type Slots = Pick<Chunk, 'bytes' | 'view'>;

/** Slots that every writer uses, of `SCRATCH_BYTES`. */
export const SHARED_SLOTS: Slots = { bytes: slots, view: new DataView(slots.buffer) };

/** Slots of a writer, for wide rows. */
export function newSlots(size: number): Slots {
  const bytes = new Uint8Array(size);
  return { bytes, view: new DataView(bytes.buffer) };
}

/**
 * Copies rows from their slots to the batch, from its byte `end` and row `done` on, and ends each with a brace and a newline. Returns
 * how many fit.
 */
export function pack(
  batch: FillableBatch,
  chunk: Chunk,
  slot: number,
  done: number,
  end: number,
  maxBytes: number,
): number {
  if (chunk.bytes !== slots) return packLong(batch, chunk, slot, done, end, maxBytes);
  // Outside the loop, where they are known to be constants.
  const words = slotWords;
  const view = packedView;
  const { at, rows } = chunk;
  const { ends } = batch;
  const from = fromWord(end);
  const most = from + (Math.min(maxBytes - end, SCRATCH_BYTES) | 0);
  let p = from;
  let r = 0;
  for (; r < rows; r++) {
    const start = r * slot;
    const length = at[r] - start;
    const stop = p + length;
    if (stop + 2 > most && done + r > 0) break;
    for (let q = p, w = start >> 3; q < stop; q += 64, w += 8) {
      const w0 = words[w];
      const w1 = words[w + 1];
      const w2 = words[w + 2];
      const w3 = words[w + 3];
      const w4 = words[w + 4];
      const w5 = words[w + 5];
      const w6 = words[w + 6];
      const w7 = words[w + 7];
      view.setFloat64(q, w0, true);
      view.setFloat64(q + 8, w1, true);
      view.setFloat64(q + 16, w2, true);
      view.setFloat64(q + 24, w3, true);
      view.setFloat64(q + 32, w4, true);
      view.setFloat64(q + 40, w5, true);
      view.setFloat64(q + 48, w6, true);
      view.setFloat64(q + 56, w7, true);
    }
    view.setInt16(stop, END_OF_ROW, true);
    p = stop + 2;
    ends[done + r] = end + p - from;
  }
  batch.bytes.set(packed.subarray(from, p), end);
  return r;
}

/** Each row is as far from a word in scratch as in the batch: V8 copies to shared memory by words then, else byte by byte. */
const fromWord = (end: number): number => end % WORD;

/** Copies rows of some kilobytes one by one. */
function packLong(
  batch: FillableBatch,
  { bytes, at, rows }: Chunk,
  slot: number,
  done: number,
  end: number,
  maxBytes: number,
): number {
  for (let r = 0; r < rows; r++) {
    const start = r * slot;
    const stop = end + at[r] - start;
    if (stop + 2 > maxBytes && done + r > 0) return r;
    batch.bytes.set(bytes.subarray(start, at[r]), end);
    batch.bytes[stop] = CLOSE_BRACE;
    batch.bytes[stop + 1] = NEWLINE;
    end = stop + 2;
    batch.ends[done + r] = end;
  }
  return rows;
}
