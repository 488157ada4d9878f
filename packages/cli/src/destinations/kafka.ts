import { isFilled } from '@catbird/engine';
import { type Destination, topicIn } from '@catbird/send';
import { brokersOf, config, type KafkaConfig } from './kafka-config.ts';

/** Default maximum bytes of the records in a request to one partition. https://kafka.apache.org/documentation/#brokerconfigs_message.max.bytes */
const BATCH_BYTES = 1_048_588;
/** Longest request of Azure Event Hubs, which closes the connection on longer ones. https://learn.microsoft.com/azure/event-hubs/apache-kafka-configurations */
const EVENT_HUBS_BYTES = 1_000_000;
/** Maximum overhead per batch and per record, in bytes. https://kafka.apache.org/documentation/#recordbatch */
const BATCH_OVERHEAD = 1000;
const RECORD_OVERHEAD = 40;

/** Kafka over its native protocol. https://kafka.apache.org/protocol */
export const kafka: Destination<KafkaConfig> = {
  name: 'Kafka',
  command: 'kafka',
  title: 'Kafka',
  summary: 'Produce each event to a Kafka topic.',
  acknowledgement:
    'A produce response that lists its partition without an error, once as many replicas as `--acks` requires have stored it.',
  call: 'Produce',
  docs: 'https://kafka.apache.org/documentation/',
  config,
  formats: ['lines', 'records'],
  topic: topicIn,
  takesKeyBytes: true,
  normalise: ({ tls, username, ...input }) =>
    input['preset'] === 'event-hubs'
      ? { ...input, tls: tls ?? true, username: username ?? '$ConnectionString' }
      : { ...input, tls, username },
  limits: ({ headers = {}, keyField, preset }) => ({
    rows: 10_000,
    // A key, or a header with values, is at most as long as its event.
    bytes: Math.floor(
      ((preset === 'event-hubs' ? EVENT_HUBS_BYTES : BATCH_BYTES) - BATCH_OVERHEAD) /
        (1 + (keyField === undefined ? 0 : 1) + filledHeaders(headers)),
    ),
    bytesPerRow: RECORD_OVERHEAD + headerBytes(headers),
    source: 'https://kafka.apache.org/documentation/#brokerconfigs_message.max.bytes',
  }),
  rowFields: ({ valueField }) =>
    valueField === undefined ? [] : [{ setting: 'valueField', field: valueField }],
  host: (config) => brokersOf(config)[0],
  open: async (config) => (await import('./kafka-connection.ts')).open(config),
  check: async (config, _env, signal) => (await import('./kafka-connection.ts')).check(config, signal),
};

const filledHeaders = (headers: Readonly<Record<string, string>>): number =>
  Object.values(headers).filter((text) => isFilled(text)).length;

const encoder = new TextEncoder();

/** Bytes of names and values, each with a length prefix. */
const headerBytes = (headers: Readonly<Record<string, string>>): number =>
  encoder.encode(Object.entries(headers).flat().join('')).length + Object.keys(headers).length * 6;
