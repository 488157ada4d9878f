import type { DatabaseAddress, DatabaseKind } from '../../systems/address.ts';
import { readAddress } from '../../systems/database-address.ts';
import { type Catalog, type CatalogChoice, NoCatalog } from './catalog.ts';
import { invalid, type Result } from '@catbird/engine';
import { type ConfigPlan, SIZE, writtenConfig } from '@catbird/infer';
import { type Asked, explained, type Found, notesOf } from '../samples.ts';
import { DeliveryError } from '@catbird/send';
import { EXIT } from '../../exit-codes.ts';
import { Interrupted, NotStarted } from '../../interrupt.ts';
import { errorWithout } from '../../redacted.ts';
import type { Terminal } from '../../terminal.ts';
import { copiedLines, unknownCopy } from '../copied.ts';
import type { Values } from '@catbird/stream';
import { numberFlag, switchFlag, textFlag, textsFlag, wholeFlag } from '../../flags/readers.ts';

type Read = (address: DatabaseAddress, choice: CatalogChoice, signal: AbortSignal) => Promise<Catalog>;

/** How to read the catalog of each kind of database. Its client loads only now. */
const READ: Readonly<Record<DatabaseKind, () => Promise<Read>>> = {
  postgres: async () => (await import('../../systems/postgres/catalog.ts')).readPostgres,
  mysql: async () => (await import('../../systems/mysql/catalog.ts')).readMysql,
  clickhouse: async () => (await import('../../systems/clickhouse/catalog.ts')).readClickhouse,
};

/** Reads the catalog of a database. @throws DeliveryError, and NoCatalog if a choice names nothing */
const readCatalog: Read = async (address, choice, signal) => {
  if (choice.isStatistics && address.kind !== 'postgres')
    throw new NoCatalog(
      '--statistics reads those of Postgres only. Use --sample-size to read rows of each table',
    );
  return (await READ[address.kind]())(address, choice, signal);
};

/** What of a database is wanted. */
export interface DatabaseChoice extends CatalogChoice {
  /** Rows of the copy per row of the database. */
  readonly scale: number;
  /** Each field that statistics or rows show is explained. */
  readonly isExplained: boolean;
}

/** The config that fills a copy of a database. @throws NotStarted if the database cannot be read */
export async function ofDatabase(
  argument: string,
  choice: DatabaseChoice,
  { env, err, interrupt }: Pick<Terminal, 'env' | 'err' | 'interrupt'>,
): Promise<Result<Found>> {
  const address = readAddress(argument, env);
  if (!address.ok) return address;
  for (const note of address.notes) err.write(`${note}\n`);
  try {
    return copyOf(
      await readCatalog(address.address, choice, interrupt.stop),
      COPIES[address.address.kind],
      choice,
    );
  } catch (error) {
    if (error instanceof NoCatalog) return invalid(error.message);
    throw interrupt.stop.aborted ? new Interrupted('reading the database') : notRead(error, address.address);
  }
}

function notRead(error: unknown, { password }: DatabaseAddress): unknown {
  if (!(error instanceof DeliveryError)) return error;
  const { message, hint } = errorWithout(error, password === undefined ? [] : [password]);
  const words = hint === undefined ? message : `${message}. ${hint}`;
  return new NotStarted('service', EXIT.failed, `The database cannot be read: ${words}`, { cause: error });
}

/** What is copied without statistics and rows. */
const NOT_READ =
  'No values of rows were read, so none are copied. --sample-size 1000 reads rows of each table, for distributions and words of categories.';

/** Rows of the past come over so many days. */
const DAYS = 30;
const SECONDS = DAYS * 86_400;

function copyOf(
  catalog: Catalog,
  copy: Copy,
  { scale, isExplained, isStatistics, copy: copied, sample }: DatabaseChoice,
): Result<Found> {
  const { schema, definition, counts, sampled, notes } = catalog;
  const isEmpty = [...counts.values()].every(({ rows }) => rows === 0);
  const rowsOf = (table: string): number => {
    const { rows } = counts.get(table) ?? { rows: 0 };
    if (isEmpty) return SIZE;
    return rows === 0 ? 0 : Math.max(1, Math.round(rows * scale));
  };
  const plan: ConfigPlan = {
    rowsOf,
    sampledOf: (table) => sampled.get(table),
    shared: { ...copy.shared, from: `-${DAYS}d` },
    streamOf: (_, { name: table }, rows) => ({
      settings: copy.settingsOf(table, schema),
      // The last row is before the end.
      eps: Number(((rows * 1.01) / SECONDS).toPrecision(4)),
    }),
  };
  const found = writtenConfig(definition, plan);
  const tables = definition.tables.length;
  const total = definition.tables.reduce((sum, { name }) => sum + rowsOf(name), 0);
  const findings = [...sampled.values()].flatMap((each) => each.findings);
  const ofColumns = findings.map((each) => ({ ...each, path: each.path.slice(each.path.indexOf('.') + 1) }));
  const uncopied = unknownCopy(ofColumns, copied);
  if (uncopied !== undefined) return invalid(uncopied);
  return {
    ok: true,
    written: found.config,
    variables: copy.variables,
    lines: [
      ...notes,
      ...notesOf([...definition.notes, ...found.notes], isExplained),
      ...countNotes(counts, isEmpty),
      ...(isExplained ? explained(findings, new Map()) : []),
      ...(isStatistics || sample > 0 ? copiedLines(findings, copied) : [NOT_READ]),
      `A config for ${tables} ${tables === 1 ? 'table' : 'tables'} with ${total.toLocaleString('en-US')} rows${scale === 1 ? '; --scale 0.1 writes a tenth' : ''}. ${copy.advice}`,
    ],
  };
}

function countNotes(counts: Catalog['counts'], isEmpty: boolean): string[] {
  const named = (isWanted: (count: { readonly rows: number; readonly source: string }) => boolean): string =>
    [...counts]
      .filter(([, count]) => isWanted(count))
      .map(([table]) => table)
      .join(', ');
  const guessed = named(({ source }) => source === 'guessed');
  const estimated = named(({ source, rows }) => source === 'estimated' && rows > 0);
  const empty = named(({ rows }) => rows === 0);
  return [
    ...(isEmpty ? [`The tables have no rows: each gets ${SIZE.toLocaleString('en-US')}`] : []),
    ...(!isEmpty && empty !== '' ? [`Left out, because they have no rows: ${empty}`] : []),
    ...(estimated === '' ? [] : [`Numbers of rows are the planner's estimates: ${estimated}`]),
    ...(guessed === ''
      ? []
      : [`Numbers of rows are guessed from their size; ANALYZE makes them better: ${guessed}`]),
  ];
}

/** How the copy of a database is filled. */
interface Copy {
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

/** What of a database is read. */
export const databaseFlags = {
  dbSchema: textFlag({
    help: 'Schema of the database to read. Default: that of the connection.',
    value: 'NAME',
    group: 'Database',
  }),
  table: textsFlag({
    help: 'Read only this table of the database. Repeatable.',
    value: 'NAME',
    group: 'Database',
  }),
  scale: numberFlag({
    help: 'Rows of the copy per row of the database: 0.1 is a tenth. Default: 1.',
    value: 'FACTOR',
    least: 0.000001,
    group: 'Database',
  }),
  statistics: switchFlag({
    help: 'Also read the planner’s statistics. Only Postgres: shares of nulls and distributions of numbers and times, without reading rows.',
    group: 'Database',
  }),
  sampleSize: wholeFlag({
    help: 'Also read this many rows of each table. For distributions, texts, and fields that depend on each other.',
    least: 20,
    most: 100_000,
    group: 'Database',
  }),
};

/** What of a database is read, by its flags. */
export function databaseChoice(
  {
    dbSchema: schema,
    table,
    scale = 1,
    statistics = false,
    sampleSize: sample = 0,
  }: Values<typeof databaseFlags>,
  { copy, isExplained }: Asked,
): DatabaseChoice {
  const tables = table?.flatMap((names) => names.split(',').map((name) => name.trim()));
  return { schema, tables, scale, isStatistics: statistics, sample, copy, isExplained };
}
