import { texts, type Batch } from '@catbird/core';
import {
  asUncertain,
  DeliveryError,
  failedCheck,
  receiptOf,
  type CheckResult,
  type Connection,
  type Outcome,
  type Receipt,
} from '@catbird/core/destinations';
import { connect as newClient, type IClientOptions, type IConnackPacket, type MqttClient } from 'mqtt';
import { networkError } from '../transport/network-error.ts';
import { hostOf } from './broker.ts';
import { newLine, type Line } from './line.ts';
import { failureOf, reasonError } from './mqtt-errors.ts';
import type { MqttConfig } from './mqtt-config.ts';
import { sendRows } from './row-by-row.ts';

const CONNECT_MS = 10_000;
/** Events that wait for an answer at the same time, at most; the broker may say less. */
const WINDOW = 1000;
/** Bytes of a PUBLISH packet beside topic and payload, at most, with the properties below. https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html#_Toc3901100 */
const OVERHEAD_BYTES = 64;
const PROPERTIES = { payloadFormatIndicator: true, contentType: 'application/json' };

/** A client, and what the broker said when it connected. */
interface Client {
  readonly mqtt: MqttClient;
  readonly window: number;
  readonly maxBytes: number;
  /** Rejects with a DeliveryError when the connection ends. */
  readonly gone: Promise<never>;
}

/** Opens a line to an MQTT broker. */
export function open(config: MqttConfig): Connection {
  const line = lineTo(config);
  const send = config.qos === '0' ? sendUnanswered : sendAnswered;
  return {
    send: (batch, { signal }) => line.use(signal, (client) => send(client, batch, config)),
    close: () => line.close(),
  };
}

/** Connects: what a user may publish is not said before the first event. */
export async function check(config: MqttConfig, signal: AbortSignal): Promise<CheckResult> {
  const line = lineTo(config);
  try {
    await line.use(signal, () => Promise.resolve());
    return {
      ok: true,
      message: `${hostOf(config.url)} took the credentials. Nothing was written; only a first event shows whether the topic is allowed.`,
    };
  } catch (error) {
    return failedCheck(error);
  } finally {
    await line.close();
  }
}

const fits = (row: string, { maxBytes }: Client, { topic }: MqttConfig): boolean =>
  Buffer.byteLength(row) + Buffer.byteLength(topic) + OVERHEAD_BYTES <= maxBytes;

const tooLarge = ({ maxBytes }: Client, { url }: MqttConfig): DeliveryError =>
  new DeliveryError(
    'too-large',
    `An event is larger than ${hostOf(url)} takes: ${maxBytes.toLocaleString('en')} bytes`,
  );

const sendAnswered = (client: Client, batch: Batch, config: MqttConfig): Promise<Receipt> =>
  sendRows(batch, {
    window: client.window,
    gone: client.gone,
    async publish(row) {
      if (!fits(row, client, config)) throw tooLarge(client, config);
      try {
        const { topic, retain } = config;
        const qos = config.qos === '2' ? 2 : 1;
        await client.mqtt.publishAsync(topic, row, { qos, retain, properties: PROPERTIES });
      } catch (error) {
        throw failureOf(error, config);
      }
    },
  });

/** The broker answers nothing to these events, but it answers what comes after them, and it reads in order. */
async function sendUnanswered(client: Client, batch: Batch, config: MqttConfig): Promise<Receipt> {
  const { mqtt, gone } = client;
  const { topic, retain } = config;
  const outcomes: Outcome[] = [];
  const publish = async (): Promise<void> => {
    for (const row of texts(batch)) {
      const isFit = fits(row, client, config);
      outcomes.push(isFit ? 'taken' : tooLarge(client, config));
      // One after another: each waits until the socket has room.
      if (isFit) await mqtt.publishAsync(topic, row, { qos: 0, retain, properties: PROPERTIES });
    }
    await mqtt.unsubscribeAsync('catbird/none');
  };
  try {
    await Promise.race([publish(), gone]);
  } catch (error) {
    const failure = failureOf(error, config);
    // The broker may have read them before it took its leave.
    throw failure.kind === 'unavailable' || failure.kind === 'rate-limited' ? asUncertain(failure) : failure;
  }
  return receiptOf(batch, outcomes);
}

function lineTo(config: MqttConfig): Line<Client> {
  const options: IClientOptions = {
    protocolVersion: 5,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    manualConnect: true,
    ...(config.clientId === undefined ? {} : { clientId: config.clientId }),
    ...(config.username === undefined ? {} : { username: config.username }),
    ...(config.password === undefined ? {} : { password: config.password }),
  };
  return newLine({
    connect(signal) {
      const mqtt = newClient(config.url, options);
      signal.addEventListener('abort', () => mqtt.end(true), { once: true });
      return connected(mqtt, config);
    },
    drop: ({ mqtt }) => void mqtt.end(true),
    end: ({ mqtt }) => mqtt.endAsync(),
  });
}

async function connected(mqtt: MqttClient, config: MqttConfig): Promise<Client> {
  let why: unknown;
  const gone = new Promise<never>((_, reject) => {
    mqtt.on('error', (error) => (why = error));
    mqtt.on('disconnect', ({ reasonCode }) => (why = reasonError(reasonCode ?? 0, config)));
    mqtt.on('close', () => reject(failureOf(why ?? new Error('The connection was closed'), config)));
  });
  // Who waits for an answer is told; when nobody does, it is no matter.
  gone.catch(() => undefined);
  const welcome = new Promise<IConnackPacket>((resolve) => mqtt.once('connect', resolve));
  mqtt.connect();
  try {
    const { properties } = await Promise.race([welcome, gone]);
    if (Number(config.qos) > (properties?.maximumQoS ?? 2))
      throw new DeliveryError(
        'rejected',
        `${hostOf(config.url)} takes at most QoS ${properties?.maximumQoS}`,
      );
    const window = Math.min(properties?.receiveMaximum ?? WINDOW, WINDOW);
    return { mqtt, window, maxBytes: properties?.maximumPacketSize ?? Infinity, gone };
  } catch (error) {
    mqtt.end(true);
    throw error instanceof DeliveryError ? error : networkError(hostOf(config.url), error);
  }
}
