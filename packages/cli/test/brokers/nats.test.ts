import { killTests } from './kills.ts';
import { nats } from './nats.ts';
import { describeBroker } from './subject.ts';
import { brokerSuite } from './suite.ts';

brokerSuite(nats);

// The other services are killed by kills.long.test.ts.
describeBroker(nats, (setup) => killTests(setup, 2));
