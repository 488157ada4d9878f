import { destinations as inBrowsers, type Destination } from '@catbird/core/destinations';
import { file } from './file.ts';
import { redis } from './redis.ts';

/** Commands in the order of help; others come after them. */
const ORDER = [
  'log',
  'file',
  'http',
  'tinybird',
  'ably',
  'aws-sns',
  'aws-kinesis',
  'confluent-cloud-kafka',
  'kafka',
  'rabbitmq',
  'nats',
  'mqtt',
  'redis',
  'clickhouse',
  'postgres',
];

const place = ({ command }: Pick<Destination, 'command'>): number =>
  ORDER.includes(command) ? ORDER.indexOf(command) : ORDER.length;

/** Every destination of the command line: those of browsers, and those that need Node. */
export const destinations: readonly Destination[] = [...inBrowsers, file, redis].sort(
  (a, b) => place(a) - place(b),
);
