/** A block that a thread has finished. */
export interface Block {
  readonly block: number;
  readonly count: number;
  /** The time of rows with the clock's time, in milliseconds since 1970. */
  readonly ms: number;
  /** The number of the memory with the rows: see `memories.ts`. `NO_MEMORY`: they could not be generated. */
  readonly memory: number;
}

/** No memory: the rows could not be generated. */
export const NO_MEMORY = -1;

/** The blocks that a thread has finished, for the main thread, in memory of both: a message for each would take longer than some rows. */
export interface Finished {
  /** How many were put and taken so far. */
  readonly counters: Int32Array;
  readonly blocks: Float64Array;
}

const [PUT, TAKEN] = [0, 1] as const;
/** Numbers of a block. */
const FIELDS = 4;

/** None so far. @param room how many there may be that the main thread has not taken */
export const newFinished = (room: number): Finished => ({
  counters: new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)),
  blocks: new Float64Array(new SharedArrayBuffer(room * FIELDS * Float64Array.BYTES_PER_ELEMENT)),
});

const placeOf = (number: number, { blocks }: Finished): number => (number * FIELDS) % blocks.length;

/** Adds a block, in its thread. Waits while there is no room. */
export function putFinished(finished: Finished, { block, count, ms, memory }: Block): void {
  const { counters, blocks } = finished;
  const number = Atomics.load(counters, PUT);
  for (;;) {
    const taken = Atomics.load(counters, TAKEN);
    if ((number - taken) * FIELDS < blocks.length) break;
    Atomics.wait(counters, TAKEN, taken);
  }
  blocks.set([block, count, ms, memory], placeOf(number, finished));
  Atomics.store(counters, PUT, number + 1);
}

const NONE: readonly Block[] = [];

/** Takes all blocks, in the main thread, in order. */
export function takeFinished(finished: Finished): readonly Block[] {
  const { counters, blocks } = finished;
  const [from, to] = [Atomics.load(counters, TAKEN), Atomics.load(counters, PUT)];
  if (from === to) return NONE;
  const all = Array.from({ length: to - from }, (_, i): Block => {
    const place = placeOf(from + i, finished);
    const [block = 0, count = 0, ms = 0, memory = NO_MEMORY] = blocks.subarray(place, place + FIELDS);
    return { block, count, ms, memory };
  });
  Atomics.store(counters, TAKEN, to);
  Atomics.notify(counters, TAKEN);
  return all;
}
