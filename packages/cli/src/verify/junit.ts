import { printable } from '@catbird/engine';
import { count, percent, wordsOf, type Check } from '@catbird/verify';
import { reportText, type TextOptions } from './report-text.ts';
import { isUnread, type Outcome, type Reports } from './verified.ts';

/** Reports as XML that CI servers read: a test suite for each table, a test case for each check. */
export function reportJunit({ outcomes }: Reports, options: TextOptions = {}): string {
  const suites = outcomes.map((each) => suiteOf(each, options));
  const sum = (of: 'tests' | 'failures' | 'errors' | 'skipped'): number =>
    suites.reduce((total, suite) => total + suite[of], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="catbird verify" tests="${sum('tests')}" failures="${sum('failures')}" errors="${sum('errors')}" skipped="${sum('skipped')}">`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly xml: string;
}

function suiteOf(outcome: Outcome, options: TextOptions): Suite {
  const { name } = outcome;
  const suite = (
    cases: readonly string[],
    tests: number,
    { failures = 0, errors = 0, skipped = 0 },
  ): Suite => ({
    tests,
    failures,
    errors,
    skipped,
    xml: [
      `  <testsuite name="${xml(name)}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}">`,
      ...cases,
      '  </testsuite>',
    ].join('\n'),
  });
  if (isUnread(outcome))
    return suite([testCase(name, 'read', `<error message="${xml(outcome.reason)}"/>`)], 1, { errors: 1 });
  const { checks } = outcome.report;
  const text = reportText({ outcomes: [outcome], path: [] }, options);
  const cases = checks.map((check) => testCase(name, check.name, resultOf(check, text)));
  // Those that fail have the report themselves.
  if (outcome.report.verdict === 'right') cases.push(`    <system-out>${xml(text)}</system-out>`);
  return suite(cases, checks.length, {
    failures: checks.filter(({ verdict }) => verdict === 'wrong').length,
    skipped: checks.filter(({ verdict }) => verdict === 'not judged').length,
  });
}

const testCase = (table: string, check: string, result: string): string =>
  `    <testcase classname="${xml(table)}" name="${check}"${result === '' ? '/>' : `>${result}</testcase>`}`;

function resultOf({ name, rows, allowed = 0, verdict }: Check, text: string): string {
  if (verdict === 'right') return '';
  if (verdict === 'not judged')
    return `<skipped message="${name === 'order' ? 'The order of rows is not judged: set allow.order' : 'Extra rows are not judged in a sample'}"/>`;
  const most =
    name === 'lag'
      ? 'the lag is longer than allowed'
      : name === 'dedup'
        ? 'precision or recall is less than allowed'
        : allowed === 0
          ? 'none are allowed'
          : `at most ${percent(allowed)} of the rows are allowed`;
  return `<failure message="${xml(`${count(rows)} ${wordsOf({ name })}, and ${most}`)}">${xml(text)}</failure>`;
}

const NAMES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Text for XML 1.0, which has no control characters, lone surrogates, U+FFFE and U+FFFF. */
const xml = (text: string): string =>
  printable(text)
    .toWellFormed()
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll(/[<>&"]/g, (char) => NAMES[char] ?? char);
