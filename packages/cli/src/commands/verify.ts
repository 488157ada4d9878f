import type { Values } from '@catbird/stream';
import { messageOf } from '../files/error-code.ts';
import { leaveSignals } from '../interrupt.ts';
import { defineCommand } from '../command.ts';
import { EXIT, worstOf, type ExitCode } from '../exit-codes.ts';
import { durationFlag, pathFlag, switchFlag, wholeFlag } from '../flags/readers.ts';
import { maxWaitFlag, quietFlag, quietForFlag, QUIET_MS, rowFlags, sourceFlags } from '../flags/verify.ts';
import { refuse } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { reportPage } from '../verify/html/page.ts';
import { newDisplay, type Display } from '../verify/live-display.ts';
import { reportJson } from '../verify/report-json.ts';
import { reportJunit } from '../verify/junit.ts';
import { rowsIn, writeReport, WritingError } from '../verify/rows-out.ts';
import { verifyTables, type Asked } from '../verify/verify-tables.ts';
import { reportText } from '../verify/report-text.ts';
import { isUnread, withoutValues, type Outcome, type Reports } from '../verify/verified.ts';

const flags = {
  ...rowFlags,
  ...sourceFlags,
  maxWait: maxWaitFlag('read once'),
  quietFor: quietForFlag,
  within: durationFlag({
    help: 'Maximum time from acknowledgement to arrival. Until then, a row is pending; after that, late or missing. Default: as in the config; with --live 2m.',
    group: 'Waiting',
  }),
  live: switchFlag({
    help: 'Verify while the stream runs. Ends when its --record is complete and all rows are checked. Files of JSON lines, topics and tables with orderBy are read incrementally, others again.',
    group: 'Waiting',
  }),
  metricsPort: wholeFlag({
    help: 'With --live: serve Prometheus metrics at /metrics on this port.',
    value: 'PORT',
    least: 1,
    most: 65_535,
    group: 'Waiting',
  }),
  sampleSize: wholeFlag({
    help: 'Check only this many rows of each stream, chosen at random. Databases look them up. Tables of groups are read whole.',
    least: 1,
    group: 'Source',
  }),
  checksum: switchFlag({
    help: 'Compare checksums of blocks of 65,536 rows. Reads only blocks that differ, at most 200. Requires a table of Postgres, MySQL or ClickHouse.',
    group: 'Source',
  }),
  examples: wholeFlag({
    help: 'Number of examples of each kind of difference.',
    least: 0,
    group: 'Output',
    default: '2',
  }),
  json: switchFlag({
    help: 'Print the report as JSON. catbird config-schema --of verify-report describes it.',
    group: 'Output',
  }),
  junit: pathFlag({
    help: 'Write a JUnit report for CI servers, with a test case for each table and check.',
    value: 'FILE',
    group: 'Output',
  }),
  html: pathFlag({ help: 'Write the report as an HTML page.', value: 'FILE', group: 'Output' }),
  outDir: pathFlag({
    help: 'Write all wrong rows to this folder. Files: TABLE/missing.ndjson, changed.ndjson and extra.ndjson.',
    value: 'DIR',
    group: 'Output',
  }),
  noValues: switchFlag({ help: 'Leave values of rows out of the reports.', group: 'Output' }),
  quiet: quietFlag,
};

/** `catbird verify CONFIG --record run.json`: whether what has arrived is what was sent. */
export const verify = defineCommand({
  operands: { usage: '[CONFIG]', least: 0, most: 1 },
  flags,
  brief: {
    Rows: ['record', 'set', 'types'],
    Source: ['source', 'table', 'stream', 'sampleSize', 'checksum'],
    Waiting: ['maxWait', 'within', 'live'],
    Output: ['json', 'junit', 'html', 'outDir', 'quiet'],
  },
  notes: `Generates again what was sent and compares it with what has arrived. Reports rows that are missing, changed, doubled or extra, and why. Sources are only read.
Exit codes: 0 as expected, 99 not as expected, 1 a source cannot be read, 2 invalid usage or config, 130 interrupted before all rows were checked, with none wrong so far.`,
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
      line: "catbird verify --record run.json --source 'postgres://reader@localhost:5432/shop?table=orders' --max-wait 5m",
      does: 'verify a table, and wait at most 5 minutes for its rows',
    },
    {
      line: 'catbird verify shop.yaml --record run.json --live --within 30s',
      does: 'follow a stream that runs, and end with it',
    },
    {
      line: 'catbird verify shop.yaml --record run.json --junit verify.xml --html verify.html',
      does: 'write reports for a CI server and for people',
    },
  ],
  endsBySignal: true,
  async run({ json = false, noValues: isBare = false, ...given }, [config], terminal) {
    const { err } = terminal;
    if (given.live !== true) leaveSignals(terminal.interrupt);
    const clash = clashOf(given, isBare);
    if (clash !== undefined) return refuse([{ message: clash }], { json, err });
    try {
      const made = await verified(given, config, terminal);
      if (!made.ok) return refuse(made.issues, { json, err });
      const reports = isBare ? withoutValues(made.reports) : made.reports;
      await print(reports, { json, quiet: given.quiet, hasValues: !isBare }, terminal);
      writeReports(reports, { ...given, hasValues: !isBare });
      const code = exitCodeOf(reports.outcomes);
      return given.live === true && terminal.interrupt.stop.aborted
        ? worstOf([code, EXIT.interrupted])
        : code;
    } catch (error) {
      const message = error instanceof WritingError ? error.message : portProblem(error, given.metricsPort);
      if (message === undefined) throw error;
      err.write(`${message}\n`);
      return EXIT.failed;
    }
  },
});

/** Verifies once, or follows, and shows what is known meanwhile. */
async function verified(
  given: Partial<Values<typeof flags>>,
  config: string | undefined,
  terminal: Terminal,
): ReturnType<typeof verifyTables> {
  if (given.live !== true) return verifyTables(askedBy(given, config, undefined), terminal);
  const display = await newDisplay(terminal.err, { port: given.metricsPort, quiet: given.quiet });
  try {
    return await verifyTables(askedBy(given, config, display), terminal);
  } finally {
    await display.close();
  }
}

/** Why a port cannot be listened on; undefined: the error has another cause. */
function portProblem(error: unknown, port: number | undefined): string | undefined {
  const code = error instanceof Error && 'code' in error && 'syscall' in error ? error.code : undefined;
  if (port === undefined || code === undefined) return undefined;
  return code === 'EADDRINUSE'
    ? `Port ${port} is already in use. Choose another --metrics-port`
    : `Port ${port} cannot be used: ${messageOf(error)}. Choose another --metrics-port`;
}

/** What does not fit together. */
function clashOf(given: Partial<Values<typeof flags>>, isBare: boolean): string | undefined {
  const { outDir, maxWait, quietFor, live = false, metricsPort, sampleSize, checksum = false } = given;
  if (isBare && outDir !== undefined) return '--out-dir writes values of rows. Leave out --no-values';
  if (sampleSize !== undefined && checksum) return '--sample-size cannot be combined with --checksum';
  if (live) return liveClash(given);
  if (metricsPort !== undefined) return '--metrics-port needs --live';
  return quietFor !== undefined && maxWait === undefined
    ? '--quiet-for needs --max-wait or --live'
    : undefined;
}

function liveClash({
  outDir,
  maxWait,
  record,
  sampleSize,
  checksum,
}: Partial<Values<typeof flags>>): string | undefined {
  if (maxWait !== undefined) return '--live already waits for rows. Leave out --max-wait';
  if (record === undefined) return '--live needs --record, the file that catbird run --record writes';
  if (sampleSize !== undefined || checksum === true)
    return `--live checks every row when it arrives. Leave out ${sampleSize === undefined ? '--checksum' : '--sample-size'}, or verify again when the stream has ended`;
  return outDir === undefined
    ? undefined
    : '--out-dir has the rows of one reading. Leave out --live, or verify again when the stream has ended';
}

/** What to verify, by flags and operand. */
const askedBy = (
  {
    record,
    set,
    types,
    source,
    query,
    table,
    stream,
    identity,
    maxWait,
    quietFor,
    within,
    sampleSize,
    checksum,
    examples = 2,
    outDir,
    quiet,
  }: Partial<Values<typeof flags>>,
  config: string | undefined,
  display: Display | undefined,
): Asked => ({
  config,
  set,
  types,
  records: record,
  source,
  query,
  tables: table,
  stream,
  identity: identity?.split(','),
  sample: sampleSize,
  digest: checksum,
  examples,
  quiet,
  ...(maxWait !== undefined && { waiting: { forMs: maxWait, quietMs: quietFor ?? QUIET_MS } }),
  withinMs: within,
  ...(display && { live: { quietMs: quietFor ?? Infinity, onLooks: display.show } }),
  ...(outDir !== undefined && { rowsOut: rowsIn(outDir) }),
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
  if (junit !== undefined) writeReport('--junit', junit, reportJunit(reports, { hasValues }));
  if (html !== undefined) writeReport('--html', html, reportPage(reports, hasValues));
}

/** Reports on standard output; what could not be read on standard error. */
async function print(
  reports: Reports,
  {
    json,
    quiet,
    hasValues,
  }: { readonly json: boolean; readonly quiet: boolean | undefined; readonly hasValues: boolean },
  { out, err }: Terminal,
): Promise<void> {
  const width = out.isTerminal ? Math.min(120, Math.max(60, err.columns)) : 100;
  const judged = reports.outcomes.filter((each) => !isUnread(each));
  if (json) await out.write(`${reportJson(reports)}\n`);
  else if (judged.length > 0 && quiet !== true)
    await out.write(`${reportText({ ...reports, outcomes: judged }, { width, hasValues })}\n`);
  for (const each of reports.outcomes)
    if (isUnread(each)) err.write(`No verdict on ${each.name}: ${each.reason}\n`);
}
