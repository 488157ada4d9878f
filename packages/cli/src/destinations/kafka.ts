import type { Destination } from '@catbird/core/destinations';
import { brokersOf, config, type KafkaConfig } from './kafka-config.ts';

/** Bytes of all records of a request to one partition, by default. https://kafka.apache.org/documentation/#brokerconfigs_message.max.bytes */
const BATCH_BYTES = 1_048_588;
/** What a batch and each record have around their rows, at most. https://kafka.apache.org/documentation/#recordbatch */
const BATCH_OVERHEAD = 1000;
const RECORD_OVERHEAD = 40;

/** Kafka by its own protocol. https://kafka.apache.org/protocol */
export const kafka: Destination<KafkaConfig> = {
  name: 'Kafka',
  command: 'kafka',
  title: 'Kafka',
  summary: 'Sends each event as a record to a Kafka topic.',
  acknowledgement:
    'A produce response that names its partition without an error, after as many replicas as `--acks` requires have stored it.',
  call: 'Produce',
  docs: 'https://kafka.apache.org/documentation/',
  config,
  limits: ({ headers = {}, keyField }) => ({
    rows: 10_000,
    // A key is at most as long as its event, which then is sent as if it were twice as long.
    bytes: Math.floor((BATCH_BYTES - BATCH_OVERHEAD) / (keyField === undefined ? 1 : 2)),
    bytesPerRow: RECORD_OVERHEAD + headerBytes(headers),
    source: 'https://kafka.apache.org/documentation/#brokerconfigs_message.max.bytes',
  }),
  keyField: ({ keyField }) => (keyField === undefined ? undefined : { setting: 'keyField', field: keyField }),
  host: (config) => brokersOf(config)[0],
  open: async (config) => (await import('./kafka-connection.ts')).open(config),
  check: async (config, _env, signal) => (await import('./kafka-connection.ts')).check(config, signal),
};

const encoder = new TextEncoder();

/** Name and value, each with its length before it. */
const headerBytes = (headers: Readonly<Record<string, string>>): number =>
  encoder.encode(Object.entries(headers).flat().join('')).length + Object.keys(headers).length * 6;
