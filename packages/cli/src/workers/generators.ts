import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads';
import { errorCode } from '../files/error-code.ts';
import {
  newFinished,
  takeFinished,
  type Block,
  type Finished,
  end,
  madeOf,
  newTurns,
  noteUsed,
  takeThis,
  waitForMade,
  type Taking,
} from './turns.ts';
import type { HeldBlock, BlockMemory } from './memories.ts';
import type { BlockPlan, GenerateTask } from './protocol.ts';
import { threads as starter } from './thread.ts';

/** Threads that generate blocks of rows. */
export interface Generators {
  readonly plan: BlockPlan;
  /**
   * The block with a number, which must not be lower than before. Waits for the thread that generates it; undefined if none does.
   *
   * @throws the error that ended a thread
   */
  take(number: number): HeldBlock | undefined;
  close(): Promise<void>;
}

/** Blocks ahead of the one in use, per thread, if it takes one at a time. The others of a run come on top. */
const AHEAD = 6;
/** How long to wait for the block of a thread, in milliseconds. Only one that died takes as long. */
const PATIENCE_MS = 5000;

/**
 * Starts threads. They do not keep the process from ending.
 *
 * @param onLost called when a thread ran out of memory. The others, or else the main thread, generate its rows
 */
export function startGenerators(
  count: number,
  plan: BlockPlan,
  what: Pick<GenerateTask, 'schema' | 'seed' | 'timing'>,
  onLost: (note: string) => void,
): Generators {
  const turns = newTurns();
  const waiting = new Map<number, HeldBlock | undefined>();
  const { run } = plan;
  const taking: Taking = { run, ahead: (run - 1 + AHEAD) * count, blocks: plan.count / plan.rows };
  let bug: unknown;
  /** Blocks before this one are not waited for: a thread that took them seems to be lost. */
  let lostTo = 0;
  const threads = Array.from({ length: count }, (_, index) => {
    const { port1: port, port2 } = new MessageChannel();
    // No thread finishes more blocks than may be ahead, and one that it had begun before.
    const finished = newFinished(taking.ahead + 1);
    const task: GenerateTask = { kind: 'generate', ...what, plan, turns, finished, port: port2, taking };
    const thread = starter.start(task, [port2]);
    thread.unref();
    watch(thread, {
      lost: () => onLost(`Worker ${index + 1} of ${count} ran out of memory. The stream goes on without it`),
      failed: (error) => (bug ??= error),
    });
    return { thread, port, finished, memories: new Map<number, Memory>() };
  });

  const receive = (from: number): void => {
    for (const thread of threads)
      for (const made of takeFinished(thread.finished)) {
        const held = heldBlock(made, thread);
        if (made.block < from) held?.release();
        else waiting.set(made.block, held);
      }
  };
  return {
    plan,
    take(number) {
      noteUsed(turns, number, taking);
      for (;;) {
        if (bug !== undefined) throw bug;
        const made = madeOf(turns);
        receive(number);
        if (waiting.has(number)) break;
        if (number < lostTo || takeThis(turns, number)) return undefined;
        if (!waitForMade(turns, number, made, PATIENCE_MS)) lostTo = number - (number % run) + run;
      }
      const held = waiting.get(number);
      for (const [each, skipped] of waiting) {
        if (each > number) continue;
        if (each < number) skipped?.release();
        waiting.delete(each);
      }
      return held;
    },
    async close() {
      end(turns);
      for (const { port } of threads) port.close();
      await Promise.all(threads.map(({ thread }) => thread.terminate()));
    },
  };
}

/** Reports how a thread ended. One that ran out of memory has not met a bug: each has a limit of its own. */
function watch(
  thread: Worker,
  { lost, failed }: { readonly lost: () => void; readonly failed: (error: unknown) => void },
): void {
  let isLost = false;
  thread.on('error', (error) => {
    isLost = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isLost) lost();
    else failed(error);
  });
  thread.on('exit', (code) => {
    if (code !== 0 && !isLost) failed(new Error(`A thread that generates rows ended with code ${code}`));
  });
}

/** Memory for blocks, as the main thread sees it. */
interface Memory {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  readonly release: () => void;
}

/** What a thread shares. */
interface Shared {
  readonly port: MessagePort;
  readonly finished: Finished;
  readonly memories: Map<number, Memory>;
}

/** Undefined if the rows could not be generated. */
function heldBlock({ block: number, count, ms, memory }: Block, thread: Shared): HeldBlock | undefined {
  const found = thread.memories.get(memory) ?? receiveMemories(thread).get(memory);
  if (found === undefined) return undefined;
  const { bytes, ends, release } = found;
  return { number, ms, bytes, ends: ends.subarray(0, count), release };
}

/** All memories of a thread, with those that it has posted since. */
function receiveMemories({ port, memories }: Shared): Shared['memories'] {
  for (let given = memoryFrom(port); given !== undefined; given = memoryFrom(port)) {
    const { number, bytes, ends, inUse, replaces } = given;
    const isInUse = new Int32Array(inUse);
    const release = (): void => void Atomics.store(isInUse, 0, 0);
    if (replaces !== undefined) memories.delete(replaces);
    memories.set(number, { bytes: new Uint8Array(bytes), ends: new Uint32Array(ends), release });
  }
  return memories;
}

/** The next memory that a thread has posted; undefined if there is none. */
const memoryFrom = (port: MessagePort): BlockMemory | undefined =>
  // Threads post nothing else.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  receiveMessageOnPort(port)?.message as BlockMemory | undefined;
