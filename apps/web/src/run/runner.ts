import { startInOrder } from '@catbird/stream';
import type { StreamEvent } from '../state/run.ts';
import type { StreamRequest } from '../worker/run-protocol.ts';
import type { Change } from '../worker/session-run.ts';
import { startStream, type Stream } from '../worker/start-stream.ts';

/** A stream to run. */
export interface RunnableStream {
  readonly name: string;
  readonly startAfter?: readonly string[] | undefined;
  readonly request: StreamRequest;
}

/** The streams that run in this tab: of a config, or the only one of the page's steps. */
export interface Runner {
  /**
   * Runs streams side by side, each once those that it waits for have sent all their rows, as `catbird run` does.
   *
   * @param onStreamFailure whether a failed stream ends the others
   * @returns a promise that resolves when all streams have ended
   */
  start(streams: readonly RunnableStream[], onStreamFailure: 'stop' | 'continue'): Promise<unknown>;
  /** Stops a stream, or all; called again, it does not wait for responses. Streams that wait for it will not start. */
  stop(name?: string): void;
  /** Changes a stream, or all. A pause of all also holds for those that start later. */
  change(change: Change, name?: string): void;
  /** The stream of the latest run, as it was started. */
  request(name: string): StreamRequest | undefined;
  /** The injected faults of a stream of the latest run, as JSON lines. */
  faultLog(name: string): string;
}

/** A run of one or more streams. */
interface Session {
  readonly requests: ReadonlyMap<string, StreamRequest>;
  readonly faults: ReadonlyMap<string, FaultLines>;
  readonly running: Map<string, Stream>;
  isStopping: boolean;
  isPaused: boolean;
}

const sessionOf = (streams: readonly RunnableStream[]): Session => ({
  requests: new Map(streams.map(({ name, request }) => [name, request])),
  faults: new Map(streams.map(({ name }) => [name, newFaultLines()])),
  running: new Map(),
  isStopping: false,
  isPaused: false,
});

/**
 * Runs streams.
 *
 * @param begin starts one in a worker of its own
 */
export function newRunner(
  onEvent: (name: string, event: StreamEvent) => void,
  begin: typeof startStream = startStream,
): Runner {
  let latest = sessionOf([]);
  /** Only while streams run: the question keeps a page from being restored at once by Back. */
  const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();
  const stop = (name?: string): void => {
    if (name === undefined) latest.isStopping = true;
    for (const [each, stream] of latest.running) {
      if (each !== (name ?? each)) continue;
      stream.stop();
      onEvent(each, { type: 'stopping' });
    }
  };
  const run = (
    { name, request }: RunnableStream,
    session: Session,
    stopsAll: boolean,
  ): Promise<{ readonly isComplete: boolean }> =>
    new Promise((resolve) => {
      const end = (event: StreamEvent, isComplete: boolean, hasFailed: boolean): void => {
        session.running.delete(name);
        onEvent(name, event);
        if (hasFailed && stopsAll && !session.isStopping) stop();
        resolve({ isComplete });
      };
      onEvent(name, { type: 'started' });
      const stream = begin(request, {
        onFaults: (lines) => session.faults.get(name)?.add(lines),
        onEvent(event) {
          if (event.type === 'broke') return end(event, false, true);
          if (event.type !== 'ended') return onEvent(name, event);
          const { reason } = event.summary;
          return end(event, reason === 'limit', reason === 'failed');
        },
      });
      session.running.set(name, stream);
      if (session.isPaused) stream.change({ kind: 'pause' });
    });
  return {
    async start(streams, onStreamFailure) {
      const session = (latest = sessionOf(streams));
      addEventListener('beforeunload', askBeforeLeaving);
      const endings = startInOrder(
        streams,
        (stream) => stream,
        async (stream, incomplete) => {
          if (!session.isStopping && incomplete.length === 0)
            return run(stream, session, onStreamFailure === 'stop');
          onEvent(stream.name, { type: 'not started' });
          return { isComplete: false };
        },
      );
      endings.forEach((ending, i) => {
        ending.catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error);
          onEvent(streams[i]?.name ?? '', { type: 'broke', message });
          stop();
        });
      });
      await Promise.allSettled(endings);
      if (latest === session) removeEventListener('beforeunload', askBeforeLeaving);
    },
    stop,
    change(change, name) {
      const isOfPause = change.kind === 'pause' || change.kind === 'resume';
      if (name === undefined && isOfPause) latest.isPaused = change.kind === 'pause';
      for (const [each, stream] of latest.running) if (each === (name ?? each)) stream.change(change);
    },
    request: (name) => latest.requests.get(name),
    faultLog: (name) => latest.faults.get(name)?.text() ?? '',
  };
}

/** A log keeps this many characters. */
const MAX_CHARACTERS = 64_000_000;

/** The injected faults of a run, as JSON lines. */
interface FaultLines {
  add(lines: string): void;
  text(): string;
}

/** Collects JSON lines up to 64 MB. */
function newFaultLines(): FaultLines {
  const parts: string[] = [];
  let characters = 0;
  return {
    add(lines) {
      if (characters < MAX_CHARACTERS) parts.push(lines);
      characters += lines.length;
    },
    text: () => parts.join(''),
  };
}
