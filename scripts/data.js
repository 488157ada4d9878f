// Used by tests and test.js: public test data of others, which this repository has no copy of.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './command.js';

/** The folder of the data. */
export const DATA = process.env['CATBIRD_TEST_DATA'] || join(ROOT, '../shared/data');

/** Where each file or folder comes from. */
const SOURCES = {
  'JSONTestSuite/test_parsing': 'https://github.com/nst/JSONTestSuite',
  'ably/errors.json': 'https://github.com/ably/ably-common, protocol/errors.json',
  'blns.json': 'https://github.com/minimaxir/big-list-of-naughty-strings',
  'sigv4-aws-c-auth/tests/aws-signing-test-suite/v4': 'https://github.com/awslabs/aws-c-auth',
};

/**
 * The path of test data that a test reads.
 * @param {keyof typeof SOURCES} name
 * @returns {string | undefined} undefined if it is missing
 */
export function testData(name) {
  const path = join(DATA, name);
  return existsSync(path) ? path : undefined;
}

/** @returns {string[]} A line for each file or folder that is missing, with its source. */
export const missingData = () =>
  Object.entries(SOURCES)
    .filter(([name]) => !existsSync(join(DATA, name)))
    .map(([name, source]) => `${name} from ${source}`);
