import { printable } from '@catbird/engine';

/** A suite of test cases, in the form that CI servers read. */
export interface Suite {
  readonly name: string;
  readonly cases: readonly TestCase[];
  /** Text for its end. Default: none. */
  readonly out?: string | undefined;
}

/** A test case. It passed if it has no problem. */
export interface TestCase {
  readonly name: string;
  readonly problem?:
    | {
        readonly kind: 'failure' | 'error' | 'skipped';
        readonly message: string;
        readonly text?: string;
      }
    | undefined;
}

/** Test suites as XML. @param command the name of all of them */
export function junitXml(command: string, suites: readonly Suite[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(command)}" ${countsOf(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(({ name, cases, out }) => [
      `  <testsuite name="${xml(name)}" ${countsOf(cases)}>`,
      ...cases.map((each) => caseXml(name, each)),
      ...(out === undefined ? [] : [`    <system-out>${xml(out)}</system-out>`]),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function countsOf(cases: readonly TestCase[]): string {
  const having = (kind: string): number => cases.filter(({ problem }) => problem?.kind === kind).length;
  return `tests="${cases.length}" failures="${having('failure')}" errors="${having('error')}" skipped="${having('skipped')}"`;
}

function caseXml(suite: string, { name, problem }: TestCase): string {
  const start = `    <testcase classname="${xml(suite)}" name="${xml(name)}"`;
  if (problem === undefined) return `${start}/>`;
  const { kind, message, text } = problem;
  const open = `<${kind} message="${xml(message)}"`;
  return `${start}>${text === undefined ? `${open}/>` : `${open}>${xml(text)}</${kind}>`}</testcase>`;
}

const NAMES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Text for XML 1.0, which has no control characters, lone surrogates, U+FFFE and U+FFFF. */
const xml = (text: string): string =>
  printable(text)
    .toWellFormed()
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll(/[<>&"]/g, (char) => NAMES[char] ?? char);
