import type { RegistryAddress } from '@catbird/formats';
import { DeliveryError, type AwsKeys } from '@catbird/send';
import { AT_ONCE, newChannel, type Arrivals, type Channel } from '@catbird/verify';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import type { KafkaLogin } from './destination.ts';
import { clientOf, connectAdmin, errorOf, hasSchema, partitionsOf, REGISTRY_BYTES } from './client.ts';
import { errorWithout } from '../../redacted.ts';
import type { Terminal } from '../../terminal.ts';
import { askingRegistry } from '../../transport/registry.ts';
import type { RegistryValues } from './registry-values.ts';
import { SourceError, type Source } from '../../sources/source.ts';

/** Rows in a topic. */
export interface KafkaPlace {
  readonly kind: 'kafka';
  readonly login: KafkaLogin;
  readonly topic: string;
  /** Whether records of transactions that are open or aborted are read, too. */
  readonly isUncommitted: boolean;
  /** Where the schemas of its values are. Undefined: values are JSON. */
  readonly registry: RegistryAddress | undefined;
  /** Of a cluster of Amazon MSK. */
  readonly awsKeys?: AwsKeys | undefined;
}

/** Members of a group that do not answer for so long lose their partitions. */
const SESSION_MS = 60_000;
const WAIT_MS = 500;
/** After so many empty answers in a row, what is missing does not come. */
const EMPTY_ANSWERS = 20;

/** Reads the records that a topic has when reading begins, by a consumer group of its own that commits nothing. Reading again goes on after them. */
export async function kafkaSource(place: KafkaPlace, terminal: Pick<Terminal, 'interrupt'>): Promise<Source> {
  const { topic, registry } = place;
  const values =
    registry &&
    (await import('./registry-values.ts')).registryValues(topic, registry, askingRegistry(terminal));
  const next = new Map<number, bigint>();
  return {
    name: `kafka ${place.topic}`,
    isFollowed: true,
    async *read(signal) {
      const over = new AbortController();
      const kafka = clientOf(place.login, AbortSignal.any([signal, over.signal]), place.awsKeys);
      try {
        const ends = await endsOf(kafka, place);
        // A group that forms again begins at the first record: what was read is not read twice.
        for (const [partition, { low }] of ends)
          if ((next.get(partition) ?? -1n) < low) next.set(partition, low);
        yield* recordsOf(kafka, place, { ends, next, values });
      } catch (error) {
        throw signal.aborted ? signal.reason : unreadable(error, place);
      } finally {
        over.abort();
      }
    },
  };
}

/** The offsets of the first and the next record of each partition that has records. */
type Ends = ReadonlyMap<number, { readonly low: bigint; readonly high: bigint }>;

async function endsOf(kafka: Kafka, { login, topic }: KafkaPlace): Promise<Ends> {
  const admin = await connectAdmin(kafka, login);
  try {
    if ((await partitionsOf(admin, { ...login, topic })) === undefined)
      throw new SourceError(`The topic ${topic} does not exist. Check its name`, { isPassing: true });
    const offsets = await admin.fetchTopicOffsets(topic);
    return new Map(
      offsets
        .map(({ partition, low, high }) => [partition, { low: BigInt(low), high: BigInt(high) }] as const)
        .filter(([, { low, high }]) => high > low),
    );
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** What is read, and how far. */
interface Consumption {
  readonly ends: Ends;
  /** The offsets from which reading goes on. */
  readonly next: Map<number, bigint>;
  /** What reads values with the schemas of a registry. */
  readonly values: RegistryValues | undefined;
}

const isRead = ({ ends, next }: Pick<Consumption, 'ends' | 'next'>): boolean =>
  [...ends].every(([partition, { high }]) => (next.get(partition) ?? 0n) >= high);

async function* recordsOf(kafka: Kafka, place: KafkaPlace, reading: Consumption): AsyncGenerator<Arrivals> {
  if (isRead(reading)) return;
  const channel = newChannel<Arrivals>();
  const consumer = kafka.consumer({
    groupId: `catbird-verify-${randomUUID()}`,
    readUncommitted: place.isUncommitted,
    allowAutoTopicCreation: false,
    sessionTimeout: SESSION_MS,
    maxWaitTimeInMs: WAIT_MS,
    retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
  });
  try {
    await begin(consumer, place, reading, channel);
    yield* channel.all;
  } finally {
    channel.close();
    await consumer.disconnect().catch(() => undefined);
  }
}

/** Consumes into a channel up to the ends. */
async function begin(
  consumer: Consumer,
  place: KafkaPlace,
  reading: Consumption,
  channel: Channel<Arrivals>,
): Promise<void> {
  const { topic } = place;
  const { ends, next, values } = reading;
  const noteRead = (partition: number, offset: string): void => {
    const after = BigInt(offset) + 1n;
    const high = ends.get(partition)?.high ?? after;
    // Later records are read the next time.
    const to = after < high ? after : high;
    if (to > (next.get(partition) ?? to)) next.set(partition, to);
  };
  let underWay = 0;
  let empty = 0;
  const { CRASH, FETCH, END_BATCH_PROCESS } = consumer.events;
  consumer.on(CRASH, ({ payload }) => channel.fail(payload.error));
  consumer.on(END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
    empty = 0;
    noteRead(partition, lastOffset);
    if (isRead(reading)) channel.end();
  });
  consumer.on(FETCH, () => {
    if (underWay > 0 || ++empty < EMPTY_ANSWERS || isRead(reading)) return;
    channel.fail(
      new SourceError(
        `${topic} has records that belong to an open transaction. Wait for its end, or set isolation: uncommitted`,
        { isPassing: true },
      ),
    );
  });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    async eachBatch(payload: EachBatchPayload) {
      const { batch } = payload;
      const high = ends.get(batch.partition)?.high ?? 0n;
      const from = next.get(batch.partition) ?? high;
      const isWanted = (offset: string): boolean => BigInt(offset) >= from && BigInt(offset) < high;
      underWay++;
      try {
        const wanted = batch.messages.filter(({ offset }) => isWanted(offset));
        for (let at = 0; at < wanted.length; at += AT_ONCE) {
          const messages = wanted.slice(at, at + AT_ONCE);
          await values?.findSchemas(messages.map(({ value }) => value));
          await channel.put({
            rows: messages.map(({ value }) => rowIn(value, topic, values)),
            atMs: messages.map(({ timestamp }) => timeIn(timestamp)),
          });
          noteRead(batch.partition, messages.at(-1)?.offset ?? '-1');
          await payload.heartbeat();
        }
      } catch (error) {
        // The client would try again.
        if (!(error instanceof SourceError)) throw error;
        channel.fail(error);
      } finally {
        underWay--;
      }
    },
  });
  for (const [partition, { low }] of ends) {
    const from = next.get(partition) ?? low;
    if (from > low) consumer.seek({ topic, partition, offset: String(from) });
  }
}

/** Before version 0.10, records have no time: then it is −1. */
const timeIn = (timestamp: string): number => (Number(timestamp) > 0 ? Number(timestamp) : NaN);

const NOTHING = new TextEncoder().encode('null');
const BRACE = 0x7b;

/** The value of a record as a line of JSON. Without a value, it is no row. */
function rowIn(value: Uint8Array | null, topic: string, values: RegistryValues | undefined): Uint8Array {
  if (value === null) return NOTHING;
  if (values !== undefined) return values.rowIn(value);
  if (!hasSchema(value)) return value;
  if (value[REGISTRY_BYTES] === BRACE) return value.subarray(REGISTRY_BYTES);
  throw new SourceError(
    `${topic} has values in the format of a schema registry. Say where it is: ?schemaRegistry=http://localhost:8081 at the end of the address, or schemaRegistry in a config`,
  );
}

/** What to do about a failure. Hints of the destination are about writing. */
const ADVICE: Readonly<Record<string, string>> = {
  TOPIC_AUTHORIZATION_FAILED: 'Allow the user to read the topic',
  GROUP_AUTHORIZATION_FAILED: 'Allow the user to read as groups whose names begin with catbird-verify-',
};

function unreadable(error: unknown, place: KafkaPlace): unknown {
  if (error instanceof SourceError) return error;
  return failed(error instanceof Error ? error : new Error(String(error)), place);
}

function failed(cause: Error, { login, topic }: KafkaPlace): SourceError {
  const failure = cause instanceof DeliveryError ? cause : errorOf(cause, login);
  const { message, hint, kind, code } = errorWithout(failure, [login.password ?? '']);
  const advice = ADVICE[code ?? ''] ?? (kind === 'network' || kind === 'auth' ? hint : undefined);
  const text = `kafka ${topic} cannot be read: ${message.replace(/\.$/, '')}`;
  return new SourceError(advice === undefined ? text : `${text}. ${advice}`, {
    isPassing: kind === 'network' || kind === 'unavailable',
    cause,
  });
}
