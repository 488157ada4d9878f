import type { TableReport } from '@catbird/verify';
import type { EngineApi } from './engine.worker.ts';
import { logFailure } from './failure.ts';
import type { ArrivedRequest } from './judge-arrived.ts';
import { newWorker } from './new-worker.ts';
import { newRemote } from './remote.ts';

/** A comparison that runs. */
export interface ArrivedComparison {
  /** @throws Error that says what is wrong with the file */
  readonly report: Promise<TableReport>;
  /** Ends it, whatever it does: `report` never settles. */
  readonly stop: () => void;
}

/** Compares a file with what was sent, in a worker of its own. Nothing leaves the page. */
export function compareArrived(request: ArrivedRequest, onRead: (bytes: number) => void): ArrivedComparison {
  const { ask, end } = newRemote<EngineApi>(newWorker, { failure: (message) => logFailure(message, []) });
  return { report: ask('judge', request, onRead).finally(end), stop: end };
}
