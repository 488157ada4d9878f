// Used by test.js and check.js: counts of passed, failed and skipped tests from the runners' own reports.
import { relative } from 'node:path';
import { ROOT } from './command.js';

/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Tally */
/** @typedef {ReadonlyMap<string, number>} Skipped how many tests of a file were skipped */

/** @type {Tally} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/**
 * The closing line of `npm test` and `npm run check`.
 * @param {Tally} tally
 */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
});

/**
 * Counts one failure for a runner that exits with an error but reports no failed test.
 * @param {Tally} tally
 * @param {number} exitCode
 * @returns {Tally}
 */
export const withExitCode = (tally, exitCode) =>
  exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: readonly { status: string, assertionResults: readonly { status: string }[] }[] }} report of vitest's json reporter
 * @returns {Tally}
 */
export function tallyVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report of Playwright's json reporter
 * @returns {Tally}
 */
export const tallyPlaywright = ({ stats }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
});

/**
 * @param {readonly string[]} files one entry per skipped test
 * @returns {Skipped}
 */
function countPerFile(files) {
  const counts = new Map();
  for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

/**
 * @param {{ testResults: readonly { name: string, assertionResults: readonly { status: string }[] }[] }} report of vitest's json reporter
 * @param {string} [root] the folder that file names are relative to
 */
export const skippedInVitest = ({ testResults }, root = ROOT) =>
  countPerFile(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(() => relative(root, name)),
    ),
  );

/**
 * @typedef {{ file: string, specs?: readonly { tests: readonly { status: string }[] }[], suites?: readonly Suite[] }} Suite
 * of Playwright's json reporter
 */

/** @param {{ suites: readonly Suite[] }} report of Playwright's json reporter */
export function skippedInPlaywright({ suites }) {
  /** @param {Suite} suite @returns {string[]} */
  const filesOf = ({ file, specs = [], suites = [] }) => [
    ...specs.flatMap(({ tests }) => tests.filter(({ status }) => status === 'skipped').map(() => file)),
    ...suites.flatMap(filesOf),
  ];
  return countPerFile(suites.flatMap(filesOf));
}

/**
 * The names of failed tests, and of files that did not load.
 * @param {{ testResults: readonly { name: string, status: string, assertionResults: readonly { status: string, fullName: string }[] }[] }} report of vitest's json reporter
 * @param {string} [root] the folder that file names are relative to
 */
export const failedInVitest = ({ testResults }, root = ROOT) =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [file] : [];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });

/**
 * @typedef {{ file: string, specs?: readonly { title: string, tests: readonly { status: string }[] }[], suites?: readonly NamedSuite[] }} NamedSuite
 * of Playwright's json reporter
 */

/**
 * The names of failed browser tests.
 * @param {{ suites: readonly NamedSuite[] }} report of Playwright's json reporter
 */
export function failedInPlaywright({ suites }) {
  /** @param {NamedSuite} suite @returns {string[]} */
  const namesOf = ({ file, specs = [], suites = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
      .map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap(namesOf),
  ];
  return suites.flatMap(namesOf);
}
