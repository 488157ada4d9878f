import { indexesAsSubjects, newSubject, rowsAsSubjects, type Seed } from '../../../numeric/random.ts';
import { fused } from '../choice/chosen-text.ts';
import { type Cell, CHUNK_ROWS, needsOf, newOwnChunk } from './cell.ts';
import {
  beginning,
  listedTimes,
  newSteps,
  NO_STEPS,
  putEventTimes,
  putSteps,
  type Times,
} from './event-times.ts';
import { type FillableBatch, newSlots, pack, SCRATCH_BYTES, SHARED_SLOTS, type Slots } from './pack.ts';

/** The event times of the rows of an extent, in milliseconds since 1970. */
export function eventTimes({ first, step = 1, count, time, delayMs = 0, rows }: Extent): Float64Array {
  const ms = new Float64Array(count);
  const times = { time: rows === undefined ? time : listedTimes(time, rows), delayMs };
  const [from, by] = rows === undefined ? [first, step] : [0, 1];
  for (let done = 0; done < count; done += CHUNK_ROWS)
    putEventTimes(ms.subarray(done), times, from + done * by, Math.min(CHUNK_ROWS, count - done), by);
  return ms;
}

/** Which rows to write. */
export interface Extent extends Times {
  /** Index of the first row, a whole number from 0 to 2^53 − 1. */
  readonly first: number;
  /** Distance from one row to the next: row r of the batch is row `first + r · step`. A whole number, at least 1. Default 1. */
  readonly step?: number;
  /**
   * The numbers of the rows in place of `first` and `step`: whole numbers from 0 to 2^53 − 1, ascending, at least `count` of them.
   * The batch's `first` is still the extent's.
   */
  readonly rows?: Float64Array;
  /** Number of rows, at least 1. */
  readonly count: number;
  /** Maximum bytes of the batch. The first row is always written. Default: no limit. */
  readonly maxBytes?: number;
}

/** Minimum rows per chunk. With fewer, calls cost more than the cache misses of wide rows. */
const MIN_ROWS = 32;
/** Maximum scratch for `MIN_ROWS`. Wider rows come in smaller chunks. */
const SCRATCH_LIMIT = 8 * 1024 * 1024;
/** Bytes that word stores may write past a row. */
const OVERSHOOT = 40;

/** Fills a batch with the rows of an extent, or fewer if they exceed `maxBytes`. */
export type FillRows = (batch: FillableBatch, extent: Extent) => void;

/** Runs the cells on chunks of rows in a scratch buffer, and packs the rows into a batch. */
export function rowFiller(members: readonly Cell[], seed: Seed): FillRows {
  const cells = fused(members);
  const subject = newSubject(CHUNK_ROWS);
  const fixed = cells.reduce((sum, cell) => sum + cell.maxBytes, OVERSHOOT);
  const { usesTime, usesIndex, usesSteps, usesStepTimes } = needsOf(...cells);
  const steps = usesSteps ? newSteps(CHUNK_ROWS, usesStepTimes) : NO_STEPS;
  const measured = cells.filter((cell) => cell.measure !== undefined);
  const chunk = newOwnChunk({
    ...SHARED_SLOTS,
    seed,
    at: new Int32Array(CHUNK_ROWS),
    ms: new Float64Array(CHUNK_ROWS),
    index: new Float64Array(CHUNK_ROWS),
    steps,
  });
  /** For wide rows. */
  let own = newSlots(0);
  let chunkRows = rowsFor(fixed);

  function slotsOf(size: number): Slots {
    if (size <= SCRATCH_BYTES) return SHARED_SLOTS;
    if (own.bytes.length < size) own = newSlots(size);
    return own;
  }

  /** Writes rows first, first + step, … to the scratch, or those at these places of a list, and returns the slot size. */
  function make(first: number, rows: number, step: number, times: Times, list?: Float64Array): number {
    putRows(first, rows, step, list);
    chunk.rows = rows;
    if (usesTime) putEventTimes(chunk.ms, times, first, rows, step);
    chunk.fromMs = beginning(times.time);
    if (usesSteps) putSteps(steps, times, first, rows, step);
    let slot = fixed;
    for (const cell of measured) slot += cell.measure?.(chunk, subject) ?? 0;
    slot = (slot + 7) & ~7;
    Object.assign(chunk, slotsOf(slot * rows));
    putStarts(chunk.at, rows, slot);
    for (const cell of cells) cell.column(chunk, subject);
    return slot;
  }

  /** Sets the numbers of the rows, and the subjects that follow from them. */
  function putRows(first: number, rows: number, step: number, list: Float64Array | undefined): void {
    if (list !== undefined) {
      chunk.index.set(list.subarray(first, first + rows));
      indexesAsSubjects(subject, seed, chunk.index, rows);
      return;
    }
    rowsAsSubjects(subject, seed, first, rows, step);
    if (usesIndex) for (let r = 0; r < rows; r++) chunk.index[r] = first + r * step;
  }

  return (batch, extent) => {
    checkExtent(extent);
    const { first, step = 1, rows: list, count, maxBytes = Infinity } = extent;
    const times = list === undefined ? extent : { ...extent, time: listedTimes(extent.time, list) };
    const [from, by] = list === undefined ? [first, step] : [0, 1];
    if (batch.ends.length < count) batch.ends = new Uint32Array(count);
    batch.first = first;
    let end = 0;
    let done = 0;
    while (done < count) {
      const rows = Math.min(chunkRows, count - done);
      const slot = make(from + done * by, rows, by, times, list);
      const more = slot * rows;
      // Extrapolate from the rows so far, with a margin of 1/32.
      const likely = done === 0 ? 0 : Math.min(((end / done) * count * 33) / 32, maxBytes) + more;
      reserve(batch, end, more, Math.ceil(likely));
      const packed = pack(batch, chunk, slot, done, end, maxBytes);
      end = packed === 0 ? end : batch.ends[done + packed - 1];
      done += packed;
      // Adapt the chunk to wide values, and release the scratch that one large value required.
      if (measured.length > 0) chunkRows = rowsFor(slot);
      if (own.bytes.length > SCRATCH_LIMIT) own = newSlots(0);
      if (packed < rows) break;
    }
    batch.count = done;
  };
}

/** @throws RangeError if the extent is not one of rows */
function checkExtent({ first, step = 1, rows, count }: Extent): void {
  if (!isIndex(first)) throw new RangeError(`first must be a whole number from 0 to 2^53 − 1, not ${first}`);
  if (!isIndex(step - 1)) throw new RangeError(`step must be a whole number from 1 to 2^53 − 1, not ${step}`);
  if (rows !== undefined && rows.length < count)
    throw new RangeError(`rows must list ${count} rows, not ${rows.length}`);
}

const isIndex = (n: number): boolean => Number.isSafeInteger(n) && n >= 0;

function rowsFor(slot: number): number {
  const cached = Math.floor(SCRATCH_BYTES / slot);
  const bounded = Math.floor(SCRATCH_LIMIT / slot);
  return Math.max(1, Math.min(CHUNK_ROWS, bounded, Math.max(MIN_ROWS, cached)));
}

function putStarts(at: Int32Array, rows: number, slot: number): void {
  for (let r = 0; r < rows; r++) at[r] = r * slot;
}

/** Grows the batch to the likely size, and at least by a quarter, so that a reused batch settles after one fill. */
function reserve(batch: FillableBatch, used: number, more: number, likely: number): void {
  const size = batch.bytes.length;
  if (size >= used + more) return;
  const grown = new Uint8Array(Math.max(used + more, likely, size + Math.min(size >> 2, SCRATCH_LIMIT)));
  grown.set(batch.bytes.subarray(0, used));
  batch.bytes = grown;
}
