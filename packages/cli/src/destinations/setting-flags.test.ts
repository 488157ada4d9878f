import { messagesByPath } from '@catbird/engine';
import { flagName, parseConfig, settingsOf } from '@catbird/send';
import { expect, test } from 'vitest';
import { destinations } from './list.ts';

const nameOf = (name: string): string => `--${flagName(name)}`;

/** Parses settings of a destination, and returns the settings of that command line or its errors. */
function parsed(command: string, settings: Readonly<Record<string, unknown>>): unknown {
  const destination = destinations.find((each) => each.command === command);
  if (destination === undefined) throw new Error(`There is no ${command}`);
  const result = parseConfig(destination, settings, { clearText: true, nameOf });
  return result.ok ? result.config : messagesByPath(result.issues);
}

test('placeholders are refused in every setting of every destination, but in credentials, routes and headers', () => {
  const accepting = destinations.flatMap((destination) =>
    settingsOf(destination).flatMap(({ name, kind, when }) => {
      const value = kind === 'json' ? '{"a": "{{id}}"}' : 'a{{id}}';
      const result = parseConfig(destination, { [name]: value, ...when });
      const errors = result.ok ? [] : (messagesByPath(result.issues)[name] ?? []);
      return errors.some((each) => /^Must (not contain \{\{\.|contain \{\{rows?\}\} exactly once)/.test(each))
        ? []
        : [`${destination.command} ${name}`];
    }),
  );
  const filled = [
    'http url',
    'http headers',
    'elasticsearch index',
    'loki labels',
    's3 prefix',
    'azure-blob prefix',
    'gcp-pubsub orderingKey',
    'gcp-pubsub attributes',
    'kafka-rest topic',
    'aws-eventbridge detailType',
    'confluent-cloud-kafka topic',
    'kafka topic',
    'kafka headers',
    'rabbitmq routingKey',
    'rabbitmq headers',
    'nats subject',
    'nats headers',
    'mqtt topic',
    'mqtt headers',
    'redis stream',
    'clickhouse table',
    'postgres table',
    'mysql table',
  ];
  const credentials =
    /token$|serviceAccount$|password$|secret|username$|apiKey$|headerValue$|sas$|accountKey$/i;
  expect(accepting.filter((each) => !credentials.test(each))).toEqual(filled);
  expect(accepting).toEqual(expect.arrayContaining(['http headerValue', 'kafka password', 'redis username']));
});

const url = 'http://127.0.0.1:1';
const mqtt = { url: 'mqtt://127.0.0.1', topic: 't' };
const nats = { url: 'nats://127.0.0.1', subject: 's' };
const kafka = { brokers: '127.0.0.1:9092', topic: 't' };
const redis = { url: 'redis://127.0.0.1', stream: 's' };
const rabbit = { url: 'amqp://127.0.0.1' };

test.each([
  [
    'kafka',
    { ...kafka, preset: 'event-hubs', password: 'Endpoint=sb://n.servicebus.windows.net/' },
    { tls: true, mechanism: 'plain', username: '$ConnectionString' },
  ],
  ['kafka', { ...kafka, preset: 'event-hubs', tls: 'false', username: 'u' }, { tls: false, username: 'u' }],
  ['http', { url, bearerToken: 'b' }, { auth: 'bearer', bearerToken: 'b' }],
  ['http', { url, username: 'u', password: 'p' }, { auth: 'basic', username: 'u', password: 'p' }],
  ['http', { url, password: 'p' }, { username: ['Required'] }],
  ['http', { url, headerName: 'X-Key', headerValue: 'v' }, { auth: 'header', headerValue: 'v' }],
  ['http', { url, headerName: 'X-Key' }, { headerValue: ['Required'] }],
  ['http', { url, auth: 'none', bearerToken: 'b' }, { bearerToken: ['Requires --auth bearer'] }],
  [
    'http',
    { url, bearerToken: 'b', username: 'u', password: 'p' },
    { username: ['Requires --auth basic'], password: ['Requires --auth basic'] },
  ],
  ['tinybird', { endpoint: url, datasource: 'd', token: 't' }, { host: 'custom', endpoint: url }],
  [
    'tinybird',
    { endpoint: url, host: 'local', datasource: 'd', token: 't' },
    { endpoint: ['Requires --host custom'] },
  ],
  ['rabbitmq', { ...rabbit, exchange: 'e', routingKey: 'r' }, { target: 'exchange', exchange: 'e' }],
  ['rabbitmq', { ...rabbit, queue: 'q' }, { target: 'queue', queue: 'q' }],
  ['rabbitmq', { ...rabbit, queue: 'q', exchange: 'e' }, { exchange: ['Requires --target exchange'] }],
  ['rabbitmq', { url: 'amqp://u:p@127.0.0.1', queue: 'q' }, { username: 'u', password: 'p' }],
  ['rabbitmq', { url: 'amqp://u@127.0.0.1', queue: 'q', password: 'p' }, { username: 'u', password: 'p' }],
  [
    'rabbitmq',
    { url: 'amqp://u:p@127.0.0.1', queue: 'q', password: 'other' },
    { url: ['Must not contain a user name or password: use their own settings'] },
  ],
  [
    'postgres',
    { url: 'postgres://u:p%40@127.0.0.1/shop?sslmode=require', table: 't' },
    { url: 'postgres://127.0.0.1/shop?sslmode=require', username: 'u', password: 'p@' },
  ],
  ['clickhouse', { url: 'http://u:p@127.0.0.1/', table: 't' }, { username: 'u', password: 'p' }],
  ['kafka', { ...kafka, password: 'p' }, { password: ['Requires --username'] }],
  ['mqtt', { ...mqtt, password: 'p' }, { password: ['Requires --username'] }],
  ['nats', { ...nats, password: 'p' }, { password: ['Requires --username'] }],
  [
    'nats',
    { ...nats, username: 'u', token: 't' },
    { token: ['Must not be given together with a user name'] },
  ],
  ['redis', { ...redis, password: 'p' }, { password: 'p' }],
  ['redis', { ...redis, username: 'u' }, { username: ['Requires --password'] }],
])('credentials are used or an error: %s %j', (command, settings, expected) => {
  expect(parsed(command, settings)).toMatchObject(expected);
});
