import { connect, isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { byteLength, isFilled } from '@catbird/engine';
import {
  DeliveryError,
  failedCheck,
  receiptOf,
  type CheckResult,
  type Connection,
  type Outcome,
} from '@catbird/send';
import {
  Kafka,
  logLevel,
  Partitioners,
  type ISocketFactory,
  type Producer,
  type CompressionTypes,
} from 'kafkajs';
import { compressionOf } from './kafka-compression.ts';
import { errorOf, isNoSuchTopic, outcomeOf, produceError } from './kafka-errors.ts';
import { newPartitioner, topicsOf, type PartitionRows } from './kafka-partitions.ts';
import { brokersOf, type KafkaConfig, type KafkaLogin } from './kafka-config.ts';
import { saslOf, tlsOf } from './kafka-security.ts';
import { newLazyClient, type LazyClient } from './lazy-client.ts';

const CONNECT_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;
/** Attempts to find a topic that is being created, and the interval between them. */
const TOPIC_TRIES = 15;
const TOPIC_MS = 200;

const ACKS = { all: -1, leader: 1 } as const;

/** A connected producer, and the partitions of the topics that it has found. */
interface Client {
  readonly kafka: Kafka;
  readonly producer: Producer;
  readonly partitions: Map<string, readonly number[]>;
}

/** Opens a connection to a cluster. @throws DeliveryError if Node lacks the compression */
export function open(config: KafkaConfig): Connection {
  const compression = compressionOf(config);
  const lazy = clientFor(config);
  const partition = newPartitioner(config);
  return {
    send: (batch, { signal }) =>
      lazy.use(signal, async (client) => {
        const topics = topicsOf(batch, config);
        const missing = await findTopics(client, new Set(topics), config);
        const outcomes = topics.map((topic): Outcome => missing.get(topic) ?? 'taken');
        // One request per partition, so that the outcome of its rows is known: a failure of one says nothing about the others.
        await Promise.all(
          partition(batch, client.partitions).map(async (part) => {
            const outcome = await produce(client.producer, { config, compression }, part);
            for (const place of part.places) outcomes[place] = outcome;
          }),
        );
        return { ...receiptOf(batch, outcomes), bytes: byteLength(batch) };
      }),
    close: () => lazy.close(),
  };
}

/** Finds the partitions of topics that are not known yet. Returns why for those that it cannot find. */
async function findTopics(
  { kafka, producer, partitions }: Client,
  topics: ReadonlySet<string>,
  config: KafkaConfig,
): Promise<ReadonlyMap<string, DeliveryError>> {
  const missing = new Map<string, DeliveryError>();
  const unknown = [...topics].filter((topic) => !partitions.has(topic));
  if (unknown.length === 0) return missing;
  const admin = await connectAdmin(kafka, config);
  try {
    await Promise.all(
      unknown.map(async (topic) => {
        try {
          partitions.set(topic, await chosenPartitions(admin, producer, { ...config, topic }));
        } catch (error) {
          if (!(error instanceof DeliveryError)) throw error;
          missing.set(topic, error);
        }
      }),
    );
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
  return missing;
}

/** Looks for the topic without creating it. */
export async function check(config: KafkaConfig, signal: AbortSignal): Promise<CheckResult> {
  const lazy = newLazyClient({
    connect: (signal) => connectAdmin(clientOf(config, signal), config),
    drop: (admin) => void admin.disconnect().catch(() => undefined),
  });
  try {
    const [host] = brokersOf(config);
    if (isFilled(config.topic)) {
      await lazy.use(signal, () => Promise.resolve());
      return { ok: true, message: `${host} responded. Nothing was written; events determine the topics.` };
    }
    const found = await lazy.use(signal, (admin) => partitionsOf(admin, config));
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
  { config, compression }: { readonly config: KafkaConfig; readonly compression: CompressionTypes },
  { topic, partition, messages }: PartitionRows,
): Promise<Outcome> {
  try {
    const answer = await producer.send({
      topic,
      acks: ACKS[config.acks],
      compression,
      messages,
    });
    return outcomeOf(answer, { topic }, partition, messages.length);
  } catch (error) {
    return produceError(error, config, partition);
  }
}

function clientFor(config: KafkaConfig): LazyClient<Client> {
  return newLazyClient({
    async connect(signal) {
      const kafka = clientOf(config, signal);
      const producer = kafka.producer({
        createPartitioner: Partitioners.DefaultPartitioner,
        allowAutoTopicCreation: true,
        retry: { retries: 0 },
      });
      try {
        await producer.connect();
        return { kafka, producer, partitions: new Map() };
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
export function clientOf(config: KafkaLogin, signal: AbortSignal): Kafka {
  const sasl = saslOf(config);
  return new Kafka({
    clientId: 'catbird',
    brokers: brokersOf(config),
    ssl: tlsOf(config),
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

type Admin = ReturnType<Kafka['admin']>;

/** @throws DeliveryError */
export async function connectAdmin(client: Kafka, config: KafkaLogin): Promise<Admin> {
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
export async function partitionsOf(
  admin: Admin,
  config: KafkaLogin & Pick<KafkaConfig, 'topic'>,
): Promise<number[] | undefined> {
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
async function chosenPartitions(admin: Admin, producer: Producer, config: KafkaConfig): Promise<number[]> {
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
        ofRoute: true,
      },
    );
  return selected(found, config);
}

/** @throws DeliveryError if the topic lacks a configured partition */
function selected(found: readonly number[], { partitions, topic }: KafkaConfig): number[] {
  if (partitions === undefined || partitions === '') return [...found];
  const chosen = [...new Set(partitions.split(',').map(Number))];
  const missing = chosen.filter((each) => !found.includes(each));
  if (missing.length === 0) return chosen;
  throw new DeliveryError('not-found', `The topic ${topic} has no partition ${missing.join(', ')}`, {
    hint: `It has the partitions ${found.join(', ')}.`,
    ofRoute: true,
  });
}
