import type { Result } from '@catbird/engine';
/** Texts by setting name. */
export type Values = Readonly<Record<string, string>>;

/** The settings form as typed, valid or not. */
export interface Form {
  /** The chosen destination, by its name in the query: `Tinybird`. */
  readonly generatorName: string;
  /** What was typed for each destination, so that switching destinations loses nothing. */
  readonly values: Readonly<Record<string, Values>>;
  readonly eps: string;
  readonly limited: boolean;
  readonly limit: string;
  /** What else is set of the stream, by the names in `STREAM_SETTINGS`, as typed; absent: the defaults. */
  readonly options?: Values;
}

/** Settings that passed validation. */
export interface Config {
  readonly generatorName: string;
  /** The destination's own settings, as texts. */
  readonly settings: Values;
  /** Events per second, above 0. Default 1. */
  readonly eps: number;
  /** Events per session; −1, the default: unlimited. */
  readonly limit: number;
  /** Options that differ from their defaults, as typed and validated; absent: none. */
  readonly options?: Values;
}

/** Messages of issues by field name. */
export type Errors = Readonly<Record<string, readonly string[]>>;

/** A valid config, or the issues of the form: their paths are its fields. */
export type Checked = Result<{ readonly config: Config }>;

/** What an opened link lacks, and what of it is damaged. */
export interface LinkReport {
  /** Labels of required settings that it does not hold. */
  readonly missing: readonly string[];
  /** What of it is damaged, each a phrase. */
  readonly problems: readonly string[];
  /** What was filled in nevertheless: labels and short phrases. */
  readonly kept: readonly string[];
}

/** Stored credentials that were not filled in because the link leads somewhere else. */
export interface Withheld {
  readonly generatorName: string;
  /** The settings left empty. */
  readonly names: readonly string[];
  /** Origins the credentials belong to. */
  readonly scopes: readonly string[];
  /** Origin the link leads to; undefined while the settings are incomplete. */
  readonly asked: string | undefined;
}
