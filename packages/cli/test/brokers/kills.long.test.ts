import { awsKinesis } from './aws-kinesis.ts';
import { clickhouse } from './clickhouse.ts';
import { kafka } from './kafka.ts';
import { killTests } from './kills.ts';
import { mqtt } from './mqtt.ts';
import { mysql } from './mysql.ts';
import { nats } from './nats.ts';
import { postgres } from './postgres.ts';
import { rabbitmq } from './rabbitmq.ts';
import { redis } from './redis.ts';
import { describeBroker } from './subject.ts';

/** `node scripts/kills.js` sets it. */
const KILLS = Number(process.env['CATBIRD_KILLS'] ?? 6);

for (const subject of [
  awsKinesis,
  ...clickhouse,
  kafka,
  ...mqtt,
  ...mysql,
  nats,
  ...postgres,
  rabbitmq,
  redis,
])
  if (subject.brief !== true) describeBroker(subject, (setup) => killTests(setup, KILLS));
