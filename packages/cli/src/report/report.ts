import type { DeliveryError, FaultCounts, Progress, Summary } from '@catbird/core';
import type { ExitCode } from '../exit-codes.ts';

/** What a stream is, for people. */
export interface Facts {
  /** The schema's name: a template's, or a file's. */
  readonly schema: string;
  /** Where the rows go: `api.tinybird.co`. */
  readonly to: string;
  /** Rows a second; `Infinity` for as fast as possible. */
  readonly perSecond: number;
  /** Rows in all; −1: no limit. */
  readonly limit: number;
  readonly durationMs: number | undefined;
  readonly seed: string;
}

/** Why a stream ended: as the run says it, with the reasons that only a terminal has. */
export type EndReason = Summary['reason'] | 'duration' | 'interrupted';

/** How a stream ended. */
export interface End {
  readonly summary: Summary;
  readonly reason: EndReason;
  /** Milliseconds beyond its duration, of a stream that still had events to send then. */
  readonly lateMs?: number | undefined;
  readonly exitCode: ExitCode;
  /** Thresholds that were missed, in words. */
  readonly missed: readonly string[];
  readonly seed: string;
  /** Faults of the rows that were sent, where some were asked for. */
  readonly faults: FaultCounts | undefined;
}

/** Tells on standard error how a stream goes. Every text it is given is free of secrets. */
export interface Report {
  start(facts: Facts): void;
  /** Something worth knowing. */
  note(text: string): void;
  progress(progress: Progress): void;
  error(error: DeliveryError, retried: boolean): void;
  /** What the destination answered. */
  answer(text: string): void;
  end(end: End): void;
  /** How often it wants to hear of progress, in milliseconds. */
  readonly everyMs: number;
}

/** One of several streams, ended. */
export interface Ended {
  readonly stream: string;
  readonly end: End;
}

/** Tells how the streams of this process go, one or several. */
export interface Reports {
  /**
   * What tells of one stream.
   *
   * @param stream its name, where there are several
   * @param secrets texts that are not shown
   */
  of(stream: string | undefined, secrets: readonly string[]): Report;
  /** Something worth knowing about all of them. */
  note(text: string): void;
  /** All have ended. A single stream without a name has said it all by its own `end`. */
  end(exitCode: ExitCode): void;
}
