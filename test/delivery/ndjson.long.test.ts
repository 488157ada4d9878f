import { jqTest } from './ndjson.ts';

jqTest(100_000);
