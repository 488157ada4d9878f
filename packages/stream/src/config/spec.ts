import type { StreamKeys } from './keys.ts';
import type { Origin } from './origin.ts';

/** A destination, by its `name` or its `command`. */
export interface ConfigDestination {
  readonly name: string;
  readonly command: string;
}

/**
 * Where a schema comes from: a file (`-`: stdin), a template, a text in a config file of a folder, an entity whose table it is, or the file of
 * a recording whose rows are replayed.
 */
export type SchemaSource =
  | { readonly entity: string }
  | { readonly replay: string }
  | { readonly file: string }
  | { readonly template: string }
  | TextSource;

/** A part of a config as a text of its own. */
export interface TextSource {
  readonly text: string;
  readonly name: string;
  /** The folder of the files that it names. */
  readonly folder: string;
  readonly origin?: Origin;
}

/** Where shared entities come from: a file, or a text in a config file of a folder. */
export type EntitiesSource = { readonly file: string } | TextSource;

/** A stream as a config describes it, before it is checked. */
export interface ConfigStream<Known extends ConfigDestination = ConfigDestination> {
  /** Its name, if there are several streams. */
  readonly name?: string;
  /** The names of streams that have to end before this one starts. */
  readonly startAfter?: readonly string[];
  readonly destination: Known;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly source: SchemaSource;
  readonly options: StreamKeys;
  /** A setting's name where the person gave it: `settings.apiKey`. */
  readonly nameOf: (setting: string) => string;
  /** An option's name where the person gave it: `streams.orders.eps`, or `eps` for all streams of a config. */
  readonly optionOf: (option: string) => string;
}
