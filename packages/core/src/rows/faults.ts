import { draw, drawKey, mix, seedOf, UNIT32, type Seed } from '../generators/kernels/engine/random.ts';
import { newBatch, type Batch } from './batch.ts';
import { faultOrder, type Place } from './fault-order.ts';
import { MALFORMED_KINDS, type Faults, type MalformedKind } from './fault-settings.ts';
import { newHistory } from './fault-history.ts';
import { spoil } from './malformed.ts';
import type { EventTime, Extent, RowWriter } from './writer.ts';

/** A fault of one row, as a ground-truth log has it. */
export type Fault = {
  /** The row's index in the stream without faults. */
  readonly row: number;
  /** Its place in the stream as it is sent, from 0. For a row that was dropped: that of the next row that was not. */
  readonly position: number;
} & (
  | {
      /** It was sent before. */ readonly kind: 'duplicate';
      /** So many turns ago, copies not counted. */ readonly back: number;
    }
  | { /** Its event time lies back. */ readonly kind: 'late'; readonly delayMs: number }
  | {
      /** It comes so many turns later than in order; negative: earlier. */ readonly kind: 'reordered';
      readonly by: number;
    }
  | { /** Its line is spoiled. */ readonly kind: 'malformed'; readonly how: MalformedKind }
  | { /** It is never sent. */ readonly kind: 'dropped' }
);

/** How many faults there were of each kind. */
export type FaultCounts = Readonly<Record<Fault['kind'], number>>;

/** How faults are drawn, and who hears of them. */
export interface FaultOptions {
  /** As in `compile`. */
  readonly seed: number | string;
  /** Called for every fault of every row that is made, in the order of positions; once, however often a row is made. */
  readonly onFault?: (fault: Fault) => void;
}

/** Rows with faults. Its row i is what stands at position i of the stream as it is sent. */
export interface FaultyRows extends RowWriter {
  /** The faults that were reported so far. A row with several is counted in each. */
  readonly counts: FaultCounts;
}

/** Rows made at once, and copied to where they belong. */
const CHUNK = 1024;
const CHUNK_BYTES = 8 * 1024 * 1024;

/**
 * Lets things go wrong with rows, by seed: some are dropped, some come twice, late, in another order, or spoiled.
 * Any position is made alone, so a stream with faults is sharded and resumed as one without. A copy is the same bytes as its original;
 * only where the original's event time is not known, as another process sent it, it has the time of the copy.
 * Faults are reported from the first position on that is asked for, and going forward only.
 */
export function withFaults(rows: RowWriter, faults: Faults, { seed, onFault }: FaultOptions): FaultyRows {
  const order = faultOrder(faults, seedOf(seed));
  const fate = fateOf(faults, seedOf(seed));
  const history = newHistory((faults.duplicates?.within ?? 100) + CHUNK);
  const counts = { duplicate: 0, late: 0, reordered: 0, malformed: 0, dropped: 0 };
  const chunk = newBatch();
  const single = newBatch();
  let reported = -1;

  const report = (position: number, place: Place, { delayMs, how }: Fate): void => {
    if (position <= reported) return;
    reported = position;
    const tell = (fault: Fault): void => {
      counts[fault.kind]++;
      onFault?.(fault);
    };
    const { row, copyOf, moved, left } = place;
    for (const each of left) tell({ row: each, position, kind: 'dropped' });
    if (copyOf > 0) tell({ row, position, kind: 'duplicate', back: copyOf });
    if (moved !== 0) tell({ row, position, kind: 'reordered', by: moved });
    if (delayMs > 0) tell({ row, position, kind: 'late', delayMs });
    if (how !== undefined) tell({ row, position, kind: 'malformed', how });
  };
  /** The row's line: out of the chunk, where it is as the chunk has it. */
  const lineOf = ({ row, turn, copyOf }: Place, { delayMs, how, at }: Fate, time: EventTime): Line => {
    const own = copyOf === 0 ? time : history.timeOf(turn, time);
    const isPlain = delayMs === 0 && own.startMs === time.startMs && own.stepMs === time.stepMs;
    const startMs = Math.floor(own.startMs + row * own.stepMs) - delayMs;
    const found = isPlain ? lineIn(chunk, row) : undefined;
    const made =
      found ?? lineIn(rows.fill(single, { first: row, count: 1, time: { startMs, stepMs: 0 } }), row);
    if (made === undefined) throw new Error(`Row ${row} was not made`);
    return how === undefined ? made : { ...made, bytes: ended(spoil(made.bytes.subarray(0, -1), how, at)) };
  };
  const makeChunk = (places: readonly Place[], time: EventTime): void => {
    let [first, last] = [Infinity, -1];
    for (const { row, copyOf } of places) {
      if (copyOf > 0) continue;
      first = Math.min(first, row);
      last = Math.max(last, row);
    }
    const count = last - first + 1;
    if (count > 0 && count <= places.length * 3)
      rows.fill(chunk, { first, count, maxBytes: CHUNK_BYTES, time });
    else Object.assign(chunk, { count: 0 });
  };

  return {
    counts,
    fill(batch, extent) {
      const lines = newLines(batch, extent);
      while (lines.count < extent.count) {
        const from = extent.first + lines.count;
        const places = Array.from({ length: Math.min(CHUNK, extent.count - lines.count) }, (_, i) =>
          order.at(from + i),
        );
        makeChunk(places, extent.time);
        history.add(places, extent.time);
        for (const [i, place] of places.entries()) {
          const its = fate(place.row);
          if (!lines.add(lineOf(place, its, extent.time))) return lines.done();
          report(from + i, place, its);
        }
      }
      return lines.done();
    },
  };
}

/** What becomes of a row wherever it stands. */
interface Fate {
  readonly delayMs: number;
  readonly how: MalformedKind | undefined;
  /** Where it is spoiled. */
  readonly at: number;
}

const WELL: Fate = { delayMs: 0, how: undefined, at: 0 };

/** A row's fate, by its index. */
function fateOf({ late, malformed }: Faults, { s0, s1 }: Seed): (row: number) => Fate {
  const unit = (name: string): ((row: number) => number) => {
    const { key, odd } = drawKey(`\nfaults\n${name}`, 0);
    return (row) => {
      const a = mix(row ^ s0);
      return (draw(a, mix((a ^ Math.floor(row / 2 ** 32)) + s1), key, odd) >>> 0) * UNIT32;
    };
  };
  const [isLate, delay, isSpoiled] = [unit('late'), unit('delay'), unit('spoiled')];
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
    const spoiled = malformed !== undefined && isSpoiled(row) < malformed.share;
    if (!comesLate && !spoiled) return WELL;
    return {
      delayMs: comesLate ? delayOf(delay(row)) : 0,
      how: spoiled ? kinds[Math.floor(kind(row) * kinds.length)] : undefined,
      at: at(row),
    };
  };
}

/** A row with its key, which stays as it is when the row is spoiled. */
interface Line {
  /** Its newline included. */
  readonly bytes: Uint8Array;
  readonly key?: string | undefined;
}

/** A row of a batch as a view; undefined when it is not in there. */
function lineIn({ first, count, bytes, ends, keys }: Batch, row: number): Line | undefined {
  const i = row - first;
  if (i < 0 || i >= count) return undefined;
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

/** Puts lines into a batch until it is full. */
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
    /** Whether there was room. */
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
