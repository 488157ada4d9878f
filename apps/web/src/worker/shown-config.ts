import { type TextSource, inOrder, NODE_DESTINATIONS, shareConfig } from '@catbird/stream';
import { readConfig, type ReadStream } from './read-config.ts';
import { destinations } from '@catbird/send';
import type { ShareableConfig, ConfigView, Files, StreamOfConfig } from '../state/streams.ts';

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

/** Variables of which the page shows fields: more would be no form that people fill in. */
const MOST_VARIABLES = 100;

/** Reads a config for the page: its streams, and what may be given away of it. */
export async function shownConfig({ name, text }: ConfigText): Promise<SentConfig> {
  const read = await readConfig(text, name);
  if (!read.ok) return read;
  const { value, streams, onStreamFailure, variables } = read;
  const count = variables.length;
  if (count > MOST_VARIABLES) {
    const why = `The page takes at most ${MOST_VARIABLES} variables, and this config has ${count.toLocaleString('en')}. Run it in a terminal with catbird run`;
    return { ok: false, issues: [{ message: why, at: undefined }] };
  }
  return {
    ok: true,
    shared: shareable(name, text, value),
    streams: streams.map(sent),
    onStreamFailure,
    variables,
  };
}

function sent({ name, startAfter, destination, settings, source, options, nameOf }: ReadStream): SentStream {
  return {
    name,
    ...(startAfter !== undefined && { startAfter }),
    destination: destination.command,
    settings,
    source: 'text' in source ? withoutOrigin(source) : source,
    options,
    settingsPath: nameOf(''),
  };
}

/** The origin of a schema has the text of the whole config. */
const withoutOrigin = ({ text, name, folder }: TextSource): TextSource => ({ text, name, folder });

/** A config for the address, a link and a file, with variables for what may be a credential; undefined if more may be in it. */
export function shareable(name: string, text: string, value: unknown): ShareableConfig | undefined {
  const shared = shareConfig(value, text, inOrder([...destinations, ...NODE_DESTINATIONS]));
  if (shared === undefined) return undefined;
  return {
    // JSON is YAML, too: the command names the file that people have.
    name,
    text: shared.text,
    replaced: shared.replaced,
    variables: shared.variables,
  };
}
