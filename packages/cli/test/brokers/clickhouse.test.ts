import { clickhouse } from './clickhouse.ts';
import { brokerSuite } from './suite.ts';

for (const subject of clickhouse) brokerSuite(subject);
