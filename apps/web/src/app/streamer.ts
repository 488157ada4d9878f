import { consoleChoice } from '../link/storage.ts';
import { newRunner, type Runner } from '../run/runner.ts';
import { UNLIMITED } from '../state/options.ts';
import { ownStream } from '../state/own-stream.ts';
import { optionNames } from '../state/summary.ts';
import { isRunning, type RunState, type State } from '../state/state.ts';
import type { RecordedPart } from '@catbird/stream';
import { newRunId, OWN, owedRows, type KeptProgress, type KeptRun } from '../kept/kept-run.ts';
import type { Ownership } from '../kept/ownership.ts';
import type { StreamRequest } from '../worker/run-protocol.ts';
import type { Store } from './store.ts';

/** Starts the page's own stream, a config of one stream. */
export interface Streamer {
  /** Does nothing without saved settings and a valid schema, or while a stream runs. */
  run(options: RunOptions): void;
  readonly runner: Runner;
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
  const runner = newRunner((_, event) => store.dispatch({ type: 'run event', event }));
  /** Of the run that the last session belongs to. */
  let id: string | undefined;
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
      const request = { ...requestOf(store, earlier), sent, logs };
      const { seed, nowMs } = request;
      const run = { id, key: OWN, link: link(), seed, nowMs, savedMs: nowMs, digests: {} };
      const keep = isDemo ? {} : { keep: { run, name: OWN } };
      void runner.start([{ name: OWN, request: { ...request, ...keep } }], 'stop');
    },
    runner,
  };
}

/** What the page has sent of the run so far. What an earlier page sent is not known. */
const sentBefore = ({ run }: State, earlier: KeptProgress | undefined): RecordedPart | undefined =>
  earlier === undefined ? run?.summary?.sent?.part : undefined;

/** The next session of the page's stream. */
function requestOf(store: Store, kept: KeptProgress | undefined): StreamRequest {
  const { run, schema = '' } = store.get();
  if (run === undefined) throw new Error('No run was started');
  const left = leftOf(run, kept);
  const own = ownStream(run.config, { ...store.get(), content: schema });
  return {
    ...own,
    options: { ...own.options, ...(run.config.limit !== UNLIMITED && { limit: left.end }) },
    deliveryNames: optionNames(),
    isAlone: true,
    left,
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
