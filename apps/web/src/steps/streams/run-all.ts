import { startInOrder } from '@catbird/stream';
import type { StreamEvent } from '../../state/run.ts';
import type { StreamRequest } from '../../worker/run-protocol.ts';
import type { Change } from '../../worker/session-run.ts';
import type { Stream, StreamListener } from '../../worker/stream.ts';

/** A stream to run. */
export interface RunnableStream {
  readonly name: string;
  readonly startAfter?: readonly string[] | undefined;
  readonly request: StreamRequest;
}

/** What a run of all streams needs. */
export interface RunAllOptions {
  /** Whether a failed stream ends the others. */
  readonly onStreamFailure: 'stop' | 'continue';
  readonly onEvent: (name: string, event: StreamEvent) => void;
  /** Injected faults, as JSON lines. */
  readonly onFaults: (name: string, lines: string) => void;
  /** Starts one in a worker of its own. */
  readonly start: (request: StreamRequest, listener: StreamListener) => Stream;
}

/** A run of all streams. */
export interface RunningAll {
  /** Stops all streams; called again, it does not wait for responses. */
  stop(): void;
  /** Stops one of them. Those that wait for it will not start. */
  stopOne(name: string): void;
  /** Pauses all streams, also those that start later. */
  pause(): void;
  resume(): void;
  /** Changes one of them. */
  change(name: string, change: Change): void;
  /** Ends when all streams have. Never rejects. */
  readonly over: Promise<unknown>;
}

/** Runs streams side by side, each once those that it waits for have sent all their rows, as `catbird run` does. */
export function runAll(
  streams: readonly RunnableStream[],
  { onStreamFailure, onEvent, onFaults, start }: RunAllOptions,
): RunningAll {
  const running = new Map<string, Stream>();
  let isStopping = false;
  let isPaused = false;
  const stopOne = (name: string): void => {
    const stream = running.get(name);
    if (stream === undefined) return;
    stream.stop();
    onEvent(name, { type: 'stopping' });
  };
  const stopAll = (): void => {
    isStopping = true;
    for (const name of running.keys()) stopOne(name);
  };
  const changeAll = (change: Change): void => {
    for (const stream of running.values()) stream.change(change);
  };
  const run = ({ name, request }: RunnableStream): Promise<{ readonly isComplete: boolean }> =>
    new Promise((resolve) => {
      const end = (event: StreamEvent, isComplete: boolean, hasFailed: boolean): void => {
        running.delete(name);
        onEvent(name, event);
        if (hasFailed && onStreamFailure === 'stop' && !isStopping) stopAll();
        resolve({ isComplete });
      };
      onEvent(name, { type: 'started' });
      const stream = start(request, {
        onFaults: (lines) => onFaults(name, lines),
        onEvent(event) {
          if (event.type === 'broke') return end(event, false, true);
          if (event.type !== 'ended') return onEvent(name, event);
          const { reason } = event.summary;
          return end(event, reason === 'limit', reason === 'failed');
        },
      });
      running.set(name, stream);
      if (isPaused) stream.change({ kind: 'pause' });
    });
  const endings = startInOrder(
    streams,
    (stream) => stream,
    async (stream, incomplete) => {
      if (!isStopping && incomplete.length === 0) return run(stream);
      onEvent(stream.name, { type: 'not started' });
      return { isComplete: false };
    },
  );
  endings.forEach((ending, i) => {
    ending.catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      onEvent(streams[i]?.name ?? '', { type: 'broke', message });
      stopAll();
    });
  });
  return {
    stop: stopAll,
    stopOne,
    pause() {
      isPaused = true;
      changeAll({ kind: 'pause' });
    },
    resume() {
      isPaused = false;
      changeAll({ kind: 'resume' });
    },
    change: (name, change) => running.get(name)?.change(change),
    over: Promise.allSettled(endings),
  };
}

/** Workers that a page may run at once. */
const MAX_STREAMS = 32;

/** A stream that the page leaves out, and why: `its destination`, or a stream that it waits for. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

/** Streams that run here, and those that only the command line runs. */
export function partOf<Each extends Pick<RunnableStream, 'name' | 'startAfter'>>(
  streams: readonly Each[],
  lackOf: (stream: Each) => string | undefined,
): { readonly here: readonly Each[]; readonly leftOut: readonly LeftOut[] } {
  const leftOut = new Map<string, string>();
  for (const stream of streams) {
    const lack = lackOf(stream);
    if (lack !== undefined) leftOut.set(stream.name, lack);
  }
  // What waits for a stream that never runs would never start. Each turn finds those that wait for one found before.
  for (let before = -1; before !== leftOut.size;) {
    before = leftOut.size;
    for (const { name, startAfter = [] } of streams) {
      const awaited = startAfter.find((each) => leftOut.has(each));
      if (awaited !== undefined && !leftOut.has(name)) leftOut.set(name, `it starts after ${awaited}`);
    }
  }
  const possible = streams.filter(({ name }) => !leftOut.has(name));
  for (const { name } of possible.slice(MAX_STREAMS))
    leftOut.set(name, `the page runs at most ${MAX_STREAMS} streams at once`);
  return {
    here: possible.slice(0, MAX_STREAMS),
    leftOut: [...leftOut].map(([name, why]) => ({ name, why })),
  };
}
