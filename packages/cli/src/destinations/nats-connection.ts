import { records, rowIndex, type Batch, isFilled } from '@catbird/engine';
import {
  failedCheck,
  receiptOf,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Outcome,
  type Receipt,
  type SendOptions,
} from '@catbird/send';
import { jetstream, jetstreamManager, type JetStreamClient, type PubAck } from '@nats-io/jetstream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { hostOf } from './broker.ts';
import { newLazyClient, type LazyClient } from './lazy-client.ts';
import { failureOf, notStored, tooLarge } from './nats-errors.ts';
import type { NatsConfig } from './nats-config.ts';
import { sendRows } from './row-by-row.ts';

const CONNECT_MS = 10_000;
/** Timeout of a JetStream acknowledgement; the run may set a shorter one. */
const ANSWER_MS = 60_000;
/** Maximum unacknowledged messages; the default of JetStream's own clients. */
const WINDOW = 4000;

/** A connected client. */
interface Client {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  /** Rejects with a DeliveryError when the connection ends. */
  readonly gone: Promise<never>;
  /** The last asynchronous error of the server, such as a permission violation. */
  lastError(): unknown;
}

/** Opens a connection to a NATS server. */
export function open(config: NatsConfig, env: DestinationEnv): Connection {
  const lazy = clientFor(config);
  const send = config.jetstream ? toStream : toSubject;
  return {
    send: (batch, options: SendOptions) =>
      lazy.use(options.signal, (client) => send(client, batch, config, env)),
    close: () => lazy.close(),
  };
}

/** Looks for a stream with the subject. Without JetStream, only the connection can be checked. */
export async function check(config: NatsConfig, signal: AbortSignal): Promise<CheckResult> {
  const lazy = clientFor(config);
  const host = hostOf(config.url);
  try {
    if (!config.jetstream || isFilled(config.subject)) {
      await lazy.use(signal, ({ nc }) => nc.flush());
      return {
        ok: true,
        message: `${host} accepted the credentials. Nothing was written; only a first event shows whether the subject is allowed.`,
      };
    }
    const name = await lazy.use(signal, async ({ nc }) => {
      try {
        return await (await jetstreamManager(nc)).streams.find(config.subject);
      } catch (error) {
        throw failureOf(error, config);
      }
    });
    if (config.streamName !== undefined && name !== config.streamName)
      return {
        ok: false,
        message: `The subject ${config.subject} belongs to the stream ${name}, not to ${config.streamName}`,
      };
    return {
      ok: true,
      message: `${host}: the subject ${config.subject} belongs to the stream ${name}. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  } finally {
    await lazy.close();
  }
}

/** Publishes without acknowledgements. The server's response to a ping confirms that it has read everything before. */
async function toSubject(client: Client, batch: Batch, config: NatsConfig): Promise<Receipt> {
  const { nc, gone } = client;
  const maxBytes = nc.info?.max_payload ?? Infinity;
  const outcomes = [...records(batch)].map((row, place): Outcome => {
    const { subject, ...own } = addressOf(batch, place, config);
    if (row.length + bytesOf(own.headers) > maxBytes) return tooLarge(maxBytes, config);
    nc.publish(subject, Buffer.from(row), own);
    return 'taken';
  });
  try {
    await Promise.race([nc.flush(), gone]);
    // Errors arrive before the response to the ping, but the client reports them a turn later.
    await nextTurn();
  } catch (error) {
    throw failureOf(error, config);
  }
  const error = client.lastError();
  if (error !== undefined) throw failureOf(error, config);
  return receiptOf(batch, outcomes);
}

/** The subject of a row, and its headers if it has any. */
function addressOf({ sides }: Batch, place: number, { subject, headers: all }: NatsConfig) {
  const { route = subject, headers: texts = all } = sides?.[place] ?? {};
  if (texts === undefined) return { subject: route };
  const own = headers();
  for (const [name, text] of Object.entries(texts)) own.set(name, text);
  return { subject: route, headers: own };
}

/** Headers count as a part of the payload. https://docs.nats.io/reference/reference-protocols/nats-protocol#hpub */
const bytesOf = (own: Iterable<[string, string[]]> | undefined): number =>
  own === undefined
    ? 0
    : [...own].flat(2).reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 'NATS/1.0\r\n\r\n'.length);

function toStream(
  { js, gone }: Client,
  batch: Batch,
  config: NatsConfig,
  { stream }: DestinationEnv,
): Promise<Receipt> {
  const { streamName, messageIds } = config;
  const hasIds = stream !== undefined && messageIds === 'row';
  const expect = streamName === undefined ? {} : { expect: { streamName } };
  return sendRows(batch, {
    window: WINDOW,
    repeatable: hasIds,
    gone,
    async publish(row, place) {
      const id = hasIds ? { msgID: `${stream.id}-${stream.rowNumber(rowIndex(batch, place))}` } : {};
      const { subject, ...own } = addressOf(batch, place, config);
      try {
        const answer = await js.publish(subject, row, { ...own, ...id, ...expect, timeout: ANSWER_MS });
        if (!isStored(answer, streamName)) throw notStored(JSON.stringify(answer), { ...config, subject });
      } catch (error) {
        throw failureOf(error, { ...config, subject });
      }
    },
  });
}

/** Any subscriber may respond; only a stream returns where it stored the event. https://docs.nats.io/reference/reference-protocols/nats_api_reference#publishing-to-a-stream */
const isStored = ({ stream, seq }: Partial<PubAck>, expected: string | undefined): boolean =>
  typeof stream === 'string' && stream === (expected ?? stream) && Number.isInteger(seq) && Number(seq) > 0;

function clientFor(config: NatsConfig): LazyClient<Client> {
  const { hostname, port, protocol } = new URL(config.url);
  return newLazyClient<Client>({
    async connect() {
      try {
        const nc = await connect({
          servers: `${hostname}:${port === '' ? '4222' : port}`,
          ...(protocol === 'tls:' ? { tls: {} } : {}),
          ...(config.username === undefined ? {} : { user: config.username }),
          ...(config.password === undefined ? {} : { pass: config.password }),
          ...(config.token === undefined ? {} : { token: config.token }),
          name: 'catbird',
          timeout: CONNECT_MS,
          reconnect: false,
        });
        return clientOf(nc, config);
      } catch (error) {
        throw failureOf(error, config);
      }
    },
    drop: ({ nc }) => void nc.close(),
    end: ({ nc }) => nc.close(),
  });
}

function clientOf(nc: NatsConnection, config: NatsConfig): Client {
  let lastError: unknown;
  const listen = async (): Promise<void> => {
    for await (const status of nc.status()) if (status.type === 'error') lastError = status.error;
  };
  void listen();
  const gone = nc.closed().then((error) => {
    throw failureOf(error ?? new Error('The connection was closed'), config);
  });
  // Pending requests receive this error; an idle connection may end unnoticed.
  gone.catch(() => undefined);
  return { nc, js: jetstream(nc, { timeout: ANSWER_MS }), gone, lastError: () => lastError };
}
