import { loadData, newRunControl, systemClock, type Faults, type FaultyRows } from '@catbird/core';
import { deliveryOf } from '@catbird/core/config';
import type { ConfigStreamRequest } from './config-protocol.ts';
import { configRows, type StreamRows } from './config-rows.ts';
import { parseConfigSchema } from './config-schema.ts';
import type { FromWorker } from './protocol.ts';
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
  let faulty: FaultyRows | undefined;
  let trials: TimedFaults | undefined;
  const control = newRunControl<Faults>({
    onChange: (change) => log.change(change),
    onFaultsChange(position, to) {
      if (faulty !== undefined) log.faultsChange(faulty.change(position, to), trials?.running?.name);
    },
    onLive: (_, skipped) => log.wentLive(skipped),
  });
  return {
    async run() {
      const stream = await rowsFor(request, session);
      const { rows, faults, timing, isOrdered, stopAfterMs } = stream;
      faulty = rows;
      const timed = newTimedFaults(faults ?? {}, (to) => control.changeFaults(to), systemClock);
      trials = timed;
      if (timing !== undefined) post({ kind: 'timed', timing });
      await session.run({
        options: { ...optionsOf(request, stream), control },
        // A change of a row must not overtake an earlier one.
        inFlight: isOrdered ? 1 : request.options.inFlight,
        stopAfterMs,
        parts: (progress) => ({
          faults: faults !== undefined || rows.changes.length > 0 ? { ...rows.counts } : undefined,
          backfill: stream.backfill(progress, systemClock),
          nextRow: undefined,
          notKept: undefined,
          trial: timed.running,
        }),
        onEnd: () => Promise.resolve(timed.end()),
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
