import { topicIn, trimSlashes, type Destination } from '@catbird/send';
import { config, type ConfluentConfig } from './confluent-cloud-kafka-config.ts';

/**
 * Bytes of a topic's largest record, by default. A request may be larger.
 * https://docs.confluent.io/cloud/current/client-apps/topics/manage.html
 */
const RECORD_BYTES = 2_097_164;

const TIMESTAMP_BYTES = '"timestamp":"2026-01-01T00:00:00.000Z",'.length;

const addressOf = ({ restEndpoint, clusterId }: ConfluentConfig, topic: string): string =>
  `${trimSlashes(restEndpoint)}/kafka/v3/clusters/${encodeURIComponent(clusterId)}/topics/${encodeURIComponent(topic)}`;

/** Kafka over Confluent's REST API. https://docs.confluent.io/cloud/current/kafka-rest/kafka-rest-cc.html */
export const confluentCloudKafka: Destination<ConfluentConfig> = {
  name: 'ConfluentCloudKafka',
  command: 'confluent-cloud-kafka',
  title: 'Confluent Cloud Kafka',
  summary: 'Produce each event to a Confluent Cloud topic over HTTP.',
  acknowledgement: 'A report with `error_code` 200 at the event’s position in a 2xx response.',
  call: 'POST …/records',
  docs: 'https://docs.confluent.io/cloud/current/kafka-rest/krest-qs.html',
  config,
  formats: ['lines', 'records'],
  topic: topicIn,
  takesKeyBytes: true,
  limits: ({ headers, key, keyField }) => {
    const wrapped = JSON.stringify({ headers, key, value: { type: 'BINARY', data: '' } });
    const perRow = Buffer.byteLength(wrapped) + '{"type":"STRING","data":""},"key":'.length + TIMESTAMP_BYTES;
    return {
      rows: 1000,
      oneRoute: true,
      // A key is at most as long as its event, with each character escaped.
      bytes: Math.floor(RECORD_BYTES / (keyField === undefined ? 1 : 3)),
      bytesPerRow: perRow,
      source: 'https://docs.confluent.io/cloud/current/clusters/cluster-types.html',
    };
  },
  rowFields: ({ valueField }) =>
    valueField === undefined ? [] : [{ setting: 'valueField', field: valueField }],
  customEndpoint: ({ restEndpoint }) => ({ setting: 'restEndpoint', address: restEndpoint }),
  host: ({ restEndpoint }) => new URL(restEndpoint).host,
  open: async (config, env) =>
    (await import('./confluent-cloud-kafka-connection.ts')).open(
      (topic) => addressOf(config, topic),
      config,
      env,
    ),
  check: async (config, env, signal) =>
    (await import('./confluent-cloud-kafka-connection.ts')).check(
      addressOf(config, config.topic),
      config,
      env,
      signal,
    ),
};
