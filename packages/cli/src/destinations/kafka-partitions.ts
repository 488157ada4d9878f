import { records, rowIndex, type Batch } from '@catbird/core/internal/engine';
import { Partitioners, type Message } from 'kafkajs';
import { valueIn, type KafkaConfig } from './kafka-config.ts';

/** The rows of one partition, and their positions in the batch. */
export interface PartitionRows {
  readonly places: number[];
  readonly messages: Message[];
}

/** Assigns rows to partitions: by the Java client's hash for rows with a key, round-robin for the others. */
export function newPartitioner({ topic, headers, valueField }: KafkaConfig) {
  const byHash = Partitioners.DefaultPartitioner();
  const partitionOf = (index: number, key: string | null, partitions: readonly number[]): number => {
    const turn =
      key === null
        ? index % partitions.length
        : byHash({ topic, partitionMetadata: places(partitions), message: { key, value: '' } });
    return partitions[turn] ?? 0;
  };
  return (batch: Batch, partitions: readonly number[]): ReadonlyMap<number, PartitionRows> => {
    const parts = new Map<number, PartitionRows>();
    let place = 0;
    for (const record of records(batch)) {
      const key = batch.keys?.[place] ?? null;
      const partition = partitionOf(rowIndex(batch, place), key, partitions);
      const part = parts.get(partition) ?? { places: [], messages: [] };
      parts.set(partition, part);
      part.places.push(place++);
      const row = Buffer.from(record);
      const value = valueField === undefined ? row : valueIn(row.toString(), valueField);
      part.messages.push({ partition, key, value, ...(headers === undefined ? {} : { headers }) });
    }
    return parts;
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
