import {
  changeIn,
  compile,
  growingIn,
  readTimeline,
  rowsIn,
  shaped,
  timed,
  unlimited,
  withFaults,
  type Clock,
  type FaultChange,
  type Fault,
  type Faults,
  type FaultyRows,
  type Pace,
  type Progress,
  type Rate,
  type RowWriter,
  type Schema,
  type Timeline,
  type Timing,
} from '@catbird/core';
import {
  exactLimit,
  growthProblem,
  orderProblems,
  readFaults,
  readTime,
  rowsBefore,
  smaller,
  type ConfigStream,
  type ExactLimit,
  type StreamKeys,
} from '@catbird/core/config';
import type { ConfigRows } from './config-protocol.ts';
import type { BackfillProgress } from './report-protocol.ts';
import { backfillOf } from './stream-times.ts';

/** The rows of a stream of a config, and when they are sent. */
export interface StreamRows {
  readonly ok: true;
  /** With the faults. They may change while the stream runs. */
  readonly rows: FaultyRows;
  /** Without them. */
  readonly plain: RowWriter;
  /** Those of the config that hold at first; undefined: none. */
  readonly faults: Faults | undefined;
  readonly timing: Timing | undefined;
  /** The rows' times; undefined: the clock's. */
  readonly timeline: Timeline | undefined;
  /** Rows to send at most; −1: no limit. Other faults change how many rows a schema with an end has. */
  readonly limit: number | (() => number);
  /** Rows to send as planned: the limit, or those before the end of the event times. −1: no end. */
  readonly plannedRows: number;
  /** After so many milliseconds, the stream ends, as the duration is no number of rows. */
  readonly stopAfterMs: number | undefined;
  /** Changes of a table, which must arrive one after the other. */
  readonly isOrdered: boolean;
  readonly notes: readonly string[];
  /** Why its rate cannot change while it runs, in a sentence; undefined: it can. */
  readonly fixedRate: string | undefined;
  readonly paceBy: (clock: Clock) => Pace;
  /** How much of the past is left; undefined once the stream is live, and without computed times. */
  readonly backfill: (progress: Progress, clock: Clock) => BackfillProgress | undefined;
}

/**
 * Computes the rows and times of a stream as `catbird run` does; or a line for each problem with its options.
 *
 * @param onFault called with each fault that is injected
 */
export function configRows(
  schema: Schema,
  { seed, options, optionNames, nowMs }: Omit<ConfigRows, 'schema'>,
  onFault?: (fault: Fault) => void,
): StreamRows | { readonly ok: false; readonly lines: readonly string[] } {
  const spec = { options, optionOf: (option: string) => optionNames[option] ?? option };
  const read = inputsOf(schema, spec, { seed, nowMs });
  if (!read.ok) return read;
  const { faults, timing, timeline, notes } = read;
  const plain = compile(schema, { seed });
  const rows = withFaults(plain, faults?.faults ?? {}, {
    seed,
    changes: faults?.faultChanges ?? [],
    ...(onFault && { onFault }),
  });
  const { dueBefore } = rows;
  const { eps = 1 } = options;
  return {
    ok: true,
    rows,
    plain,
    faults: faults?.faults,
    timing,
    timeline,
    ...endsOf(read, options, { available: rowsIn(schema), dueBefore }),
    isOrdered: changeIn(schema) !== undefined,
    notes,
    fixedRate: fixedRate(read, eps),
    paceBy: (clock) => paceOf(read, eps, dueBefore, clock),
    backfill: (progress, clock) =>
      timing && timeline && backfillOf(progress, timing, clock, (ms) => dueBefore(timeline.before(ms))),
  };
}

/** What ends a stream. @param available rows that the schema has, without faults */
function endsOf(
  read: StreamInputs,
  options: StreamKeys,
  { available, dueBefore }: Pick<FaultyRows, 'dueBefore'> & { readonly available: number },
): Pick<StreamRows, 'limit' | 'plannedRows' | 'stopAfterMs'> {
  const { timing, shape } = read;
  const { eps = 1, duration } = options;
  const isConstant = timing === undefined && shape === undefined;
  const exact = (): ExactLimit => exactLimit(options, isConstant ? eps : Infinity, dueBefore(available));
  const { limit, byDuration } = exact();
  return {
    limit: Number.isFinite(available) ? () => exact().limit : limit,
    plannedRows: smaller(limit, endOf(read, dueBefore)),
    stopAfterMs: timing === undefined && !byDuration ? duration : undefined,
  };
}

const endOf = ({ timing, timeline }: StreamInputs, dueBefore: (rows: number) => number): number =>
  timeline === undefined ? -1 : rowsBefore(timing?.toMs ?? null, timeline, dueBefore);

function paceOf(
  { timing, timeline, shape }: StreamInputs,
  eps: number,
  dueBefore: (rows: number) => number,
  clock: Clock,
): Pace {
  return timing !== undefined && timeline !== undefined
    ? timed(timeline, { timing, clock, positions: dueBefore })
    : clockedPace(eps, shape, clock);
}

function clockedPace(eps: number, shape: Rate | undefined, clock: Clock): Pace {
  if (!Number.isFinite(eps)) return unlimited();
  return shaped({ eps, clock, ...(shape !== undefined && { rate: shape }) });
}

function fixedRate({ timing, timeline }: StreamInputs, eps: number): string | undefined {
  if (timeline?.isFixed === true)
    return 'Each event is the creation of an entity, so its growth determines the rate.';
  return timing === undefined && !Number.isFinite(eps)
    ? 'The stream sends as fast as the destination accepts.'
    : undefined;
}

/** What the options of a stream say. */
interface StreamInputs {
  readonly ok: true;
  /** Undefined: none. */
  readonly faults: { readonly faults: Faults; readonly faultChanges: readonly FaultChange[] } | undefined;
  readonly timing: Timing | undefined;
  readonly shape: Rate | undefined;
  readonly timeline: Timeline | undefined;
  readonly notes: readonly string[];
}

function inputsOf(
  schema: Schema,
  spec: Pick<ConfigStream, 'options' | 'optionOf'>,
  { seed, nowMs }: Pick<ConfigRows, 'seed' | 'nowMs'>,
): StreamInputs | { readonly ok: false; readonly lines: readonly string[] } {
  const faults = readFaults(spec);
  const time = readTime({ ...spec, nowMs }, schema.journey !== undefined);
  const lines = [
    ...(faults.ok ? [] : faults.lines),
    ...(time.ok ? [] : time.lines),
    ...unfitLines(schema, spec),
  ];
  if (!faults.ok || !time.ok || lines.length > 0) return { ok: false, lines };
  const { timing, shape, notes } = time;
  const [grows] = growingIn(schema);
  if (timing === undefined)
    return grows === undefined
      ? { ok: true, faults: givenOf(spec, faults), timing, shape, timeline: undefined, notes }
      : { ok: false, lines: [growthProblem(spec, grows.name)] };
  const read = readTimeline(schema, timing, seed);
  return read.ok
    ? { ok: true, faults: givenOf(spec, faults), timing, shape, timeline: read.value, notes }
    : { ok: false, lines: [read.message] };
}

function unfitLines(schema: Schema, spec: Pick<ConfigStream, 'options' | 'optionOf'>): readonly string[] {
  const change = changeIn(schema)?.field.name;
  return change === undefined ? [] : orderProblems(spec, change);
}

/** The faults, if there are any. */
const givenOf = (
  { options }: Pick<ConfigStream, 'options'>,
  faults: NonNullable<StreamInputs['faults']>,
): StreamInputs['faults'] =>
  options.faults !== undefined || faults.faultChanges.length > 0 ? faults : undefined;
