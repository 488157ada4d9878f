import { draw, drawKey, mix, seedOf, UNIT32, type Seed } from '../numeric/random.ts';
import { newBatch, type Batch } from './batch.ts';
import { faultOrder, type Place } from './fault-order.ts';
import { MALFORMED_KINDS, type Faults, type MalformedKind } from './fault-settings.ts';
import { eventTimeOf, isSameTime, newHistory } from './fault-history.ts';
import { corrupt } from './malformed.ts';
import type { Extent, RowWriter } from './writer.ts';

/** A fault of one row, as in a ground-truth log. */
export type Fault = {
  /** The row's index in the stream without faults. */
  readonly row: number;
  /** Its position in the sent stream, from 0. For a dropped row: the position of the next row in order. */
  readonly position: number;
} & (
  | {
      /** Sent before. */ readonly kind: 'duplicate';
      /** How many rows ago, not counting copies. */ readonly back: number;
    }
  | { /** Has an earlier event time. */ readonly kind: 'late'; readonly delayMs: number }
  | {
      /** How many rows later than in order, not counting copies; negative if earlier. */ readonly kind: 'reordered';
      readonly by: number;
    }
  | { /** Its line is corrupted. */ readonly kind: 'malformed'; readonly how: MalformedKind }
  | { /** Never sent. */ readonly kind: 'dropped' }
);

/** Number of faults of each kind. */
export type FaultCounts = Readonly<Record<Fault['kind'], number>>;

/** Options for `withFaults`. */
export interface FaultOptions {
  /** The seed, as in `compile`. */
  readonly seed: number | string;
  /** Called once for every fault of every generated row, in order of position, even if a row is generated again. */
  readonly onFault?: (fault: Fault) => void;
}

/** Rows with faults. Row i is the one at position i of the sent stream. */
export interface FaultyRows extends RowWriter {
  /** Faults reported so far. A row with several faults counts once for each. */
  readonly counts: FaultCounts;
}

/** Rows generated together before they are copied to their positions. */
const CHUNK = 1024;
const CHUNK_BYTES = 8 * 1024 * 1024;

/**
 * Injects faults into rows, determined by the seed: some rows are dropped, duplicated, late, reordered or malformed.
 * Any position can be generated alone, so a stream with faults can be sharded and resumed like any other. A copy has the same bytes
 * as its original, unless another process sent the original: then its event time is unknown, and the copy gets its own.
 * Faults are reported from the first requested position on, and only going forward.
 */
export function withFaults(rows: RowWriter, faults: Faults, { seed, onFault }: FaultOptions): FaultyRows {
  const order = faultOrder(faults, seedOf(seed));
  const faultsOfRow = rowFaultsOf(faults, seedOf(seed));
  const history = newHistory((faults.duplicates?.within ?? 100) + CHUNK);
  const counts = { duplicate: 0, late: 0, reordered: 0, malformed: 0, dropped: 0 };
  const chunk = newBatch();
  const single = newBatch();
  let chunkStep = 1;
  let reported = -1;

  const report = (position: number, place: Place, { delayMs, how }: RowFaults): void => {
    if (position <= reported) return;
    reported = position;
    const emit = (fault: Fault): void => {
      counts[fault.kind]++;
      onFault?.(fault);
    };
    const { row, copyOf, moved, left } = place;
    for (const each of left) emit({ row: each, position, kind: 'dropped' });
    if (copyOf > 0) emit({ row, position, kind: 'duplicate', back: copyOf });
    if (moved !== 0) emit({ row, position, kind: 'reordered', by: moved });
    if (delayMs > 0) emit({ row, position, kind: 'late', delayMs });
    if (how !== undefined) emit({ row, position, kind: 'malformed', how });
  };
  /** The row's line, from the chunk if it has the same event time there. */
  const lineOf = (
    { row, turn, copyOf }: Place,
    { delayMs, how, at }: RowFaults,
    time: Extent['time'],
  ): Line => {
    const own = copyOf === 0 || 'put' in time ? time : history.timeOf(turn, time);
    const isPlain = delayMs === 0 && isSameTime(own, time);
    const found = isPlain ? lineIn(chunk, row, chunkStep) : undefined;
    const alone = (): Batch => {
      const startMs = eventTimeOf(row, own) - delayMs;
      return rows.fill(single, { first: row, count: 1, time: { startMs, stepMs: 0 } });
    };
    const made = found ?? lineIn(alone(), row, 1);
    if (made === undefined) throw new Error(`Row ${row} was not generated`);
    return how === undefined ? made : { ...made, bytes: ended(corrupt(made.bytes.subarray(0, -1), how, at)) };
  };
  const makeChunk = (places: readonly Place[], step: number, time: Extent['time']): void => {
    const own = places.filter(({ copyOf }) => copyOf === 0).map(({ row }) => row);
    const first = own.reduce((least, row) => Math.min(least, row), Infinity);
    const last = own.reduce((most, row) => Math.max(most, row), -1);
    // Without drops, copies and windows, a shard's rows keep its step.
    chunkStep = own.every((row) => (row - first) % step === 0) ? step : 1;
    const count = (last - first) / chunkStep + 1;
    if (count > 0 && count <= places.length * 3)
      rows.fill(chunk, { first, step: chunkStep, count, maxBytes: CHUNK_BYTES, time });
    else Object.assign(chunk, { count: 0 });
  };

  return {
    counts,
    fill(batch, extent) {
      const { first, step = 1 } = extent;
      const lines = newLines(batch, extent);
      while (lines.count < extent.count) {
        const from = first + lines.count * step;
        const places = Array.from({ length: Math.min(CHUNK, extent.count - lines.count) }, (_, i) =>
          order.at(from + i * step),
        );
        makeChunk(places, step, extent.time);
        if (!('put' in extent.time)) history.add(places, extent.time);
        for (const [i, place] of places.entries()) {
          const its = faultsOfRow(place.row);
          if (!lines.add(lineOf(place, its, extent.time))) return lines.done();
          report(from + i * step, place, its);
        }
      }
      return lines.done();
    },
  };
}

/** The faults of a row that do not depend on its position. */
interface RowFaults {
  readonly delayMs: number;
  readonly how: MalformedKind | undefined;
  /** Where to corrupt it, 0 ≤ at < 1. */
  readonly at: number;
}

const NO_FAULTS: RowFaults = { delayMs: 0, how: undefined, at: 0 };

/** A function from a row's index to its faults. */
function rowFaultsOf({ late, malformed }: Faults, { s0, s1 }: Seed): (row: number) => RowFaults {
  const unit = (name: string): ((row: number) => number) => {
    const { key, odd } = drawKey(`\nfaults\n${name}`, 0);
    return (row) => {
      const a = mix(row ^ s0);
      return (draw(a, mix((a ^ Math.floor(row / 2 ** 32)) + s1), key, odd) >>> 0) * UNIT32;
    };
  };
  const [isLate, delay, isMalformed] = [unit('late'), unit('delay'), unit('spoiled')];
  const [kind, at] = [unit('kind'), unit('at')];
  const { kinds = MALFORMED_KINDS } = malformed ?? {};
  const delayOf = (u: number): number => {
    if (late === undefined) return 0;
    const { delayMs } = late;
    return 'mean' in delayMs
      ? Math.max(1, Math.round(-Math.log(1 - u) * delayMs.mean))
      : Math.floor(delayMs.min + u * (Math.floor(delayMs.max) - Math.ceil(delayMs.min) + 1));
  };
  return (row) => {
    const comesLate = late !== undefined && isLate(row) < late.share;
    const isCorrupt = malformed !== undefined && isMalformed(row) < malformed.share;
    if (!comesLate && !isCorrupt) return NO_FAULTS;
    return {
      delayMs: comesLate ? delayOf(delay(row)) : 0,
      how: isCorrupt ? kinds[Math.floor(kind(row) * kinds.length)] : undefined,
      at: at(row),
    };
  };
}

/** A row with its key, which stays the same if the row is corrupted. */
interface Line {
  /** Including the newline. */
  readonly bytes: Uint8Array;
  readonly key?: string | undefined;
}

/** A row of a batch as a view; undefined if the batch does not contain it. */
function lineIn({ first, count, bytes, ends, keys }: Batch, row: number, step: number): Line | undefined {
  const i = (row - first) / step;
  if (i < 0 || i >= count || !Number.isInteger(i)) return undefined;
  const line = bytes.subarray(i === 0 ? 0 : ends[i - 1], ends[i]);
  return keys === undefined ? { bytes: line } : { bytes: line, key: keys[i] };
}

const NEWLINE = 0x0a;

function ended(line: Uint8Array): Uint8Array {
  const whole = new Uint8Array(line.length + 1);
  whole.set(line);
  whole[line.length] = NEWLINE;
  return whole;
}

/** Appends lines to a batch until it is full. */
function newLines(batch: Batch, { first, count: most, maxBytes = Infinity }: Extent) {
  let { bytes, ends } = batch;
  if (ends.length < most) ends = new Uint32Array(most);
  let size = 0;
  let count = 0;
  const keys: (string | undefined)[] = [];
  return {
    get count() {
      return count;
    },
    /** Appends a line. Returns false if it does not fit. */
    add(made: Line): boolean {
      const line = made.bytes;
      const end = size + line.byteLength;
      if (end > maxBytes && count > 0) return false;
      if (end > bytes.byteLength) {
        const larger = new Uint8Array(
          Math.max(end, Math.min(bytes.byteLength * 2, bytes.byteLength + CHUNK_BYTES), 4096),
        );
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(line, size);
      size = end;
      ends[count++] = end;
      if ('key' in made) keys.push(made.key);
      return true;
    },
    done: (): Batch =>
      Object.assign(batch, { first, count, bytes, ends, keys: keys.length > 0 ? keys : undefined }),
  };
}
