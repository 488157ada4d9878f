import { expect, test } from 'vitest';
import {
  closingLine,
  failedInPlaywright,
  failedInVitest,
  NOTHING,
  skippedInPlaywright,
  skippedInVitest,
  sum,
  tallyPlaywright,
  tallyVitest,
  withExitCode,
} from './tally.js';

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

test('skipped unit tests are counted per file', () => {
  const tests = (...statuses: string[]) => statuses.map((status) => ({ status }));
  const testResults = [
    { name: '/repo/a.test.ts', assertionResults: tests('passed', 'skipped', 'pending') },
    { name: '/repo/b/c.test.ts', assertionResults: tests('failed', 'todo') },
    { name: '/repo/d.test.ts', assertionResults: tests('passed') },
  ];
  expect([...skippedInVitest({ testResults }, '/repo')]).toEqual([
    ['a.test.ts', 2],
    ['b/c.test.ts', 1],
  ]);
});

test('skipped browser tests are counted per file, in groups as well', () => {
  const spec = (status: string) => ({ tests: [{ status }] });
  const group = { file: 'a.spec.ts', specs: [spec('skipped')] };
  const suites = [
    { file: 'a.spec.ts', specs: [spec('expected'), spec('skipped')], suites: [group] },
    { file: 'b.spec.ts', specs: [spec('unexpected')] },
  ];
  expect([...skippedInPlaywright({ suites })]).toEqual([['a.spec.ts', 2]]);
});

test('failed unit tests are named, and so are files that do not load', () => {
  const testResults = [
    { name: '/repo/a.test.ts', status: 'failed', assertionResults: [] },
    {
      name: '/repo/b.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'counts' },
        { status: 'failed', fullName: 'rows are sent' },
      ],
    },
    { name: '/repo/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'x' }] },
  ];
  expect(failedInVitest({ testResults }, '/repo')).toEqual(['a.test.ts', 'b.test.ts: rows are sent']);
});

test('failed browser tests are named, in groups as well', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const group = { file: 'a.spec.ts', specs: [spec('in a group', 'unexpected')] };
  const suites = [{ file: 'a.spec.ts', specs: [spec('fine', 'expected')], suites: [group] }];
  expect(failedInPlaywright({ suites })).toEqual(['a.spec.ts: in a group']);
});
