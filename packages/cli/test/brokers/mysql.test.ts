import { mysql } from './mysql.ts';
import { brokerSuite } from './suite.ts';
import { routesToTables } from './tables.ts';

for (const subject of mysql) brokerSuite(subject, subject.brief === true ? undefined : routesToTables);
