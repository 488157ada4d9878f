import { postgres } from './postgres.ts';
import { brokerSuite } from './suite.ts';
import { routesToTables } from './tables.ts';

brokerSuite(postgres, routesToTables);
