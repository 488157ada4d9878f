import { freePorts } from '../../../../scripts/peers.js';
import type { Server } from '../../../../scripts/peers/server.js';
import { findProgram } from '../../../../scripts/programs.js';
import { mysql } from '../../src/systems/mysql/destination.ts';
import { postgres } from '../../src/systems/postgres/destination.ts';
import {
  mariadb,
  mysql as mysqlSubjects,
  PASSWORD as MARIADB_PASSWORD,
  USER as MARIADB_USER,
} from './mysql.ts';
import { PASSWORD as POSTGRES_PASSWORD, postgres as postgresSubjects, psql } from './postgres.ts';
import type { Subject } from './subject.ts';

/** Columns of the tables for the changes of customers and their orders. */
const COLUMNS = {
  customers: {
    customer_id: 'bigint PRIMARY KEY',
    name: 'text',
    city: 'text',
    credit: 'int',
    note: 'text',
  },
  orders: { order_id: 'bigint PRIMARY KEY', total: 'int', status: 'text', customer_id: 'bigint' },
};

/** A table of changes. */
export type TableName = keyof typeof COLUMNS;

const TABLES = Object.entries(COLUMNS)
  .map(([name, columns]) => {
    const all = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    return `CREATE TABLE ${name} (${all.join(', ')})`;
  })
  .join('; ');

/** A database to which changes are applied. */
export interface ChangedDatabase {
  readonly title: string;
  readonly destination: typeof mysql | typeof postgres;
  readonly isMissing: boolean;
  /** Starts it, with empty tables for customers and orders. */
  start(): Promise<Server>;
  /** Runs a statement and returns its lines. */
  sql(port: number, statement: string): Promise<readonly string[]>;
  /** The rows of a table, sorted. */
  rowsIn(port: number, table: TableName): Promise<readonly unknown[]>;
  /** All settings but the table. */
  settings(port: number): Readonly<Record<string, string>>;
}

function databaseOf(
  [subject]: readonly Subject[],
  {
    destination,
    sql,
    asJson,
    credentials,
  }: Pick<ChangedDatabase, 'destination' | 'sql'> & {
    readonly asJson: string;
    readonly credentials: Readonly<Record<string, string>>;
  },
): ChangedDatabase {
  if (subject === undefined) throw new Error('There is no such database');
  const programs = subject.programs.map(findProgram).filter((program) => program !== undefined);
  return {
    title: destination.title,
    destination,
    isMissing: programs.length < subject.programs.length,
    async start() {
      const server = await subject.start(programs, await freePorts(1));
      await sql(server.port, TABLES);
      return server;
    },
    sql,
    async rowsIn(port, table) {
      const members = Object.keys(COLUMNS[table]).map((name) => `'${name}', ${name}`);
      return (await sql(port, `SELECT ${asJson}(${members.join(', ')}) FROM ${table}`))
        .map(parsed)
        .sort(byText);
    },
    settings: (port) => ({ ...subject.at(port), ...credentials }),
  };
}

/** The databases to which changes are applied. */
export const databases: readonly ChangedDatabase[] = [
  databaseOf(postgresSubjects, {
    destination: postgres,
    sql: psql,
    asJson: 'json_build_object',
    credentials: { username: 'postgres', password: POSTGRES_PASSWORD },
  }),
  databaseOf(mysqlSubjects, {
    destination: mysql,
    sql: mariadb,
    asJson: 'JSON_OBJECT',
    credentials: { username: MARIADB_USER, password: MARIADB_PASSWORD },
  }),
];

const parsed = (line: string): unknown => JSON.parse(line);
const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Rows of a table as `rowsIn` has them: without the fields that some lack. */
export const asStored = (lines: readonly string[]): readonly unknown[] =>
  lines
    .map((line) => JSON.parse(line) as object)
    .map((row) => ('credit' in row ? { ...row, note: 'note' in row ? row.note : null } : row))
    .sort(byText);

/** A journey of customers whose orders end with them. */
export const LIFE = {
  of: 'customer',
  states: {
    created: { ordered: 6, updated: 3, deleted: 1 },
    updated: { ordered: 5, deleted: 2, end: 1 },
    ordered: { paid: 9, order_deleted: 1 },
    paid: { ordered: 4, updated: 3, deleted: 3 },
    order_deleted: { updated: 1 },
    deleted: {},
  },
  cascade: { deleted: { ordered: 'order_deleted' } },
  wait: { created: { mean: '5m' }, updated: { mean: '10m' }, ordered: '1m', paid: { mean: '3m' } },
};

/** The entities of the tables. */
export const ENTITIES = {
  customer: {
    size: 1_000_000,
    fields: {
      name: { type: 'person.fullName' },
      city: { type: 'location.city' },
      credit: { type: 'number.int', params: { max: 5000 }, nulls: 0.1 },
      note: { type: 'lorem.words', missing: 0.5 },
    },
  },
  order: {
    size: 100_000_000,
    fields: {
      total: { type: 'number.int', params: { max: 500 } },
      status: { type: 'helpers.arrayElement', params: [['open', 'packed', 'sent']] },
    },
  },
};

const step = (params: object): object => ({
  type: 'catbird.journey',
  hidden: true,
  params: { ...LIFE, ...params },
});

/** The schemas of the streams that tell the changes of each table. */
export const SCHEMAS = {
  customers: {
    step: step({ only: ['created', 'updated', 'deleted'] }),
    change: {
      type: 'catbird.change',
      params: { of: 'step', ops: { created: 'c', updated: 'u', deleted: 'd' } },
    },
  },
  orders: {
    step: step({ each: 'ordered', only: ['ordered', 'paid', 'order_deleted'] }),
    change: {
      type: 'catbird.change',
      params: {
        of: 'step',
        entity: 'order',
        ops: { ordered: 'c', paid: 'u', order_deleted: 'd' },
        changes: { status: 1 },
      },
    },
  },
};
