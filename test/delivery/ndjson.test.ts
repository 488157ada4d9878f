import { jqTest } from './ndjson.ts';

jqTest(10_000);
