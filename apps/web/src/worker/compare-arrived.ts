import type { TableReport } from '@catbird/core/verify';
import type { ArrivedRequest } from './arrived-protocol.ts';
import { newWorker } from './new-worker.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** A comparison that runs. */
export interface ArrivedComparison {
  /** @throws Error that says what is wrong with the file */
  readonly report: Promise<TableReport>;
  /** Ends it, whatever it does: `report` never settles. */
  readonly stop: () => void;
}

/** Compares a file with what was sent, in a worker of its own. Nothing leaves the page. */
export function compareArrived(request: ArrivedRequest, onRead: (bytes: number) => void): ArrivedComparison {
  const worker = newWorker();
  const report = new Promise<TableReport>((resolve, reject) => {
    const fail = (reason: string): void => {
      worker.terminate();
      reject(new Error(reason));
    };
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'arrived read') return onRead(data.bytes);
      if (data.kind === 'not judged') return fail(data.reason);
      if (data.kind === 'broken') return fail(data.message);
      if (data.kind !== 'judged') return undefined;
      worker.terminate();
      return resolve(data.report);
    });
    worker.addEventListener('error', ({ message }) => fail(message));
  });
  const message: ToWorker = { kind: 'judge', ...request };
  worker.postMessage(message);
  return { report, stop: () => worker.terminate() };
}
