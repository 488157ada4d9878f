import {
  textCheck,
  jsonSetting,
  keyFieldSetting,
  originFault,
  recordTimeSetting,
  routeSetting,
  textSetting,
  topicFault,
  valueField,
  topicIn,
  trimSlashes,
  kafkaRest,
  type Destination,
  type KafkaRestTarget,
} from '@catbird/send';
import * as z from 'zod/mini';

const formats = ['BINARY', 'JSON', 'STRING'] as const;

/** Schema of the settings. */
const config = z.object({
  restEndpoint: textSetting(
    {
      label: 'REST endpoint',
      help: 'Shown in the settings of the cluster.',
      example: 'https://pkc-abcde.us-west4.gcp.confluent.cloud:443',
    },
    textCheck(originFault),
  ),
  clusterId: textSetting({ label: 'Cluster ID', example: 'lkc-vo9pz' }),
  topic: routeSetting({
    label: 'Topic',
    help: 'Must exist. {{field}} stands for a value of the event.',
    example: 'events',
    fault: topicFault,
  }),
  apiKey: textSetting(
    { label: 'API key', help: 'An API key of the cluster, not of the account.', example: 'ABCDEFGHIJKLMNOP' },
    z.regex(/^[^:]*$/, 'Must not contain a colon'),
  ),
  apiSecret: textSetting({ label: 'API secret', help: 'Secret of that key.', secret: true }),
  headers: jsonSetting(
    {
      label: 'Headers',
      help: 'JSON. Sent with every event; values are base64.',
      example: '[{"name": "source", "value": "Y2F0YmlyZA=="}]',
    },
    z.array(z.record(z.string(), z.string()), 'Must be a list of headers, each with a name and a value'),
  ),
  key: jsonSetting(
    {
      label: 'Key',
      help: 'JSON. One key for all events.',
      example: '{"type": "STRING", "data": "events"}',
    },
    z.strictObject(
      { type: z.enum(formats, `type must be one of: ${formats.join(', ')}`), data: z.unknown() },
      'Must be an object with the keys type and data',
    ),
  ),
  keyField: keyFieldSetting({
    label: 'Key field',
    help: 'Field to use as key. May be hidden; user.id reads a nested field. Takes precedence over --key.',
    example: 'user_id',
  }),
  valueField,
  recordTime: recordTimeSetting('record'),
});

/** The settings of the Confluent Cloud destination. */
export type ConfluentConfig = z.output<typeof config>;

/**
 * Bytes of a topic's largest record, by default. A request may be larger.
 * https://docs.confluent.io/cloud/current/client-apps/topics/manage.html
 */
const RECORD_BYTES = 2_097_164;

const TIMESTAMP_BYTES = '"timestamp":"2026-01-01T00:00:00.000Z",'.length;

const ENDPOINT =
  'Check the REST endpoint, the cluster ID and the topic. The REST endpoint is specific to the cluster.';

/** The same for a REST proxy. https://docs.confluent.io/cloud/current/kafka-rest/krest-qs.html */
const proxyOf = ({ restEndpoint, apiKey, apiSecret, ...config }: ConfluentConfig): KafkaRestTarget => ({
  ...config,
  url: `${trimSlashes(restEndpoint)}/kafka`,
  api: 'v3',
  auth: 'basic',
  username: apiKey,
  password: apiSecret,
  name: 'Confluent',
  hints: {
    auth: 'Check the API key and secret: they must belong to the cluster and be allowed to write to the topic.',
    'not-found': ENDPOINT,
    rejected: 'Confluent rejected an event: check the headers, the key, and the rules of the topic.',
    'too-large': 'An event exceeds the topic’s max.message.bytes.',
    'rate-limited': 'The cluster is rate-limiting events: lower the rate or use a larger cluster.',
    unavailable: 'Confluent had an internal error; the same events can be retried.',
  },
});

/** Kafka over Confluent's REST API. https://docs.confluent.io/cloud/current/kafka-rest/kafka-rest-cc.html */
export const confluentCloudKafka: Destination<ConfluentConfig> = {
  name: 'ConfluentCloudKafka',
  command: 'confluent-cloud-kafka',
  title: 'Confluent Cloud Kafka',
  kind: 'Queues and streams',
  summary: 'Produce each event to a Confluent Cloud topic over HTTP.',
  acknowledgement: 'A report with `error_code` 200 at the event’s position in a 2xx response.',
  call: 'POST …/records',
  docs: 'https://docs.confluent.io/cloud/current/kafka-rest/krest-qs.html',
  config,
  formats: ['lines', 'records'],
  topic: topicIn,
  takesKeyBytes: true,
  limits: ({ headers, key, keyField }) => {
    const part = { type: 'BINARY', data: '' };
    const wrapped = JSON.stringify({ headers, key: key ?? part, value: part });
    return {
      rows: 1000,
      oneRoute: true,
      // In base64. A key is at most as long as its event.
      bytes: Math.floor(((RECORD_BYTES / (keyField === undefined ? 1 : 2)) * 3) / 4),
      bytesPerRow: Buffer.byteLength(wrapped) + TIMESTAMP_BYTES,
      source: 'https://docs.confluent.io/cloud/current/clusters/cluster-types.html',
    };
  },
  rowFields: ({ valueField }) =>
    valueField === undefined ? [] : [{ setting: 'valueField', field: valueField }],
  customEndpoint: ({ restEndpoint }) => ({ setting: 'restEndpoint', address: restEndpoint }),
  host: ({ restEndpoint }) => new URL(restEndpoint).host,
  open: (config, env) => kafkaRest.open(proxyOf(config), env),
  check: (config, env, signal) => kafkaRest.check(proxyOf(config), env, signal),
};
