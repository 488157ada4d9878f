import { records, type Batch, type Side } from '@catbird/engine';
import {
  asUncertain,
  DeliveryError,
  receiptOf,
  revised,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Outcome,
  type Receipt,
  type RowFormat,
  type DeliveryErrorKind,
} from '@catbird/send';
import {
  connect as newClient,
  type IClientOptions,
  type IClientPublishOptions,
  type IConnackPacket,
  type MqttClient,
} from 'mqtt';
import { createRequire } from 'node:module';
import { networkError } from '../../transport/network-error.ts';
import { hostOf, loginHint } from '../address.ts';
import { checked, newLazyClient, type LazyClient } from '../lazy-client.ts';
import type { MqttConfig } from './destination.ts';
import { sendRows } from '../row-by-row.ts';

/** The code for one event whose topic the broker rejects: 0x90. */
const INVALID_TOPIC = '144';

const CONNECT_MS = 10_000;
/** Maximum unacknowledged events; the broker may allow fewer. */
const WINDOW = 1000;
/** Maximum bytes of a PUBLISH packet besides topic and payload, with the properties below. https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html#_Toc3901100 */
const OVERHEAD_BYTES = 64;

/** A connected client with the limits of its broker. */
interface Client {
  readonly mqtt: MqttClient;
  readonly window: number;
  readonly maxBytes: number;
  /** Rejects with a DeliveryError when the connection ends. */
  readonly gone: Promise<never>;
}

const JSON_ROWS: Pick<RowFormat, 'isText' | 'contentType'> = {
  isText: true,
  contentType: 'application/json',
};

/** An event as it is published. */
interface Message {
  readonly topic: string;
  readonly properties: NonNullable<IClientPublishOptions['properties']>;
  /** Bytes of its packet, at most. */
  readonly bytes: number;
}

/** Makes the message of a row. */
type MessageOf = (row: Buffer, side: Side | undefined) => Message;

/** Bytes of a user property besides its name and its text. */
const PROPERTY_BYTES = 5;

function messages(
  { topic: sameTopic, headers: sameHeaders = {} }: MqttConfig,
  { isText, contentType } = JSON_ROWS,
): MessageOf {
  return (row, { route: topic = sameTopic, headers: userProperties = sameHeaders } = {}) => {
    const texts = Object.entries(userProperties).flat();
    const own = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + PROPERTY_BYTES, 0);
    return {
      topic,
      properties: {
        payloadFormatIndicator: isText,
        contentType,
        ...(texts.length > 0 && { userProperties }),
      },
      bytes: row.length + Buffer.byteLength(topic) + own + OVERHEAD_BYTES,
    };
  };
}

/** Opens a connection to an MQTT broker. */
export function open(config: MqttConfig, { format }: Pick<DestinationEnv, 'format'>): Connection {
  const messageOf = messages(config, format);
  const lazy = clientFor(config);
  const send = config.qos === '0' ? sendUnacknowledged : sendAcknowledged;
  return {
    send: (batch, { signal }) => lazy.use(signal, (client) => send(client, batch, config, messageOf)),
    close: () => lazy.close(),
  };
}

/** Connects. Brokers do not reveal publish permissions before the first event. */
export const check = (config: MqttConfig, signal: AbortSignal): Promise<CheckResult> =>
  checked(
    clientFor(config),
    signal,
    async () =>
      `${hostOf(config.url)} accepted the credentials. Nothing was written; only a first event shows whether the topic is allowed.`,
  );

const tooLarge = ({ maxBytes }: Client, { url }: MqttConfig): DeliveryError =>
  new DeliveryError(
    'too-large',
    `An event exceeds the limit of ${hostOf(url)}: ${maxBytes.toLocaleString('en')} bytes`,
  );

const sendAcknowledged = (
  client: Client,
  batch: Batch,
  config: MqttConfig,
  messageOf: MessageOf,
): Promise<Receipt> =>
  sendRows(batch, {
    window: client.window,
    gone: client.gone,
    async publish(row, place) {
      const { topic, properties, bytes } = messageOf(row, batch.sides?.[place]);
      if (bytes > client.maxBytes) throw tooLarge(client, config);
      try {
        const { retain } = config;
        const qos = config.qos === '2' ? 2 : 1;
        await client.mqtt.publishAsync(topic, row, { qos, retain, properties });
      } catch (error) {
        const failure = failureOf(error, config);
        throw failure.code === INVALID_TOPIC ? revised(failure, { ofRoute: true }) : failure;
      }
    },
  });

/** QoS 0 events are not acknowledged, but the broker reads in order: its response to a later packet confirms them. */
async function sendUnacknowledged(
  client: Client,
  batch: Batch,
  config: MqttConfig,
  messageOf: MessageOf,
): Promise<Receipt> {
  const { mqtt, gone } = client;
  const { retain } = config;
  const outcomes: Outcome[] = [];
  const publish = async (): Promise<void> => {
    for (const record of records(batch)) {
      const row = Buffer.from(record);
      const { topic, properties, bytes } = messageOf(row, batch.sides?.[outcomes.length]);
      const isFit = bytes <= client.maxBytes;
      outcomes.push(isFit ? 'taken' : tooLarge(client, config));
      // In turn: each waits until the socket has room.
      if (isFit) await mqtt.publishAsync(topic, row, { qos: 0, retain, properties });
    }
    await mqtt.unsubscribeAsync('catbird/none');
  };
  try {
    await Promise.race([publish(), gone]);
  } catch (error) {
    const failure = failureOf(error, config);
    // The broker may have read them before it disconnected.
    throw failure.kind === 'unavailable' || failure.kind === 'rate-limited' ? asUncertain(failure) : failure;
  }
  return receiptOf(batch, outcomes);
}

/**
 * The client's parser gives up a connection whose PUBACK, PUBREC or PUBCOMP has a reason code that the standard lists for other packets,
 * such as 0x95, which brokers send. With these names in its tables, each code is the response to one message.
 */
function acceptReasonCodes(): void {
  const { resolve } = createRequire(import.meta.url);
  const constants: Record<string, Record<number, string>> = createRequire(resolve('mqtt'))(
    'mqtt-packet/constants.js',
  );
  for (const name of ['MQTT5_PUBACK_PUBREC_CODES', 'MQTT5_PUBREL_PUBCOMP_CODES'])
    for (let code = 0x80; code <= 0xff; code++) (constants[name] ?? {})[code] ??= 'Unlisted';
}

function clientFor(config: MqttConfig): LazyClient<Client> {
  acceptReasonCodes();
  const options: IClientOptions = {
    protocolVersion: 5,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    manualConnect: true,
    ...(config.clientId === undefined ? {} : { clientId: config.clientId }),
    ...(config.username === undefined ? {} : { username: config.username }),
    ...(config.password === undefined ? {} : { password: config.password }),
  };
  return newLazyClient({
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
  let cause: unknown;
  const gone = new Promise<never>((_, reject) => {
    mqtt.on('error', (error) => {
      cause ??= error;
      // After an error, the client reads nothing more.
      mqtt.stream.destroy();
    });
    mqtt.on('disconnect', ({ reasonCode }) => (cause = reasonError(reasonCode ?? 0, config)));
    mqtt.on('close', () => reject(failureOf(cause ?? new Error('The connection was closed'), config)));
  });
  // Pending requests receive this error; an idle connection may end unnoticed.
  gone.catch(() => undefined);
  const connack = new Promise<IConnackPacket>((resolve) => mqtt.once('connect', resolve));
  mqtt.connect();
  try {
    const { properties } = await Promise.race([connack, gone]);
    if (Number(config.qos) > (properties?.maximumQoS ?? 2))
      throw new DeliveryError(
        'rejected',
        `${hostOf(config.url)} supports at most QoS ${properties?.maximumQoS}`,
      );
    const window = Math.min(properties?.receiveMaximum ?? WINDOW, WINDOW);
    return { mqtt, window, maxBytes: properties?.maximumPacketSize ?? Infinity, gone };
  } catch (error) {
    mqtt.end(true);
    throw error instanceof DeliveryError ? error : networkError(hostOf(config.url), error);
  }
}

type Reason = readonly [kind: DeliveryErrorKind, words: string, hint?: string];

const CREDENTIALS =
  'Check the user name and password, and that the user is allowed to publish to this topic.';

/** Reason codes of MQTT 5. https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html#_Toc3901031 */
const REASONS: Readonly<Record<number, Reason>> = {
  0x80: ['unavailable', 'unspecified error'],
  0x81: ['rejected', 'malformed packet'],
  0x82: ['rejected', 'protocol error'],
  0x83: ['unavailable', 'implementation specific error'],
  0x84: ['not-found', 'unsupported version', 'The broker must support MQTT 5.'],
  0x85: ['auth', 'client ID not valid', 'Choose another client ID.'],
  0x86: ['auth', 'bad user name or password', CREDENTIALS],
  0x87: ['auth', 'not authorized', CREDENTIALS],
  0x88: ['unavailable', 'server unavailable'],
  0x89: ['unavailable', 'server busy'],
  0x8a: ['auth', 'banned'],
  0x8b: ['unavailable', 'server shutting down'],
  0x8c: ['auth', 'bad authentication method'],
  0x8e: ['not-found', 'session taken over', 'Another client uses the same client ID.'],
  0x90: ['not-found', 'topic name invalid', 'The broker rejects this topic.'],
  0x92: ['unavailable', 'packet identifier not found'],
  0x93: ['unavailable', 'receive maximum exceeded'],
  0x95: ['too-large', 'packet too large', 'Raise the size limit of the broker, or make events smaller.'],
  0x96: ['rate-limited', 'message rate too high'],
  0x97: ['rate-limited', 'quota exceeded'],
  0x99: ['rejected', 'payload format invalid'],
  0x9a: ['rejected', 'retain not supported', 'The broker does not support retained messages: omit --retain.'],
  0x9b: ['rejected', 'QoS not supported', 'Choose a lower QoS.'],
  0x9c: ['not-found', 'use another server'],
  0x9d: ['not-found', 'server moved'],
  0x9f: ['rate-limited', 'connection rate exceeded'],
};

/** Final response of QoS 2 if the broker already has the event. https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html#_Toc3901156 */
const ID_NOT_FOUND = 0x92;

/** Connection return codes of MQTT 3.1.1, from brokers that do not support MQTT 5. */
const MQTT_3_CODES: Readonly<Record<number, number>> = { 1: 0x84, 2: 0x85, 3: 0x88, 4: 0x86, 5: 0x87 };

/** The error of a reason code. */
function reasonError(code: number, { url, password }: MqttConfig): DeliveryError {
  const [kind, words, hint] =
    REASONS[MQTT_3_CODES[code] ?? code] ?? (['unavailable', 'an unknown reason'] as const);
  return new DeliveryError(kind, `${hostOf(url)} responded: ${words} (${code})`, {
    code: String(code),
    detail: words,
    hint:
      hint === CREDENTIALS
        ? loginHint({ password }, 'CATBIRD_MQTT_PASSWORD, and --username', CREDENTIALS)
        : hint,
    uncertain: code === ID_NOT_FOUND || undefined,
  });
}

/** An error of the broker, the client or the network as a `DeliveryError`. */
function failureOf(error: unknown, config: MqttConfig): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? reasonError(code, config) : networkError(hostOf(config.url), error);
}
