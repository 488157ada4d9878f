import type {
  EndingOptions,
  Entity,
  FaultyRows,
  Pace,
  PoolUse,
  RequestLimits,
  RowWriter,
  Schema,
} from '@catbird/core';
import type { Loss, Range } from '@catbird/core/resume';
import type { Timeline, Timing } from '@catbird/core/time';
import type { FilePlace, LocalFiles } from '../destinations/local.ts';
import type { DigestLedger } from '../digest/ledger.ts';
import type { FaultPlace } from './fault-file.ts';
import type { FaultLog } from './fault-log.ts';
import type { Shard } from './shard.ts';
import type { Workers } from '../workers/choose.ts';
import type { State } from './state.ts';
import type { Span } from './times.ts';

/** The event times of a stream that computes them. */
export interface EventTimes {
  /** With all changes of the rate so far. */
  readonly timing: Timing;
  /** As the options give it. */
  readonly given: Timing;
  readonly timeline: Timeline;
  /** What relative times count from, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** A checked stream, ready to start. */
export interface Prepared {
  readonly config: unknown;
  readonly limits: RequestLimits;
  readonly rows: RowWriter;
  readonly schema: Schema;
  readonly schemaName: string;
  readonly seed: string;
  readonly pace: Pace;
  /** Rows to send at most, besides the duration; −1: no limit. That of an entity's table follows changes of the faults. */
  readonly limit: () => number;
  /**
   * Rows to send as planned: the smaller one of the limit and the rows before the end of the event times. −1: no end. Of the part of a
   * split stream, as many as it may have.
   */
  readonly plannedRows: number;
  /** The same, as far as it is known by now. */
  readonly ownRows: () => number;
  /** The same of the whole stream, over all shards and processes. */
  readonly wholeRows: number;
  /** Computed event times. Undefined if rows have the clock's time. */
  readonly time: EventTimes | undefined;
  /** Index of the first row. Above 0 if the stream resumes. */
  readonly first: number;
  /** The rows to send, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** Rows after the first one that an earlier process sent. */
  readonly acknowledged: readonly Range[];
  /** Rows that earlier processes could not deliver, and that are not sent again. */
  readonly lost: readonly Loss[];
  /** The times of remaining rows that an earlier process may have sent. */
  readonly spans: readonly Span[];
  /** Where an earlier process stopped writing to a file. */
  readonly file: FilePlace | null;
  /** Whether there is the state of an earlier process. */
  readonly isResumed: boolean;
  /** Whether an earlier process sent some rows. */
  readonly hasRows: boolean;
  /** Whether earlier processes sent all rows. */
  readonly isFinished: boolean;
  /** The files to write, for a destination on this machine. */
  readonly local: LocalFiles | undefined;
  readonly shard: Shard | undefined;
  /** The field by whose values the rows are split among shards, and threads that send them. Undefined in such a thread. */
  readonly splitBy: string | undefined;
  /** The number in the whole stream of a row of this process. */
  readonly positionOf: (row: number) => number;
  /** The digest of acknowledged rows, if asked for. */
  readonly digest: DigestLedger | undefined;
  /** The log of faults, if faults are injected or logged. */
  readonly faultLog: FaultLog | undefined;
  /** How far an earlier process has completed its file. */
  readonly faultPlace: FaultPlace | null;
  /** The rows with faults, without sharding, if faults are injected, logged or may be changed. */
  readonly faulty: FaultyRows | undefined;
  readonly fingerprint: string;
  /** The threads that send the rows, or generate them. */
  readonly workers: Workers;
  /** What an earlier process saved of the rows of each thread, if threads sent them. */
  readonly parts: readonly State[] | undefined;
  /** Starts the threads that generate rows, and notes the loss of one. Returns what ends them. Undefined if there are none. */
  readonly startGenerating: ((note: (text: string) => void) => () => Promise<void>) | undefined;
  /** How the duration ends a stream at a rate. Undefined: there is none, or it is no number of rows. */
  readonly end: EndingOptions | undefined;
  /** How much of the duration is spent, in milliseconds, if the rows do not tell. */
  readonly spentMs: () => number | undefined;
  /** The journey in time whose steps are the rows, if there is one. */
  readonly journey: Schema['journey'];
  /** The other streams whose rows are steps of the same journeys. */
  readonly sharesJourneysWith: readonly string[];
  /** The entities that the schema may draw. */
  readonly entities: readonly Entity[];
  /** Those of them that the schema draws and that grow. */
  readonly growing: readonly Entity[];
  /** The key pools that the schema draws from. */
  readonly pools: readonly PoolUse[];
  /** Notes to show before the stream starts. */
  readonly notes: readonly string[];
}
