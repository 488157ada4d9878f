import { readFaults, streamFaultIssues } from './config/faults.ts';
import type { StreamKeys } from './config/keys.ts';
import { orderIssues } from './config/delivery.ts';
import { readStarted } from './config/started.ts';
import { readTime, type StreamTime } from './config/timing.ts';
import {
  issuesIn,
  type Result,
  type Schema,
  changeIn,
  type Faults,
  type Fault,
  type FaultChange,
  type NamedField,
  type SidePlan,
  type RowWriter,
  type StartedIncident,
  type Timing,
} from '@catbird/engine';
import type { Range } from '@catbird/send';
import type { Shard } from './stream-rows.ts';

/** What a stream is, after its options were read: its plan follows from it. */
export interface StreamSettings extends StreamReading {
  readonly schema: Schema;
  readonly seed: number | string;
  readonly options: Pick<StreamKeys, 'eps' | 'limit' | 'size' | 'duration' | 'faults' | 'from'>;
  /** An option's name where the person gave it. */
  readonly optionOf: (option: string) => string;
  /** What earlier processes left to send. Absent: there were none. */
  readonly left?: Left | undefined;
  /** The part that this process sends. Absent: the whole stream. */
  readonly shard?: Shard | undefined;
  /** The field by whose values the rows are split among shards. Absent: they take turns. */
  readonly splitKey?: NamedField | undefined;
  /** What travels beside the rows. Absent: nothing does. */
  readonly sides?: SidePlan | undefined;
  /** When the whole stream started, in milliseconds since 1970. Absent: when this process starts, or by the event times. */
  readonly startAt?: number | undefined;
  /** Whether rate and faults may change while the stream runs. */
  readonly isSteered?: boolean | undefined;
  /** Called with each fault that is injected, and each change of the faults that takes effect. */
  readonly onFault?: ((fault: Fault | FaultChange) => void) | undefined;
  /** The rows of schema and seed, if something else compiles them: threads, for instance. */
  readonly compiled?: RowWriter | undefined;
  /** Writes the rows in a format, as `withFormat` does. Absent: they are lines of JSON. */
  readonly format?: ((rows: RowWriter) => RowWriter) | undefined;
}

/** What earlier processes left of a stream. */
export interface Left {
  /** The rows to send, by index within the shard, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** The timing, with the changes that they made of the rate. Absent: that of the options. */
  readonly timing?: Timing | undefined;
  /** They ended while they injected faults for a while: from this row on, the faults of the options hold again. */
  readonly faultsFrom?: number | undefined;
  /** How much of the duration is spent, in milliseconds, if the rows do not tell. */
  readonly spentMs?: number | undefined;
  /** How long they ran, in milliseconds, if known: of a duration that no number of rows stands for, so much is over. */
  readonly elapsedMs?: number | undefined;
}

/** The rows to send, by index within the shard: all, or what earlier processes left. */
export const remainingOf = ({ left }: Pick<StreamSettings, 'left'>): readonly Range[] =>
  left?.remaining ?? [[0, Infinity]];

/** What the options of a stream say about its faults and times. */
export interface StreamReading {
  readonly faults: Faults;
  readonly faultChanges: readonly FaultChange[];
  /** What was started by hand of the incidents. Absent: nothing. */
  readonly started?: readonly StartedIncident[] | undefined;
  readonly time: StreamTime;
}

/** Reads faults and times of a stream. @param nowMs what relative times count from */
export function readStream(
  schema: Schema,
  spec: {
    readonly options: StreamKeys;
    readonly optionOf: StreamSettings['optionOf'];
    readonly nowMs: number;
  },
): Result<StreamReading> {
  const faults = readFaults(spec);
  const time = readTime(spec, schema);
  const started = readStarted(spec, schema, time);
  const change = changeIn(schema)?.field.name;
  const issues = [
    ...issuesIn(faults),
    ...issuesIn(time),
    ...issuesIn(started),
    ...(change === undefined ? [] : orderIssues(spec, change)),
    ...(faults.ok && time.ok ? streamFaultIssues(spec, faults, { schema, ...time }) : []),
  ];
  if (!faults.ok || !time.ok || !started.ok || issues.length > 0) return { ok: false, issues };
  const { faultChanges } = faults;
  return { ok: true, faults: faults.faults, faultChanges, started: started.started, time };
}
