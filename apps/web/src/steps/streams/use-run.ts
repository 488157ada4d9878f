import { useEffect, useReducer, useState } from 'react';
import { newRunner, type RunnableStream, type Runner } from '../../run/runner.ts';
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
import type { ConfigState } from './use-config.ts';

/** The run of all streams, and what changes it. */
export interface StreamsRun extends RunOfAll, Omit<Runner, 'start'> {
  /** The config was checked. */
  readonly isReady: boolean;
  readonly isRunning: boolean;
  start(): void;
  /** Continues an earlier run, with the rows of its check. */
  continueRun(run: KeptRun, checked: CheckedConfig): void;
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
  const [runner] = useState(() => newRunner(inTurns((events) => note({ events }))));
  const isRunning = areRunning(all.runs);
  useEffect(
    () => () => {
      // Twice: a step that is gone shows no stream that still waits.
      runner.stop();
      runner.stop();
    },
    [runner],
  );
  const run = async (checked: CheckedConfig, kept: KeptRun): Promise<void> => {
    if (isRunning || view?.ok !== true) return;
    const streams = runnable(view, checked, config.targets, kept);
    note({ streams, startMs: performance.now() });
    await runner.start(streams, view.onStreamFailure);
    ownership.release();
  };
  return {
    ...all,
    ...runner,
    isReady: check !== undefined && key !== undefined,
    isRunning,
    start() {
      if (isRunning || check === undefined || key === undefined) return;
      // One present for all streams: relative times count from it.
      const nowMs = Date.now();
      const digests = digestsOf(check, config.targets);
      const kept = { id: newRunId(), key, seed: config.seed, nowMs, savedMs: nowMs, digests };
      // No other tab knows a new one: taking it only tells them that it runs here.
      void ownership.take(kept.id);
      void run(check, { ...kept, streams: new Map() });
    },
    continueRun: (kept, checked) => void run(checked, { ...kept, savedMs: Date.now() }),
  };
}

/** Streams start a run; events go on with it. */
function reduce(
  all: RunOfAll,
  action:
    | { readonly streams: readonly PlannedStream[]; readonly startMs: number }
    | { readonly events: readonly TimedEvent[] },
): RunOfAll {
  if ('events' in action) return afterEvents(all, action.events);
  const { streams, startMs } = action;
  return {
    startMs,
    runs: new Map(
      streams.map(({ name, eps, limit, request }) => [name, waitingRun({ eps, limit }, request.left)]),
    ),
    sum: noSum,
  };
}

/** Collects reports, so that many streams redraw the page no more often than one. All other events are passed on at once. */
function inTurns(
  onEvents: (events: readonly TimedEvent[]) => void,
): (name: string, event: StreamEvent) => void {
  let waiting: TimedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    onEvents(waiting);
    waiting = [];
  };
  return (name, event) => {
    waiting.push({ name, event, atMs: performance.now() });
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
