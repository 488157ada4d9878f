/**
 * Whose turn it is: numbers that all threads share. Blocks are taken in order by whoever is free, and no more than some of them are
 * ahead of the one in use.
 */
const [TAKEN, USED, MADE, OVER, WANTED] = [0, 1, 2, 3, 4] as const;

/** No block: all are taken, or the main thread needs no more. */
export const NO_BLOCK = -1;

/** The numbers at the beginning. */
export function newTurns(): Int32Array {
  const turns = new Int32Array(new SharedArrayBuffer(20));
  turns[WANTED] = NO_BLOCK;
  return turns;
}

/**
 * The next block for this thread to generate. Waits while enough are ahead.
 *
 * @param ahead how many blocks may be ahead of the one in use
 * @param blocks how many there are
 */
export function takeNext(turns: Int32Array, ahead: number, blocks: number): number {
  for (;;) {
    const used = Atomics.load(turns, USED);
    if (Atomics.load(turns, OVER) !== 0) return NO_BLOCK;
    const next = Atomics.load(turns, TAKEN);
    if (next >= blocks) return NO_BLOCK;
    if (next - used >= ahead) Atomics.wait(turns, USED, used);
    else if (Atomics.compareExchange(turns, TAKEN, next, next + 1) === next) return next;
  }
}

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

/** All blocks before this one are used. Threads that wait are woken once half of the blocks ahead are used, not for each. */
export function noteUsed(turns: Int32Array, block: number, ahead: number): void {
  Atomics.store(turns, USED, block);
  if (Atomics.load(turns, TAKEN) - block <= ahead / 2) Atomics.notify(turns, USED);
}

/** Ends the threads after the block at hand. */
export function end(turns: Int32Array): void {
  Atomics.store(turns, OVER, 1);
  // Changes the number that they may be about to wait for.
  Atomics.add(turns, USED, 1);
  Atomics.notify(turns, USED);
}
