import { rowsIn, type Faults, type Schema } from '@catbird/core';
import { doneRows, remainingLimit } from '@catbird/core/resume';
import { durationAtRate, exactLimit, rowsBefore, smaller } from '@catbird/core/config';
import type { LocalFiles } from '../destinations/local.ts';
import { allOf, refusalOf } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { endOf } from './duration.ts';
import { eventTimesOf } from './event-times.ts';
import type { Inputs, Refused } from './inputs.ts';
import { newLimit } from './limit.ts';
import { isOrdered } from './ordered.ts';
import { outputRefusals } from './outputs.ts';
import { newBlocks, type Blocks } from '../workers/blocks.ts';
import { workerMode, workersOf, type Workers } from '../workers/choose.ts';
import { partOf, type Part } from './part.ts';
import type { Prepared } from './prepared.ts';
import { fileProblem } from './resume.ts';
import { findRow, shardLimit, splitLimit } from './shard.ts';
import type { StreamOptions, StreamSpec } from './spec.ts';
import { ownSplit } from './split-key.ts';
import { fingerprintOf } from './state.ts';
import type { Loaded } from './store/slot.ts';
import { lastRow, rowsOf, type StreamRows } from './stream-rows.ts';
import type { StreamTime } from './timing.ts';

/** Which rows a stream sends, and where they go on this machine. */
export interface StreamExtent extends Pick<
  Prepared,
  | 'fingerprint'
  | 'hasRows'
  | 'isFinished'
  | 'limit'
  | 'end'
  | 'ownRows'
  | 'plannedRows'
  | 'startGenerating'
  | 'time'
  | 'wholeRows'
  | 'workers'
> {
  readonly ok: true;
  readonly part: Part;
  readonly local: LocalFiles | undefined;
  readonly rows: StreamRows;
}

/** Determines the rows to send, by the options and the state of an earlier process. */
export async function extentOf(
  spec: StreamSpec,
  inputs: Inputs,
  env: Terminal['env'],
): Promise<StreamExtent | Refused> {
  const { destination, options } = spec;
  const { schema, config, faults } = inputs;
  const fingerprint = fingerprintWith(options, schema.schema, faults);
  const local = destination.local?.(config);
  // Before the state is read: a file used for something else is no state.
  const clashes = outputRefusals([{ spec, local }]);
  if (clashes.length > 0) return { ok: false, refusal: allOf(clashes) };
  const part = partFor(spec, inputs, fingerprint, env);
  if ('problem' in part) return { ok: false, refusal: refusalOf('usage', [part.problem]) };
  const time = eventTimesOf(spec, schema.schema, inputs.time, part);
  if (time !== undefined && 'problem' in time)
    return { ok: false, refusal: refusalOf('usage', [time.problem]) };
  const blocks = blocksOf(spec, inputs, { part, time });
  const made = rowsOf(spec, inputs, { part, blocks, time });
  if ('problem' in made) return { ok: false, refusal: refusalOf('usage', [made.problem]) };
  const { total, ...ends } = endsOf(options, part, {
    shape: inputs.time.shape,
    time,
    made,
    rows: rowsIn(schema.schema),
  });
  const workers = workersOf(spec, {
    mode: workerMode(spec, schema.schema, time),
    rows: ends.plannedRows,
    perSecond: perSecondOf(options, time),
    requestsPerSecond: destination.limits(config).requestsPerSecond,
    isOrdered: isOrdered(schema.schema),
    earlier: earlierWorkers(part),
  });
  if ('problem' in workers) return { ok: false, refusal: refusalOf('usage', [workers.problem]) };
  const hasRows = firstOf(part) > 0 || part.acknowledged.length > 0;
  const isFinished = part.isResumed && ends.plannedRows === 0;
  const problem = await fileProblem(local, { ...part, hasRows, isFinished, state: options.state ?? null });
  if (problem !== undefined) return { ok: false, refusal: refusalOf('usage', [problem]) };
  return {
    ok: true,
    part,
    local,
    rows: made,
    time,
    fingerprint,
    ...ends,
    hasRows,
    isFinished,
    workers,
    startGenerating: starter(blocks, workers, lastRow(total, { time, made, rows: rowsIn(schema.schema) })),
  };
}

function partFor(
  spec: StreamSpec,
  { schema, time, faultChanges }: Inputs,
  fingerprint: string,
  env: Terminal['env'],
): ReturnType<typeof partOf> {
  const given = {
    state: earlierState(spec),
    fingerprint,
    timing: time.timing,
    faultChanges,
    isOrdered: isOrdered(schema.schema),
  };
  return partOf({ ...spec.options, splitBy: ownSplit(spec) }, given, env);
}

const fingerprintWith = ({ faults: given }: StreamOptions, schema: Schema, faults: Faults): string =>
  fingerprintOf(given === undefined ? schema : [schema, faults]);

/** How many threads sent the rows of an earlier process. Undefined: there was none. */
const earlierWorkers = ({ isResumed, workers }: Part): number | undefined =>
  isResumed ? (workers?.length ?? 1) : undefined;

/** Rows per second while the stream has rows of the past, or later. */
const perSecondOf = ({ eps = 1 }: StreamOptions, time: StreamExtent['time']): number =>
  time === undefined ? eps : Infinity;

/** The rows as blocks, if threads may generate them. */
const blocksOf = (
  spec: StreamSpec,
  { schema: { schema } }: Inputs,
  { part, time }: Pick<StreamExtent, 'part' | 'time'>,
): Blocks | undefined =>
  workerMode(spec, schema, time) === 'generate'
    ? newBlocks({ schema, seed: part.seed, shard: part.shard, timing: time?.timing })
    : undefined;

/** Starts the threads that generate rows, if there are to be any. */
function starter(blocks: Blocks | undefined, { count }: Workers, rows: number): Prepared['startGenerating'] {
  if (blocks === undefined || count === 1) return undefined;
  return (note) => {
    blocks.start(count, rows, note);
    return () => blocks.close();
  };
}

const earlierState = ({ slot }: StreamSpec): Loaded => slot?.load();

/** What ends a stream besides its options. */
interface Ends extends Pick<StreamTime, 'shape'>, Pick<StreamExtent, 'time'> {
  readonly made: Pick<StreamRows, 'dueBefore' | 'faulty' | 'positionOf' | 'split'>;
  /** Rows that the schema has, without faults; `Infinity`: any number. */
  readonly rows: number;
}

/** How many of the remaining rows a stream sends at most, and as planned. */
function endsOf(
  options: StreamOptions,
  part: Part,
  { time, shape, made: { dueBefore, faulty, positionOf, split }, rows }: Ends,
): Pick<Prepared, 'end' | 'limit' | 'ownRows' | 'plannedRows' | 'wholeRows'> & { readonly total: number } {
  const { shard, remaining, isResumed } = part;
  const ownLimit = (total: number): number => {
    if (shard === undefined) return total;
    return split === undefined ? shardLimit(total, shard) : splitLimit(total, split);
  };
  const left = (total: number): number => remainingLimit(ownLimit(total), remaining);
  // The duration of event times is in the timing. That of a shaped rate is a time, not a number of rows.
  const isConstant = time === undefined && shape === undefined;
  const perSecond = isConstant ? (options.eps ?? 1) : Infinity;
  const done = { spentMs: part.spentMs, rows: doneRows(remaining) };
  const duration = durationAtRate(options.duration, perSecond, done);
  const { limit } = exactLimit({ ...options, duration }, perSecond, dueBefore(rows));
  const counted = (): number => exactLimit(options, Infinity, dueBefore(rows)).limit;
  const given = counted();
  const timely = (): number => left(exactLimit({ duration }, perSecond).limit);
  const planned = time === undefined ? -1 : rowsBefore(time.timing.toMs, time.timeline, dueBefore);
  const wholeRows = smaller(limit, planned);
  // Whether any row is left is known exactly.
  if (split !== undefined && isResumed) findRow(split, firstOf(part), wholeRows);
  return {
    // That of a split stream is known once all its rows have been found.
    limit: split === undefined ? newLimit(() => left(counted()), faulty?.changes ?? []) : () => left(given),
    ownRows: () => left(wholeRows),
    plannedRows: left(wholeRows),
    wholeRows,
    end: endOf(options, perSecond, { part, positionOf, rows: split === undefined ? once(timely) : timely }),
    total: limit,
  };
}

/** A number that is computed when it is first asked for. */
function once(compute: () => number): () => number {
  let value: number | undefined;
  return () => (value ??= compute());
}

const firstOf = ({ remaining: [range] }: Part): number => range?.[0] ?? 0;
