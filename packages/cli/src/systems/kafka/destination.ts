import {
  choiceSetting,
  flagSetting,
  headersSetting,
  jsonSetting,
  keyFieldSetting,
  optionalTextSetting,
  recordTimeSetting,
  routeSetting,
  textSetting,
  topicFault,
  valueField,
  type Destination,
  topicIn,
} from '@catbird/send';
import * as z from 'zod/mini';
import { hostsIn, passwordOfUser, username } from '../address.ts';
import { isFilled } from '@catbird/engine';

/** A number of partitions or replicas. */
const number = z.regex(/^[1-9]\d{0,4}$/, 'Must be a whole number from 1 on');

const BROKER = /^(\[[0-9a-fA-F:.]+\]|[^\s:,@/]+):\d{1,5}$/;
/** Schema of the settings. */
const config = z.object({
  brokers: textSetting(
    {
      label: 'Brokers',
      help: 'Bootstrap servers as host:port, separated by commas.',
      example: 'localhost:9092',
    },
    z.refine(
      (value) => hostsIn(value).every((each) => BROKER.test(each)),
      'Must be a list such as one.example.com:9092,two.example.com:9092',
    ),
  ),
  topic: routeSetting({
    label: 'Topic',
    help: 'Topic of each event. {{field}} stands for a value of the event. Clusters may create topics by themselves.',
    example: 'events',
    fault: topicFault,
  }),
  keyField: keyFieldSetting({
    label: 'Key field',
    help: 'Field to use as key. May be hidden; user.id reads a nested field. Events with the same key go to the same partition.',
    example: 'user_id',
  }),
  valueField,
  create: flagSetting({ label: 'Create', help: 'Create the topic if it is missing.' }),
  createPartitions: optionalTextSetting(
    {
      label: 'Partitions of a new topic',
      help: 'Partitions of a new topic. Default: that of the cluster.',
      rare: true,
      example: '6',
      needs: 'create',
    },
    number,
  ),
  createReplication: optionalTextSetting(
    {
      label: 'Replicas of a new topic',
      help: 'Replicas of a new topic. Default: that of the cluster.',
      rare: true,
      example: '3',
      needs: 'create',
    },
    number,
  ),
  createConfigs: jsonSetting(
    {
      label: 'Configs of a new topic',
      help: 'Configs of a new topic, as JSON.',
      rare: true,
      example: '{"retention.ms": "86400000"}',
      needs: 'create',
    },
    z.record(
      z.string(),
      z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String)),
      'Must be an object with a value for each config',
    ),
  ),
  partitions: optionalTextSetting(
    {
      label: 'Partitions',
      rare: true,
      help: 'Partitions to send to, separated by commas. Default: all.',
      example: '0,1',
    },
    z.regex(/^\s*\d{1,6}(\s*,\s*\d{1,6})*\s*$/, 'Must be partition numbers, such as 0,1'),
  ),
  partitioner: choiceSetting({
    label: 'Partitioner',
    rare: true,
    help: 'How keys choose partitions. murmur2: as clients in Java. crc32: as librdkafka, such as clients in Python, Go and .NET.',
    choices: { murmur2: 'murmur2 (Java)', crc32: 'CRC32 (librdkafka)' },
  }),
  headers: headersSetting({ label: 'Headers' }),
  recordTime: recordTimeSetting('record'),
  acks: choiceSetting({
    label: 'Acknowledgement',
    rare: true,
    help: 'Which replicas must store an event before it counts as sent.',
    choices: { all: 'All in-sync replicas', leader: 'Only the leader' },
  }),
  compression: choiceSetting({
    label: 'Compression',
    help: 'zstd requires Node 22.15, 23.8 or later.',
    choices: { none: 'None', gzip: 'Gzip', lz4: 'LZ4', snappy: 'Snappy', zstd: 'Zstandard' },
  }),
  preset: choiceSetting({
    label: 'Preset',
    rare: true,
    help: 'event-hubs is Azure Event Hubs: TLS, and the connection string of the namespace as password.',
    choices: { none: 'None', 'event-hubs': 'Azure Event Hubs' },
  }),
  tls: flagSetting({ label: 'TLS', help: 'Encrypt the connection and verify the brokers’ certificates.' }),
  tlsCert: optionalTextSetting({
    label: 'Client certificate',
    rare: true,
    help: 'PEM file with the certificate to present to brokers.',
    example: 'client.pem',
    needs: 'tls',
  }),
  tlsKey: optionalTextSetting({
    label: 'Client key',
    rare: true,
    help: 'PEM file with its private key. Default: the file of the certificate.',
    example: 'client.key',
    needs: 'tlsCert',
  }),
  mechanism: choiceSetting({
    label: 'SASL mechanism',
    help: 'How to authenticate if a user name is given. msk-iam uses TLS and the keys of AWS in the environment.',
    choices: {
      plain: 'PLAIN',
      'scram-sha-256': 'SCRAM-SHA-256',
      'scram-sha-512': 'SCRAM-SHA-512',
      'msk-iam': 'Amazon MSK with IAM',
    },
  }),
  username,
  password: passwordOfUser,
  token: optionalTextSetting({
    label: 'Token',
    help: 'OAuth bearer token, in place of a user name and password (SASL OAUTHBEARER). It is not renewed.',
    secret: true,
  }),
  tokenFile: optionalTextSetting({
    label: 'Token file',
    rare: true,
    help: 'File with such a token. It is read at every login, so another program can renew it.',
    example: '/run/secrets/kafka-token',
  }),
  tokenCommand: optionalTextSetting({
    label: 'Token command',
    rare: true,
    help: 'Command that prints such a token. It runs at every login, and not from a config.',
    example: 'my-login print-token',
    isCommand: true,
  }),
});

/** The settings of the Kafka destination. */
export type KafkaConfig = z.output<typeof config>;

/** The settings of a connection. */
export type KafkaLogin = Pick<
  KafkaConfig,
  'brokers' | 'tls' | 'tlsCert' | 'tlsKey' | 'mechanism' | 'username' | 'password' | 'token'
> &
  Partial<Pick<KafkaConfig, 'tokenFile' | 'tokenCommand'>>;

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
  kind: 'Queues and streams',
  summary: 'Produce each event to a Kafka topic.',
  acknowledgement:
    'A produce response that lists its partition without an error, once as many replicas as `--acks` requires have stored it.',
  call: 'Produce',
  docs: 'https://kafka.apache.org/documentation/',
  config,
  formats: ['lines', 'records'],
  topic: topicIn,
  takesKeyBytes: true,
  normalise({ tls, username, ...input }) {
    if (input['preset'] === 'event-hubs')
      return { ...input, tls: tls ?? true, username: username ?? '$ConnectionString' };
    return { ...input, tls: tls ?? (input['mechanism'] === 'msk-iam' ? true : undefined), username };
  },
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
  host: ({ brokers }) => hostsIn(brokers)[0],
  open: async (config, env) => (await import('./connection.ts')).open(config, env),
  check: async (config, env, signal) => (await import('./connection.ts')).check(config, env, signal),
};

const filledHeaders = (headers: Readonly<Record<string, string>>): number =>
  Object.values(headers).filter((text) => isFilled(text)).length;

const encoder = new TextEncoder();

/** Bytes of names and values, each with a length prefix. */
const headerBytes = (headers: Readonly<Record<string, string>>): number =>
  encoder.encode(Object.entries(headers).flat().join('')).length + Object.keys(headers).length * 6;
