import { rowIndex, texts, type Batch } from '@catbird/core';
import {
  failedCheck,
  receiptOf,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Outcome,
  type Receipt,
  type SendOptions,
} from '@catbird/core/destinations';
import { jetstream, jetstreamManager, type JetStreamClient, type PubAck } from '@nats-io/jetstream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { hostOf } from './broker.ts';
import { newLine, type Line } from './line.ts';
import { failureOf, notStored, tooLarge } from './nats-errors.ts';
import type { NatsConfig } from './nats-config.ts';
import { sendRows } from './row-by-row.ts';

const CONNECT_MS = 10_000;
/** How long one answer of JetStream is waited for; the run may say less. */
const ANSWER_MS = 60_000;
/** Messages that wait for JetStream's answer at the same time, as many as its own clients let wait. */
const WINDOW = 4000;

/** A client, and what it is known by. */
interface Client {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  /** Rejects with a DeliveryError when the connection ends. */
  readonly gone: Promise<never>;
  /** What the server said last that no call was told, such as that publishing is not allowed. */
  refusal(): unknown;
}

/** Opens a line to a NATS server. */
export function open(config: NatsConfig, env: DestinationEnv): Connection {
  const line = lineTo(config);
  const send = config.jetstream ? toStream : toSubject;
  return {
    send: (batch, options: SendOptions) =>
      line.use(options.signal, (client) => send(client, batch, config, env)),
    close: () => line.close(),
  };
}

/** Looks for a stream that listens to the subject; without JetStream a connection is all that can be had. */
export async function check(config: NatsConfig, signal: AbortSignal): Promise<CheckResult> {
  const line = lineTo(config);
  const host = hostOf(config.url);
  try {
    if (!config.jetstream) {
      await line.use(signal, ({ nc }) => nc.flush());
      return {
        ok: true,
        message: `${host} took the credentials. Nothing was written; only a first event shows whether the subject is allowed.`,
      };
    }
    const name = await line.use(signal, async ({ nc }) => {
      try {
        return await (await jetstreamManager(nc)).streams.find(config.subject);
      } catch (error) {
        throw failureOf(error, config);
      }
    });
    if (config.streamName !== undefined && name !== config.streamName)
      return {
        ok: false,
        message: `The stream ${name} listens to ${config.subject}, not ${config.streamName}`,
      };
    return {
      ok: true,
      message: `${host}: the stream ${name} listens to ${config.subject}. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  } finally {
    await line.close();
  }
}

/** Publishes to whoever listens. The server answers a ping after it has read what came before. */
async function toSubject(client: Client, batch: Batch, config: NatsConfig): Promise<Receipt> {
  const { nc, gone } = client;
  const most = nc.info?.max_payload ?? Infinity;
  const outcomes = Array.from(texts(batch), (row): Outcome => {
    if (Buffer.byteLength(row) > most) return tooLarge(most, config);
    nc.publish(config.subject, row);
    return 'taken';
  });
  try {
    await Promise.race([nc.flush(), gone]);
    // What the server refused came before its answer to the ping, but the client tells it a little later.
    await nextTurn();
  } catch (error) {
    throw failureOf(error, config);
  }
  const refusal = client.refusal();
  if (refusal !== undefined) throw failureOf(refusal, config);
  return receiptOf(batch, outcomes);
}

function toStream(
  { js, gone }: Client,
  batch: Batch,
  config: NatsConfig,
  { stream }: DestinationEnv,
): Promise<Receipt> {
  const { subject, streamName, messageIds } = config;
  const hasIds = stream !== undefined && messageIds === 'row';
  const expect = streamName === undefined ? {} : { expect: { streamName } };
  return sendRows(batch, {
    window: WINDOW,
    repeatable: hasIds,
    gone,
    async publish(row, place) {
      const id = hasIds ? { msgID: `${stream.id}-${stream.rowNumber(rowIndex(batch, place))}` } : {};
      try {
        const answer = await js.publish(subject, row, { ...id, ...expect, timeout: ANSWER_MS });
        if (!isStored(answer, streamName)) throw notStored(JSON.stringify(answer), config);
      } catch (error) {
        throw failureOf(error, config);
      }
    },
  });
}

/** Anyone who listens to the subject may answer; only a stream says where it stored the event. https://docs.nats.io/reference/reference-protocols/nats_api_reference#publishing-to-a-stream */
const isStored = ({ stream, seq }: Partial<PubAck>, wanted: string | undefined): boolean =>
  typeof stream === 'string' && stream === (wanted ?? stream) && Number.isInteger(seq) && Number(seq) > 0;

function lineTo(config: NatsConfig): Line<Client> {
  const { hostname, port, protocol } = new URL(config.url);
  return newLine<Client>({
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
  let refusal: unknown;
  const listen = async (): Promise<void> => {
    for await (const status of nc.status()) if (status.type === 'error') refusal = status.error;
  };
  void listen();
  const gone = nc.closed().then((error) => {
    throw failureOf(error ?? new Error('The connection was closed'), config);
  });
  // Who waits for an answer is told; when nobody does, it is no matter.
  gone.catch(() => undefined);
  return { nc, js: jetstream(nc, { timeout: ANSWER_MS }), gone, refusal: () => refusal };
}
