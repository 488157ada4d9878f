import { useEffect, useReducer, useRef, useState } from 'react';
import { newFaultLines, type FaultLines } from '../../run/fault-lines.ts';
import {
  afterEvents,
  areRunning,
  noRuns,
  waitingRun,
  type RunOfAll,
  type TimedEvent,
} from '../../state/stream-runs.ts';
import type { StreamEvent } from '../../state/run.ts';
import { noSum } from '../../state/stream-sum.ts';
import type { CheckedConfig, ConfigView } from '../../state/streams.ts';
import { newRunId, type KeptRun } from '../../kept/kept-run.ts';
import type { Ownership } from '../../kept/ownership.ts';
import type { Change } from '../../worker/session-run.ts';
import { startStream } from '../../worker/stream.ts';
import { runAll, type RunnableStream, type RunningAll } from './run-all.ts';
import type { ConfigState } from './use-config.ts';

/** The run of all streams, and what changes it. */
export interface StreamsRun extends RunOfAll {
  /** The config was checked. */
  readonly isReady: boolean;
  readonly isRunning: boolean;
  /** Stop was pressed. */
  readonly isStopping: boolean;
  start(): void;
  /** Continues an earlier run, with the rows of its check. */
  continueRun(run: KeptRun, checked: CheckedConfig): void;
  stop(): void;
  stopOne(name: string): void;
  pause(): void;
  resume(): void;
  change(name: string, change: Change): void;
  /** The injected faults of a stream of the latest run, as JSON lines. */
  faultLog(name: string): string;
}

/** Least time between two updates of the page, in milliseconds: each stream reports four times a second. */
const UPDATE_MS = 200;

/**
 * Runs the streams of a config that the page can reach.
 *
 * @param key of the config's text; undefined while it is read
 * @param ownership tells other tabs which run is here
 */
export function useRun(config: ConfigState, key: string | undefined, ownership: Ownership): StreamsRun {
  const { view, check } = config;
  const [all, note] = useReducer(reduce, noRuns);
  const [isStopping, setStopping] = useState(false);
  const current = useRef<RunningAll>(undefined);
  const faults = useRef<ReadonlyMap<string, FaultLines>>(new Map());
  const isRunning = areRunning(all.runs);
  useEffect(
    () => () => {
      // Twice: a step that is gone shows no stream that still waits.
      current.current?.stop();
      current.current?.stop();
    },
    [],
  );
  useEffect(() => {
    if (!isRunning) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isRunning]);
  const run = (streams: readonly PlannedStream[], onStreamFailure: 'stop' | 'continue'): void => {
    setStopping(false);
    note(streams);
    const logs = new Map(streams.map(({ name }) => [name, newFaultLines()]));
    faults.current = logs;
    const started = runAll(streams, {
      onStreamFailure,
      onEvent: inTurns((events) => note({ events })),
      onFaults: (name, lines) => logs.get(name)?.add(lines),
      start: startStream,
    });
    current.current = started;
    void started.over.then(() => current.current === started && ownership.release());
  };
  return {
    ...all,
    isReady: check !== undefined && key !== undefined,
    isRunning,
    isStopping: isRunning && isStopping,
    start() {
      if (isRunning || view?.ok !== true || check === undefined || key === undefined) return;
      // One present for all streams: relative times count from it.
      const nowMs = Date.now();
      const digests = digestsOf(check, config.targets);
      const kept = { id: newRunId(), key, seed: config.seed, nowMs, savedMs: nowMs, digests };
      // No other tab knows a new one: taking it only tells them that it runs here.
      void ownership.take(kept.id);
      run(runnable(view, check, config.targets, { ...kept, streams: new Map() }), view.onStreamFailure);
    },
    continueRun(kept, checked) {
      if (isRunning || view?.ok !== true) return;
      const now = { ...kept, savedMs: Date.now() };
      run(runnable(view, checked, config.targets, now), view.onStreamFailure);
    },
    stop() {
      setStopping(true);
      current.current?.stop();
    },
    stopOne: (name) => current.current?.stopOne(name),
    pause: () => current.current?.pause(),
    resume: () => current.current?.resume(),
    change: (name, change) => current.current?.change(name, change),
    faultLog: (name) => faults.current.get(name)?.text() ?? '',
  };
}

/** Streams start a run; events go on with it. */
function reduce(
  all: RunOfAll,
  action: readonly PlannedStream[] | { readonly events: readonly TimedEvent[] },
): RunOfAll {
  if ('events' in action) return afterEvents(all, action.events);
  return {
    runs: new Map(
      action.map(({ name, eps, limit, request }) => [name, waitingRun({ eps, limit }, request.left)]),
    ),
    sum: noSum,
  };
}

/** Collects reports, so that many streams redraw the page no more often than one. All other events are passed on at once. */
function inTurns(
  onEvents: (events: readonly TimedEvent[]) => void,
): (name: string, event: StreamEvent) => void {
  const startMs = performance.now();
  let waiting: TimedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    onEvents(waiting);
    waiting = [];
  };
  return (name, event) => {
    waiting.push({ name, event, atMs: performance.now() - startMs });
    if (event.type === 'progressed') timer ??= setTimeout(flush, UPDATE_MS);
    else flush();
  };
}

/** A stream to run, and what the page compares it with. */
interface PlannedStream extends RunnableStream {
  readonly eps: number;
  readonly limit: number;
}

/** Digests of the rows of the streams that run here, by name. */
export const digestsOf = ({ streams }: CheckedConfig, targets: ConfigState['targets']): KeptRun['digests'] =>
  Object.fromEntries(
    [...streams].flatMap(([name, check]) =>
      check.kind === 'ready' && targets.has(name) ? [[name, check.stream.digest]] : [],
    ),
  );

/** The streams to run, with what an earlier session left of them. */
function runnable(
  { streams }: Extract<ConfigView, { readonly ok: true }>,
  { rows, streams: checks }: CheckedConfig,
  targets: ConfigState['targets'],
  { streams: progress, ...kept }: KeptRun,
): readonly PlannedStream[] {
  return streams.flatMap(({ name, startAfter, options: { eps = 1 } }) => {
    const [own, target, checked] = [rows.get(name), targets.get(name), checks.get(name)];
    if (own === undefined || target?.ok !== true || checked?.kind !== 'ready') return [];
    const request = {
      ...own,
      nowMs: kept.nowMs,
      target: target.target,
      keep: { run: kept, name },
      left: progress.get(name),
    };
    return [{ name, startAfter, request, eps, limit: checked.stream.plannedRows }];
  });
}
