import type { ConfigPlan } from '@catbird/core/internal/catalog';
import type { DatabaseKind } from './address.ts';

/** How the copy of a database is filled. */
export interface Copy {
  readonly shared: ConfigPlan['shared'];
  /** @param table its name, and that of its schema */
  readonly settingsOf: (table: string, schema: string) => ConfigPlan['shared'];
  /** What to do with the config. */
  readonly advice: string;
}

const ADDRESS = { url: '${COPY_URL}', username: '${COPY_USERNAME}', password: '${COPY_PASSWORD}' };

const VARIABLES =
  'Set COPY_URL, COPY_USERNAME and COPY_PASSWORD to a copy of the database, without rows, and run it with catbird run';

/** The address of the copy is in variables: the config never writes to the source. */
export const COPIES: Readonly<Record<DatabaseKind, Copy>> = {
  postgres: {
    shared: { destination: 'postgres', settings: ADDRESS },
    settingsOf: (table, schema) => ({ table: `${schema}.${table}` }),
    advice: VARIABLES,
  },
  clickhouse: {
    shared: { destination: 'clickhouse', settings: { ...ADDRESS, database: '${COPY_DATABASE}' } },
    settingsOf: (table) => ({ table }),
    advice: VARIABLES.replace('COPY_USERNAME', 'COPY_DATABASE, COPY_USERNAME'),
  },
  mysql: {
    shared: { destination: 'mysql', settings: ADDRESS },
    settingsOf: (table) => ({ table }),
    advice: VARIABLES,
  },
};
