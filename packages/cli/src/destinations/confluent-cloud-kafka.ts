import {
  addressCheck,
  json,
  optionalText,
  originFault,
  text,
  trimSlashes,
  type Destination,
} from '@catbird/core/destinations';
import * as z from 'zod/mini';

/**
 * Bytes of the largest record of a topic, where it does not allow more; a request may have more.
 * https://docs.confluent.io/cloud/current/client-apps/topics/manage.html
 */
const RECORD_BYTES = 2_097_164;

const formats = ['BINARY', 'JSON', 'STRING'] as const;

const config = z.object({
  restEndpoint: text(
    {
      label: 'REST endpoint',
      help: 'As the cluster’s settings show it.',
      example: 'https://pkc-abcde.us-west4.gcp.confluent.cloud:443',
    },
    addressCheck(originFault),
  ),
  clusterId: text({ label: 'Cluster ID', example: 'lkc-vo9pz' }),
  topic: text({ label: 'Topic', help: 'It must be there.', example: 'events' }),
  apiKey: text(
    { label: 'API Key', help: 'Of the cluster, not of the account.', example: 'ABCDEFGHIJKLMNOP' },
    z.regex(/^[^:]*$/, 'Must not contain a colon'),
  ),
  apiSecret: text({ label: 'API Secret', help: 'The secret of that key.', secret: true }),
  headers: json(
    {
      label: 'Headers',
      help: 'JSON. Sent with every event; the values are base64.',
      example: '[{"name": "source", "value": "Y2F0YmlyZA=="}]',
    },
    z.array(z.record(z.string(), z.string()), 'Must be a list of headers, each with name and value'),
  ),
  key: json(
    {
      label: 'Key',
      help: 'JSON. The same for all events.',
      example: '{"type": "STRING", "data": "events"}',
    },
    z.strictObject(
      { type: z.enum(formats, `type must be one of: ${formats.join(', ')}`), data: z.unknown() },
      'Must be an object with type and data',
    ),
  ),
  keyField: optionalText({
    label: 'Key field',
    help: 'The field that is an event’s key, as text, hidden ones too; user.id is a field within another. It goes before a key for all.',
    example: 'user_id',
  }),
});

/** The settings of the Confluent Cloud destination. */
export type ConfluentConfig = z.output<typeof config>;

const addressOf = ({ restEndpoint, clusterId, topic }: ConfluentConfig): string =>
  `${trimSlashes(restEndpoint)}/kafka/v3/clusters/${encodeURIComponent(clusterId)}/topics/${encodeURIComponent(topic)}`;

/** Kafka behind Confluent's REST interface. https://docs.confluent.io/cloud/current/kafka-rest/kafka-rest-cc.html */
export const confluentCloudKafka: Destination<ConfluentConfig> = {
  name: 'ConfluentCloudKafka',
  command: 'confluent-cloud-kafka',
  title: 'Confluent Cloud Kafka',
  summary: 'Produces each event as a record to a topic of Confluent Cloud, over HTTP.',
  acknowledgement: 'A report with `error_code` 200, at its place in a 2xx answer.',
  call: 'POST …/records',
  docs: 'https://docs.confluent.io/cloud/current/kafka-rest/krest-qs.html',
  config,
  limits: ({ headers, key, keyField }) => {
    const wrapped = JSON.stringify({ headers, key, value: { type: 'JSON', data: 0 } });
    const perRow = Buffer.byteLength(wrapped) + '{"type":"STRING","data":""},"key":'.length;
    return {
      rows: 1000,
      // A key is at most as long as its event, each character escaped.
      bytes: Math.floor(RECORD_BYTES / (keyField === undefined ? 1 : 3)),
      bytesPerRow: perRow,
      source: 'https://docs.confluent.io/cloud/current/clusters/cluster-types.html',
    };
  },
  keyField: ({ keyField }) => (keyField === undefined ? undefined : { setting: 'keyField', field: keyField }),
  customEndpoint: ({ restEndpoint }) => ({ setting: 'restEndpoint', address: restEndpoint }),
  host: ({ restEndpoint }) => new URL(restEndpoint).host,
  open: async (config, env) =>
    (await import('./confluent-cloud-kafka-connection.ts')).open(addressOf(config), config, env),
  check: async (config, env, signal) =>
    (await import('./confluent-cloud-kafka-connection.ts')).check(addressOf(config), config, env, signal),
};
