import { expect, test } from 'vitest';
import { configOf } from '../../../../send/test/destinations/contract.ts';
import { createTopic } from './client.ts';
import { outcomeOf, produceError } from './connection.ts';
import { kafka } from './destination.ts';

const config = configOf(kafka, { brokers: '127.0.0.1:9092', topic: 'events' });
const stored = { topicName: 'events', partition: 3, errorCode: 0, baseOffset: '17' };

test('a response that lists the partition without an error confirms its rows', () => {
  expect(outcomeOf([stored], config, 3, 8)).toBe('taken');
});

test.each([
  ['no partition', []],
  ['another partition', [{ ...stored, partition: 2 }]],
  ['another topic', [{ ...stored, topicName: 'others' }]],
  ['an error that the client lets through', [{ ...stored, errorCode: 46 }]],
])('a response that lists %s confirms no row', (_, answer) => {
  expect(outcomeOf(answer, config, 3, 8)).toMatchObject({
    kind: 'unconfirmed',
    uncertain: true,
    message: `Kafka, partition 3, responded but confirmed 0 of 8 events: ${JSON.stringify(answer)}`,
  });
});

const failed = (name: string, more: object) => Object.assign(new Error(name), { name, ...more });
const answered = (type: string, retriable: boolean) => failed('KafkaJSProtocolError', { type, retriable });

test.each([
  ['a broker that answered no', answered('NOT_LEADER_FOR_PARTITION', true), 'unavailable', false],
  ['too few replicas', answered('NOT_ENOUGH_REPLICAS', true), 'unavailable', false],
  [
    'too few replicas after it was stored',
    answered('NOT_ENOUGH_REPLICAS_AFTER_APPEND', true),
    'timeout',
    true,
  ],
  ['a fault of the broker’s own', answered('UNKNOWN', false), 'rejected', true],
  ['a disk that failed', answered('KAFKA_STORAGE_ERROR', true), 'unavailable', true],
  ['too large', answered('MESSAGE_TOO_LARGE', false), 'too-large', false],
  ['no permission', answered('TOPIC_AUTHORIZATION_FAILED', false), 'auth', false],
  ['no response', failed('KafkaJSRequestTimeoutError', {}), 'timeout', true],
  // If a connection breaks during a request, the client asks the cluster again and throws that error.
  [
    'a cluster that is unreachable when asked again',
    failed('KafkaJSConnectionError', { code: 'ECONNREFUSED' }),
    'network',
    true,
  ],
  [
    'a cluster without a leader when asked again',
    answered('LEADER_NOT_AVAILABLE', true),
    'unavailable',
    true,
  ],
])('after %s, events in flight may or may not have been stored', (_, error, kind, uncertain) => {
  expect(produceError(error, config, 3)).toMatchObject({ kind, uncertain });
});

/** The mock cluster of the other tests creates topics by itself, and lacks the request for it. */
test('a topic is created with its partitions, replicas and configs, else as the cluster does by default', async () => {
  const asked: unknown[] = [];
  const admin = {
    async createTopics(options: unknown) {
      asked.push(options);
      return true;
    },
  };
  const settings = { brokers: 'localhost:9092', topic: 'events', create: 'true' };
  await createTopic(admin, configOf(kafka, settings));
  const more = { createPartitions: '6', createReplication: '3', createConfigs: '{"retention.ms": 1000}' };
  await createTopic(admin, configOf(kafka, { ...settings, ...more }));
  const configEntries = [{ name: 'retention.ms', value: '1000' }];
  expect(asked).toEqual([
    { waitForLeaders: true, topics: [{ topic: 'events', configEntries: [] }] },
    {
      waitForLeaders: true,
      topics: [{ topic: 'events', numPartitions: 6, replicationFactor: 3, configEntries }],
    },
  ]);
});

test('a topic that cannot be created is an error with the reason of the cluster', async () => {
  const refused = answered('POLICY_VIOLATION', false);
  const admin = {
    createTopics: () => Promise.reject(Object.assign(new Error('all'), { errors: [refused] })),
  };
  await expect(createTopic(admin, config)).rejects.toMatchObject({
    kind: 'rejected',
    code: 'POLICY_VIOLATION',
  });
});
