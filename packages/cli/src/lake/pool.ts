import type { Worker } from 'node:worker_threads';
import { plainSchema } from '../types/plain.ts';
import type { LakeTask } from '../workers/protocol.ts';
import { threads as starter } from '../workers/thread.ts';
import type { ColumnAnswer, ColumnOrder } from './compute.ts';
import type { Table } from './table.ts';

/** A column of a row group of a table. */
export interface ColumnPlace extends Pick<ColumnOrder, 'table' | 'column' | 'first' | 'rows'> {}

/** Computes the bytes of a column. @throws Error with the reason if it cannot be computed */
export type ComputeColumn = (place: ColumnPlace) => Promise<Uint8Array>;

/** Threads that compute columns. */
export interface Pool {
  readonly compute: ComputeColumn;
  close(): Promise<void>;
}

interface Waiting {
  readonly place: ColumnPlace;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** Starts threads, each of which computes one column at a time. One that fails as a whole is replaced. */
export function startPool(count: number, tables: readonly Table[]): Pool {
  const task: LakeTask = {
    kind: 'lake',
    tables: tables.map(({ schema, types, seed, timing, sizes, layout: { groupRows } }) => ({
      schema: plainSchema(schema, types),
      seed,
      timing,
      sizes,
      groupRows,
    })),
  };
  const queue: Waiting[] = [];
  const busy = new Map<Worker, Waiting | undefined>();
  let broken: Error | undefined;
  let ids = 0;

  const next = (worker: Worker): void => {
    const waiting = queue.shift();
    busy.set(worker, waiting);
    if (waiting !== undefined) worker.postMessage({ id: ids++, ...waiting.place } satisfies ColumnOrder);
  };
  const begin = (): void => {
    const worker = starter.start(task, []);
    let hasAnswered = false;
    worker.unref();
    worker.on('message', (answer: ColumnAnswer) => {
      hasAnswered = true;
      const waiting = busy.get(worker);
      if ('bytes' in answer) waiting?.resolve(answer.bytes);
      else waiting?.reject(new Error(answer.failure));
      next(worker);
    });
    worker.on('error', (error: Error) => {
      busy.get(worker)?.reject(error);
      busy.delete(worker);
      // One that fails before its first answer would fail again.
      if (hasAnswered) begin();
      else if (busy.size === 0) {
        broken = error;
        for (const { reject } of queue.splice(0)) reject(error);
      }
    });
    next(worker);
  };
  for (let i = 0; i < count; i++) begin();
  return {
    compute: (place) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) return reject(broken);
        queue.push({ place, resolve, reject });
        for (const [worker, waiting] of busy) if (waiting === undefined) return next(worker);
      }),
    async close() {
      await Promise.all(Array.from(busy.keys(), (worker) => worker.terminate()));
    },
  };
}
