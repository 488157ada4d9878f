import { records, rowIndex, type Batch } from '@catbird/engine';
import { valueIn } from '@catbird/send';
import { Partitioners, type Message } from 'kafkajs';
import type { KafkaConfig } from './kafka-config.ts';

/** The rows of one partition, and their positions in the batch. */
export interface PartitionRows {
  readonly topic: string;
  readonly partition: number;
  readonly places: number[];
  readonly messages: Message[];
}

/** The partitions to send to, by topic. */
export type Partitions = ReadonlyMap<string, readonly number[]>;

/** The topic of each row. */
export const topicsOf = ({ sides, count }: Batch, { topic }: Pick<KafkaConfig, 'topic'>): readonly string[] =>
  Array.from({ length: count }, (_, place) => sides?.[place]?.route ?? topic);

/**
 * Assigns rows to partitions: by the Java client's hash for rows with a key, round-robin for the others. Rows of other topics than those
 * of `partitions` are in no part.
 */
export function newPartitioner(
  config: KafkaConfig,
): (batch: Batch, partitions: Partitions) => readonly PartitionRows[] {
  const byHash = Partitioners.DefaultPartitioner();
  const partitionOf = (index: number, key: string | Buffer | null, partitions: readonly number[]): number => {
    const turn =
      key === null
        ? index % partitions.length
        : byHash({ topic: '', partitionMetadata: places(partitions), message: { key, value: '' } });
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

const places = (partitions: readonly number[]) =>
  partitions.map((_, partitionId) => ({
    partitionId,
    partitionErrorCode: 0,
    leader: 0,
    replicas: [],
    isr: [],
  }));
