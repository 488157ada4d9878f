import * as z from 'zod/mini';
import { sendingTo } from './http-address.ts';
import type { Destination } from './destination.ts';
import type { HttpService } from './http-service.ts';
import { topicFault, topicIn, valueField } from './kafka-records.ts';
import {
  choiceSetting,
  optionalTextSetting,
  keyFieldSetting,
  recordTimeSetting,
  routeSetting,
  addressSetting,
  basicShape,
  bearerShape,
} from './setting.ts';

const config = z.object({
  url: addressSetting({
    label: 'Address',
    help: 'Address of the proxy, with the path before /topics or /v3 if it has one.',
    example: 'http://localhost:8082',
  }),
  topic: routeSetting({
    label: 'Topic',
    help: '{{field}} stands for a value of the event.',
    example: 'events',
    fault: topicFault,
  }),
  api: choiceSetting({
    label: 'API',
    help: 'Version of the REST API. Redpanda has v2 only.',
    choices: { v2: 'Version 2', v3: 'Version 3' },
  }),
  clusterId: optionalTextSetting({
    label: 'Cluster ID',
    help: 'As GET /v3/clusters shows it.',
    example: 'lkc-vo9pz',
    when: { api: 'v3' },
    needed: true,
  }),
  keyField: keyFieldSetting({
    label: 'Key field',
    help: 'Field to use as key. May be hidden; user.id reads a nested field.',
    example: 'user_id',
  }),
  valueField,
  recordTime: recordTimeSetting('record of version 3'),
  auth: choiceSetting({
    label: 'Authentication',
    help: 'Implied by the credentials.',
    choices: { none: 'None', basic: 'User and password', bearer: 'Bearer token' },
  }),
  ...basicShape,
  ...bearerShape,
});

/** The settings of the Kafka REST destination. */
type KafkaRestConfig = z.output<typeof config>;

/** The settings, with what a service has that is reached in the same way. */
export interface KafkaRestTarget extends KafkaRestConfig {
  /** Name in errors. Default: Kafka REST */
  readonly name?: string;
  /** What to do about errors, if that differs. */
  readonly hints?: HttpService['hints'];
  /** Headers of all records, in version 3. Their values are base64. */
  readonly headers?: readonly Readonly<Record<string, string>>[] | undefined;
  /** The key of records without one of their own, in version 3. */
  readonly key?: object | undefined;
}

/** The same as they are given: those with a default may be left out. */
export type KafkaRestSettings = z.input<typeof config>;

/** Bytes of a request that proxies and their producers accept by default. */
const REQUEST_BYTES = 1_048_576;

/** `{"records":[` and its end. */
const AROUND_BYTES = 20;

/** What a record has beside its value and key, with a time, and what base64 adds to the last bytes of both. */
const ROW_BYTES =
  '{"timestamp":"2026-01-01T00:00:00.000Z","key":{"type":"BINARY","data":""},"value":{"type":"BINARY","data":""}}\n'
    .length + 8;

/** Bytes of which base64 makes so many. */
const beforeBase64 = (bytes: number): number => Math.floor((bytes * 3) / 4);

/** Kafka over a REST proxy. https://docs.confluent.io/platform/current/kafka-rest/api.html */
export const kafkaRest: Destination<KafkaRestTarget> = {
  name: 'KafkaREST',
  command: 'kafka-rest',
  title: 'Kafka REST',
  kind: 'Queues and streams',
  searchWords: 'queue',
  summary: 'Produce each event to a Kafka topic through a REST proxy: that of Confluent or of Redpanda.',
  acknowledgement:
    'A 2xx response with a result at the event’s position: an `offset` without an `error_code` (v2), or a report with `error_code` 200 (v3).',
  call: 'POST /topics/…',
  docs: 'https://docs.confluent.io/platform/current/kafka-rest/api.html',
  corsSetting:
    'In kafka-rest.properties, set access.control.allow.origin to this page’s origin, and access.control.allow.headers to Authorization,Content-Type,Accept.',
  config,
  formats: ['lines', 'records'],
  topic: topicIn,
  takesKeyBytes: true,
  limits: ({ keyField }) => ({
    rows: 1000,
    // A key is at most as long as its event.
    bytes: beforeBase64((REQUEST_BYTES - AROUND_BYTES) / (keyField === undefined ? 1 : 2)),
    bytesPerRow: beforeBase64(ROW_BYTES),
    oneRoute: true,
    source:
      'https://docs.confluent.io/platform/current/installation/configuration/producer-configs.html#max-request-size',
  }),
  rowFields: (settings) =>
    settings.valueField === undefined ? [] : [{ setting: 'valueField', field: settings.valueField }],
  ...sendingTo<KafkaRestTarget>('url', () => import('./kafka-rest-connection.ts')),
};
