import { postgres } from './postgres.ts';
import { brokerSuite } from './suite.ts';
import { routesToTables } from './tables.ts';

for (const subject of postgres) brokerSuite(subject, subject.brief === true ? undefined : routesToTables);
