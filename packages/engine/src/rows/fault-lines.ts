import type { Batch, Side } from './batch.ts';
import type { Extent } from '../generators/kernels/engine/rows.ts';

/** A row with what travels beside it, which stays the same if the row is corrupted. */
export interface Line {
  /** Including the newline. */
  readonly bytes: Uint8Array;
  readonly side?: Side | undefined;
  /** The number of its shape, if rows drift. */
  readonly shape?: number | undefined;
  /** What has changed in it by drift. */
  readonly changes?: readonly string[] | undefined;
}

/** Maximum bytes by which a batch grows at once. */
const GROWTH_BYTES = 8 * 1024 * 1024;

/** A row of a batch as a view; undefined if the batch does not contain it. @param step of the batch's extent */
export function lineIn({ first, count, bytes, ends, sides }: Batch, row: number, step = 1): Line | undefined {
  const i = step === 1 ? row - first : (row - first) / step;
  if (i < 0 || i >= count || (step > 1 && !Number.isInteger(i))) return undefined;
  const line = bytes.subarray(i === 0 ? 0 : ends[i - 1], ends[i]);
  return { bytes: line, side: sides?.[i] };
}

const NEWLINE = 0x0a;

/** A line with a newline. */
export function ended(line: Uint8Array): Uint8Array {
  const whole = new Uint8Array(line.length + 1);
  whole.set(line);
  whole[line.length] = NEWLINE;
  return whole;
}

/** Lines that are appended to a batch. */
export interface Lines {
  readonly count: number;
  /** Appends a line. Returns false if it does not fit. */
  add(line: Line): boolean;
  /** The batch with the lines. */
  done(): Batch;
}

/** Appends lines to a batch until it is full. */
export function newLines(batch: Batch, { first, count: most, maxBytes = Infinity }: Extent): Lines {
  let { bytes, ends } = batch;
  if (ends.length < most) ends = new Uint32Array(most);
  let size = 0;
  let count = 0;
  const sides: Side[] = [];
  const shapes: number[] = [];
  return {
    get count() {
      return count;
    },
    add(made) {
      const line = made.bytes;
      const end = size + line.byteLength;
      if (end > maxBytes && count > 0) return false;
      if (end > bytes.byteLength) {
        const larger = new Uint8Array(
          Math.max(end, Math.min(bytes.byteLength * 2, bytes.byteLength + GROWTH_BYTES), 4096),
        );
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(line, size);
      size = end;
      // Rows before the first one with a shape have that of the schema.
      if (made.shape !== undefined || shapes.length > 0) shapes[count] = made.shape ?? 0;
      // Once a row has a side, all have one: those before it, too.
      if (made.side !== undefined) while (sides.length < count) sides.push({});
      if (made.side !== undefined || sides.length > 0) sides.push(made.side ?? {});
      ends[count++] = end;
      return true;
    },
    done: () =>
      Object.assign(batch, {
        first,
        count,
        bytes,
        ends,
        sides: sides.length > 0 ? sides : undefined,
        shapes: shapes.length > 0 ? shapes : undefined,
      }),
  };
}
