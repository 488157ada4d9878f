import { messagesOf } from '@catbird/core/internal/issue';
import type { Terminal } from '../terminal.ts';
import { filesSource } from './files.ts';
import { placeIn } from './place.ts';
import { SourceError, type Source } from './source.ts';

/**
 * Opens the place that a text or the settings of a config name. The client of its service loads only now.
 *
 * @throws SourceError if it cannot be read
 */
export async function openSource(
  given: string | Readonly<Record<string, unknown>>,
  terminal: Pick<Terminal, 'inputBytes' | 'env'>,
): Promise<Source> {
  const read = placeIn(given, terminal.env);
  if (!read.ok) throw new SourceError(messagesOf(read.issues).join('. '));
  const { place } = read;
  switch (place.kind) {
    case 'file':
      return filesSource(place.file, terminal);
    case 'postgres':
      return (await import('./postgres.ts')).postgresSource(place);
    case 'mysql':
      return (await import('./mysql.ts')).mysqlSource(place);
    case 'clickhouse':
      return (await import('./clickhouse.ts')).clickhouseSource(place);
    default:
      return (await import('./kafka.ts')).kafkaSource(place);
  }
}
