import { connect, isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { byteLength } from '@catbird/core';
import {
  DeliveryError,
  failedCheck,
  receiptOf,
  type CheckResult,
  type Connection,
  type Outcome,
} from '@catbird/core/destinations';
import {
  CompressionTypes,
  Kafka,
  logLevel,
  Partitioners,
  type ISocketFactory,
  type Message,
  type Producer,
  type SASLOptions,
} from 'kafkajs';
import { errorOf, isNoSuchTopic, outcomeOf, produceError } from './kafka-errors.ts';
import { newDealer } from './kafka-partitions.ts';
import { brokersOf, type KafkaConfig } from './kafka-config.ts';
import { newLine, type Line } from './line.ts';

const CONNECT_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;
/** A topic that is being made is asked for so often, at this interval. */
const TOPIC_TRIES = 15;
const TOPIC_MS = 200;

const ACKS = { all: -1, leader: 1 } as const;
const COMPRESSIONS = { none: CompressionTypes.None, gzip: CompressionTypes.GZIP } as const;

/** A producer that is connected, and the topic's partitions that it sends to. */
interface Client {
  readonly producer: Producer;
  readonly partitions: readonly number[];
}

/** Opens a line to a cluster. */
export function open(config: KafkaConfig): Connection {
  const line = lineTo(config);
  const deal = newDealer(config);
  return {
    send: (batch, { signal }) =>
      line.use(signal, async ({ producer, partitions }) => {
        const outcomes: Outcome[] = [];
        // A request to each partition, so that what became of its rows is known: one that fails says nothing of the others.
        const requests = [...deal(batch, partitions)];
        await Promise.all(
          requests.map(async ([partition, { places, messages }]) => {
            const outcome = await produce(producer, config, partition, messages);
            for (const place of places) outcomes[place] = outcome;
          }),
        );
        return { ...receiptOf(batch, outcomes), bytes: byteLength(batch) };
      }),
    close: () => line.close(),
  };
}

/** Asks for the topic, without making it. */
export async function check(config: KafkaConfig, signal: AbortSignal): Promise<CheckResult> {
  const line = newLine({
    connect: (signal) => connectAdmin(clientOf(config, signal), config),
    drop: (admin) => void admin.disconnect().catch(() => undefined),
  });
  try {
    const found = await line.use(signal, (admin) => partitionsOf(admin, config));
    const [host] = brokersOf(config);
    const state =
      found === undefined
        ? 'is not there; the first event makes it where the cluster makes topics'
        : `has ${found.length} partition${found.length === 1 ? '' : 's'}`;
    return {
      ok: true,
      message: `${host} answered; the topic ${config.topic} ${state}. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  } finally {
    await line.close();
  }
}

async function produce(
  producer: Producer,
  config: KafkaConfig,
  partition: number,
  messages: Message[],
): Promise<Outcome> {
  try {
    const answer = await producer.send({
      topic: config.topic,
      acks: ACKS[config.acks],
      compression: COMPRESSIONS[config.compression],
      messages,
    });
    return outcomeOf(answer, config, partition, messages.length);
  } catch (error) {
    return produceError(error, config, partition);
  }
}

function lineTo(config: KafkaConfig): Line<Client> {
  return newLine({
    async connect(signal) {
      const client = clientOf(config, signal);
      const producer = client.producer({
        createPartitioner: Partitioners.DefaultPartitioner,
        allowAutoTopicCreation: true,
        retry: { retries: 0 },
      });
      try {
        await producer.connect();
        return { producer, partitions: await chosenPartitions(client, producer, config) };
      } catch (error) {
        void producer.disconnect().catch(() => undefined);
        throw errorOf(error, config);
      }
    },
    drop: ({ producer }) => void producer.disconnect().catch(() => undefined),
    end: ({ producer }) => producer.disconnect(),
  });
}

/** A client whose sockets end with the signal: the library’s own goodbye waits for answers. */
function clientOf(config: KafkaConfig, signal: AbortSignal): Kafka {
  const sasl = saslOf(config);
  return new Kafka({
    clientId: 'catbird',
    brokers: brokersOf(config),
    ssl: config.tls,
    socketFactory: socketsUntil(signal),
    ...(sasl === undefined ? {} : { sasl }),
    logLevel: logLevel.NOTHING,
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    // When to try again is the run's to say.
    retry: { retries: 0 },
  });
}

const socketsUntil =
  (signal: AbortSignal): ISocketFactory =>
  ({ host, port, ssl, onConnect }) => {
    const address = { host, port, signal };
    // A certificate is for a name, not for an address.
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = ssl
      ? connectTls({ ...address, ...servername, ...ssl }, onConnect)
      : connect(address, onConnect);
    return socket.setKeepAlive(true, KEEP_ALIVE_MS);
  };

function saslOf({ mechanism, username, password = '' }: KafkaConfig): SASLOptions | undefined {
  if (username === undefined || username === '') return undefined;
  const login = { username, password };
  const options = {
    plain: { mechanism: 'plain', ...login },
    'scram-sha-256': { mechanism: 'scram-sha-256', ...login },
    'scram-sha-512': { mechanism: 'scram-sha-512', ...login },
  } as const;
  return options[mechanism];
}

type Admin = ReturnType<Kafka['admin']>;

async function connectAdmin(client: Kafka, config: KafkaConfig): Promise<Admin> {
  const admin = client.admin();
  try {
    await admin.connect();
    return admin;
  } catch (error) {
    void admin.disconnect().catch(() => undefined);
    throw errorOf(error, config);
  }
}

/** The topic's partitions; undefined where there is no such topic. */
async function partitionsOf(admin: Admin, config: KafkaConfig): Promise<number[] | undefined> {
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [config.topic] });
    return topics
      .flatMap(({ partitions }) => partitions.map(({ partitionId }) => partitionId))
      .sort((a, b) => a - b);
  } catch (error) {
    if (isNoSuchTopic(error)) return undefined;
    throw errorOf(error, config);
  }
}

/** The partitions to send to. A topic that is not there is asked for as events for it would, which makes it where the cluster makes topics. */
async function chosenPartitions(client: Kafka, producer: Producer, config: KafkaConfig): Promise<number[]> {
  const admin = await connectAdmin(client, config);
  try {
    let found = await partitionsOf(admin, config);
    for (let tries = 0; found === undefined && tries < TOPIC_TRIES; tries++) {
      // Asking for a topic's leader makes it; until it is made, the answer is an error.
      await producer.send({ topic: config.topic, messages: [] }).catch(() => undefined);
      found = await partitionsOf(admin, config);
      if (found === undefined) await setTimeout(TOPIC_MS);
    }
    if (found === undefined)
      throw new DeliveryError('not-found', `There is no topic ${config.topic}, and it could not be made`, {
        hint: 'Check its name, make it, or let the cluster make topics (auto.create.topics.enable).',
      });
    return within(found, config);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

function within(found: readonly number[], { partitions, topic }: KafkaConfig): number[] {
  if (partitions === undefined || partitions === '') return [...found];
  const chosen = [...new Set(partitions.split(',').map(Number))];
  const missing = chosen.filter((each) => !found.includes(each));
  if (missing.length === 0) return chosen;
  throw new DeliveryError('not-found', `The topic ${topic} has no partition ${missing.join(', ')}`, {
    hint: `It has partitions ${found.join(', ')}.`,
  });
}
