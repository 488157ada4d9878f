import type { Batch, Extent } from '@catbird/engine';

/** A block whose rows batches show without a copy. */
export interface HeldBlock {
  readonly number: number;
  /** The time of its rows, if that is the clock's, in milliseconds since 1970. */
  readonly ms: number;
  readonly bytes: Uint8Array;
  /** The end of each row in `bytes`. */
  readonly ends: Uint32Array;
  /** Ends the lease of the memory. Called once, when neither a batch nor the main thread needs it any more. */
  readonly release: () => void;
}

/** Which batches show which blocks, so that memory is used again only afterwards. */
export interface Leases {
  /** Shows rows of a block in a batch, from a place in the block: as many as the extent allows. */
  lease(batch: Batch, block: HeldBlock, from: number, extent: Extent): Batch;
  /** The batch gets memory of its own, to be filled with other rows. */
  release(batch: Batch): void;
  /** No more rows of a block are going to be shown. */
  leave(block: HeldBlock): void;
}

/** No leases yet. */
export function newLeases(): Leases {
  const shown = new WeakMap<Batch, HeldBlock>();
  const users = new Map<HeldBlock, number>();
  const left = new WeakSet<HeldBlock>();
  const releaseIfFree = (block: HeldBlock): void => {
    if (!left.has(block) || (users.get(block) ?? 0) > 0) return;
    users.delete(block);
    block.release();
  };
  return {
    lease(batch, block, from, { first, count, maxBytes = Infinity }) {
      const { bytes, ends } = block;
      const start = from === 0 ? 0 : (ends[from - 1] ?? 0);
      const to = placeBelow(ends, start + maxBytes, from + 1, Math.min(ends.length, from + count));
      shown.set(batch, block);
      users.set(block, (users.get(block) ?? 0) + 1);
      const own = ends.subarray(from, to);
      return Object.assign(batch, {
        first,
        count: to - from,
        bytes: bytes.subarray(start, ends[to - 1]),
        ends: start === 0 ? own : less(own, start),
      });
    },
    release(batch) {
      const block = shown.get(batch);
      if (block === undefined) return;
      shown.delete(batch);
      users.set(block, (users.get(block) ?? 1) - 1);
      Object.assign(batch, { bytes: new Uint8Array(0), ends: new Uint32Array(0) });
      releaseIfFree(block);
    },
    leave(block) {
      left.add(block);
      releaseIfFree(block);
    },
  };
}

/** These numbers, each less so many. */
function less(ends: Uint32Array, by: number): Uint32Array {
  const all = new Uint32Array(ends.length);
  for (let i = 0; i < ends.length; i++) all[i] = (ends[i] ?? 0) - by;
  return all;
}

/** The last place from `least` to `most` before which all rows end by `limit`; `least` if there is none. */
function placeBelow(ends: Uint32Array, limit: number, least: number, most: number): number {
  let [low, high] = [least, Math.max(least, most)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ends[middle - 1] ?? Infinity) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
