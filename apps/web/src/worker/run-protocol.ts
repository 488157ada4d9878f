import type { FaultChange, Faults } from '@catbird/core';
import type { Range } from '@catbird/core/resume';
import type { TimeSettings, Timing } from '@catbird/core/time';
import type { KeptSpan, KeptStream } from '../kept/kept-run.ts';
import type { SchemaText } from './schema-protocol.ts';

/** Where rows go: validated settings, as texts. */
export interface Target {
  readonly generatorName: string;
  readonly settings: Readonly<Record<string, string>>;
  /** What no message may contain besides the credentials among the settings: values of a config's variables. */
  readonly hidden?: readonly string[];
}

/** Faults to inject for a while. */
export interface FaultTrial {
  /** Name for people: `5 % late`. */
  readonly name: string;
  readonly faults: Faults;
  readonly forMs: number;
}

/** Faults that are injected for a while. */
export interface RunningTrial {
  readonly name: string;
  readonly leftMs: number;
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
  /** Changes of the faults in earlier sessions of the same stream. Absent: none. */
  readonly faultChanges?: readonly FaultChange[];
  /** Logs all responses, even those that the destination does not log by default. */
  readonly logs: boolean;
  /** Log prints no events to the console. Default false. */
  readonly isSilent?: boolean;
  /** What to keep in this browser, so that the run can be continued after a reload; absent: nothing. */
  readonly keep?: KeptStream;
  /** What an interrupted session left to send; absent: all rows from `first` on. */
  readonly left?: Remaining | undefined;
}

/** Rows that are left to send. */
export interface Remaining {
  /** In order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** The times that some of them were sent with. */
  readonly spans: readonly KeptSpan[];
  /** The row after the session's last one; `Infinity` without a limit. */
  readonly end: number;
}
