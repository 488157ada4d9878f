import { setTimeout } from 'node:timers/promises';
import { byteLength, isFilled, records, rowIndex, type Batch } from '@catbird/engine';
import {
  asUncertain,
  DeliveryError,
  receiptOf,
  unconfirmed,
  valueIn,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type DeliveryErrorKind,
  type Outcome,
} from '@catbird/send';
import {
  Partitioners,
  type CompressionTypes,
  type Kafka,
  type Message,
  type Producer,
  type RecordMetadata,
} from 'kafkajs';
import { hostsIn } from '../address.ts';
import { checked, newLazyClient, type LazyClient } from '../lazy-client.ts';
import { clientOf, connectAdmin, createTopic, errorOf, partitionsOf, type Admin } from './client.ts';
import { compressionOf } from './codecs.ts';
import type { KafkaConfig } from './destination.ts';
import { partitionerOf } from './partitioners.ts';

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
export function open(config: KafkaConfig, env: Pick<DestinationEnv, 'awsKeys'>): Connection {
  const compression = compressionOf(config);
  const lazy = clientFor(config, env);
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
export function check(
  config: KafkaConfig,
  { awsKeys }: Pick<DestinationEnv, 'awsKeys'>,
  signal: AbortSignal,
): Promise<CheckResult> {
  const lazy = newLazyClient({
    connect: (given) => connectAdmin(clientOf(config, given, awsKeys), config),
    drop: (admin) => void admin.disconnect().catch(() => undefined),
  });
  return checked(lazy, signal, async (admin) => {
    const [host] = hostsIn(config.brokers);
    if (isFilled(config.topic)) return `${host} responded. Nothing was written; events determine the topics.`;
    const found = await partitionsOf(admin, config);
    const state =
      found === undefined
        ? 'does not exist; the first event creates it if the cluster creates topics automatically'
        : `has ${found.length} partition${found.length === 1 ? '' : 's'}`;
    return `${host} responded; the topic ${config.topic} ${state}. Nothing was written.`;
  });
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

function clientFor(config: KafkaConfig, { awsKeys }: Pick<DestinationEnv, 'awsKeys'>): LazyClient<Client> {
  return newLazyClient({
    async connect(signal) {
      const kafka = clientOf(config, signal, awsKeys);
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

/** The partitions to send to. Creates a missing topic if the cluster creates topics automatically. */
async function chosenPartitions(admin: Admin, producer: Producer, config: KafkaConfig): Promise<number[]> {
  let found = await partitionsOf(admin, config);
  if (found === undefined && config.create) await createTopic(admin, config);
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
        hint: `Check its name. To create it, add --create, or run: kafka-topics.sh --bootstrap-server ${config.brokers} --create --topic ${config.topic}`,
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

/** The rows of one partition, and their positions in the batch. */
interface PartitionRows {
  readonly topic: string;
  readonly partition: number;
  readonly places: number[];
  readonly messages: Message[];
}

/** The partitions to send to, by topic. */
type Partitions = ReadonlyMap<string, readonly number[]>;

/** The topic of each row. */
const topicsOf = ({ sides, count }: Batch, { topic }: Pick<KafkaConfig, 'topic'>): readonly string[] =>
  Array.from({ length: count }, (_, place) => sides?.[place]?.route ?? topic);

/**
 * Assigns rows to partitions: by the partitioner for rows with a key, round-robin for the others. Rows of other topics than those
 * of `partitions` are in no part.
 */
function newPartitioner(
  config: KafkaConfig,
): (batch: Batch, partitions: Partitions) => readonly PartitionRows[] {
  const byKey = partitionerOf(config);
  const partitionOf = (index: number, key: string | Buffer | null, partitions: readonly number[]): number => {
    const turn = key === null ? index % partitions.length : byKey(key, partitions.length);
    return partitions[turn] ?? 0;
  };
  return (batch, partitions) => {
    const topics = topicsOf(batch, config);
    const parts = new Map<string, PartitionRows>();
    for (const [place, record] of [...records(batch)].entries()) {
      const topic = topics[place] ?? config.topic;
      const found = partitions.get(topic);
      if (found === undefined) continue;
      const message = messageOf(batch, place, record, config);
      const partition = partitionOf(rowIndex(batch, place), message.key, found);
      const name = `${partition} ${topic}`;
      const part = parts.get(name) ?? { topic, partition, places: [], messages: [] };
      parts.set(name, part);
      part.places.push(place);
      part.messages.push({ ...message, partition });
    }
    return [...parts.values()];
  };
}

function messageOf(
  { sides }: Batch,
  place: number,
  record: Uint8Array,
  { headers: all, valueField }: KafkaConfig,
): Message & { readonly key: string | Buffer | null } {
  const { key = null, headers = all, ms } = sides?.[place] ?? {};
  const row = Buffer.from(record);
  return {
    key: key instanceof Uint8Array ? Buffer.from(key) : key,
    value: valueField === undefined ? row : valueIn(row.toString(), valueField),
    ...(headers !== undefined && { headers }),
    ...(ms !== undefined && { timestamp: String(ms) }),
  };
}

/** Codes with which a broker states that it did not store the events, but may accept them later. */
const NOT_STORED = new Set(['NOT_LEADER_FOR_PARTITION', 'NOT_ENOUGH_REPLICAS', 'CORRUPT_MESSAGE']);

/** An internal error while the broker handled the request. */
const INTERNAL = 'UNKNOWN';

const TRANSIENT: readonly DeliveryErrorKind[] = ['unavailable', 'network', 'timeout'];

/**
 * The error for events sent to a partition. If a broker fails during a request, the client asks the other brokers and throws their errors,
 * which say nothing about the request. Unless the code can only come from the response itself, the events may have been stored.
 */
export function produceError(error: unknown, config: KafkaConfig, partition: number): DeliveryError {
  const known = errorOf(error, config, partition);
  const isUncertain = TRANSIENT.includes(known.kind) && !NOT_STORED.has(known.code ?? '');
  return isUncertain || known.code === INTERNAL ? asUncertain(known) : known;
}

/** The outcome of the events for a partition. The client reports success even if the response does not list the partition. */
export function outcomeOf(
  answer: readonly RecordMetadata[],
  { topic }: Pick<KafkaConfig, 'topic'>,
  partition: number,
  rows: number,
): Outcome {
  const isStored = answer.some(
    (each) => each.topicName === topic && each.partition === partition && each.errorCode === 0,
  );
  if (isStored) return 'taken';
  return unconfirmed(JSON.stringify(answer), {
    service: `Kafka, partition ${partition},`,
    rows,
    hint: 'Check for a proxy in front of the brokers.',
    secrets: [],
  });
}
