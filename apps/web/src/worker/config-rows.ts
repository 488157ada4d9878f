import type {
  Result,
  Fault,
  FaultChange,
  Faults,
  FaultyRows,
  RowWriter,
  Schema,
  SidePlan,
  Timeline,
  Timing,
  Issue,
  Entity,
  SchemaIssue,
  JourneyPlan,
} from '@catbird/engine';
import type { Clock, Pace, Progress, Range } from '@catbird/send';
import {
  planStream,
  readStream,
  type BackfillProgress,
  type HandStarts,
  type Left,
  type StreamPace,
  type StreamPlan,
  type StreamIncidents,
  type StreamKeys,
} from '@catbird/stream';
import { firstUnsent, type KeptProgress } from '../kept/kept-run.ts';

/** What the schema of a stream follows from. */
export interface ConfigSchema {
  /** A text, or an entity whose table the stream is. */
  readonly source: { readonly text: string } | { readonly entity: string };
  /** The entities that the config's schemas share, as JSON; undefined: none. */
  readonly entities: string | undefined;
  /** The incidents of the config; undefined: none. */
  readonly incidents?: StreamIncidents | undefined;
  /** The texts of files that schemas name, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Unknown params and keys are warnings: see `SchemaText`. Default false. */
  readonly lenient?: boolean;
}

/** What the rows of a stream follow from, with keys as in a config. The page's own stream is one of a config without other streams. */
export interface ConfigRows {
  readonly schema: ConfigSchema;
  readonly seed: string;
  readonly options: StreamKeys;
  /** The options' names in the config, for problems: `streams.orders.eps`. A key without one has its own. */
  readonly optionNames: Readonly<Record<string, string>>;
  /** What relative times count from: the same for all streams of a run. */
  readonly nowMs: number;
}

/** A stream of a config to be checked, and how many of its first rows to show. */
export interface ExamineRequest extends ConfigRows {
  readonly rows: number;
}

/** What a stream of a config is, or why it cannot run. */
export type Examined =
  ({ readonly kind: 'stream' } & ExaminedStream) | ({ readonly kind: 'invalid' } & StreamIssues);

/** A stream that can run. */
export interface ExaminedStream {
  /** The first rows, as sent. */
  readonly lines: readonly string[];
  /** Names of the fields that are sent. */
  readonly fields: readonly string[];
  /** Of the rows, whatever their times and faults: see `configDigest`. */
  readonly digest: string;
  /** Rows to send; −1: no end. */
  readonly plannedRows: number;
  readonly entities: readonly Entity[];
  /** Names of those that rows draw themselves, not through others. */
  readonly draws: readonly string[];
  /** Those of them that the schema draws and that grow. */
  readonly growing: readonly Entity[];
  readonly journey: JourneyPlan | undefined;
  /** Undefined if rows have the clock's time. */
  readonly timing: Timing | undefined;
  /** Why its rate cannot change while it runs, in a sentence; undefined: it can. */
  readonly fixedRate: string | undefined;
  readonly notes: readonly string[];
}

/** What is wrong with a stream. */
export interface StreamIssues {
  /** Issues of the schema, or of the entities, at their places in its text. */
  readonly issues: readonly SchemaIssue[];
  readonly of: 'schema' | 'entities';
  /** Issues with options, which name them. */
  readonly ofOptions: readonly Issue[];
  /** Files that are named and were not given. */
  readonly missing: readonly string[];
}

/** The rows of a stream of a config, and when they are sent. */
export interface StreamRows {
  /** With the faults. They may change while the stream runs. */
  readonly rows: FaultyRows;
  /** Without them. */
  readonly plain: RowWriter;
  /** Whether incidents drop a row, by its number without faults. Undefined: they drop none. */
  readonly isDropped: ((row: number) => boolean) | undefined;
  /** Those of the config that hold at first; undefined: none. */
  readonly faults: Faults | undefined;
  /** The schema, with what is started by hand of its incidents. */
  readonly schema: Schema;
  readonly incidents: HandStarts;
  readonly timing: Timing | undefined;
  /** The rows' times; undefined: the clock's. */
  readonly timeline: Timeline | undefined;
  /** Rows that are left to send, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** Of those, rows to send at most; −1: no limit. Other faults change how many rows a schema with an end has. */
  readonly limit: () => number;
  /** Rows of all sessions as planned: the limit, or those before the end of the event times. −1: no end. */
  readonly plannedRows: number;
  /** After so many milliseconds, the stream ends, as the duration is no number of rows. */
  readonly stopAfterMs: number | undefined;
  /** Changes of a table, which must arrive one after the other. */
  readonly isOrdered: boolean;
  /** What a clock of the time zone shows at an instant, as if it showed UTC. Undefined: UTC. */
  readonly toLocal: ((ms: number) => number) | undefined;
  readonly notes: readonly string[];
  /** Why its rate cannot change while it runs, in a sentence; undefined: it can. */
  readonly fixedRate: string | undefined;
  readonly paceBy: (clock: Clock) => Pace;
  /** How much of the past is left; undefined once the stream is live, and without computed times. */
  readonly backfill: (progress: Progress, clock: Clock) => BackfillProgress | undefined;
}

/** What the rows of a stream follow from besides its schema. */
type StreamOptions = Omit<ConfigRows, 'schema'> & {
  /** What earlier sessions left to send; absent: everything. */
  readonly left?: KeptProgress | undefined;
};

/**
 * Computes the rows and times of a stream as `catbird run` does.
 *
 * @param onFault called with each fault that is injected
 * @param sides what travels beside them. Absent: nothing
 */
export function configRows(
  schema: Schema,
  { seed, options, optionNames, nowMs, left }: StreamOptions,
  onFault?: (fault: Fault) => void,
  sides?: SidePlan,
): Result<StreamRows> {
  const optionOf = (option: string): string => optionNames[option] ?? option;
  const read = readStream(schema, { options, optionOf, nowMs });
  if (!read.ok) return read;
  const { faults, faultChanges } = read;
  const changed = left ?? read;
  const planned = planStream({
    ...read,
    sides,
    schema,
    seed,
    options,
    optionOf,
    isSteered: true,
    faultChanges: changed.faultChanges,
    started: changed.started,
    left: left && leftOf(left, faults, faultChanges),
    onFault: onFault && ((entry) => ('kind' in entry ? onFault(entry) : undefined)),
  });
  if (!planned.ok) return planned;
  const { plan } = planned;
  const { time, faulty, wholeRows } = plan;
  if (faulty === undefined) throw new Error('The faults of a stream in the page can be changed');
  const paced = pacedBy(plan);
  return {
    ...plan,
    ok: true,
    rows: faulty,
    faults: options.faults !== undefined || faultChanges.length > 0 ? faults : undefined,
    timing: time?.timing,
    timeline: time?.timeline,
    plannedRows: wholeRows,
    fixedRate: fixedRate(time, options.eps),
    paceBy: (clock) => paced(clock).pace,
    backfill: (progress, clock) => paced(clock).backfill(progress),
  };
}

/** The pace of a run, which has one clock. */
function pacedBy({ paceBy }: StreamPlan): (clock: Clock) => StreamPace {
  let paced: { readonly clock: Clock; readonly by: StreamPace } | undefined;
  return (clock) => {
    if (paced?.clock !== clock) paced = { clock, by: paceBy(clock) };
    return paced.by;
  };
}

/** What earlier sessions left to send. */
function leftOf(left: KeptProgress, faults: Faults, planned: readonly FaultChange[]): Left {
  const { remaining, timing, elapsedMs, end } = left;
  const last = left.faultChanges.at(-1);
  // An earlier session may have ended while it injected faults for a while. Rows that it may have sent keep them.
  const hadTrial =
    last !== undefined &&
    left.faultChanges.length !== planned.length &&
    JSON.stringify(last.faults) !== JSON.stringify(faults);
  return {
    remaining,
    timing,
    faultsFrom: hadTrial ? firstUnsent(left) : undefined,
    elapsedMs,
    // Where the rate has changed, no row is known to be the last. Otherwise, how much time is left follows from the rows.
    spentMs: end === Infinity ? (elapsedMs ?? 0) : undefined,
  };
}

/** Why the rate cannot be changed, in a sentence; undefined: it can. */
function fixedRate(time: StreamPlan['time'], eps = 1): string | undefined {
  if (time?.timeline.isFixed === true)
    return 'Each event is the creation of an entity, so its growth determines the rate.';
  return time === undefined && !Number.isFinite(eps)
    ? 'The stream sends as fast as the destination accepts.'
    : undefined;
}
