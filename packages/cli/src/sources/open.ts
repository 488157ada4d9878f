import type { Terminal } from '../terminal.ts';
import { fileSource } from './file.ts';
import { SourceError, type Source } from './source.ts';

/**
 * Opens the place that a text or the settings of a config name.
 *
 * @throws SourceError if it cannot be read
 */
export async function openSource(
  place: string | Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<Source> {
  const file = typeof place === 'string' ? place : place['file'];
  if (typeof file !== 'string')
    throw new SourceError('The source must be the path of a file, or {file: PATH}');
  return fileSource(file, terminal);
}
