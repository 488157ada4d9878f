import { expect, test } from 'vitest';
import { closingLine, sum, tallyPlaywright, tallyVitest, withExitCode } from './tally.js';

const NOTHING = { passed: 0, failed: 0, skipped: 0 };

test('the closing line is the sum of all runners', () => {
  expect(
    closingLine(
      sum([
        { passed: 1, failed: 2, skipped: 3 },
        { passed: 10, failed: 20, skipped: 30 },
      ]),
    ),
  ).toBe('11 passed, 22 failed, 33 skipped');
});

test('a test file that does not load is one failure', () => {
  const counts = { numPassedTests: 4, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(tallyVitest({ ...counts, testResults })).toEqual({ passed: 4, failed: 2, skipped: 3 });
});

test('a browser test that passed only when repeated has passed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 2, skipped: 4 };
  expect(tallyPlaywright({ stats })).toEqual({ passed: 5, failed: 1, skipped: 4 });
});

test('a runner that ended badly without a failed test is one failure', () => {
  expect(withExitCode(NOTHING, 1).failed).toBe(1);
  expect(withExitCode({ ...NOTHING, failed: 7 }, 1).failed).toBe(7);
  expect(withExitCode(NOTHING, 0).failed).toBe(0);
});
