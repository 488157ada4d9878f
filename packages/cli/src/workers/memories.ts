import { newBatch, payload, type Batch, type Extent, firstPlace } from '@catbird/engine';

/**
 * Memory for a block, which a thread fills and the main thread reads. It is shared: a buffer that is transferred instead would make all
 * code on buffers slower, in both threads, as V8 then has to check each time whether it is still there.
 */
export interface BlockMemory {
  /** Its number among those of the thread. */
  readonly number: number;
  /** JSON lines. */
  readonly bytes: SharedArrayBuffer;
  /** The end of each of them, as an unsigned 32-bit number. */
  readonly ends: SharedArrayBuffer;
  /** A 32-bit number: 1 until the main thread does not need the block any more, then 0. */
  readonly inUse: SharedArrayBuffer;
  /** The number of the memory in whose place it is, as that was too small. */
  readonly replaces: number | undefined;
}

/** The memories of a thread. */
export interface Memories {
  /** A batch to fill: one whose memory is not in use if there is one, so that its rows need not be copied. */
  batch(): Batch;
  /** Shares the rows of that batch with the main thread. Returns the number of their memory, which is in use from now on. */
  share(batch: Batch): number;
}

/** A memory, as its thread sees it. */
interface Own {
  readonly number: number;
  readonly batch: Batch;
  readonly bytes: SharedArrayBuffer;
  readonly inUse: Int32Array;
}

/** Room for later blocks, which may be larger. */
const ROOM = 1.1;

/** None so far. @param post tells the main thread of a new memory, before it is used */
export function newMemories(post: (memory: BlockMemory) => void): Memories {
  const all: Own[] = [];
  let made = 0;
  /** A memory like the buffers of a batch, with its rows. */
  const copied = (batch: Batch, replaces: number | undefined): Own => {
    const bytes = new SharedArrayBuffer(Math.ceil(batch.bytes.length * ROOM));
    const ends = new SharedArrayBuffer(batch.ends.byteLength);
    const inUse = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const number = made++;
    const views = { bytes: new Uint8Array(bytes), ends: new Uint32Array(ends) };
    views.bytes.set(payload(batch));
    views.ends.set(batch.ends.subarray(0, batch.count));
    post({ number, bytes, ends, inUse, replaces });
    return { number, batch: { first: 0, count: 0, ...views }, bytes, inUse: new Int32Array(inUse) };
  };
  return {
    // The first ones are used most, so that they stay in the processor's cache.
    batch: () => all.find(({ inUse }) => Atomics.load(inUse, 0) === 0)?.batch ?? newBatch(),
    share(batch) {
      const place = all.findIndex((each) => each.batch === batch);
      const before = all[place];
      // A batch that was too small has got other buffers.
      const isShared = before !== undefined && batch.bytes.buffer === before.bytes;
      const memory = isShared ? before : copied(batch, before?.number);
      if (!isShared) all[place < 0 ? all.length : place] = memory;
      Atomics.store(memory.inUse, 0, 1);
      return memory.number;
    },
  };
}

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
interface Leases {
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
const placeBelow = (ends: Uint32Array, limit: number, least: number, most: number): number =>
  firstPlace(least, Math.max(least, most), (place) => (ends[place] ?? Infinity) > limit);
