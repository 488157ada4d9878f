import { redis } from './redis.ts';
import { brokerSuite } from './suite.ts';

brokerSuite([redis]);
