import { count, percent, wordsOf, type Check } from '@catbird/verify';
import { junitXml, type Suite, type TestCase } from '../report/junit-xml.ts';
import { reportText, type TextOptions } from './report-text.ts';
import { isUnread, type Outcome, type Reports } from './verified.ts';

/** Reports as XML that CI servers read: a test suite for each table, a test case for each check. */
export const reportJunit = ({ outcomes }: Reports, options: TextOptions = {}): string =>
  junitXml(
    'catbird verify',
    outcomes.map((each) => suiteOf(each, options)),
  );

function suiteOf(outcome: Outcome, options: TextOptions): Suite {
  const { name } = outcome;
  if (isUnread(outcome))
    return { name, cases: [{ name: 'read', problem: { kind: 'error', message: outcome.reason } }] };
  const { checks, verdict } = outcome.report;
  const text = reportText({ outcomes: [outcome], path: [] }, options);
  return {
    name,
    cases: checks.map((check) => ({ name: check.name, problem: problemOf(check, text) })),
    // Those that fail have the report themselves.
    out: verdict === 'right' ? text : undefined,
  };
}

function problemOf({ name, rows, allowed = 0, verdict }: Check, text: string): TestCase['problem'] {
  if (verdict === 'right') return undefined;
  if (verdict === 'not judged')
    return {
      kind: 'skipped',
      message:
        name === 'order'
          ? 'The order of rows is not judged: set allow.order'
          : 'Extra rows are not judged in a sample',
    };
  const most =
    name === 'lag'
      ? 'the lag is longer than allowed'
      : name === 'dedup'
        ? 'precision or recall is less than allowed'
        : allowed === 0
          ? 'none are allowed'
          : `at most ${percent(allowed)} of the rows are allowed`;
  return { kind: 'failure', message: `${count(rows)} ${wordsOf({ name })}, and ${most}`, text };
}
