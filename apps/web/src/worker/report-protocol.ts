import type { FaultChange, FaultCounts, RateChange } from '@catbird/engine';
import type { Progress, StopReason, RequestMark } from '@catbird/send';
import type { BackfillProgress } from '@catbird/stream';
import type { TailEvent } from '../tail/event.ts';
import type { FiguresReport } from './figures/figures-protocol.ts';
import type { RunningTrial, SentRows } from './run-protocol.ts';

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

/** Another set of faults, from a row on. */
export interface LoggedFaults {
  /** Seconds since the start of the run. */
  readonly second: number;
  readonly change: FaultChange;
  /** Name of what is injected besides the settings' faults; undefined: nothing. */
  readonly name: string | undefined;
}

/** The history that a run skipped. */
export interface WentLive {
  /** Seconds since the start of the run. */
  readonly second: number;
  readonly skipped: number;
}

/** The latest events of a run, newest first. */
export interface LatestReport {
  /** Events made so far. */
  readonly total: number;
  readonly events: readonly TailEvent[];
}

/** Rows that were not sent. */
export interface UnsentReport {
  /** The first of them, as NDJSON. */
  readonly lines: Blob;
  readonly rows: number;
  /** More that are not in `lines`. */
  readonly others: number;
}

/** A request that was answered or abandoned. */
export interface LoggedRequest extends RequestMark {
  /** Seconds from the start of the run to its end. */
  readonly second: number;
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

/** An incident of a config that happens now. */
export interface ActiveIncident {
  readonly name: string;
  /** No alert should notice it. */
  readonly isCalm: boolean;
}

/** The counts of a run, sent at most four times a second. */
export interface RunReport extends Omit<Progress, 'lastError'> {
  readonly lastError: ErrorReport | undefined;
  /** Faults so far; undefined if none are injected. */
  readonly faults?: FaultCounts | undefined;
  /** Requests since the last report: of many, those that failed and the slowest. */
  readonly marks: readonly LoggedRequest[];
  /** Seconds that have ended since the last report. */
  readonly seconds: readonly SecondReport[];
  /** Changes of the rate since the last report. */
  readonly changes: readonly LoggedChange[];
  /** Other faults since the last report. */
  readonly faultChanges?: readonly LoggedFaults[];
  /** Faults that are injected for a while now. */
  readonly trial?: RunningTrial | undefined;
  /** Incidents that happen at the latest event time; undefined: the stream has none. */
  readonly incidents?: readonly ActiveIncident[] | undefined;
  /** Since the last report, the run has skipped its history. */
  readonly wentLive?: WentLive | undefined;
  /** Present if they have changed. */
  readonly latest?: LatestReport | undefined;
  /** Present if they have changed. */
  readonly figures?: FiguresReport | undefined;
  /** The wall clock, in milliseconds since 1970. */
  readonly wallMs: number;
  /** Present while rows of the past are sent. */
  readonly backfill?: BackfillProgress | undefined;
  /** The row after the last one generated. Absent: as many after the first one as were generated. */
  readonly nextRow?: number | undefined;
  /** Why this browser does not keep the run; undefined if it does, or was not asked to. */
  readonly notKept?: string | undefined;
}

/** The end of a run. */
export interface RunSummary extends RunReport {
  readonly reason: StopReason;
  readonly error: ErrorReport | undefined;
  readonly unsent?: UnsentReport | undefined;
  /** Absent: not known, as for recordings that are sent again. */
  readonly sent?: SentRows | undefined;
}
