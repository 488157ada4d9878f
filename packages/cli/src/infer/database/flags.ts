import type { Values } from '@catbird/stream';
import { numberFlag, switchFlag, textFlag, wholeFlag } from '../../flags/readers.ts';
import type { Asked } from '../samples.ts';
import type { DatabaseChoice } from './database.ts';

/** What of a database is read. */
export const databaseFlags = {
  schema: textFlag({
    help: 'Schema of the database to read. Default: that of the connection, usually public.',
    value: 'NAME',
    group: 'Database',
  }),
  table: textFlag({
    help: 'Tables of the database to read, separated by commas. Default: all.',
    value: 'NAMES',
    group: 'Database',
  }),
  scale: numberFlag({
    help: 'Rows of the copy per row of the database: 0.1 is a tenth. Default: 1.',
    value: 'FACTOR',
    least: 0.000001,
    group: 'Database',
  }),
  statistics: switchFlag({
    help: 'Also read the planner’s statistics (Postgres): shares of nulls and distributions of numbers and times, without reading a row.',
    group: 'Database',
  }),
  sample: wholeFlag({
    help: 'Also read so many rows of each table, for distributions, texts and what belongs together.',
    value: 'ROWS',
    least: 20,
    most: 100_000,
    group: 'Database',
  }),
};

/** What of a database is read, by its flags. */
export function databaseChoice(
  { schema, table, scale = 1, statistics = false, sample = 0 }: Values<typeof databaseFlags>,
  { copy, isExplained }: Asked,
): DatabaseChoice {
  const tables = table?.split(',').map((name) => name.trim());
  return { schema, tables, scale, isStatistics: statistics, sample, copy, isExplained };
}
