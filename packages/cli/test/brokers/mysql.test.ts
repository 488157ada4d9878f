import { mysql } from './mysql.ts';
import { brokerSuite } from './suite.ts';
import { routesToTables } from './tables.ts';

brokerSuite(mysql, routesToTables);
