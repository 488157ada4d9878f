import { textOfFile, jsonOf } from '@catbird/engine';
import type { OpenedConfig } from '../../state/streams.ts';

/** What the page opens: a file, or the config of a link. */
export type ConfigSource =
  | { readonly file: File }
  | {
      /** Compressed, as in the address. */
      readonly packed: string;
    };

/** Largest file to open, in bytes: that of the command line. */
const MAX_BYTES = 16 * 2 ** 20;

/** Reads it. @throws Error that says why it cannot be opened */
export async function openedFrom(source: ConfigSource): Promise<OpenedConfig> {
  if ('packed' in source) {
    const { decompress } = await import('../../link/decompress.ts');
    const text = await decompress(source.packed, 'config');
    return { name: jsonOf(text) !== undefined ? 'config.json' : 'config.yaml', text, fromLink: true };
  }
  const { file } = source;
  if (file.size > MAX_BYTES) throw new Error(`${file.name} is larger than 16 MiB and was not opened.`);
  return { name: file.name, text: textOfFile(new Uint8Array(await file.arrayBuffer())), fromLink: false };
}
