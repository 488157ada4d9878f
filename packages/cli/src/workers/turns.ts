/**
 * Whose turn it is: numbers that all threads share. Blocks are taken in order by whoever is free, and no more than some of them are
 * ahead of the one in use.
 */
const [TAKEN, USED, MADE, OVER, WANTED] = [0, 1, 2, 3, 4] as const;

/** The main thread waits for no block. */
const NO_BLOCK = -1;

/** The numbers at the beginning. */
export function newTurns(): Int32Array {
  const turns = new Int32Array(new SharedArrayBuffer(20));
  turns[WANTED] = NO_BLOCK;
  return turns;
}

/** Blocks that a thread has taken: from `from` on, before `to`. */
export interface Taken {
  readonly from: number;
  readonly to: number;
}

/** How threads take blocks. */
export interface Taking {
  /** How many blocks there are. */
  readonly blocks: number;
  /** How many consecutive blocks a thread takes at once. */
  readonly run: number;
  /** How many blocks may be ahead of the one in use: a run at least. */
  readonly ahead: number;
}

/** The next blocks for this thread to generate; undefined if there are none. Waits while enough are ahead. */
export function takeNext(turns: Int32Array, { blocks, run, ahead }: Taking): Taken | undefined {
  for (;;) {
    const used = Atomics.load(turns, USED);
    const from = Atomics.load(turns, TAKEN);
    if (isOver(turns) || from >= blocks) return undefined;
    // The rest of a run, if the main thread has taken its first blocks.
    const to = from - (from % run) + run;
    if (to - used > ahead) Atomics.wait(turns, USED, used);
    else if (Atomics.compareExchange(turns, TAKEN, from, to) === from) return { from, to };
  }
}

/** Whether the main thread needs no more blocks. */
export const isOver = (turns: Int32Array): boolean => Atomics.load(turns, OVER) !== 0;

/** Takes this block, unless a thread has. No thread takes those before it any more. */
export function takeThis(turns: Int32Array, block: number): boolean {
  for (;;) {
    const next = Atomics.load(turns, TAKEN);
    if (next > block) return false;
    if (Atomics.compareExchange(turns, TAKEN, next, block + 1) === next) return true;
  }
}

/** A block is finished. Waking a thread takes long, so the main thread is woken only for the block it waits for. */
export function noteMade(turns: Int32Array, block: number): void {
  Atomics.add(turns, MADE, 1);
  if (Atomics.load(turns, WANTED) === block) Atomics.notify(turns, MADE);
}

/** How many blocks were generated so far. */
export const madeOf = (turns: Int32Array): number => Atomics.load(turns, MADE);

/**
 * Waits for a block, if no more than `made` were generated. False if that takes longer than so many milliseconds. True does not mean
 * that it is there.
 */
export function waitForMade(turns: Int32Array, block: number, made: number, ms: number): boolean {
  Atomics.store(turns, WANTED, block);
  const isMade = Atomics.wait(turns, MADE, made, ms) !== 'timed-out';
  Atomics.store(turns, WANTED, NO_BLOCK);
  return isMade;
}

/**
 * All blocks before this one are used. Threads that wait are woken when there is room for a run; for single blocks, that would be too
 * often, so once half of the blocks ahead are used.
 */
export function noteUsed(turns: Int32Array, block: number, { run, ahead }: Taking): void {
  Atomics.store(turns, USED, block);
  const most = run > 1 ? ahead - run : ahead / 2;
  if (Atomics.load(turns, TAKEN) - block <= most) Atomics.notify(turns, USED);
}

/** Ends the threads after the block at hand. */
export function end(turns: Int32Array): void {
  Atomics.store(turns, OVER, 1);
  // Changes the number that they may be about to wait for.
  Atomics.add(turns, USED, 1);
  Atomics.notify(turns, USED);
}

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

const [PUT, READ] = [0, 1] as const;
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
    const taken = Atomics.load(counters, READ);
    if ((number - taken) * FIELDS < blocks.length) break;
    Atomics.wait(counters, READ, taken);
  }
  blocks.set([block, count, ms, memory], placeOf(number, finished));
  Atomics.store(counters, PUT, number + 1);
}

const NONE: readonly Block[] = [];

/** Takes all blocks, in the main thread, in order. */
export function takeFinished(finished: Finished): readonly Block[] {
  const { counters, blocks } = finished;
  const [from, to] = [Atomics.load(counters, READ), Atomics.load(counters, PUT)];
  if (from === to) return NONE;
  const all = Array.from({ length: to - from }, (_, i): Block => {
    const place = placeOf(from + i, finished);
    const [block = 0, count = 0, ms = 0, memory = NO_MEMORY] = blocks.subarray(place, place + FIELDS);
    return { block, count, ms, memory };
  });
  Atomics.store(counters, READ, to);
  Atomics.notify(counters, READ);
  return all;
}
