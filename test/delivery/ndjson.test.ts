import { jqTest } from './ndjson.ts';

jqTest(4000);
