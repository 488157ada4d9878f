import { Worker, type Transferable } from 'node:worker_threads';
import type { Task } from './protocol.ts';

/**
 * Room for young objects, in MB, by what a thread does. V8 would take up to 48, and that saves scarcely any time: rows leave few objects
 * behind, and requests some more.
 */
const YOUNG_MB = { generate: 6, send: 12 };

/** Starts threads. An object, so that tests can start others in their place. */
export const threads = {
  /** Starts a thread with a task. The file of threads is beside this one. */
  start: (task: Task, transferList: readonly Transferable[]): Worker =>
    new Worker(new URL('./worker.js', import.meta.url), {
      workerData: task,
      transferList: [...transferList],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB[task.kind] },
    }),
};
