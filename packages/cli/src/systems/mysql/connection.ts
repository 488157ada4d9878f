import {
  DeliveryError,
  revised,
  unconfirmed,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Receipt,
} from '@catbird/send';
import { hostOf } from '../address.ts';
import { newLazyClient, type LazyClient, once } from '../lazy-client.ts';
import { connect, type MysqlAddress, type MysqlClient } from './client.ts';
import {
  kindOfColumn,
  quoted,
  tableName,
  type ColumnKind,
  changedTable,
  insertRows,
  insertTexts,
  onConflict,
} from './statements.ts';
import { byteLength, type Batch } from '@catbird/engine';
import { checkTable, openTables, pathOf, type TableDatabase } from '../database-tables.ts';
import { namesIn, rowsOf } from '../row-members.ts';
import type { MysqlConfig } from './destination.ts';

/** A connection whose statements mean the same on every server. */
export interface MysqlSession {
  /** Runs a statement that returns no rows. @returns the number of affected rows @throws DeliveryError */
  run(statement: string): Promise<number>;
  /** What is known of a table, asked once. @param path its name, or that of its database before it @throws DeliveryError */
  table(path: readonly string[]): Promise<TableFacts>;
  /** Closes at once. */
  drop(): void;
  /** Closes once pending statements are answered. */
  end(): Promise<void>;
}

/** What a table is. */
export interface TableFacts {
  /** Kinds of its columns, by names in lower case. */
  readonly kinds: ReadonlyMap<string, ColumnKind>;
  /** Columns of its primary key, or of the unique key that stands for it. */
  readonly keys: readonly string[];
  /** A statement that fails stores nothing. */
  readonly isAtomic: boolean;
}

/**
 * Values that do not fit are errors, 0 is no new number, times are in UTC, and each statement is committed.
 * https://dev.mysql.com/doc/refman/8.4/en/sql-mode.html
 */
const SESSION = `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION',
  time_zone = '+00:00', autocommit = 1`;

/** What the protocol adds to a statement, at most. */
const FRAME_BYTES = 64;

/** A session that opens on first use. */
const sessionFor = (address: MysqlAddress): LazyClient<MysqlSession> =>
  newLazyClient({
    connect: async (signal) => sessionOn(await connect(address, signal), address),
    drop: (session) => session.drop(),
    end: (session) => session.end(),
  });

/** Makes the statements of a connection mean the same on every server. @throws DeliveryError */
async function sessionOn(client: MysqlClient, address: MysqlAddress): Promise<MysqlSession> {
  const { ask } = client;
  await ask(SESSION);
  const [server] = await ask('SELECT @@max_allowed_packet AS most, VERSION() AS version');
  const most = Number(server?.['most']) - FRAME_BYTES;
  const isMariadb = /mariadb/i.test(String(server?.['version']));
  const known = new Map<string, TableFacts>();
  return {
    async run(statement) {
      const bytes = Buffer.byteLength(statement);
      if (bytes > most) throw tooLong(hostOf(address.url), bytes, most);
      return client.run(statement);
    },
    async table(path) {
      const name = tableName(path);
      const facts = known.get(name) ?? (await factsOf(path, ask, isMariadb));
      known.set(name, facts);
      return facts;
    },
    drop: () => client.drop(),
    end: () => client.end(),
  };
}

const tooLong = (host: string, bytes: number, most: number): DeliveryError =>
  new DeliveryError(
    'too-large',
    `The statement has ${bytes.toLocaleString('en')} bytes, and ${host} takes ${most.toLocaleString('en')}`,
    { hint: 'Raise max_allowed_packet on the server.' },
  );

async function factsOf(
  path: readonly string[],
  ask: MysqlClient['ask'],
  isMariadb: boolean,
): Promise<TableFacts> {
  const columns = await ask(`SHOW COLUMNS FROM ${tableName(path)}`);
  const names = columns.map((column) => String(column['Field']));
  const kinds = new Map(
    columns.map(
      (column, i) => [(names[i] ?? '').toLowerCase(), kindOfColumn(String(column['Type']))] as const,
    ),
  );
  const schema = path.length > 1 ? quoted(path[0] ?? '') : 'DATABASE()';
  const name = quoted(path.at(-1) ?? '');
  // MariaDB's JSON is a text with this check.
  const checks = isMariadb
    ? await ask(`SELECT CHECK_CLAUSE AS text FROM information_schema.CHECK_CONSTRAINTS
        WHERE CONSTRAINT_SCHEMA = ${schema} AND TABLE_NAME = ${name}`)
    : [];
  for (const { text } of checks) {
    const [, column] = /^json_valid\(`((?:[^`]|``)+)`\)$/i.exec(String(text)) ?? [];
    if (column !== undefined) kinds.set(column.replaceAll('``', '`').toLowerCase(), 'json');
  }
  const [engine] = await ask(`SELECT e.TRANSACTIONS AS has FROM information_schema.TABLES t
    JOIN information_schema.ENGINES e ON e.ENGINE = t.ENGINE
    WHERE t.TABLE_SCHEMA = ${schema} AND t.TABLE_NAME = ${name}`);
  return {
    kinds,
    keys: names.filter((_, i) => columns[i]?.['Key'] === 'PRI'),
    // A view has no engine of its own.
    isAtomic: engine === undefined || engine['has'] === 'YES',
  };
}

/** Tables as MySQL and MariaDB have them. */
const DATABASE: TableDatabase = { dialect: 'mysql', missing: '1146', existing: ['1050'] };

/** Opens a pool of connections. */
export const open = (config: MysqlConfig, env: DestinationEnv): Connection =>
  openTables(
    config,
    { database: DATABASE, clientFor: () => sessionFor(config), insert, changed: changedTable },
    env,
  );

/** Reads the columns of the table. */
export const check = (config: MysqlConfig, signal: AbortSignal): Promise<CheckResult> =>
  checkTable(config, DATABASE, (table) =>
    once(sessionFor(config), signal, async (session) => {
      if (table === undefined) await session.run('DO 1');
      else {
        const { kinds } = await session.table(pathOf(table));
        const { column, url } = config;
        if (column !== undefined && !kinds.has(column.toLowerCase()))
          throw new DeliveryError('not-found', `${hostOf(url)}: the table ${table} has no column ${column}`);
      }
      return '';
    }),
  );

/** Inserts a batch in one statement, which is atomic if the engine of the table is. */
async function insert(session: MysqlSession, batch: Batch, config: MysqlConfig): Promise<Receipt> {
  const { column, conflict, url, table } = config;
  const [host, path] = [hostOf(url), pathOf(table)];
  const facts = await session.table(path);
  const rows = column === undefined ? rowsOf(batch, host) : [];
  const names = column === undefined ? namesIn(rows) : [column];
  const statement =
    column === undefined ? insertRows(rows, names, { path, facts, host }) : insertTexts(batch, column, path);
  const affected = await affectedBy(session, statement + onConflict(conflict, names, facts), {
    isAtomic: facts.isAtomic || batch.count === 1,
    table,
  });
  if (affected >= batch.count)
    return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: byteLength(batch) };
  // Each row affects one, or two if it was updated, so the number does not show which.
  throw unconfirmed(`${affected} affected`, {
    service: host,
    rows: batch.count,
    confirmed: 0,
    hint: `Check triggers of ${table}, and what is between here and the server.`,
    secrets: [],
  });
}

/** The number of affected rows. @throws DeliveryError, which is uncertain if the rows before the bad one are stored */
async function affectedBy(
  session: MysqlSession,
  statement: string,
  { isAtomic, table }: { readonly isAtomic: boolean; readonly table: string },
): Promise<number> {
  try {
    return await session.run(statement);
  } catch (error) {
    if (isAtomic || !(error instanceof DeliveryError) || !error.divisible) throw error;
    throw revised(error, {
      hint: `The events before it are stored, because the engine of ${table} has no transactions. Use InnoDB.`,
      uncertain: true,
      divisible: false,
    });
  }
}
