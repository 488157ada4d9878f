import type { Entity } from '@catbird/engine';
import type { EntitiesSource, StreamIncidents, StreamKeys, Values } from '@catbird/stream';
import type { CliDestination } from '../destinations/file.ts';
import type { CommandIssue } from '../refusal.ts';
import type { SchemaSource } from '../schema/read-schema.ts';
import type { WorkerPart } from '../workers/shards.ts';
import type { TypePackage } from '../types/package.ts';
import type { streamFlags } from './flags.ts';
import type { Slot } from './store/slot.ts';

/** A stream's options, from flags or a config file. */
export type StreamOptions = Partial<Values<typeof streamFlags>> & Pick<StreamKeys, 'startsOfAll' | 'format'>;

/** A stream as described by a person, before it is checked. */
export interface StreamSpec {
  /** Its name, if there are several streams. */
  readonly name?: string;
  /** The names of streams that have to end before this one starts. */
  readonly startAfter?: readonly string[];
  readonly destination: CliDestination;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Texts that no message may contain, besides the secret settings: values of a config's variables. */
  readonly hidden?: readonly string[];
  readonly source: SchemaSource;
  /** The entities that its schema may draw besides its own. */
  readonly entities?: readonly Entity[];
  /** Where they come from. */
  readonly entitiesSource?: EntitiesSource;
  /** The incidents of its config. Absent: none. */
  readonly incidents?: StreamIncidents | undefined;
  /** The packages of the types that its schema may use. */
  readonly types?: readonly TypePackage[];
  readonly options: StreamOptions;
  /** A setting's name where the person gave it: `--api-key` or `settings.apiKey`. */
  readonly nameOf: (setting: string) => string;
  /** Whether keys or the control port may change the stream while it runs. */
  readonly isSteered?: boolean;
  /** What relative times count from, in milliseconds since 1970. Default: `startAt`, or the present. */
  readonly nowMs?: number;
  /** Set if nothing may change outside, such as in a schema registry. */
  readonly isDryRun?: true;
  /** Set if nothing may be opened, either. */
  readonly isOffline?: boolean;
  /** How many cores it may use if it chooses its threads itself. Default: all. */
  readonly cores?: number;
  /** Set in a thread that sends a part of the stream. */
  readonly worker?: WorkerPart;
  /** The place of its state, if it has one. */
  readonly slot?: Slot;
  /** An option's name where the person gave it: `--eps`, `streams.orders.eps`, or `eps` for all streams of a config. */
  readonly optionOf: (option: string) => string;
}

/** A stream that is only looked at. */
export const offline = (spec: StreamSpec): StreamSpec => ({ ...spec, isDryRun: true, isOffline: true });

/** The streams of one process, with the options that they share. */
export interface Plan extends Pick<
  StreamOptions,
  'json' | 'quiet' | 'dryRun' | 'metricsPort' | 'metricsHost' | 'controlPort'
> {
  /** Several named streams, or one without a name. */
  readonly streams: readonly StreamSpec[];
  /** Whether a failed stream ends the others. */
  readonly onStreamFailure: 'stop' | 'continue';
  /** Finds the places of issues in the config that the streams are from. Default: there is none. */
  readonly placed?: ((issues: readonly CommandIssue[]) => Promise<readonly CommandIssue[]>) | undefined;
}
