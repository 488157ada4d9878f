import type { ConfigStream, EntitiesSource, NodeDestination, TextRange } from '@catbird/core/config';
import type { Destination } from '@catbird/core/destinations';
import type { ExaminedStream } from '../worker/config-protocol.ts';

/** A destination of a config: one of the page, or one that only the command line has. */
export type AnyDestination = Destination | NodeDestination;

/** Whether the page has a destination. */
export const isHere = (destination: AnyDestination): destination is Destination => 'open' in destination;

/** A config as it was opened. */
export interface OpenedConfig {
  /** Name of the file; that of a link's config says whether it is YAML. */
  readonly name: string;
  readonly text: string;
  /** Came with a link, which never acts by itself. */
  readonly fromLink: boolean;
}

/** A problem of a config, at its place in it. */
export interface ConfigProblem {
  readonly text: string;
  /** Undefined: in no place of its own. */
  readonly at: TextRange | undefined;
  /** The file that the place is in, if not the config. */
  readonly file?: string | undefined;
}

/** A stream of a config that could be read. */
export interface StreamOfConfig extends ConfigStream<AnyDestination> {
  /** Empty for the only stream of a config without `streams`. */
  readonly name: string;
}

/** A config, read. */
export type ConfigView =
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly streams: readonly StreamOfConfig[];
      readonly entities: EntitiesSource | undefined;
      readonly onStreamFailure: 'stop' | 'continue';
      /** Names of the variables in settings. */
      readonly variables: readonly string[];
    };

/** What a check says about a stream. */
export type StreamCheck =
  | { readonly kind: 'ready'; readonly stream: ExaminedStream }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly ConfigProblem[];
      readonly missing: readonly string[];
    };

/** What a check says about a config. */
export interface ConfigCheck {
  /** By name of the stream. */
  readonly streams: ReadonlyMap<string, StreamCheck>;
  /** Problems between streams. */
  readonly problems: readonly ConfigProblem[];
  /** Files that are named and were not added. */
  readonly missing: readonly string[];
}
