import { DeliveryError } from '@catbird/send';
import { grouped, type Arrived } from '@catbird/verify';
import type { Connection } from 'mysql2/promise';
import { clientFor } from '../destinations/mysql-connection.ts';
import { failureOf } from '../destinations/mysql-errors.ts';
import {
  conditionsOf,
  nameOf,
  statementOf,
  statementWhere,
  unreadable,
  type DatabasePlace,
} from './database.ts';
import { quotedMysql as quoted } from './quoted.ts';
import type { Sought, Source } from './source.ts';

/** Reads rows as they come from one query, in a snapshot that cannot write. Times are in UTC. */
export function mysqlSource(place: DatabasePlace): Source {
  const { address } = place;
  return {
    name: nameOf(place),
    isLoose: true,
    dialect: 'mysql',
    async *read(signal, sought) {
      const lazy = clientFor(address);
      try {
        const client = await lazy.use(signal, async (client) => {
          await client.query("SET SESSION time_zone = '+00:00'");
          await client.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
          await client.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
          return client;
        });
        for (const statement of statementsFor(place, sought))
          yield* grouped(rowsOf(client, statement, signal));
        await client.query('ROLLBACK');
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw unreadable(error instanceof DeliveryError ? error : failureOf(error, address), place);
      } finally {
        await lazy.close();
      }
    },
  };
}

interface Statement {
  readonly sql: string;
  readonly values?: unknown[];
}

/** Statements that read all rows, or those that look some up, with the values of their parameters. */
function* statementsFor(place: DatabasePlace, sought: Sought | undefined): Generator<Statement> {
  const whole = statementOf(place, quoted);
  if (sought === undefined || 'statement' in sought) {
    yield { sql: sought?.statement(whole) ?? whole };
    return;
  }
  let values: unknown[] = [];
  const parameter = (value: unknown): string => {
    values.push(value);
    return '?';
  };
  for (const condition of conditionsOf(sought, quoted, parameter)) {
    yield { sql: statementWhere(place, quoted, condition), values };
    values = [];
  }
}

/** What the client tells of a value. https://sidorares.github.io/node-mysql2/docs/documentation/typecast */
interface Field {
  readonly type: string;
  string(encoding?: BufferEncoding): string | null;
  buffer(): Uint8Array | null;
}

async function* rowsOf(
  { connection }: Connection & { readonly connection?: CallbackConnection },
  statement: Statement,
  signal: AbortSignal,
): AsyncGenerator<Arrived> {
  if (connection === undefined) throw new Error('The client has no connection');
  const rows = connection.query({ ...statement, typeCast: valueOf }).stream();
  for await (const row of rows) {
    signal.throwIfAborted();
    yield row;
  }
}

interface CallbackConnection {
  query(options: Statement & { typeCast: typeof valueOf }): { stream(): AsyncIterable<Arrived> };
}

const NUMBERS: ReadonlySet<string> = new Set([
  'TINY',
  'SHORT',
  'INT24',
  'LONG',
  'LONGLONG',
  'YEAR',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'NEWDECIMAL',
]);
const TIMES: ReadonlySet<string> = new Set(['DATETIME', 'TIMESTAMP', 'DATETIME2', 'TIMESTAMP2']);

/** A value as JSON has it. Numbers that would lose digits stay texts, as do bytes. */
function valueOf(field: Field): unknown {
  if (field.type === 'BIT') return bitsIn(field.buffer());
  const text = field.string('utf8');
  if (text === null) return null;
  if (NUMBERS.has(field.type)) return numberIn(text);
  if (TIMES.has(field.type)) return `${text.replace(' ', 'T')}Z`;
  // Others, and texts that hold JSON, are read where the stream has lists or objects.
  if (field.type === 'JSON' && text.startsWith('"')) return JSON.parse(text);
  return text;
}

/** Digits that a number surely keeps. */
const DIGITS = 15;

const numberIn = (text: string): number | bigint | string =>
  text.replaceAll(/\D/g, '').length <= DIGITS ? Number(text) : /^-?\d+$/.test(text) ? wholeIn(text) : text;

const wholeIn = (text: string): number | bigint =>
  Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);

const bitsIn = (bytes: Uint8Array | null): number | bigint | null =>
  bytes === null ? null : wholeIn(String(BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)));
