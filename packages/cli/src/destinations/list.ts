import { inOrder } from '@catbird/core/config';
import { destinations as inBrowsers, httpWithRoutes, type Destination } from '@catbird/core/destinations';
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

/** Browser destinations whose services accept gzip from Node. */
const WITH_GZIP = ['http', 'tinybird'];

/** All destinations of the command line: the browser's, and those that need Node. */
export const destinations: readonly Destination[] = inOrder([
  ...inBrowsers
    .map((each) => (each.command === httpWithRoutes.command ? httpWithRoutes : each))
    .map((each) => (WITH_GZIP.includes(each.command) ? withGzip(each) : each)),
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
]);
