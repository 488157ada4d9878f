import { inOrder } from '@catbird/core/internal/config';
import { destinations as inBrowsers, type Destination } from '@catbird/core/destinations';
import { awsKinesis } from './aws-kinesis.ts';
import { clickhouse } from './clickhouse.ts';
import { confluentCloudKafka } from './confluent-cloud-kafka.ts';
import { file } from './file.ts';
import { withGzip } from './gzip.ts';
import { withBody } from './http-body.ts';
import { kafka } from './kafka.ts';
import { mqtt } from './mqtt.ts';
import { nats } from './nats.ts';
import { postgres } from './postgres.ts';
import { rabbitmq } from './rabbitmq.ts';
import { redis } from './redis.ts';

/** What browser destinations have on Node besides. */
const MORE: Readonly<Record<string, (destination: Destination) => Destination>> = {
  http: (destination) => withGzip(withBody(destination)),
  tinybird: withGzip,
};

/** All destinations of the command line: the browser's, and those that need Node. */
export const destinations: readonly Destination[] = inOrder([
  ...inBrowsers.map((each) => MORE[each.command]?.(each) ?? each),
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
