import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createConnection, type Connection as Client } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { newLazyClient, type LazyClient } from './lazy-client.ts';
import { failureOf } from './mysql-errors.ts';

const CONNECT_MS = 10_000;
const PORT = 3306;

/** Where a server is. The database is at the end of its address, which may have `?sslmode=require`. */
export interface MysqlAddress {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** A client of MySQL or MariaDB. Decimals are numbers and times texts. */
export const clientFor = (address: MysqlAddress): LazyClient<Connection> =>
  newLazyClient({
    connect: (signal) => connect(address, signal),
    drop: (client) => client.destroy(),
    end: (client) => client.end(),
  });

/** Connects to a server. The connection is destroyed when the signal aborts. @throws DeliveryError */
export async function connect(address: MysqlAddress, signal: AbortSignal): Promise<Connection> {
  const { hostname, port, pathname, searchParams } = new URL(address.url);
  const mode = searchParams.get('sslmode') ?? 'disable';
  const host = hostname.replace(/^\[|\]$/g, '');
  let socket: Socket | undefined;
  const client = createConnection({
    host,
    port: port === '' ? PORT : Number(port),
    user: address.username ?? 'root',
    password: address.password ?? '',
    database: decodeURIComponent(pathname.slice(1)),
    connectTimeout: CONNECT_MS,
    dateStrings: true,
    decimalNumbers: true,
    supportBigNumbers: true,
    disableEval: true,
    stream: () =>
      (socket = connectSocket({
        host,
        port: port === '' ? PORT : Number(port),
        noDelay: true,
        keepAlive: true,
      })),
    ...(mode === 'disable' ? {} : { ssl: tlsOf(mode) }),
  });
  // Also while the server is silent.
  signal.addEventListener('abort', () => socket?.destroy(), { once: true });
  // Pending statements receive an error; the next one notices that an idle connection ended.
  client.on('error', () => undefined);
  try {
    await once(client, 'connect');
    return client.promise();
  } catch (error) {
    socket?.destroy();
    throw failureOf(withReason(error, client), address);
  }
}

/** The client gives all errors of TLS the same code. Its socket knows what is wrong with a certificate. */
function withReason(error: unknown, { stream }: Client & { readonly stream?: unknown }): unknown {
  if (!(error instanceof Error) || !(stream instanceof TLSSocket)) return error;
  const { authorizationError: reason }: { readonly authorizationError?: unknown } = stream;
  return typeof reason === 'string' ? Object.assign(error, { code: reason }) : error;
}

/** Options of TLS by the `sslmode` of an address. The name in the certificate is only checked when asked for. */
const tlsOf = (mode: string): { rejectUnauthorized: boolean; verifyIdentity: boolean } => ({
  rejectUnauthorized: mode !== 'no-verify',
  verifyIdentity: mode !== 'no-verify',
});
