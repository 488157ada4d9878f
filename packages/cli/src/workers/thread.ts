import { Worker, type Transferable } from 'node:worker_threads';
import type { Task } from './protocol.ts';

/** Starts threads. An object, so that tests can start others in their place. */
export const threads = {
  /** Starts a thread with a task. The file of threads is beside this one. */
  start: (task: Task, transferList: readonly Transferable[]): Worker =>
    new Worker(new URL('./worker.js', import.meta.url), {
      workerData: task,
      transferList: [...transferList],
    }),
};
