import { hashes } from './rows.ts';

postMessage(await hashes());
