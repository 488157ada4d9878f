import { DeliveryError } from '@catbird/send';
import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { hostOf } from './broker.ts';
import { failureOf, type MysqlAddress } from './mysql-errors.ts';
import { kindOfColumn, quoted, type ColumnKind } from './mysql-literals.ts';

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

type Row = Readonly<Record<string, unknown>>;
type Ask = (statement: string) => Promise<readonly Row[]>;

/**
 * Values that do not fit are errors, 0 is no new number, times are in UTC, and each statement is committed.
 * https://dev.mysql.com/doc/refman/8.4/en/sql-mode.html
 */
const SESSION = `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION',
  time_zone = '+00:00', autocommit = 1`;

/** What the protocol adds to a statement, at most. */
const FRAME_BYTES = 64;

/** Makes the statements of a connection mean the same on every server. @throws DeliveryError */
export async function sessionOn(client: Connection, address: MysqlAddress): Promise<MysqlSession> {
  const failing = async <Result>(act: Promise<Result>): Promise<Result> => {
    try {
      return await act;
    } catch (error) {
      throw failureOf(error, address);
    }
  };
  const ask: Ask = async (statement) => (await failing(client.query<RowDataPacket[]>(statement)))[0];
  await failing(client.query(SESSION));
  const [server] = await ask('SELECT @@max_allowed_packet AS most, VERSION() AS version');
  const most = Number(server?.['most']) - FRAME_BYTES;
  const isMariadb = /mariadb/i.test(String(server?.['version']));
  const known = new Map<string, TableFacts>();
  return {
    async run(statement) {
      const bytes = Buffer.byteLength(statement);
      if (bytes > most) throw tooLong(hostOf(address.url), bytes, most);
      const [{ affectedRows }] = await failing(client.query<ResultSetHeader>(statement));
      return affectedRows;
    },
    async table(path) {
      const name = tableName(path);
      const facts = known.get(name) ?? (await factsOf(path, ask, isMariadb));
      known.set(name, facts);
      return facts;
    },
    drop: () => client.destroy(),
    end: () => client.end(),
  };
}

const tooLong = (host: string, bytes: number, most: number): DeliveryError =>
  new DeliveryError(
    'too-large',
    `The statement has ${bytes.toLocaleString('en')} bytes, and ${host} takes ${most.toLocaleString('en')}`,
    { hint: 'Raise max_allowed_packet on the server.' },
  );

async function factsOf(path: readonly string[], ask: Ask, isMariadb: boolean): Promise<TableFacts> {
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

/** A name in a statement. */
export const identifier = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** A table in a statement. */
export const tableName = (path: readonly string[]): string => path.map(identifier).join('.');
