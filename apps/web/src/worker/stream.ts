import type { StreamEvent } from '../state/run.ts';
import { logFailure, secretsIn } from './failure.ts';
import { newWorker } from './new-worker.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
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
  const worker = newWorker();
  let isOver = false;
  let stops = 0;
  const finish = (event: () => WorkerEvent): void => {
    if (isOver) return;
    isOver = true;
    worker.terminate();
    onEvent(event());
  };
  const fail = (message?: string): void =>
    finish(() => ({ type: 'broke', message: logFailure(message, secretsIn(request.target)) }));
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (isOver) return;
    if (data.kind === 'timed') onEvent({ type: 'timed', timing: data.timing });
    if (data.kind === 'progress') onEvent({ type: 'progressed', report: data.progress });
    if (data.kind === 'faults') onFaults(data.lines);
    if (data.kind === 'ended') finish(() => ({ type: 'ended', summary: data.summary }));
    if (data.kind === 'broken') fail(data.message);
  });
  worker.addEventListener('error', ({ message }) => fail(message));
  const post = (message: ToWorker): void => worker.postMessage(message);
  post({ kind: 'start', stream: request });
  return {
    change: post,
    stop() {
      stops++;
      post({ kind: 'stop' });
      if (stops < 2) return;
      setTimeout(() => fail('The stream did not respond to Stop and was terminated'), GRACE_MS);
    },
  };
}
