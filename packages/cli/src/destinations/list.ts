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

/** Order of commands in help; any others come last. */
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

/** Browser destinations whose services accept gzip from Node. */
const WITH_GZIP = ['http', 'tinybird'];

const rank = ({ command }: Pick<Destination, 'command'>): number =>
  ORDER.includes(command) ? ORDER.indexOf(command) : ORDER.length;

/** All destinations of the command line: the browser's, and those that need Node. */
export const destinations: readonly Destination[] = [
  ...inBrowsers.map((each) => (WITH_GZIP.includes(each.command) ? withGzip(each) : each)),
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
].sort((a, b) => rank(a) - rank(b));
