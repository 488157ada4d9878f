import type { Values } from '@catbird/stream';
import { realPath } from '../files/identity.ts';
import { writeDurably } from '../files/durable.ts';
import { messageOf } from '../files/error-code.ts';
import { leaveSignals } from '../interrupt.ts';
import { defineCommand } from '../command.ts';
import { EXIT, worstOf, type ExitCode } from '../exit-codes.ts';
import { durationFlag, pathFlag, switchFlag, wholeFlag } from '../flags/readers.ts';
import { quietForFlag, QUIET_MS, rowFlags, sourceFlags } from '../flags/verify.ts';
import { refuse } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { reportPage } from '../verify/html/page.ts';
import { newDisplay, type Display } from '../verify/live-display.ts';
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
  within: durationFlag({
    help: 'How long a row may take from its acknowledgement: younger ones are pending, others late or missing. Default: as the config says; with --live 2m.',
    group: 'Waiting',
  }),
  live: switchFlag({
    help: 'Follow a stream while it runs, until its --record is finished and all of its rows are judged. Files of JSON lines, topics, and tables with orderBy are read on, others again.',
    group: 'Waiting',
  }),
  metricsPort: wholeFlag({
    help: 'With --live: serve Prometheus metrics at /metrics on this local port.',
    value: 'PORT',
    least: 1,
    most: 65_535,
    group: 'Waiting',
  }),
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
  junit: pathFlag({
    help: 'Write a report for CI servers: a test case for each table and check.',
    value: 'FILE',
    group: 'Output',
  }),
  html: pathFlag({ help: 'Write the report as a page of one file.', value: 'FILE', group: 'Output' }),
  out: pathFlag({
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
Exit codes: 0 as expected, 99 the data are not, 1 no verdict because a source cannot be read, 2 invalid usage or config, 130 interrupted by a signal before all rows were judged, and none of them wrong.`,
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
      await print(reports, { json, hasValues: !isBare }, terminal);
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
  const display = await newDisplay(terminal.err, given.metricsPort);
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
  const { out, wait, quietFor, live = false, metricsPort, sample, digest = false } = given;
  if (isBare && out !== undefined) return '--out writes values of rows. Leave out --no-values';
  if (sample !== undefined && digest) return '--sample cannot be combined with --digest';
  if (live) return liveClash(given);
  if (metricsPort !== undefined) return '--metrics-port needs --live';
  return quietFor !== undefined && wait === undefined ? '--quiet-for needs --wait or --live' : undefined;
}

function liveClash({ out, wait, record, sample, digest }: Partial<Values<typeof flags>>): string | undefined {
  if (wait !== undefined) return '--live already waits for rows. Leave out --wait';
  if (record === undefined) return '--live needs --record, the file that catbird run --record writes';
  if (sample !== undefined || digest === true)
    return `--live judges every row when it arrives. Leave out ${sample === undefined ? '--digest' : '--sample'}, or verify again when the stream has ended`;
  return out === undefined
    ? undefined
    : '--out has the rows of one reading. Leave out --live, or verify again when the stream has ended';
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
    identity,
    wait,
    quietFor,
    within,
    sample,
    digest,
    examples = 2,
    out,
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
  identity: identity?.split(','),
  sample,
  digest,
  examples,
  ...(wait !== undefined && { waiting: { forMs: wait, quietMs: quietFor ?? QUIET_MS } }),
  withinMs: within,
  ...(display && { live: { quietMs: quietFor ?? Infinity, onLooks: display.show } }),
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
