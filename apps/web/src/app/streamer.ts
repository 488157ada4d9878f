import { consoleChoice } from '../link/storage.ts';
import { newFaultLines } from '../run/fault-lines.ts';
import { checkFaults } from '../state/faults.ts';
import { isRunning } from '../state/state.ts';
import { timeSettings } from '../state/time.ts';
import type { Change } from '../worker/session-run.ts';
import { startStream, type Stream } from '../worker/stream.ts';
import { newRunId, owedRows, type KeptRun } from '../kept/kept-run.ts';
import type { Ownership } from '../kept/ownership.ts';
import type { Remaining, StreamRequest } from '../worker/run-protocol.ts';
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
  /** An earlier page's run to continue. The settings, the schema and the seed are its own. */
  readonly kept?: KeptRun;
  /** Keeps nothing of the run in this browser. */
  readonly isDemo?: true;
}

/** What a streamer needs besides the store. */
interface Surroundings {
  /** Called after every start. */
  readonly onStart: () => void;
  /** The query that restores what is sent, without credentials. */
  readonly link: () => string;
  readonly ownership: Ownership;
}

/** Runs streams of a store. */
export function newStreamer(store: Store, { onStart, link, ownership }: Surroundings): Streamer {
  let stream: Stream | undefined;
  let faults = newFaultLines();
  /** Of the run that the last session belongs to. */
  let id: string | undefined;
  return {
    run({ fresh, logs, kept, isDemo = false }) {
      const { config, schema } = store.get();
      if (config === undefined || schema === undefined || isRunning(store.get())) return;
      store.dispatch({ type: 'run started', fresh, config, kept });
      onStart();
      id = kept?.id ?? (fresh ? undefined : id) ?? newRunId();
      // No other tab knows a new one: taking it only tells them that it runs here.
      void ownership.take(id);
      const keep = { id, link: link(), sentBefore: store.get().sentMessages.total };
      const log = newFaultLines();
      faults = log;
      stream = startStream(
        { ...requestOf(store, logs), ...(!isDemo && { keep }), ...(kept && { left: leftOf(kept) }) },
        {
          onFaults: (lines) => log.add(lines),
          onTimed: (timing) => store.dispatch({ type: 'run timed', timing }),
          onProgress: (progress) => store.dispatch({ type: 'run progressed', progress }),
          onEnd: (summary) => store.dispatch({ type: 'run ended', summary }),
          onBroken: (message) => store.dispatch({ type: 'run broke', message }),
        },
      );
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

/** What an interrupted session left; undefined if it left nothing: the next one sends as many rows as the settings say. */
const leftOf = (run: KeptRun): Remaining | undefined => (owedRows(run) > 0 ? run : undefined);

function requestOf(store: Store, logs: boolean): StreamRequest {
  const { run, schema = '', lenient, seed, nextRow: first, timing, faultChanges } = store.get();
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
    faultChanges,
    logs,
    ...(consoleChoice.isOn() ? {} : { isSilent: true }),
  };
}
