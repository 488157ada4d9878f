import type { Timing } from '@catbird/core/time';
import type { ConfigStreamRequest } from './config-protocol.ts';
import { logFailure, secretsIn } from './failure.ts';
import { newWorker } from './new-worker.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { RunReport, RunSummary } from './report-protocol.ts';
import type { StreamRequest } from './run-protocol.ts';
import type { Change } from './session-run.ts';

/** Events of a stream. Exactly one of `onEnd` and `onBroken` is called, once and last. */
export interface StreamEvents {
  /** The time of the rows, if it is not the clock's. Called once, and first. */
  readonly onTimed: (timing: Timing) => void;
  readonly onProgress: (progress: RunReport) => void;
  /** Injected faults, as JSON lines. */
  readonly onFaults: (lines: string) => void;
  readonly onEnd: (summary: RunSummary) => void;
  readonly onBroken: (message: string) => void;
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
export function startStream(
  request: StreamRequest | ConfigStreamRequest,
  { onTimed, onProgress, onFaults, onEnd, onBroken }: StreamEvents,
): Stream {
  const worker = newWorker();
  let isOver = false;
  let stops = 0;
  const finish = (notify: () => void): void => {
    if (isOver) return;
    isOver = true;
    worker.terminate();
    notify();
  };
  const fail = (message?: string): void =>
    finish(() => onBroken(logFailure(message, secretsIn(request.target))));
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (isOver) return;
    if (data.kind === 'timed') onTimed(data.timing);
    if (data.kind === 'progress') onProgress(data.progress);
    if (data.kind === 'faults') onFaults(data.lines);
    if (data.kind === 'ended') finish(() => onEnd(data.summary));
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
