import type { FaultChange, FaultCounts, StartedIncident } from '@catbird/engine';
import type { DeliveryError, Progress, Summary } from '@catbird/send';
import type { Shard } from '@catbird/stream';
import type { ExitCode } from '../exit-codes.ts';
import type { LostRows } from './lost.ts';

/** The event times of a stream that computes them. */
export interface TimeFacts {
  /** The first event's time in ISO 8601, and the end, exclusive; null: none. */
  readonly from: string;
  readonly to: string | null;
  /** The rate and how events are placed, as text. */
  readonly plan: string;
  /** Journeys per second before `rate` applies, and events per journey on average, if events are the steps of a journey in time. */
  readonly journeys?: { readonly startsPerSecond: number; readonly eventsPerStart: number };
}

/** What a report shows when a stream starts. */
export interface Facts {
  /** The name of the template or of the schema file. */
  readonly schema: string;
  /** The destination: `api.tinybird.co`. */
  readonly to: string;
  /** Rows per second; `Infinity` for full speed. */
  readonly perSecond: number;
  /** Total rows; −1: no limit. */
  readonly limit: number;
  /** Undefined if events have the clock's time. */
  readonly time?: TimeFacts | undefined;
  readonly durationMs: number | undefined;
  readonly seed: string;
}

/** What tells the part of a stream that a process sent, for a summary of all parts. */
export interface PartFacts {
  /** Hash of schema and faults. */
  readonly fingerprint: string;
  /** Null: the whole stream. */
  readonly shard: Shard | null;
  /** Rows of the whole stream, over all shards and processes; −1: no end. */
  readonly rows: number;
  /** The field by whose values the shards are split. Absent: by the numbers of the rows. */
  readonly splitBy?: string | undefined;
  /**
   * Rows of this part that are left to send; null if it has no end. If the shards are split by a field, they are known once all rows of
   * the stream have been searched, and before that as many as they may be.
   */
  readonly owed: number | null;
  /** In ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Of the rows acknowledged so far, over all processes, as 32 hexadecimal digits. Only if asked for. */
  readonly digest?: string | undefined;
  /** Rows that earlier processes could not deliver. Absent: none. */
  readonly earlier?: readonly LostRows[];
}

/** Why a stream ended: a reason of the run, or one that only the command line has. */
export type EndReason = Summary['reason'] | 'duration' | 'end' | 'interrupted';

/** How a stream ended. */
export interface End {
  readonly summary: Summary;
  readonly reason: EndReason;
  /** Milliseconds beyond its duration, if events were left to send then. */
  readonly lateMs?: number | undefined;
  readonly exitCode: ExitCode;
  /** A sentence for each missed threshold. */
  readonly missed: readonly string[];
  readonly seed: string;
  /** Event times, with all changes of the rate as in the setting `changes`. Undefined if events have the clock's time. */
  readonly time?: (TimeFacts & { readonly changes: readonly unknown[] }) | undefined;
  /** Changes of the rate of a stream with the clock's time: pairs of an instant and a rate. */
  readonly changes?: readonly unknown[];
  /** Changes of the faults, as in the setting `faultChanges`. */
  readonly faultChanges?: readonly FaultChange[];
  /** Incidents that were started by hand, as in the setting `started`. */
  readonly started?: readonly StartedIncident[] | undefined;
  /** How each thread ended, if threads sent the rows. */
  readonly workers?: readonly WorkerEnd[];
  readonly part: PartFacts;
  /** Faults of the rows sent, if faults are injected or logged. */
  readonly faults: FaultCounts | undefined;
}

/** How a thread ended that sent a part of a stream. */
export interface WorkerEnd extends Pick<End, 'summary' | 'reason' | 'faults' | 'exitCode'> {
  /** Rows of the thread that are left to send, as `PartFacts` has it. Undefined if it died. */
  readonly owed?: number | null | undefined;
  /** Of the rows acknowledged so far, as `PartFacts` has it. */
  readonly digest?: string | undefined;
}

/** Reports a stream on stderr. */
export interface Report {
  start(facts: Facts): void;
  /** Prints a note. */
  note(text: string): void;
  progress(progress: Progress): void;
  error(error: DeliveryError, retried: boolean): void;
  /** Prints a response of the destination. */
  answer(text: string): void;
  end(end: End): void;
  /** Milliseconds between progress reports. */
  readonly everyMs: number;
}

/** The end of one of several streams. */
export interface Ended {
  readonly stream: string;
  readonly end: End;
}

/** Reports the streams of this process. */
export interface Reports {
  /**
   * The report of one stream.
   *
   * @param stream its name, if there are several
   * @param secrets texts to redact
   */
  of(stream: string | undefined, secrets: readonly string[]): Report;
  /** Prints a note about all streams. */
  note(text: string): void;
  /** Prints the total, unless there is only one stream without a name. */
  end(exitCode: ExitCode): void;
}
