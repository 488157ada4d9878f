import { crc32 } from 'node:zlib';
import { Partitioners } from 'kafkajs';
import type { KafkaConfig } from './destination.ts';

/** Finds the partition of a key, from 0 to below their number. */
type Partitioner = (key: string | Buffer, partitions: number) => number;

const places = (count: number) =>
  Array.from({ length: count }, (_, partitionId) => ({
    partitionId,
    partitionErrorCode: 0,
    leader: 0,
    replicas: [],
    isr: [],
  }));

/** How keys choose partitions: as clients in Java do, and as librdkafka does by default, such as those in Python, Go and .NET. */
const PARTITIONERS: Readonly<Record<KafkaConfig['partitioner'], () => Partitioner>> = {
  murmur2() {
    const byHash = Partitioners.DefaultPartitioner();
    return (key, count) =>
      byHash({ topic: '', partitionMetadata: places(count), message: { key, value: '' } });
  },
  // https://github.com/confluentinc/librdkafka/blob/master/CONFIGURATION.md: consistent_random has an empty key in any partition.
  crc32: () => (key, count) => crc32(key) % count,
};

/** The partitioner of a config. */
export const partitionerOf = ({ partitioner }: Pick<KafkaConfig, 'partitioner'>): Partitioner =>
  PARTITIONERS[partitioner]();
