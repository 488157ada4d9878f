import { postgres } from './postgres.ts';
import { brokerSuite } from './suite.ts';

for (const subject of postgres) brokerSuite(subject);
