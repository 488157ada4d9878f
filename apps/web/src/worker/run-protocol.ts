import type { Faults, RateChange, FaultChange, StartedIncident, Timing } from '@catbird/engine';
import type { RunOptions, Destination } from '@catbird/send';
import type { RecordedPart } from '@catbird/stream';
import type { KeptProgress, KeptStart } from '../kept/kept-run.ts';
import type { ConfigRows } from './config-rows.ts';

/** Where rows go: validated settings, as texts. */
export interface Target {
  readonly generatorName: string;
  readonly settings: Readonly<Record<string, string>>;
  /** What no message may contain besides the credentials among the settings: values of a config's variables. */
  readonly hidden?: readonly string[];
}

/** A destination with its settings, as it parsed them. */
export interface ParsedTarget {
  readonly destination: Destination;
  readonly config: unknown;
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

/** What to keep of a stream in this browser, so that it can be continued after a reload. */
export interface Keep {
  readonly run: KeptStart;
  /** Of the stream. */
  readonly name: string;
}

/** A stream to run: of a config, or of the page's own steps. */
export interface StreamRequest extends ConfigRows {
  readonly target: Target;
  /** No other stream shares its present: relative times count from when its rows can be made, in place of `nowMs`. */
  readonly isAlone?: true;
  /** Absent: nothing. */
  readonly keep?: Keep;
  /** What earlier sessions left to send; absent: everything. */
  readonly left?: KeptProgress | undefined;
  /** What the page's earlier sessions sent of the stream; absent: nothing that is known. */
  readonly sent?: RecordedPart | undefined;
  /** What its delivery is changed with, for hints. Default: as in a config. */
  readonly deliveryNames?: RunOptions['optionNames'];
  /** Logs all responses, even those that the destination does not log by default. */
  readonly logs?: boolean;
  /** The rate to begin with, unless computed times have it. Default: the planned one. */
  readonly rate?: RateChange['to'];
  /** Log prints no events to the console. Default false. */
  readonly isSilent?: boolean;
}

/** What was sent of a stream, so that it can be computed again. */
export interface SentRows {
  readonly part: RecordedPart;
  /** The times of the rows, if not the clock's. */
  readonly timing: Timing | undefined;
  readonly faultChanges: readonly FaultChange[];
  /** Incidents that were started by hand. Absent: none. */
  readonly started?: readonly StartedIncident[];
}
