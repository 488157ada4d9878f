import { nats } from './nats.ts';
import { brokerSuite } from './suite.ts';

brokerSuite([nats]);
