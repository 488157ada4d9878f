import { compile, rowsIn, withFaults, withKeys } from '@catbird/core';
import type { Faults, FaultOptions, FaultyRows, RowWriter } from '@catbird/core';
import type { LocalFiles } from '../destinations/local.ts';
import { allOf, refusalOf } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { eventTimesOf } from './event-times.ts';
import { newFaultLog, type FaultLog } from './fault-log.ts';
import type { Inputs, Refused } from './inputs.ts';
import { exactLimit, newLimit, rowsBefore, smaller, type ExactLimit } from './limit.ts';
import { isOrdered } from './ordered.ts';
import { outputRefusals } from './outputs.ts';
import { partOf, type Part } from './part.ts';
import type { Prepared } from './prepared.ts';
import { remainingLimit } from './remaining.ts';
import { fileProblem } from './resume.ts';
import { shardLimit, shardRows } from './shard.ts';
import type { StreamOptions, StreamSpec } from './spec.ts';
import { fingerprintOf } from './state.ts';
import type { StreamTime } from './timing.ts';

/** Which rows a stream sends, and where they go on this machine. */
export interface StreamExtent extends Pick<
  Prepared,
  'fingerprint' | 'hasRows' | 'isFinished' | 'limit' | 'limitedByDuration' | 'plannedRows' | 'time'
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
  const fingerprint = fingerprintOf(options.faults === undefined ? schema.schema : [schema.schema, faults]);
  const local = destination.local?.(config);
  // Before the state is read: a file used for something else is no state.
  const clashes = outputRefusals([{ spec, local }]);
  if (clashes.length > 0) return { ok: false, refusal: allOf(clashes) };
  const part = partOf(
    options,
    {
      fingerprint,
      timing: inputs.time.timing,
      faultChanges: inputs.faultChanges,
      isOrdered: isOrdered(schema.schema),
    },
    env,
  );
  if ('problem' in part) return { ok: false, refusal: refusalOf('usage', [part.problem]) };
  const time = eventTimesOf(spec, schema.schema, inputs.time, part);
  if (time !== undefined && 'problem' in time)
    return { ok: false, refusal: refusalOf('usage', [time.problem]) };
  const made = rowsOf(spec, inputs, part);
  if ('problem' in made) return { ok: false, refusal: refusalOf('usage', [made.problem]) };
  const { acknowledged, isResumed } = part;
  const { byDuration, ...ends } = endsOf(options, part, {
    shape: inputs.time.shape,
    time,
    made,
    rows: rowsIn(schema.schema),
  });
  const hasRows = firstOf(part) > 0 || acknowledged.length > 0;
  const isFinished = isResumed && ends.plannedRows === 0;
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
    limitedByDuration: byDuration,
    hasRows,
    isFinished,
  };
}

/** What ends a stream besides its options. */
interface Ends extends Pick<StreamTime, 'shape'>, Pick<StreamExtent, 'time'> {
  readonly made: Pick<StreamRows, 'dueBefore' | 'faulty'>;
  /** Rows that the schema has, without faults; `Infinity`: any number. */
  readonly rows: number;
}

/** How many of the remaining rows a stream sends at most, and as planned. */
function endsOf(
  options: StreamOptions,
  { shard, remaining }: Part,
  { time, shape, made: { dueBefore, faulty }, rows }: Ends,
): Pick<Prepared, 'limit' | 'plannedRows'> & { readonly byDuration: boolean } {
  const left = (total: number): number =>
    remainingLimit(shard === undefined ? total : shardLimit(total, shard), remaining);
  // The duration of event times is in the timing. That of a shaped rate is a time, not a number of rows.
  const isConstant = time === undefined && shape === undefined;
  const perSecond = isConstant ? (options.eps ?? 1) : Infinity;
  const exact = (): ExactLimit => exactLimit(options, perSecond, dueBefore(rows));
  const { limit, byDuration } = exact();
  const planned = time === undefined ? -1 : rowsBefore(time.timing.toMs, time.timeline, dueBefore);
  return {
    limit: newLimit(() => left(exact().limit), faulty?.changes ?? []),
    plannedRows: left(smaller(limit, planned)),
    byDuration,
  };
}

const firstOf = ({ remaining: [range] }: Part): number => range?.[0] ?? 0;

/** The rows of a stream. */
export interface StreamRows {
  readonly rows: RowWriter;
  /** The same without faults and sharding. */
  readonly plain: RowWriter;
  readonly faulty: FaultyRows | undefined;
  readonly faultLog: FaultLog | undefined;
  /** How many positions of the stream are due when this many rows without faults are. */
  readonly dueBefore: (rows: number) => number;
}

function rowsOf(
  { options, isSteered }: StreamSpec,
  { schema, key, faults }: Inputs,
  { seed, shard, faultChanges }: Part,
): StreamRows | { readonly problem: string } {
  const compiled = compile(schema.schema, { seed });
  const plain = key === undefined ? compiled : withKeys(compiled, key, { seed });
  const hasFaults =
    isSteered === true ||
    faultChanges.length > 0 ||
    [options.faults, options.faultsLog].some((each) => each !== undefined);
  const faultLog = hasFaults ? newFaultLog(shard) : undefined;
  const faulty =
    faultLog === undefined
      ? undefined
      : faultyRows(plain, faults, {
          seed,
          onFault: faultLog.note,
          onChange: faultLog.note,
          changes: faultChanges,
        });
  if (faulty !== undefined && 'problem' in faulty) return faulty;
  const whole = faulty ?? plain;
  return {
    rows: shard === undefined ? whole : shardRows(whole, shard),
    plain,
    faulty,
    faultLog,
    dueBefore: faulty?.dueBefore ?? ((rows) => rows),
  };
}

/** Rows with faults; a sentence if the changes are those of another stream. */
function faultyRows(
  rows: RowWriter,
  faults: Faults,
  options: FaultOptions,
): FaultyRows | { readonly problem: string } {
  try {
    return withFaults(rows, faults, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problem: `The changes of the faults do not fit: ${error.message}` };
  }
}
