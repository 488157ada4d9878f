import { mqtt } from './mqtt.ts';
import { brokerSuite } from './suite.ts';

for (const subject of mqtt) brokerSuite(subject);
