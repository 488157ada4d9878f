import { Worker, type Transferable } from 'node:worker_threads';
import type { Task } from './protocol.ts';

/**
 * Memory for young objects, in MB. V8's default of up to 48 saves hardly any time: rows leave few objects behind, requests a few
 * more.
 */
const YOUNG_MB = { generate: 6, send: 12, lake: 12 };

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
