import {
  changeIn,
  compile,
  ending,
  growingIn,
  readTimeline,
  rowsIn,
  withFaults,
  type EndingOptions,
  type FaultChange,
  type Fault,
  type Faults,
  type FaultyRows,
  type RowWriter,
  type Schema,
  type Timeline,
  type Timing,
} from '@catbird/core';
import {
  durationAtRate,
  exactLimit,
  growthProblem,
  orderProblems,
  readFaults,
  readTime,
  rowsBefore,
  smaller,
  type ConfigStream,
  type StreamKeys,
} from '@catbird/core/config';
import { doneRows, remainingLimit, type Range } from '@catbird/core/resume';
import { firstUnsent, type KeptProgress } from '../kept/kept-run.ts';
import type { ConfigRows } from './config-protocol.ts';
import { continuedTimes, firstTimes, fixedRate, type TimeInputs, type Times } from './config-times.ts';

/** The rows of a stream of a config, and when they are sent. */
export interface StreamRows extends Times {
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
  /** Rows that are left to send, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** Of those, rows to send at most; −1: no limit. Other faults change how many rows a schema with an end has. */
  readonly limit: number | (() => number);
  /** Rows of all sessions as planned: the limit, or those before the end of the event times. −1: no end. */
  readonly plannedRows: number;
  /** After so many milliseconds, the stream ends, as the duration is no number of rows. */
  readonly stopAfterMs: number | undefined;
  /** Changes of a table, which must arrive one after the other. */
  readonly isOrdered: boolean;
  readonly notes: readonly string[];
  /** Why its rate cannot change while it runs, in a sentence; undefined: it can. */
  readonly fixedRate: string | undefined;
}

/**
 * Computes the rows and times of a stream as `catbird run` does; or a line for each problem with its options.
 *
 * @param onFault called with each fault that is injected
 */
export function configRows(
  schema: Schema,
  { seed, options, optionNames, nowMs, left }: StreamOptions,
  onFault?: (fault: Fault) => void,
): StreamRows | { readonly ok: false; readonly lines: readonly string[] } {
  const spec = { options, optionOf: (option: string) => optionNames[option] ?? option };
  const read = inputsOf(schema, spec, { seed, nowMs, left });
  if (!read.ok) return read;
  const { faults, timing, timeline, notes } = read;
  const plain = compile(schema, { seed });
  const rows = faultyRows(plain, faults, { seed, left }, onFault);
  const { dueBefore } = rows;
  const remaining = left?.remaining ?? WHOLE;
  const { eps = 1 } = options;
  const { end, ...ends } = endsOf(read, options, { available: rowsIn(schema), dueBefore, left });
  const times =
    left === undefined ? firstTimes(read, eps, dueBefore) : continuedTimes(read, eps, dueBefore, remaining);
  const { paceBy } = times;
  return {
    ok: true,
    rows,
    plain,
    faults: faults?.faults,
    timing,
    timeline,
    remaining,
    ...ends,
    isOrdered: changeIn(schema) !== undefined,
    notes,
    fixedRate: fixedRate(read, eps),
    ...times,
    paceBy: end === undefined ? paceBy : (clock) => ending(paceBy(clock), end),
  };
}

function faultyRows(
  plain: RowWriter,
  given: StreamInputs['faults'],
  { seed, left }: Pick<StreamOptions, 'seed' | 'left'>,
  onFault: ((fault: Fault) => void) | undefined,
): FaultyRows {
  const rows = withFaults(plain, given?.faults ?? {}, {
    seed,
    changes: left?.faultChanges ?? given?.faultChanges ?? [],
    ...(onFault && { onFault }),
  });
  if (left !== undefined) endTrial(rows, left, given);
  return rows;
}

/** All rows. */
const WHOLE: readonly Range[] = [[0, Infinity]];

/** What the rows of a stream follow from besides its schema. */
type StreamOptions = Omit<ConfigRows, 'schema'> & {
  /** What earlier sessions left to send; absent: everything. */
  readonly left?: KeptProgress | undefined;
};

/** An earlier session may have ended while it injected faults for a while. Rows that it may have sent keep them. */
function endTrial(rows: FaultyRows, left: KeptProgress, given: StreamInputs['faults']): void {
  const planned = given?.faultChanges.length ?? 0;
  const last = left.faultChanges.at(-1);
  const settings = given?.faults ?? {};
  if (last === undefined || left.faultChanges.length === planned) return;
  if (JSON.stringify(last.faults) === JSON.stringify(settings)) return;
  rows.change(firstUnsent(left), settings);
}

/** What ends a stream. @param available rows that the schema has, without faults */
function endsOf(
  read: StreamInputs,
  options: StreamKeys,
  {
    available,
    dueBefore,
    left,
  }: Pick<FaultyRows, 'dueBefore'> & Pick<StreamOptions, 'left'> & { readonly available: number },
): Pick<StreamRows, 'limit' | 'plannedRows' | 'stopAfterMs'> & { readonly end: EndingOptions | undefined } {
  const remaining = left?.remaining ?? WHOLE;
  const time = timeLeft(read, options, left);
  const { limit } = exactLimit(
    { ...options, duration: time?.duration },
    time?.perSecond ?? Infinity,
    dueBefore(available),
  );
  const counted = (): number => exactLimit(options, Infinity, dueBefore(available)).limit;
  const stopAfterMs = time?.end === undefined ? time?.ms : undefined;
  const owed = (): number => (stopAfterMs === 0 ? 0 : remainingLimit(counted(), remaining));
  return {
    limit: Number.isFinite(available) ? owed : owed(),
    plannedRows: smaller(limit, endOf(read, dueBefore)),
    stopAfterMs,
    end: time?.end,
  };
}

/** Before the first session. */
const NOTHING_SENT: Pick<KeptProgress, 'remaining' | 'elapsedMs' | 'end'> = { remaining: WHOLE, end: -1 };

/** What is left of a duration. */
interface TimeLeft {
  /** How long it is in all, at the rate of now. */
  readonly duration: number | undefined;
  /** Infinity: its time is no number of rows. */
  readonly perSecond: number;
  /** Milliseconds that are left. */
  readonly ms: number;
  /** How it ends the pace of a stream at a rate. */
  readonly end: EndingOptions | undefined;
}

/** Undefined without a duration of the time that passes: that of event times is their end. */
function timeLeft(
  { timing, shape }: StreamInputs,
  { eps = 1, duration }: StreamKeys,
  left: KeptProgress | undefined,
): TimeLeft | undefined {
  if (timing !== undefined || duration === undefined) return undefined;
  const perSecond = shape === undefined ? eps : Infinity;
  const { remaining, elapsedMs = 0, end } = left ?? NOTHING_SENT;
  const ms = Math.max(0, duration - elapsedMs);
  if (perSecond === Infinity) return { duration, perSecond, ms, end: undefined };
  // Where the rate has changed, no row is known to be the last. Otherwise, the rows tell how much time is left.
  const spentMs = end === Infinity ? elapsedMs : undefined;
  const whole = durationAtRate(duration, perSecond, { spentMs, rows: doneRows(remaining) });
  const rows = remainingLimit(exactLimit({ duration: whole }, perSecond).limit, remaining);
  const endMs = spentMs === undefined ? Math.min(duration, (rows * 1000) / perSecond) : ms;
  return { duration: whole, perSecond, ms, end: { endMs: () => endMs, rows: () => rows } };
}

const endOf = ({ timing, timeline }: StreamInputs, dueBefore: (rows: number) => number): number =>
  timeline === undefined ? -1 : rowsBefore(timing?.toMs ?? null, timeline, dueBefore);

/** What the options of a stream say. */
interface StreamInputs extends TimeInputs {
  readonly ok: true;
  /** Undefined: none. */
  readonly faults: { readonly faults: Faults; readonly faultChanges: readonly FaultChange[] } | undefined;
  readonly notes: readonly string[];
}

function inputsOf(
  schema: Schema,
  spec: Pick<ConfigStream, 'options' | 'optionOf'>,
  { seed, nowMs, left }: Pick<StreamOptions, 'seed' | 'nowMs' | 'left'>,
): StreamInputs | { readonly ok: false; readonly lines: readonly string[] } {
  const faults = readFaults(spec);
  const time = readTime({ ...spec, nowMs }, schema.journey !== undefined);
  const lines = [
    ...(faults.ok ? [] : faults.lines),
    ...(time.ok ? [] : time.lines),
    ...unfitLines(schema, spec),
  ];
  if (!faults.ok || !time.ok || lines.length > 0) return { ok: false, lines };
  const { shape, notes } = time;
  // Also with what earlier sessions changed of its rate.
  const timing = time.timing && (left?.timing ?? time.timing);
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
