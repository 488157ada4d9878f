import type { ConfigView, Files, StreamOfConfig } from '../state/streams.ts';

/** The text of a config, and the name of its file. */
export interface ConfigText {
  readonly name: string;
  readonly text: string;
}

/** What the streams of a config are checked with. */
export interface ConfigCheckRequest extends ConfigText {
  readonly files: Files;
  /** Used if the config has none. */
  readonly seed: string;
  readonly nowMs: number;
}

/** A stream of a config without its functions, which cannot be sent. */
export interface SentStream extends Omit<StreamOfConfig, 'destination' | 'nameOf' | 'optionOf'> {
  /** Name of the command. */
  readonly destination: string;
  /** Before the name of a setting: `streams.orders.settings.` */
  readonly settingsPath: string;
}

type ReadView = Extract<ConfigView, { readonly ok: true }>;

/** A config, as the worker sends it. */
export type SentConfig =
  Exclude<ConfigView, ReadView> | (Omit<ReadView, 'streams'> & { readonly streams: readonly SentStream[] });
