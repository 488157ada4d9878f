import type { StreamEvent } from '../state/run.ts';
import type { EngineApi } from './engine.worker.ts';
import { logFailure, secretsIn } from './failure.ts';
import { newWorker } from './new-worker.ts';
import { newRemote } from './remote.ts';
import type { StreamRequest } from './run-protocol.ts';
import type { Change } from './session-run.ts';

/** What a worker says about its stream. */
export type WorkerEvent = Extract<StreamEvent, { readonly type: 'timed' | 'progressed' | 'ended' | 'broke' }>;

/** Told about a stream. */
export interface StreamListener {
  /** Either `ended` or `broke` comes once and last. */
  readonly onEvent: (event: WorkerEvent) => void;
  /** Injected faults, as JSON lines. */
  readonly onFaults: (lines: string) => void;
}

/** A stream in its own worker. */
export interface Stream {
  change(change: Change): void;
  /** Stops generating and waits for pending responses; a second call does not wait. */
  stop(): void;
}

/** Time for the worker to end after a second stop, in milliseconds. Then it is terminated. */
const GRACE_MS = 1000;

/** Starts a stream. Its worker ends with it. */
export function startStream(request: StreamRequest, { onEvent, onFaults }: StreamListener): Stream {
  const failure = (message?: string): string => logFailure(message, secretsIn(request.target));
  const { ask, end } = newRemote<EngineApi>(newWorker, { failure });
  let isOver = false;
  let stops = 0;
  const finish = (event: WorkerEvent): void => {
    if (isOver) return;
    isOver = true;
    end();
    onEvent(event);
  };
  const ignore = (): void => undefined;
  ask('start', request, (note) => {
    if (note.type === 'faults') onFaults(note.lines);
    else onEvent(note);
  }).then(
    (summary) => finish({ type: 'ended', summary }),
    (error: Error) => finish({ type: 'broke', message: error.message }),
  );
  return {
    change(change) {
      if (!isOver) ask('change', change).catch(ignore);
    },
    stop() {
      if (isOver) return;
      stops++;
      ask('stop').catch(ignore);
      if (stops < 2) return;
      const message = 'The stream did not respond to Stop and was terminated';
      setTimeout(() => !isOver && finish({ type: 'broke', message: failure(message) }), GRACE_MS);
    },
  };
}
