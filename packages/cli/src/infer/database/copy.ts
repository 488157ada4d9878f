import type { ConfigPlan } from '@catbird/infer';
import type { DatabaseKind } from './address.ts';

/** How the copy of a database is filled. */
export interface Copy {
  readonly shared: ConfigPlan['shared'];
  /** @param table its name, and that of its schema */
  readonly settingsOf: (table: string, schema: string) => ConfigPlan['shared'];
  /** Values that the variables of the config may have. */
  readonly variables: Readonly<Record<string, string>>;
  /** What to do with the config. */
  readonly advice: string;
}

const ADDRESS = { url: '${COPY_URL}', username: '${COPY_USERNAME}', password: '${COPY_PASSWORD}' };

/** Values of the variables, for a copy at an address. */
const valuesOf = (url: string): Copy['variables'] => ({
  COPY_URL: url,
  COPY_USERNAME: 'writer',
  COPY_PASSWORD: 'secret',
  COPY_DATABASE: 'copy',
});

const VARIABLES =
  'Set COPY_URL, COPY_USERNAME and COPY_PASSWORD to a copy of the database, without rows, and run it with catbird run';

/** The address of the copy is in variables: the config never writes to the source. */
export const COPIES: Readonly<Record<DatabaseKind, Copy>> = {
  postgres: {
    shared: { destination: 'postgres', settings: ADDRESS },
    settingsOf: (table, schema) => ({ table: `${schema}.${table}` }),
    variables: valuesOf('postgres://localhost/copy'),
    advice: VARIABLES,
  },
  clickhouse: {
    shared: { destination: 'clickhouse', settings: { ...ADDRESS, database: '${COPY_DATABASE}' } },
    settingsOf: (table) => ({ table }),
    variables: valuesOf('http://localhost:8123'),
    advice: VARIABLES.replace('COPY_USERNAME', 'COPY_DATABASE, COPY_USERNAME'),
  },
  mysql: {
    shared: { destination: 'mysql', settings: ADDRESS },
    settingsOf: (table) => ({ table }),
    variables: valuesOf('mysql://localhost/copy'),
    advice: VARIABLES,
  },
};
