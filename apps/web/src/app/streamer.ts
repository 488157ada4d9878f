import { checkFaults } from '../state/faults.ts';
import { isRunning } from '../state/state.ts';
import { timeSettings } from '../state/time.ts';
import type { Change } from '../worker/session.ts';
import { startStream, type Stream } from '../worker/stream.ts';
import type { StreamRequest } from '../worker/protocol.ts';
import type { Store } from './store.ts';

/** Starts and stops the stream. */
export interface Streamer {
  /** Does nothing without saved settings and a valid schema, or while a stream runs. */
  run(options: RunOptions): void;
  /** Changes the running stream: its rate, a pause or its end. */
  change(change: Change): void;
  stop(): void;
  /** The faults of the last session, as JSON lines. */
  faultLog(): string;
}

interface RunOptions {
  /** Starts with the first row instead of the one after the last session's. */
  readonly fresh: boolean;
  /** Logs all responses. */
  readonly logs: boolean;
}

/** The fault log keeps this many characters. */
const MAX_FAULT_CHARACTERS = 64_000_000;

/** Runs streams of a store. `onStart` is called after every start. */
export function newStreamer(store: Store, onStart: () => void): Streamer {
  let stream: Stream | undefined;
  let faults = newFaultLog();
  return {
    run({ fresh, logs }) {
      const { config, schema } = store.get();
      if (config === undefined || schema === undefined || isRunning(store.get())) return;
      store.dispatch({ type: 'run started', fresh, config });
      onStart();
      const log = newFaultLog();
      faults = log;
      stream = startStream(requestOf(store, logs), {
        onFaults: (lines) => log.add(lines),
        onTimed: (timing) => store.dispatch({ type: 'run timed', timing }),
        onProgress: (progress) => store.dispatch({ type: 'run progressed', progress }),
        onEnd: (summary) => store.dispatch({ type: 'run ended', summary }),
        onBroken: (message) => store.dispatch({ type: 'run broke', message }),
      });
    },
    change(change) {
      if (isRunning(store.get())) stream?.change(change);
    },
    stop() {
      if (!isRunning(store.get())) return;
      stream?.stop();
      store.dispatch({ type: 'run stopping' });
    },
    faultLog: () => faults.text(),
  };
}

function requestOf(store: Store, logs: boolean): StreamRequest {
  const { run, schema = '', lenient, seed, nextRow: first, timing } = store.get();
  if (run === undefined) throw new Error('No run was started');
  const { generatorName, settings, eps, limit, delivery = {}, faults, time } = run.config;
  return {
    target: { generatorName, settings },
    text: { content: schema, lenient },
    seed,
    first,
    eps,
    limit,
    time: timeSettings(time),
    delivery,
    timing,
    faults: checkFaults(faults).faults,
    logs,
  };
}

/** Collects JSON lines up to a limit. */
function newFaultLog(): { add(lines: string): void; text(): string } {
  const parts: string[] = [];
  let characters = 0;
  return {
    add(lines) {
      if (characters < MAX_FAULT_CHARACTERS) parts.push(lines);
      characters += lines.length;
    },
    text: () => parts.join(''),
  };
}
