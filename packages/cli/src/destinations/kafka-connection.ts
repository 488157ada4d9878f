import { connect, isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { byteLength } from '@catbird/core/internal/engine';
import {
  DeliveryError,
  failedCheck,
  receiptOf,
  type CheckResult,
  type Connection,
  type Outcome,
} from '@catbird/core/internal/destinations';
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
import { newPartitioner } from './kafka-partitions.ts';
import { brokersOf, type KafkaConfig } from './kafka-config.ts';
import { newLazyClient, type LazyClient } from './lazy-client.ts';

const CONNECT_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;
/** Attempts to find a topic that is being created, and the interval between them. */
const TOPIC_TRIES = 15;
const TOPIC_MS = 200;

const ACKS = { all: -1, leader: 1 } as const;
const COMPRESSIONS = { none: CompressionTypes.None, gzip: CompressionTypes.GZIP } as const;

/** A connected producer, and the partitions it sends to. */
interface Client {
  readonly producer: Producer;
  readonly partitions: readonly number[];
}

/** Opens a connection to a cluster. */
export function open(config: KafkaConfig): Connection {
  const lazy = clientFor(config);
  const partition = newPartitioner(config);
  return {
    send: (batch, { signal }) =>
      lazy.use(signal, async ({ producer, partitions }) => {
        const outcomes: Outcome[] = [];
        // One request per partition, so that the outcome of its rows is known: a failure of one says nothing about the others.
        const requests = [...partition(batch, partitions)];
        await Promise.all(
          requests.map(async ([number, { places, messages }]) => {
            const outcome = await produce(producer, config, number, messages);
            for (const place of places) outcomes[place] = outcome;
          }),
        );
        return { ...receiptOf(batch, outcomes), bytes: byteLength(batch) };
      }),
    close: () => lazy.close(),
  };
}

/** Looks for the topic without creating it. */
export async function check(config: KafkaConfig, signal: AbortSignal): Promise<CheckResult> {
  const lazy = newLazyClient({
    connect: (signal) => connectAdmin(clientOf(config, signal), config),
    drop: (admin) => void admin.disconnect().catch(() => undefined),
  });
  try {
    const found = await lazy.use(signal, (admin) => partitionsOf(admin, config));
    const [host] = brokersOf(config);
    const state =
      found === undefined
        ? 'does not exist; the first event creates it if the cluster creates topics automatically'
        : `has ${found.length} partition${found.length === 1 ? '' : 's'}`;
    return {
      ok: true,
      message: `${host} responded; the topic ${config.topic} ${state}. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  } finally {
    await lazy.close();
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

function clientFor(config: KafkaConfig): LazyClient<Client> {
  return newLazyClient({
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

/** A client whose sockets close when the signal aborts: the library's own disconnect waits for responses. */
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
    // The run decides when to retry.
    retry: { retries: 0 },
  });
}

const socketsUntil =
  (signal: AbortSignal): ISocketFactory =>
  ({ host, port, ssl, onConnect }) => {
    const address = { host, port, signal };
    // Certificates are issued for names, not for IP addresses.
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

/** The topic's partitions; undefined if the topic does not exist. */
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

/** The partitions to send to. Creates a missing topic if the cluster creates topics automatically. */
async function chosenPartitions(client: Kafka, producer: Producer, config: KafkaConfig): Promise<number[]> {
  const admin = await connectAdmin(client, config);
  try {
    let found = await partitionsOf(admin, config);
    for (let tries = 0; found === undefined && tries < TOPIC_TRIES; tries++) {
      // Looking up a topic's leader creates the topic; until then the response is an error.
      await producer.send({ topic: config.topic, messages: [] }).catch(() => undefined);
      found = await partitionsOf(admin, config);
      if (found === undefined) await setTimeout(TOPIC_MS);
    }
    if (found === undefined)
      throw new DeliveryError(
        'not-found',
        `The topic ${config.topic} does not exist and could not be created`,
        {
          hint: 'Check its name, create it, or let the cluster create topics (auto.create.topics.enable).',
        },
      );
    return selected(found, config);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** @throws DeliveryError if the topic lacks a configured partition */
function selected(found: readonly number[], { partitions, topic }: KafkaConfig): number[] {
  if (partitions === undefined || partitions === '') return [...found];
  const chosen = [...new Set(partitions.split(',').map(Number))];
  const missing = chosen.filter((each) => !found.includes(each));
  if (missing.length === 0) return chosen;
  throw new DeliveryError('not-found', `The topic ${topic} has no partition ${missing.join(', ')}`, {
    hint: `It has the partitions ${found.join(', ')}.`,
  });
}
