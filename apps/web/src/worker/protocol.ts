import type {
  FaultCounts,
  Faults,
  Issue,
  IssuePlace,
  Param,
  Progress,
  RequestMark,
  Spread,
  StopReason,
} from '@catbird/core';
import type { CheckResult } from '@catbird/core/destinations';
import type { Statistics } from '@catbird/core/statistics';
import type { RateChange, TimeSettings, Timing } from '@catbird/core/time';

/** A schema text, and how strictly to read it. */
export interface SchemaText {
  readonly content: string;
  /** Unknown params and keys are warnings, so that old links still open. */
  readonly lenient: boolean;
}

/** Messages to a worker. An answer has the `id` of its question. */
export type ToWorker =
  | { readonly kind: 'check'; readonly id: number; readonly text: SchemaText }
  | ({ readonly kind: 'preview'; readonly id: number; readonly row: number } & SourceRequest)
  | ({ readonly kind: 'profile'; readonly id: number } & SourceRequest)
  | { readonly kind: 'plan'; readonly id: number; readonly plan: PlanRequest }
  | ({ readonly kind: 'rows'; readonly id: number } & RowsRequest)
  | { readonly kind: 'types'; readonly id: number }
  | { readonly kind: 'test'; readonly id: number; readonly target: Target }
  | { readonly kind: 'start'; readonly stream: StreamRequest }
  /** Another rate from now on: see `RunControl.setRate`. */
  | { readonly kind: 'control'; readonly to: RateChange['to'] }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  /** Stops generating and waits for pending responses; a second one does not wait. */
  | { readonly kind: 'stop' };

/** Where rows go: validated settings, as texts. */
export interface Target {
  readonly generatorName: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** What the times of a stream's rows follow from. */
export interface TimeRequest {
  /** Undefined: the clock's times, as rows are made. */
  readonly settings: TimeSettings | undefined;
  readonly eps: number;
}

/** A stream's schema and times. */
export interface SourceRequest {
  readonly text: SchemaText;
  readonly seed: string;
  readonly time: TimeRequest;
}

/** Rows to generate, to be compared with others. */
export interface RowsRequest {
  readonly text: SchemaText;
  readonly seed: string;
  readonly spread: Spread;
}

/** A stream whose events are to be added up. */
export interface PlanRequest {
  readonly text: SchemaText;
  readonly seed: string;
  readonly time: TimeRequest;
  readonly limit: number;
}

/** What a stream will send, exactly by its rate. */
export interface StreamPlan {
  /** When this was computed. */
  readonly nowMs: number;
  readonly fromMs: number;
  /** End, exclusive; null: none. */
  readonly toMs: number | null;
  /** Events whose time is before now, as far as the limit allows. */
  readonly dueRows: number;
  /** All events; null: no end. */
  readonly totalRows: number | null;
  /** The rate now, or at the beginning if that is still to come. */
  readonly perSecond: number;
  /** Journeys that start per second, if the rows are the steps of journeys in time. */
  readonly journeysPerSecond?: number;
  /** The rate from now on never exceeds this. */
  readonly mostPerSecond: number;
  /** What the settings lead to and nobody asked for, in sentences. */
  readonly notes: readonly string[];
  /** Undefined for an invalid schema. */
  readonly rows:
    | {
        /** Mean size, in bytes. */
        readonly bytes: number;
        /** Whether rows hold the time of their event. */
        readonly areTimed: boolean;
      }
    | undefined;
}

/** A session to run. */
export interface StreamRequest {
  readonly target: Target;
  readonly text: SchemaText;
  readonly seed: string;
  /** Index of the first row. */
  readonly first: number;
  readonly eps: number;
  readonly limit: number;
  /** Begin, end, arrivals and shape of the rate; undefined: now, at a constant rate. Relative instants count from the start. */
  readonly time: TimeSettings | undefined;
  /** Delivery settings that differ from their defaults. */
  readonly delivery: Readonly<Record<string, string>>;
  /** What an earlier session made of these settings, with the changes of the rate since. This one goes on with it. */
  readonly timing: Timing | undefined;
  /** Faults to inject; undefined: none. */
  readonly faults: Faults | undefined;
  /** Logs all responses, even those that the destination does not log by default. */
  readonly logs: boolean;
}

/** Messages from a worker. */
export type FromWorker =
  /** The engine has loaded. Sent once, and first. */
  | { readonly kind: 'ready' }
  /** A generator is about to run for the first time; undefined: all have run. */
  | { readonly kind: 'trying'; readonly place: IssuePlace | undefined }
  | { readonly kind: 'checked'; readonly id: number; readonly issues: readonly Issue[] }
  | { readonly kind: 'previewed'; readonly id: number; readonly preview: Preview }
  | { readonly kind: 'profiled'; readonly id: number; readonly profile: DataProfile }
  | { readonly kind: 'generated'; readonly id: number; readonly rows: GeneratedRows }
  | { readonly kind: 'planned'; readonly id: number; readonly plan: StreamPlan | undefined }
  | { readonly kind: 'types'; readonly id: number; readonly types: readonly TypeSummary[] }
  | { readonly kind: 'tested'; readonly id: number; readonly result: CheckResult }
  /** The time of the rows, with its relative instants resolved. Not sent if it is the clock's. */
  | { readonly kind: 'timed'; readonly timing: Timing }
  | { readonly kind: 'progress'; readonly progress: RunReport }
  /** Faults since the last such message, as JSON lines. */
  | { readonly kind: 'faults'; readonly lines: string }
  | { readonly kind: 'ended'; readonly summary: RunSummary }
  /** A bug: the fault of neither a service nor the user. */
  | { readonly kind: 'broken'; readonly message: string };

/** A preview: a row, issues, or a generator's error. */
export type Preview =
  | { readonly kind: 'row'; readonly line: string; readonly notes: readonly Issue[] }
  | { readonly kind: 'issues'; readonly issues: readonly Issue[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Rows as NDJSON, or why there are none: a sentence, or what is wrong with the schema. */
export type GeneratedRows =
  | { readonly kind: 'rows'; readonly lines: Blob }
  | { readonly kind: 'issues'; readonly issues: readonly Issue[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Sample rows of a schema and statistics on its fields. */
export interface DataProfile {
  /** The first rows, as sent. Empty for an invalid schema. */
  readonly lines: readonly string[];
  /** Undefined for an invalid schema, or one without rows. */
  readonly statistics: Statistics | undefined;
}

/** A generator type, for completion. */
export interface TypeSummary {
  readonly name: string;
  readonly summary: string;
  /** Valid `params`, as JSON. */
  readonly example: string | undefined;
  readonly params: readonly Param[];
  /** Locales that have values of their own. Empty: values are the same in all. */
  readonly locales: readonly string[];
}

/** A DeliveryError as plain data. */
export interface ErrorReport {
  readonly kind: string;
  readonly message: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  /** Milliseconds since the start of the run. */
  readonly atMs: number;
  readonly retried: boolean;
}

/** A change of the rate. A pause is a rate of 0, unless it leaves no gap in the data. */
export interface LoggedChange {
  /** Seconds since the start of the run. */
  readonly second: number;
  readonly change: RateChange;
}

/** How far a stream with history has come. */
export interface BackfillProgress {
  /** Event time of the latest row, in milliseconds since 1970. */
  readonly reachedMs: number;
  /** Rows of the past that are left, and all of them so far. */
  readonly leftRows: number;
  readonly rows: number;
}

/** A second of a run that is over. */
export interface SecondReport {
  /** Whole seconds from the start of the run to the start of this one. */
  readonly second: number;
  /** Rows accepted during it. */
  readonly accepted: number;
  /** Rows planned for it; undefined if there was history to send, which goes as fast as the destination takes it. */
  readonly planned: number | undefined;
  /** Rows were due at its end that were not generated yet. */
  readonly isBehind: boolean;
}

/** The counts of a run, sent at most ten times a second. */
export interface RunReport extends Omit<Progress, 'lastError'> {
  readonly lastError: ErrorReport | undefined;
  /** Faults so far; undefined if none are injected. */
  readonly faults?: FaultCounts | undefined;
  /** Requests since the last report. */
  readonly marks: readonly RequestMark[];
  /** Seconds that have ended since the last report. */
  readonly seconds: readonly SecondReport[];
  /** Changes of the rate since the last report. */
  readonly changes: readonly LoggedChange[];
  /** The wall clock, in milliseconds since 1970. */
  readonly wallMs: number;
  /** Present while rows of the past are sent. */
  readonly backfill?: BackfillProgress | undefined;
}

/** The end of a run. */
export interface RunSummary extends RunReport {
  readonly reason: StopReason;
  readonly error: ErrorReport | undefined;
}
