import { consoleChoice } from '../link/storage.ts';
import { newFaultLines } from '../run/fault-lines.ts';
import { checkFaults } from '../state/faults.ts';
import { deliveryKeys, deliveryNames } from '../state/delivery.ts';
import { UNLIMITED } from '../state/settings.ts';
import { isRunning, type RunState, type State } from '../state/state.ts';
import { timeOf } from '../state/time.ts';
import type { Change } from '../worker/session-run.ts';
import { startStream, type Stream } from '../worker/stream.ts';
import type { RecordedPart } from '@catbird/stream';
import { newRunId, OWN, owedRows, type KeptProgress, type KeptRun } from '../kept/kept-run.ts';
import type { Ownership } from '../kept/ownership.ts';
import type { StreamRequest } from '../worker/run-protocol.ts';
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
  /** The stream of the last session, as it was started; undefined before the first. */
  started(): StreamRequest | undefined;
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
  let started: StreamRequest | undefined;
  return {
    run({ fresh, logs, kept, isDemo = false }) {
      const { config, schema } = store.get();
      if (config === undefined || schema === undefined || isRunning(store.get())) return;
      const earlier = kept?.streams.get(OWN);
      const sent = fresh ? undefined : sentBefore(store.get(), earlier);
      store.dispatch({ type: 'run started', fresh, config, kept: earlier });
      onStart();
      id = kept?.id ?? (fresh ? undefined : id) ?? newRunId();
      // No other tab knows a new one: taking it only tells them that it runs here.
      void ownership.take(id);
      const request = { ...requestOf(store, earlier), sent };
      started = request;
      const { seed, nowMs } = request;
      const run = { id, key: OWN, link: link(), seed, nowMs, savedMs: nowMs, digests: {} };
      const log = newFaultLines();
      faults = log;
      stream = startStream(
        { ...request, logs, ...(!isDemo && { keep: { run, name: OWN } }) },
        {
          onFaults: (lines) => log.add(lines),
          onEvent: (event) => store.dispatch({ type: 'run event', event }),
        },
      );
    },
    change(change) {
      if (isRunning(store.get())) stream?.change(change);
    },
    stop() {
      if (!isRunning(store.get())) return;
      stream?.stop();
      store.dispatch({ type: 'run event', event: { type: 'stopping' } });
    },
    faultLog: () => faults.text(),
    started: () => started,
  };
}

/** What the page has sent of the run so far. What an earlier page sent is not known. */
const sentBefore = ({ run }: State, earlier: KeptProgress | undefined): RecordedPart | undefined =>
  earlier === undefined ? run?.summary?.sent?.part : undefined;

/** The stream of the page's steps, as a config with one stream would have it. */
function requestOf(store: Store, kept: KeptProgress | undefined): StreamRequest {
  const { run, schema = '', lenient, seed } = store.get();
  if (run === undefined) throw new Error('No run was started');
  const { generatorName, settings, eps, limit, delivery, time } = run.config;
  const checked = checkFaults(run.config.faults);
  const faults = checked.ok ? checked.faults : undefined;
  const { starts, future, ...times } = timeOf(time);
  const left = leftOf(run, kept);
  return {
    target: { generatorName, settings },
    schema: { source: { text: schema }, entities: undefined, files: {}, lenient },
    seed,
    options: {
      eps,
      ...times,
      ...(future !== undefined && { future: true }),
      // Only for a schema with journeys: they may have been set for another.
      ...(starts !== undefined && { startsOfAll: starts }),
      ...(limit !== UNLIMITED && { limit: left.end }),
      ...deliveryKeys(delivery),
      ...(faults !== undefined && { faults }),
    },
    optionNames: {},
    deliveryNames: deliveryNames(),
    nowMs: Date.now(),
    isAlone: true,
    left,
    figures: true,
    rate: run.marks.rate,
    ...(consoleChoice.isOn() ? {} : { isSilent: true }),
  };
}

/** What an interrupted session left. If it left nothing, the next one sends as many rows as the settings say. */
function leftOf(
  { config: { limit }, before, nextRow, timing, faultChanges }: RunState,
  kept: KeptProgress | undefined,
): KeptProgress {
  if (kept !== undefined && owedRows(kept) > 0) return kept;
  return {
    id: OWN,
    savedMs: 0,
    remaining: [[nextRow, Infinity]],
    spans: [],
    end: limit === UNLIMITED ? Infinity : nextRow + limit,
    timing,
    faultChanges,
    counts: before,
    reason: undefined,
  };
}
