import type {
  FaultCounts,
  Faults,
  FieldSummary,
  Issue,
  IssuePlace,
  Progress,
  RequestMark,
  StopReason,
} from '@catbird/core';
import type { CheckResult } from '@catbird/core/destinations';

/** A schema, and how strictly it is read. */
export interface SchemaText {
  readonly content: string;
  /** Unknown params and keys are warnings: a link that opened before they were errors still opens. */
  readonly lenient: boolean;
}

/** What the page asks of a worker. Answers to a request bear its `id`. */
export type ToWorker =
  | { readonly kind: 'check'; readonly id: number; readonly text: SchemaText }
  | {
      readonly kind: 'preview';
      readonly id: number;
      readonly text: SchemaText;
      readonly seed: string;
      readonly row: number;
    }
  | { readonly kind: 'look'; readonly id: number; readonly text: SchemaText; readonly seed: string }
  | { readonly kind: 'types'; readonly id: number }
  | { readonly kind: 'test'; readonly id: number; readonly target: Target }
  | { readonly kind: 'start'; readonly stream: StreamRequest }
  /** Ends generating and waits for the answers that are due; the second one does not wait. */
  | { readonly kind: 'stop' };

/** Where rows go, as texts that have passed their checks. */
export interface Target {
  readonly generatorName: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** A session. */
export interface StreamRequest {
  readonly target: Target;
  readonly text: SchemaText;
  readonly seed: string;
  /** Index of the first row. */
  readonly first: number;
  readonly eps: number;
  readonly limit: number;
  /** Settings of delivery that are not as they are anyway. */
  readonly delivery: Readonly<Record<string, string>>;
  /** What shall go wrong; undefined: nothing. */
  readonly faults: Faults | undefined;
  /** Also log answers that are else left out. */
  readonly logs: boolean;
}

/** What a worker tells the page. */
export type FromWorker =
  /** The engine is loaded; it is said once, and first. */
  | { readonly kind: 'ready' }
  /** A generator is about to be run for the first time; undefined: all of them were. */
  | { readonly kind: 'trying'; readonly place: IssuePlace | undefined }
  | { readonly kind: 'checked'; readonly id: number; readonly issues: readonly Issue[] }
  | { readonly kind: 'previewed'; readonly id: number; readonly preview: Preview }
  | { readonly kind: 'looked'; readonly id: number; readonly look: Look }
  | { readonly kind: 'types'; readonly id: number; readonly types: readonly TypeSummary[] }
  | { readonly kind: 'tested'; readonly id: number; readonly result: CheckResult }
  | { readonly kind: 'progress'; readonly progress: RunReport }
  /** Faults since the last of these, as JSON lines. */
  | { readonly kind: 'faults'; readonly lines: string }
  | { readonly kind: 'ended'; readonly summary: RunSummary }
  /** Something that is no doing of a service or a person. */
  | { readonly kind: 'broken'; readonly message: string };

/** What came of a preview: a row, issues, or a generator that failed. */
export type Preview =
  | { readonly kind: 'row'; readonly line: string; readonly notes: readonly Issue[] }
  | { readonly kind: 'issues'; readonly issues: readonly Issue[] }
  | { readonly kind: 'failed'; readonly message: string };

/** A closer look at what a schema makes; nothing of it where the schema cannot be used. */
export interface Look {
  /** The first rows, as they are sent. */
  readonly lines: readonly string[];
  /** What is in the fields. */
  readonly fields: readonly FieldSummary[];
}

/** A generator type, for completion. */
export interface TypeSummary {
  readonly name: string;
  readonly summary: string;
  /** `params` that work, as JSON. */
  readonly example: string | undefined;
}

/** A DeliveryError, in a form that can be posted. */
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

/** The counts of a run under way, at most ten times a second. */
export interface RunReport extends Omit<Progress, 'lastError'> {
  readonly lastError: ErrorReport | undefined;
  /** Faults made so far; undefined when none were asked for. */
  readonly faults?: FaultCounts | undefined;
  /** Requests since the last report. */
  readonly marks: readonly RequestMark[];
}

/** The end of a run. */
export interface RunSummary extends RunReport {
  readonly reason: StopReason;
  readonly error: ErrorReport | undefined;
}
