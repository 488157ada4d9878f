import { destinations as inBrowsers, type Destination } from '@catbird/core/destinations';
import { awsKinesis } from './aws-kinesis.ts';
import { clickhouse } from './clickhouse.ts';
import { confluentCloudKafka } from './confluent-cloud-kafka.ts';
import { file } from './file.ts';
import { withGzip } from './gzip.ts';
import { kafka } from './kafka.ts';
import { mqtt } from './mqtt.ts';
import { nats } from './nats.ts';
import { postgres } from './postgres.ts';
import { rabbitmq } from './rabbitmq.ts';
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

/** Those of browsers that take packed bodies where they come from Node. */
const PACKED = ['http', 'tinybird'];

const place = ({ command }: Pick<Destination, 'command'>): number =>
  ORDER.includes(command) ? ORDER.indexOf(command) : ORDER.length;

/** Every destination of the command line: those of browsers, and those that need Node. */
export const destinations: readonly Destination[] = [
  ...inBrowsers.map((each) => (PACKED.includes(each.command) ? withGzip(each) : each)),
  file,
  awsKinesis,
  confluentCloudKafka,
  kafka,
  rabbitmq,
  nats,
  mqtt,
  redis,
  clickhouse,
  postgres,
].sort((a, b) => place(a) - place(b));
