import { loadData, newRunControl, systemClock, type Faults, type FaultyRows } from '@catbird/core';
import { deliveryOf } from '@catbird/core/config';
import { rowAt } from '@catbird/core/resume';
import type { Timing } from '@catbird/core/time';
import { openKeptConfigs } from '../kept/config-database.ts';
import { NOTHING_DONE, progressId, type KeptConfig } from '../kept/kept-config.ts';
import type { ConfigStreamRequest } from './config-protocol.ts';
import { configRows, type StreamRows } from './config-rows.ts';
import { parseConfigSchema } from './config-schema.ts';
import type { FromWorker } from './protocol.ts';
import { newRunKeeper, unkept, type KeptPlace, type RunFacts, type RunKeeper } from './run-keeper.ts';
import {
  applyChange,
  newSessionRun,
  type RunnableStream,
  type Session,
  type SessionRun,
} from './session-run.ts';
import { newTimedFaults, type TimedFaults } from './timed-faults.ts';

/** Until something is accepted, a wrong address or a broken service should show quickly. */
const START_WINDOW_MS = 2000;

/** Names of options as they are in the config. */
const OPTION_NAMES = { retryFor: 'delivery.retryFor', continueOnFailure: 'delivery: {onFailure: continue}' };

/** Creates the session of a stream of a config. It posts progress, then a summary, and logs to the console without secrets. */
export function newConfigSession(request: ConfigStreamRequest, post: (message: FromWorker) => void): Session {
  const session = newSessionRun(request.target, {}, post);
  const { log } = session;
  const { left } = request;
  let faulty: FaultyRows | undefined;
  let trials: TimedFaults | undefined;
  let keeper: RunKeeper | undefined;
  let timing: Timing | undefined;
  let isChanged = false;
  let counts = { accepted: 0, rejected: 0 };
  const control = newRunControl<Faults>({
    onChange(change) {
      log.change(change);
      isChanged = true;
      if (timing === undefined) return;
      timing = { ...timing, changes: [...timing.changes, change] };
      keeper?.changed();
    },
    onFaultsChange(position, to) {
      if (faulty === undefined) return;
      const row = left === undefined ? position : rowAt(position, left.remaining).row;
      log.faultsChange(faulty.change(row, to), trials?.running?.name);
      keeper?.changed();
    },
    onLive: (_, skipped) => log.wentLive(skipped),
  });
  const facts = (): RunFacts => ({
    savedMs: systemClock.date(),
    accepted: counts.accepted,
    timing,
    faultChanges: faulty?.changes ?? [],
    elapsedMs: (left?.elapsedMs ?? 0) + log.elapsedMs(),
    // A duration has no last row any more.
    ...(isChanged && timing === undefined && request.options.duration !== undefined && { end: Infinity }),
  });
  const keep = async ({ rows, remaining, plannedRows }: StreamRows): Promise<RunKeeper> => {
    if (request.keep === undefined) return unkept(rows);
    const { config, name } = request.keep;
    const end = left?.end ?? (plannedRows < 0 ? Infinity : plannedRows);
    return newRunKeeper(
      progressId(config.id, name),
      {
        rows,
        from: { remaining, spans: left?.spans ?? [], end },
        passRejected: deliveryOf(request.options).onFailure === 'continue',
        facts,
        counts: { before: left?.counts ?? NOTHING_DONE, rejected: () => counts.rejected },
      },
      () => placeIn(config),
    );
  };
  return {
    async run() {
      const stream = await rowsFor(request, session);
      const { rows, faults, isOrdered, stopAfterMs } = stream;
      faulty = rows;
      ({ timing } = stream);
      const timed = newTimedFaults(faults ?? {}, (to) => control.changeFaults(to), systemClock);
      trials = timed;
      if (timing !== undefined) post({ kind: 'timed', timing });
      // A stream that was stopped while paused would still be paused.
      if (left?.timing !== undefined) control.resume();
      const kept = await keep(stream);
      keeper = kept;
      await session.run({
        options: {
          ...optionsOf(request, stream),
          rows: kept.rows,
          first: stream.remaining[0]?.[0] ?? 0,
          control,
          onMade: (batch) => kept.made(batch),
        },
        // A change of a row must not overtake an earlier one.
        inFlight: isOrdered ? 1 : request.options.inFlight,
        stopAfterMs,
        parts(progress) {
          counts = progress;
          return {
            faults: faults !== undefined || rows.changes.length > 0 ? { ...rows.counts } : undefined,
            backfill: stream.backfill(progress, systemClock),
            nextRow: kept.nextRow,
            notKept: kept.problem,
            trial: timed.running,
          };
        },
        watch: (connection) => kept.watch(connection),
        async onEnd(summary) {
          timed.end();
          counts = summary;
          await kept.end(summary.reason);
        },
      });
    },
    change(change) {
      if (change.kind !== 'trial') applyChange(change, control);
      else if (change.trial === undefined) trials?.end();
      else trials?.begin(change.trial);
    },
    stop: () => session.stop(),
  };
}

/** Where the streams of a run are kept. */
async function placeIn(config: KeptConfig): Promise<KeptPlace> {
  const configs = await openKeptConfigs();
  return {
    add: (progress) => configs.add(config, progress),
    save: (progress) => configs.save(progress),
    lose: () => configs.lose(config),
  };
}

async function rowsFor(request: ConfigStreamRequest, { log, latest }: SessionRun): Promise<StreamRows> {
  const parsed = await parseConfigSchema(request.schema);
  if (!parsed.ok) throw new Error('The schema changed after it was checked');
  await loadData(parsed.schema);
  const rows = configRows(parsed.schema, request, (fault) => {
    log.fault(fault);
    latest.fault(fault);
  });
  if (!rows.ok) throw new Error(rows.lines.join('; '));
  return rows;
}

function optionsOf(
  { options }: Pick<ConfigStreamRequest, 'options'>,
  { rows, paceBy, timeline, limit }: StreamRows,
): RunnableStream['options'] {
  const delivery = deliveryOf(options);
  return {
    rows,
    pace: paceBy(systemClock),
    ...(timeline !== undefined && { times: timeline }),
    limit,
    ...delivery,
    optionNames: OPTION_NAMES,
    retry: { startWindowMs: START_WINDOW_MS, ...delivery.retry },
  };
}
