import type { TextSource } from '@catbird/stream';
import type { ConfigText, SentConfig, SentStream } from './read-protocol.ts';
import { readConfig, type ReadStream } from './read-config.ts';
import { shareable } from './shareable.ts';

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
