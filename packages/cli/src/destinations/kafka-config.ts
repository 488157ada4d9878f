import { choice, flag, json, optionalText, text } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { password, username } from './broker.ts';

const BROKER = /^(\[[0-9a-fA-F:.]+\]|[^\s:,@/]+):\d{1,5}$/;
const listOf = (value: string): string[] => value.split(',').map((each) => each.trim());

/** Schema of the settings. */
export const config = z.object({
  brokers: text(
    {
      label: 'Brokers',
      help: 'Hosts and ports to begin with, with commas between them.',
      example: 'localhost:9092',
    },
    z.refine(
      (value) => listOf(value).every((each) => BROKER.test(each)),
      'Must be a list such as one.example.com:9092,two.example.com:9092',
    ),
  ),
  topic: text(
    {
      label: 'Topic',
      help: 'Made by the first event where the cluster makes topics.',
      example: 'events',
    },
    z.regex(/^[a-zA-Z0-9._-]{1,249}$/, 'Must have letters, digits, dots, hyphens and underscores only'),
  ),
  keyField: optionalText({
    label: 'Key field',
    help: 'The field that is an event’s key, hidden ones too; user.id is a field within another. Events with the same key go to the same partition, the one that Java’s client chooses.',
    example: 'user_id',
  }),
  partitions: optionalText(
    {
      label: 'Partitions',
      help: 'Numbers of the partitions to send to, with commas between them. By default all.',
      example: '0,1',
    },
    z.regex(/^\s*\d{1,6}(\s*,\s*\d{1,6})*\s*$/, 'Must be numbers such as 0,1'),
  ),
  headers: json(
    { label: 'Headers', help: 'JSON. Sent with every event.', example: '{"source": "catbird"}' },
    z.record(z.string(), z.string('Each header must be text'), {
      error: 'Must be an object of headers, each a text',
    }),
  ),
  acks: choice({
    label: 'Acknowledgement',
    help: 'Who must have stored an event before it counts as sent.',
    choices: { all: 'All replicas in sync', leader: 'The leader alone' },
  }),
  compression: choice({ label: 'Compression', choices: { none: 'None', gzip: 'Gzip' } }),
  tls: flag({ label: 'TLS', help: 'Encrypt, and prove the brokers’ certificates.' }),
  mechanism: choice({
    label: 'SASL mechanism',
    help: 'How user name and password are proven, where they are given.',
    choices: { plain: 'PLAIN', 'scram-sha-256': 'SCRAM-SHA-256', 'scram-sha-512': 'SCRAM-SHA-512' },
  }),
  username,
  password,
});

/** The settings of the Kafka destination. */
export type KafkaConfig = z.output<typeof config>;

/** Brokers of a config. */
export const brokersOf = ({ brokers }: Pick<KafkaConfig, 'brokers'>): string[] => listOf(brokers);
