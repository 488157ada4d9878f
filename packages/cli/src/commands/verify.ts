import type { Values } from '@catbird/core/internal/config';
import { realPath } from '../files/identity.ts';
import { writeDurably } from '../files/durable.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { durationFlag, switchFlag, textFlag, wholeFlag } from '../flags/readers.ts';
import { quietForFlag, QUIET_MS, rowFlags, sourceFlags } from '../flags/verify.ts';
import { refuse } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { reportPage } from '../verify/html/page.ts';
import { reportJson } from '../verify/json.ts';
import { reportJunit } from '../verify/junit.ts';
import { rowsIn, writing, WritingError } from '../verify/rows-out.ts';
import { verifyTables, type Asked } from '../verify/run.ts';
import { reportText } from '../verify/text.ts';
import { isUnread, withoutValues, type Outcome, type Reports } from '../verify/verified.ts';

const flags = {
  ...rowFlags,
  ...sourceFlags,
  wait: durationFlag({
    help: 'Wait at most so long for rows that are not there yet. Default: read once.',
    group: 'Waiting',
  }),
  quietFor: quietForFlag,
  sample: wholeFlag({
    help: 'Judge only so many rows of each stream, drawn by chance. Databases look them up. Tables of groups are read whole.',
    least: 1,
    group: 'Source',
  }),
  digest: switchFlag({
    help: 'Compare sums of blocks of 65,536 rows, and read only blocks that differ: at most 200. Needs a table of Postgres, MySQL or ClickHouse.',
    group: 'Source',
  }),
  examples: wholeFlag({
    help: 'Examples of each kind of difference.',
    least: 0,
    group: 'Output',
    default: '2',
  }),
  json: switchFlag({
    help: 'Print the report as JSON. catbird config-schema --of verify-report describes it.',
    group: 'Output',
  }),
  junit: textFlag({
    help: 'Write a report for CI servers: a test case for each table and check.',
    value: 'FILE',
    group: 'Output',
  }),
  html: textFlag({ help: 'Write the report as a page of one file.', value: 'FILE', group: 'Output' }),
  out: textFlag({
    help: 'Write all rows that are not right to this folder: TABLE/missing.ndjson, changed.ndjson and extra.ndjson.',
    value: 'DIR',
    group: 'Output',
  }),
  noValues: switchFlag({ help: 'Show no values of rows.', group: 'Output' }),
};

/** `catbird verify CONFIG --record run.json`: whether what has arrived is what was sent. */
export const verify = defineCommand({
  operands: { usage: '[CONFIG]', least: 0, most: 1 },
  flags,
  notes: `Computes again what was sent, and compares it with what has arrived: rows that are changed, missing, doubled or that nobody sent, and why. Sources are only read.
Exit codes: 0 as expected, 99 the data are not, 1 no verdict because a source cannot be read, 2 invalid usage or config.`,
  examples: [
    {
      line: 'catbird verify shop.yaml --record run.json',
      does: 'verify all tables under verify in the config',
    },
    {
      line: 'catbird verify --record run.json --source events.ndjson',
      does: 'verify a file of what has arrived',
    },
    {
      line: "catbird verify --record run.json --source 'postgres://reader@localhost:5432/shop?table=orders' --wait 5m",
      does: 'verify a table, and wait at most 5 minutes for its rows',
    },
    {
      line: 'catbird verify shop.yaml --record run.json --junit verify.xml --html verify.html',
      does: 'write reports for a CI server and for people',
    },
  ],
  async run({ json = false, noValues: isBare = false, ...given }, [config], terminal) {
    const { err } = terminal;
    const clash = clashOf(given, isBare);
    if (clash !== undefined) return refuse([{ message: clash }], { json, err });
    try {
      const made = await verifyTables(askedBy(given, config), terminal);
      if (!made.ok) return refuse(made.issues, { json, err });
      const reports = isBare ? withoutValues(made.reports) : made.reports;
      await print(reports, { json, hasValues: !isBare }, terminal);
      writeReports(reports, { ...given, hasValues: !isBare });
      return exitCodeOf(reports.outcomes);
    } catch (error) {
      if (!(error instanceof WritingError)) throw error;
      err.write(`${error.message}\n`);
      return EXIT.failed;
    }
  },
});

/** What does not fit together. */
function clashOf(
  { out, wait, quietFor, sample, digest }: Partial<Values<typeof flags>>,
  isBare: boolean,
): string | undefined {
  if (isBare && out !== undefined) return '--out writes values of rows. Leave out --no-values';
  if (sample !== undefined && digest === true) return '--sample cannot be combined with --digest';
  return quietFor !== undefined && wait === undefined ? '--quiet-for needs --wait' : undefined;
}

/** What to verify, by flags and operand. */
const askedBy = (
  {
    record,
    set,
    source,
    query,
    table,
    identity,
    wait,
    quietFor = QUIET_MS,
    sample,
    digest,
    examples = 2,
    out,
  }: Partial<Values<typeof flags>>,
  config: string | undefined,
): Asked => ({
  config,
  set,
  records: record,
  source,
  query,
  tables: table,
  identity: identity?.split(','),
  sample,
  digest,
  examples,
  ...(wait !== undefined && { waiting: { forMs: wait, quietMs: quietFor } }),
  ...(out !== undefined && { rowsOut: rowsIn(out) }),
});

function exitCodeOf(outcomes: readonly Outcome[]): ExitCode {
  if (outcomes.some(isUnread)) return EXIT.failed;
  return outcomes.every((each) => isUnread(each) || each.report.verdict === 'right')
    ? EXIT.ok
    : EXIT.threshold;
}

/** @throws WritingError */
function writeReports(
  reports: Reports,
  {
    junit,
    html,
    hasValues,
  }: { readonly junit?: string | undefined; readonly html?: string | undefined; readonly hasValues: boolean },
): void {
  const write = (flag: string, file: string, text: string): void =>
    writing(`${flag} ${file}`, () => writeDurably(realPath(file), text));
  if (junit !== undefined) write('--junit', junit, reportJunit(reports, { hasValues }));
  if (html !== undefined) write('--html', html, reportPage(reports, hasValues));
}

/** Reports on standard output; what could not be read on standard error. */
async function print(
  reports: Reports,
  { json, hasValues }: { readonly json: boolean; readonly hasValues: boolean },
  { out, err }: Terminal,
): Promise<void> {
  const width = out.isTerminal ? Math.min(120, Math.max(60, err.columns)) : 100;
  const judged = reports.outcomes.filter((each) => !isUnread(each));
  if (json) await out.write(`${reportJson(reports)}\n`);
  else if (judged.length > 0)
    await out.write(`${reportText({ ...reports, outcomes: judged }, { width, hasValues })}\n`);
  for (const each of reports.outcomes)
    if (isUnread(each)) err.write(`No verdict on ${each.name}: ${each.reason}\n`);
}
