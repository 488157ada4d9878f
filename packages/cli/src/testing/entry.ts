// What tests import as `catbird/testing`.
import { AssertionError } from 'node:assert';
import { Readable } from 'node:stream';
import { linesOf } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { verifyTables } from '../verify/verify-tables.ts';
import { reportText } from '../verify/report-text.ts';
import { isUnread, withoutValues } from '../verify/verified.ts';
import type { ExpectVerified } from './contract.ts';

/** Throws an AssertionError with the report unless what has arrived is what was sent. */
export const expectVerified: ExpectVerified = async (
  { config, set, types, record = [], source, table = [], identity },
  { examples = 2, values = true, env = process.env } = {},
) => {
  const made = await verifyTables(
    {
      config,
      set,
      types,
      records: listOf(record),
      source,
      tables: listOf(table),
      identity,
      examples,
    },
    silentTerminal(env),
  );
  if (!made.ok) throw new Error(linesOf(made.issues).join('\n'));
  const reports = values ? made.reports : withoutValues(made.reports);
  const unread = reports.outcomes.filter(isUnread);
  if (unread.length > 0)
    throw new Error(unread.map(({ name, reason }) => `No verdict on ${name}: ${reason}`).join('\n'));
  const tables = reports.outcomes.flatMap((each) => (isUnread(each) ? [] : [each]));
  if (tables.some(({ report }) => report.verdict === 'wrong'))
    throw new AssertionError({
      message: reportText(reports),
      operator: 'expectVerified',
      stackStartFn: expectVerified,
    });
  return tables;
};

const listOf = (given: string | readonly string[]): readonly string[] =>
  typeof given === 'string' ? [given] : given;

const NO_INPUT = 'Standard input belongs to the test runner. Name a file';

/** A terminal that nobody watches, and without standard input, which belongs to the test runner. */
function silentTerminal(env: Terminal['env']): Terminal {
  const never = new AbortController().signal;
  return {
    env,
    out: { isTerminal: false, write: () => Promise.resolve() },
    err: { isTerminal: false, columns: 80, rows: 24, colour: false, write: () => undefined },
    interrupt: { stop: never, abort: never, takeSecond: () => undefined, release: () => undefined },
    readInput: () => Promise.reject(new Error(NO_INPUT)),
    inputBytes: () =>
      new Readable({
        read: (): never => {
          throw new Error(NO_INPUT);
        },
      }),
  };
}
