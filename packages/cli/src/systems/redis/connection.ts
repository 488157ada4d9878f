import { records, rowIndex, type Batch, isFilled } from '@catbird/engine';
import {
  DeliveryError,
  oneLine,
  outcomesOf,
  receiptOf,
  unconfirmed,
  type CheckResult,
  type Connection,
  type DeliveryErrorKind,
  type DestinationEnv,
  type Outcome,
} from '@catbird/send';
import { Redis } from 'ioredis';
import { connect } from 'node:net';
import { networkError } from '../../transport/network-error.ts';
import { hostOf, loginHint, type Login } from '../address.ts';
import { checked, newLazyClient, type LazyClient } from '../lazy-client.ts';
import type { RedisConfig } from './destination.ts';

/** How long a handshake may take before the server is asked whether it has TLS at all. */
const PATIENCE_MS = 500;
const DEFAULT_PORT = 6379;

/**
 * Rejects if the server of a `rediss://` address responds without TLS. A server without TLS takes the handshake for the beginning of a
 * command and waits for the rest. Otherwise pending for ever: the connection succeeds or fails by itself.
 *
 * @param signal ends the search
 * @throws DeliveryError of kind `not-found`, as a retry would fail, too
 */
function rejectWithoutTls(url: string, signal: AbortSignal): Promise<never> {
  const { protocol, hostname, port } = new URL(url);
  return new Promise((_, reject) => {
    if (protocol !== 'rediss:') return;
    const ask = (): void => {
      // Without credentials, and on a connection of its own.
      const socket = connect({ host: hostname, port: Number(port) || DEFAULT_PORT, signal });
      socket.once('connect', () => socket.write('PING\r\n'));
      socket.once('data', (answer) => {
        if (isReply(answer)) reject(withoutTls(hostOf(url)));
        socket.destroy();
      });
      // The connection that needs the answer reports its absence.
      socket.on('error', () => socket.destroy());
    };
    const late = setTimeout(ask, PATIENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(late), { once: true });
  });
}

/** A string or an error. https://redis.io/docs/latest/develop/reference/protocol-spec/#resp-protocol-description */
const isReply = (answer: Buffer): boolean => ['+', '-'].includes(answer.toString('latin1', 0, 1));

const withoutTls = (host: string): DeliveryError =>
  new DeliveryError('not-found', `${host} does not support TLS`, {
    hint: 'Use redis:// instead of rediss://, or the TLS port of the server.',
  });

const CONNECT_MS = 10_000;

/** Opens a connection to a Redis server. */
export function open(config: RedisConfig, { stream }: DestinationEnv): Connection {
  const lazy = clientFor(config);
  const commandsOf = (batch: Batch): (string | Buffer)[][] =>
    Array.from(records(batch), (row, place) => {
      const id = stream === undefined ? '' : `${stream.id}-${stream.rowNumber(rowIndex(batch, place))}`;
      const { route = config.stream } = batch.sides?.[place] ?? {};
      return command({ ...config, stream: route }, Buffer.from(row), id);
    });
  return {
    send: (batch, { signal }) =>
      lazy.use(signal, async (client) => {
        const answers = (await client.pipeline(commandsOf(batch)).exec()) ?? [];
        const known = answers.map(([error, id]): Outcome | undefined =>
          error === null ? (isEntryId(id) ? 'taken' : undefined) : errorOf(error, config),
        );
        const unconfirmedError = (confirmed: number): DeliveryError => {
          const unexpected = answers.find(([error, id]) => error === null && !isEntryId(id))?.[1];
          return unconfirmed(JSON.stringify(unexpected ?? null), {
            service: hostOf(config.url),
            rows: batch.count,
            confirmed,
            hint: 'Redis responds to XADD with an entry ID: check that the server is Redis.',
            secrets: [config.password ?? ''],
          });
        };
        return receiptOf(batch, outcomesOf(known, batch.count, unconfirmedError));
      }),
    close: () => lazy.close(),
  };
}

/** https://redis.io/docs/latest/commands/xadd/#return-information */
const isEntryId = (reply: unknown): boolean => typeof reply === 'string' && /^\d+-\d+$/.test(reply);

/** Checks the type of the stream's key. */
export const check = (config: RedisConfig, signal: AbortSignal): Promise<CheckResult> =>
  checked(clientFor(config), signal, async (client) => {
    const { host } = new URL(config.url);
    const { stream } = config;
    if (isFilled(stream)) {
      await client.ping();
      return `${host} responded. Nothing was written; events determine the streams.`;
    }
    const found = await client.type(stream).catch((error: unknown) => {
      throw errorOf(error, config);
    });
    if (found !== 'stream' && found !== 'none')
      return { ok: false, message: `The key ${stream} at ${host} is not a stream; its type is ${found}` };
    const state = found === 'none' ? 'will be created by the first event' : 'exists';
    return `${host} responded; the stream ${state}. Nothing was written.`;
  });

function command(
  { stream, field, idField, maxLength }: RedisConfig,
  row: Buffer,
  id: string,
): (string | Buffer)[] {
  const trimming = maxLength === undefined ? [] : ['MAXLEN', '~', maxLength];
  const ids = idField === undefined ? [] : [idField, id];
  return ['xadd', stream, ...trimming, '*', field, row, ...ids];
}

/** A client of a server, without a stream. */
export function clientFor(config: Pick<RedisConfig, 'url' | 'username'> & Login): LazyClient<Redis> {
  return newLazyClient({
    async connect(signal) {
      const client = new Redis(config.url, {
        ...(config.username === undefined ? {} : { username: config.username }),
        ...(config.password === undefined ? {} : { password: config.password }),
        lazyConnect: true,
        connectTimeout: CONNECT_MS,
        retryStrategy: () => null,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        autoResendUnfulfilledCommands: false,
        connectionName: 'catbird',
      });
      let cause: unknown;
      // Why a connection ended is reported only here, not to pending calls.
      client.on('error', (error) => (cause = error));
      signal.addEventListener('abort', () => client.disconnect(), { once: true });
      const over = new AbortController();
      try {
        await Promise.race([client.connect(), rejectWithoutTls(config.url, over.signal)]);
      } catch (error) {
        client.disconnect();
        throw error instanceof DeliveryError ? error : errorOf(cause ?? error, config);
      } finally {
        over.abort();
      }
      if (cause === undefined) return client;
      client.disconnect();
      throw databaseError(cause, config);
    },
    drop: (client) => client.disconnect(),
    end: (client) => client.quit(),
  });
}

/** The client connects to database 0 if the server refuses the one in the address. */
function databaseError(cause: unknown, config: Pick<RedisConfig, 'url'> & Login): DeliveryError {
  const { kind, message } = errorOf(cause, config);
  return new DeliveryError(kind === 'rejected' ? 'not-found' : kind, message, {
    hint: 'Check the number of the database at the end of the address.',
    cause,
  });
}

/** Errors by their first word. https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors */
const KINDS: Readonly<Record<string, readonly [kind: DeliveryErrorKind, hint?: string]>> = {
  WRONGPASS: ['auth'],
  NOAUTH: ['auth'],
  NOPERM: ['auth', 'The user is not allowed to run XADD on this stream.'],
  WRONGTYPE: ['not-found', 'The key holds another type of value: choose another stream.'],
  MOVED: ['not-found', 'The stream is on another node of the cluster: use the address of that node.'],
  READONLY: ['unavailable', 'This is a replica: use the address of the primary.'],
  OOM: ['unavailable', 'The server is out of memory. Use --max-length to keep the stream small.'],
  LOADING: ['unavailable', 'The server is still loading its data.'],
  BUSY: ['unavailable', 'The server is busy running a script.'],
  MISCONF: ['unavailable', 'The server cannot write to its disk.'],
  MASTERDOWN: ['unavailable', 'The primary is down.'],
  CLUSTERDOWN: ['unavailable', 'The cluster is down.'],
  TRYAGAIN: ['unavailable', 'The cluster is moving keys.'],
  ERR: ['rejected', 'The server does not support the command: Redis Streams require Redis 5 or newer.'],
};

/** An error of Redis, the client or the network as a `DeliveryError`. */
export function errorOf(error: unknown, config: Pick<RedisConfig, 'url'> & Login): DeliveryError {
  const host = hostOf(config.url);
  if (!(error instanceof Error) || error.name !== 'ReplyError') return networkError(host, error);
  const [code = ''] = error.message.split(' ', 1);
  const [kind, known] = KINDS[code] ?? ['unavailable', undefined];
  const hint = kind === 'auth' ? (known ?? loginHint(config, 'CATBIRD_REDIS_PASSWORD')) : known;
  const words = oneLine(error.message, [config.password ?? '']);
  const details = { code, detail: words, hint, ofRoute: code === 'WRONGTYPE', cause: error };
  return new DeliveryError(kind, `${host} responded: ${words}`, details);
}
