import { DeliveryError, oneLine, type DeliveryErrorKind } from '@catbird/core/internal/destinations';
import { createConnection, type Connection } from 'mysql2/promise';
import { networkError } from '../transport/network-error.ts';
import { hostOf } from './broker.ts';
import { newLazyClient, type LazyClient } from './lazy-client.ts';

const CONNECT_MS = 10_000;

/** Where a server is. The database is at the end of its address, which may have `?sslmode=require`. */
export interface MysqlAddress {
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** A client of MySQL or MariaDB. Decimals are numbers and times texts. */
export function clientFor(address: MysqlAddress): LazyClient<Connection> {
  const { hostname, port, pathname, searchParams } = new URL(address.url);
  const mode = searchParams.get('sslmode') ?? 'disable';
  return newLazyClient({
    async connect(signal) {
      try {
        const client = await createConnection({
          host: hostname,
          port: port === '' ? 3306 : Number(port),
          user: address.username ?? 'root',
          password: address.password ?? '',
          database: decodeURIComponent(pathname.slice(1)),
          connectTimeout: CONNECT_MS,
          dateStrings: true,
          decimalNumbers: true,
          supportBigNumbers: true,
          disableEval: true,
          ...(mode === 'disable' ? {} : { ssl: { rejectUnauthorized: mode !== 'no-verify' } }),
        });
        signal.addEventListener('abort', () => client.destroy(), { once: true });
        return client;
      } catch (error) {
        throw failureOf(error, address);
      }
    },
    drop: (client) => client.destroy(),
    end: (client) => client.end(),
  });
}

/** Kinds by the server's number. https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html */
const KINDS: Readonly<Record<number, readonly [DeliveryErrorKind, hint: string]>> = {
  1044: ['auth', 'The user needs to be allowed to read the database.'],
  1045: ['auth', 'Check the user name and password.'],
  1049: ['not-found', 'Check the database name at the end of the address.'],
  1142: ['auth', 'The user needs to be allowed to read the tables.'],
  1698: ['auth', 'Check the user name and password.'],
};

/** An error of the server, the client or the network as a `DeliveryError`. */
export function failureOf(error: unknown, { url, password }: MysqlAddress): DeliveryError {
  const host = hostOf(url);
  if (
    !(error instanceof Error) ||
    !('errno' in error) ||
    !('sqlState' in error) ||
    Number(error.errno) < 1000
  )
    return networkError(host, error);
  const [kind, hint] = KINDS[Number(error.errno)] ?? (['unavailable', undefined] as const);
  const detail = oneLine(error.message, [password ?? '']);
  return new DeliveryError(kind, `${host} responded: ${detail}`, {
    code: String(error.errno),
    detail,
    hint,
    cause: error,
  });
}
