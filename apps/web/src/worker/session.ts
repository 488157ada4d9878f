import {
  compile,
  loadData,
  newRunControl,
  parseSchema,
  rowsIn,
  systemClock,
  withFaults,
  type Faults,
  type FaultyRows,
  type Progress,
  type Schema,
} from '@catbird/core';
import { countBelow, rowAt } from '@catbird/core/resume';
import type { Timing } from '@catbird/core/time';
import { firstUnsent } from '../kept/kept-run.ts';
import { DIGEST_ROWS, rowsDigest } from '../kept/rows-digest.ts';
import { runOptionsOf } from '../state/delivery.ts';
import { generatedRows } from './generated-rows.ts';
import type { FromWorker } from './protocol.ts';
import type { ReportParts } from './run-log.ts';
import {
  newRunKeeper,
  placeOf,
  unkept,
  type KeeperOptions,
  type RunFacts,
  type RunKeeper,
} from './run-keeper.ts';
import type { Remaining, StreamRequest } from './run-protocol.ts';
import { applyChange, newSessionRun, type Session } from './session-run.ts';
import { streamTimes, type StreamTimes } from './stream-times.ts';
import { newTimedFaults } from './timed-faults.ts';

/** Creates the session of a request. It posts progress, then a summary, and logs to the console without secrets. */
export function newSession(request: StreamRequest, post: (message: FromWorker) => void): Session {
  const { text, seed, limit, delivery, faults = {}, faultChanges = [] } = request;
  const session = newSessionRun(request.target, request, post);
  const { log, latest } = session;
  const left = request.left ?? allFrom(request);
  const [[first] = [0]] = left.remaining;
  let faulty: FaultyRows | undefined;
  let keeper: RunKeeper | undefined;
  let timing: Timing | undefined;
  let accepted = 0;

  const control = newRunControl<Faults>({
    onChange(change) {
      log.change(change);
      if (timing === undefined) return;
      timing = { ...timing, changes: [...timing.changes, change] };
      keeper?.changed();
    },
    onFaultsChange(position, to) {
      if (faulty === undefined) return;
      log.faultsChange(faulty.change(rowAt(position, left.remaining).row, to), trials.running?.name);
      keeper?.changed();
    },
    onLive: (_, skipped) => log.wentLive(skipped),
  });
  const trials = newTimedFaults(faults, (to) => control.changeFaults(to), systemClock);

  /** The rows of the stream, with the faults of the settings and of earlier sessions. */
  const rowsOf = (schema: Schema): FaultyRows => {
    const rows = withFaults(compile(schema, { seed }), faults, {
      seed,
      changes: faultChanges,
      onFault(fault) {
        log.fault(fault);
        latest.fault(fault);
      },
    });
    // An earlier session may have ended while it injected others. Rows that it may have sent keep them.
    const last = faultChanges.at(-1);
    if (last !== undefined && JSON.stringify(last.faults) !== JSON.stringify(faults))
      log.faultsChange(rows.change(firstUnsent(left), faults), undefined);
    return rows;
  };
  const partsOf = (progress: Progress, times: StreamTimes): Omit<ReportParts, 'wallMs'> => {
    ({ accepted } = progress);
    const hasFaults = request.faults !== undefined || (faulty?.changes.length ?? 0) > 0;
    return {
      faults: hasFaults ? faulty && { ...faulty.counts } : undefined,
      backfill: times.backfill(progress),
      nextRow: keeper?.nextRow,
      notKept: keeper?.problem,
      trial: trials.running,
    };
  };
  const facts = (): RunFacts => ({
    savedMs: systemClock.date(),
    accepted,
    timing,
    faultChanges: faulty?.changes ?? [],
  });
  const keep = async (schema: Schema, parts: Omit<KeeperOptions, 'facts'>): Promise<RunKeeper> => {
    if (request.keep === undefined) return (keeper = unkept(parts.rows));
    const made = await generatedRows({ seed, spread: DIGEST_ROWS }, { ok: true, schema, notes: [] });
    const digest = await rowsDigest(text.content, made);
    const { id } = request.keep;
    return (keeper = await newRunKeeper(id, { ...parts, facts }, placeOf({ ...request.keep, digest })));
  };
  return {
    async run() {
      const parsed = parseSchema(text.content, { lenient: text.lenient });
      if (!parsed.ok) throw new Error('The schema changed after it was checked');
      await loadData(parsed.schema);
      const rows = (faulty = rowsOf(parsed.schema));
      const times = streamTimes(request, parsed.schema, systemClock, rows.dueBefore, left.remaining);
      ({ timing } = times);
      if (timing !== undefined) post({ kind: 'timed', timing });
      // A stream that was stopped while paused would still be paused.
      if (request.timing !== undefined) control.resume();
      const options = runOptionsOf(delivery);
      const passRejected = options.onFailure === 'continue';
      const keeper = await keep(parsed.schema, { rows, from: left, passRejected });
      const available = rowsIn(parsed.schema);
      // Faults that change while the stream runs change how many rows there are.
      const most = (): number =>
        lastOf(owed(left, limit), countBelow(rows.dueBefore(available), left.remaining));
      await session.run({
        options: {
          rows: keeper.rows,
          pace: times.pace,
          ...(times.times !== undefined && { times: times.times }),
          control,
          limit: Number.isFinite(available) ? most : owed(left, limit),
          first,
          ...options,
          onMade: (batch) => keeper.made(batch),
        },
        parts: (progress) => partsOf(progress, times),
        watch: (connection) => keeper.watch(connection),
        async onEnd(summary) {
          trials.end();
          ({ accepted } = summary);
          await keeper.end(summary.reason);
        },
      });
    },
    change(change) {
      if (change.kind !== 'trial') applyChange(change, control);
      else if (change.trial === undefined) trials.end();
      else trials.begin(change.trial);
    },
    stop: () => session.stop(),
  };
}

/** All rows from the first one on, up to the limit. */
const allFrom = ({ first, limit }: StreamRequest): Remaining => ({
  remaining: [[first, Infinity]],
  spans: [],
  end: limit < 0 ? Infinity : first + limit,
});

/** How many rows the session sends: those it was asked for, or what an earlier one left of them. −1: no limit. */
const owed = ({ remaining, end }: Remaining, limit: number): number =>
  limit < 0 ? limit : countBelow(end, remaining);

/** A limit (−1: none), but at most this many rows. */
const lastOf = (limit: number, most: number): number =>
  limit >= 0 && limit <= most ? limit : Number.isFinite(most) ? Math.max(0, most) : limit;
