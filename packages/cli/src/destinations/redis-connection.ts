import { rowIndex, texts, type Batch } from '@catbird/core';
import {
  DeliveryError,
  failedCheck,
  oneLine,
  outcomesOf,
  receiptOf,
  unconfirmed,
  type CheckResult,
  type Connection,
  type DeliveryErrorKind,
  type DestinationEnv,
  type Outcome,
} from '@catbird/core/destinations';
import { Redis } from 'ioredis';
import { networkError } from '../transport/network-error.ts';
import { hostOf } from './broker.ts';
import { newLine, type Line } from './line.ts';
import type { RedisConfig } from './redis-config.ts';

const CONNECT_MS = 10_000;

/** Opens a line to a Redis server. */
export function open(config: RedisConfig, { stream }: DestinationEnv): Connection {
  const line = lineTo(config);
  const commandsOf = (batch: Batch): string[][] =>
    Array.from(texts(batch), (row, place) => {
      const id = stream === undefined ? '' : `${stream.id}-${stream.rowNumber(rowIndex(batch, place))}`;
      return command(config, row, id);
    });
  return {
    send: (batch, { signal }) =>
      line.use(signal, async (client) => {
        const answers = (await client.pipeline(commandsOf(batch)).exec()) ?? [];
        const told = answers.map(([error, id]): Outcome | undefined =>
          error === null ? (isEntryId(id) ? 'taken' : undefined) : errorOf(error, config),
        );
        const doubt = (confirmed: number): DeliveryError => {
          const odd = answers.find(([error, id]) => error === null && !isEntryId(id))?.[1];
          return unconfirmed(JSON.stringify(odd ?? null), {
            service: hostOf(config.url),
            rows: batch.count,
            confirmed,
            hint: 'XADD is answered with the id of an entry: is that server Redis?',
            secrets: [config.password ?? ''],
          });
        };
        return receiptOf(batch, outcomesOf(told, batch.count, doubt));
      }),
    close: () => line.close(),
  };
}

/** https://redis.io/docs/latest/commands/xadd/#return-information */
const isEntryId = (reply: unknown): boolean => typeof reply === 'string' && /^\d+-\d+$/.test(reply);

/** Asks what is stored under the stream's key. */
export async function check(config: RedisConfig, signal: AbortSignal): Promise<CheckResult> {
  const line = lineTo(config);
  try {
    const found = await line.use(signal, (client) =>
      client.type(config.stream).catch((error: unknown) => {
        throw errorOf(error, config);
      }),
    );
    const { host } = new URL(config.url);
    if (found !== 'stream' && found !== 'none')
      return { ok: false, message: `${config.stream} at ${host} is no stream but a ${found}` };
    const state = found === 'none' ? 'will be made by the first event' : 'is there';
    return { ok: true, message: `${host} answered; the stream ${state}. Nothing was written.` };
  } catch (error) {
    return failedCheck(error);
  } finally {
    await line.close();
  }
}

function command({ stream, field, idField, maxLength }: RedisConfig, row: string, id: string): string[] {
  const trimming = maxLength === undefined ? [] : ['MAXLEN', '~', maxLength];
  const ids = idField === undefined ? [] : [idField, id];
  return ['xadd', stream, ...trimming, '*', field, row, ...ids];
}

function lineTo(config: RedisConfig): Line<Redis> {
  return newLine({
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
      let why: unknown;
      // Also errors that no call is told: the reason why a connection ended comes only here.
      client.on('error', (error) => (why = error));
      signal.addEventListener('abort', () => client.disconnect(), { once: true });
      try {
        await client.connect();
        return client;
      } catch (error) {
        client.disconnect();
        throw errorOf(why ?? error, config);
      }
    },
    drop: (client) => client.disconnect(),
    end: (client) => client.quit(),
  });
}

/** What the first word of an error says. https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors */
const KINDS: Readonly<Record<string, readonly [kind: DeliveryErrorKind, hint: string]>> = {
  WRONGPASS: ['auth', 'Check user name and password.'],
  NOAUTH: ['auth', 'The server asks for a password.'],
  NOPERM: ['auth', 'The user must be allowed XADD on this stream.'],
  WRONGTYPE: ['not-found', 'Another kind of value is stored under that key: choose another stream.'],
  MOVED: ['not-found', 'The stream is at another node of a cluster: give the address of that node.'],
  READONLY: ['unavailable', 'This is a replica: give the address of the primary.'],
  OOM: ['unavailable', 'The server is out of memory. A longest length keeps a stream small.'],
  LOADING: ['unavailable', 'The server has just started.'],
  BUSY: ['unavailable', 'The server runs a script.'],
  MISCONF: ['unavailable', 'The server cannot write to its disk.'],
  MASTERDOWN: ['unavailable', 'The primary is down.'],
  CLUSTERDOWN: ['unavailable', 'The cluster is down.'],
  TRYAGAIN: ['unavailable', 'The cluster is moving keys.'],
  ERR: ['rejected', 'The server did not understand: Redis Streams need Redis 5 or newer.'],
};

function errorOf(error: unknown, config: RedisConfig): DeliveryError {
  const host = hostOf(config.url);
  if (!(error instanceof Error) || error.name !== 'ReplyError') return networkError(host, error);
  const [code = ''] = error.message.split(' ', 1);
  const [kind, hint] = KINDS[code] ?? ['unavailable', undefined];
  const words = oneLine(error.message, [config.password ?? '']);
  return new DeliveryError(kind, `${host} answered: ${words}`, { code, detail: words, hint, cause: error });
}
