import { messagesOf } from '@catbird/engine';
import type { Terminal } from '../terminal.ts';
import type { DatabasePlace } from './database-rows.ts';
import { filesSource } from './files.ts';
import { growingFiles } from './growing.ts';
import { placeIn } from './place.ts';
import { SourceError, type Source } from './source.ts';

/** How a place is read that is followed. */
export interface Followed {
  /** Rows are there so long after their time at the latest, in milliseconds. */
  readonly withinMs: number;
}

/**
 * Opens the place that a text or the settings of a config name. The client of its service loads only now.
 *
 * @throws SourceError if it cannot be read
 */
export async function openSource(
  given: string | Readonly<Record<string, unknown>>,
  terminal: Pick<Terminal, 'inputBytes' | 'env' | 'interrupt'>,
  followed?: Followed,
): Promise<Source> {
  const read = await placeIn(given, terminal);
  if (!read.ok) throw new SourceError(messagesOf(read.issues).join('. '));
  const { place } = read;
  switch (place.kind) {
    case 'file':
      return (followed && growingFiles(place.file)) ?? filesSource(place.file, terminal);
    case 'kafka':
      return (await import('../systems/kafka/source.ts')).kafkaSource(place, terminal);
    case 's3':
      return (await import('../systems/s3/source.ts')).s3Source(place, terminal.interrupt.stop);
    default:
      return databaseSource(place, followed);
  }
}

async function databaseSource(place: DatabasePlace, followed: Followed | undefined): Promise<Source> {
  const open = await readerOf(place);
  const { orderBy } = place;
  if (followed === undefined || orderBy === undefined) return open(place);
  const { followedTable } = await import('./database-rows.ts');
  return followedTable(place, orderBy, { ...followed, open });
}

async function readerOf({ kind }: DatabasePlace): Promise<(place: DatabasePlace) => Source> {
  switch (kind) {
    case 'postgres':
      return (await import('../systems/postgres/source.ts')).postgresSource;
    case 'mysql':
      return (await import('../systems/mysql/source.ts')).mysqlSource;
    default:
      return (await import('../systems/clickhouse/source.ts')).clickhouseSource;
  }
}
