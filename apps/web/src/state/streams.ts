import type { Issue, Result } from '@catbird/engine';
import type { Destination } from '@catbird/send';
import type { ConfigStream, NodeDestination, TextRange } from '@catbird/stream';
import type { Addition } from './addition.ts';
import type { ConfigRows, ExaminedStream } from '../worker/config-rows.ts';

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
  /** Streams were added to it. */
  readonly isExtended?: true;
}

/** Files that were added, by the names that a config has for them. */
export type Files = Readonly<Record<string, string>>;

/** An issue of a config, at its place in it. */
export interface ConfigIssue extends Issue {
  /** Undefined: in no place of its own. */
  readonly at: TextRange | undefined;
  /** The file that the place is in, if not the config. */
  readonly file?: string | undefined;
}

/** A stream of a config that could be read. */
export interface StreamOfConfig extends Omit<ConfigStream<AnyDestination>, 'optionOf'> {
  /** Empty for the only stream of a config without `streams`. */
  readonly name: string;
}

/** A config that may be given away: in the address, as a link and as a file. */
export interface ShareableConfig {
  readonly name: string;
  readonly text: string;
  /** Names of the variables that took the place of what may be a credential. */
  readonly replaced: readonly string[];
  /** Names of all variables in settings. */
  readonly variables: readonly string[];
}

/** A config, read. */
export type ConfigView = Result<
  {
    /** What may be given away of it; undefined: nothing. */
    readonly shared: ShareableConfig | undefined;
    readonly streams: readonly StreamOfConfig[];
    readonly onStreamFailure: 'stop' | 'continue';
    /** Names of the variables in settings. */
    readonly variables: readonly string[];
  },
  ConfigIssue
>;

/** What a check says about a stream. */
export type StreamCheck =
  | { readonly kind: 'ready'; readonly stream: ExaminedStream }
  | {
      readonly kind: 'invalid';
      readonly issues: readonly ConfigIssue[];
      readonly missing: readonly string[];
    };

/** What a check says about a config. */
export interface ConfigCheck {
  /** By name of the stream. */
  readonly streams: ReadonlyMap<string, StreamCheck>;
  /** Issues between streams. */
  readonly issues: readonly ConfigIssue[];
  /** Files that are named and were not added. */
  readonly missing: readonly string[];
}

/** A checked config, and what the rows of its streams follow from. */
export interface CheckedConfig extends ConfigCheck {
  /** Of each stream that shares its journeys, the others by name. */
  readonly sharing: ReadonlyMap<string, readonly string[]>;
  /** Streams that the config implies and does not have. */
  readonly additions: readonly Addition[];
  /** By name of the stream; only of those that are ready. */
  readonly rows: ReadonlyMap<string, ConfigRows>;
}
