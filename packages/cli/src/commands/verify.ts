import type { Values } from '@catbird/core/internal/config';
import { invalid, type Result } from '@catbird/core/internal/issue';
import {
  bytesText,
  IdentityError,
  newJudge,
  pathReport,
  type Arrived,
  type Judge,
  type JudgeOptions,
  type StageReport,
  type TableReport,
  type Truth,
} from '@catbird/core/verify';
import { defineCommand } from '../command.ts';
import { streamsIn } from '../config/streams.ts';
import { destinations } from '../destinations/list.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { durationFlag, switchFlag } from '../flags/readers.ts';
import { readRecord, type RecordedStream } from '../record/file.ts';
import { refuse, type CommandIssue } from '../refusal.ts';
import { quietForFlag, QUIET_MS, rowFlags, sourceFlags } from '../flags/verify.ts';
import { SourceError } from '../sources/source.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { pathLines, reportLines, type Verified } from '../verify/text.ts';
import { tablesIn, type Table, type Tables } from '../verify/tables.ts';
import { readAgain, type Look, type Waiting } from '../verify/waiting.ts';
import { wantedIn } from '../verify/wanted.ts';

/** `catbird verify CONFIG --record run.json`: whether what has arrived is what was sent. */
export const verify = defineCommand({
  operands: { usage: '[CONFIG]', least: 0, most: 1 },
  flags: {
    ...rowFlags,
    ...sourceFlags,
    wait: durationFlag({
      help: 'Wait at most so long for rows that are not there yet. Default: read once.',
      group: 'Waiting',
    }),
    quietFor: quietForFlag,
    json: switchFlag({ help: 'Print the report as JSON.', group: 'Output' }),
    noValues: switchFlag({ help: 'Show no values of rows.', group: 'Output' }),
  },
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
  ],
  async run({ wait, quietFor = QUIET_MS, json = false, noValues = false, ...asked }, [file], terminal) {
    const { err } = terminal;
    const found = await tablesOf(file, { ...asked, isWaiting: wait !== undefined }, terminal);
    if (!found.ok) return refuse(found.issues, { json, err });
    const untilMs = performance.now() + (wait ?? 0);
    const all: Verified[] = [];
    for (const each of found.tables) {
      const one = await verified(each, found, terminal, { untilMs, quietMs: quietFor });
      if (!one.ok) return refuse(one.issues, { json, err });
      if ('failure' in one) {
        err.write(`${one.failure}\n`);
        return EXIT.failed;
      }
      if (!json) err.write(one.notes.map((note) => `${note}\n`).join(''));
      all.push(one.verified);
    }
    const path = stagesOf(all, found.path);
    if (!path.ok) return refuse(path.issues, { json, err });
    await print(all, path.stages, { json, values: !noValues }, terminal);
    return exitCodeOf(all.map(({ report }) => report));
  },
});

const exitCodeOf = (reports: readonly TableReport[]): ExitCode =>
  reports.every(({ verdict }) => verdict === 'right') ? EXIT.ok : EXIT.threshold;

/** The streams, and what is recorded of them. */
export interface Given {
  readonly streams: readonly StreamSpec[];
  readonly records: readonly RecordedStream[];
  /** The section `verify` of the config. Undefined: there is none. */
  readonly section: unknown;
}

/** The tables that the flags and the config name, with what is recorded of their streams. */
export async function tablesOf(
  file: string | undefined,
  {
    record = [],
    set = [],
    source,
    table = [],
    query,
    identity,
    isWaiting,
  }: Values<typeof rowFlags & typeof sourceFlags> & { readonly isWaiting: boolean },
  terminal: Terminal,
): Promise<Result<Given & Tables, CommandIssue>> {
  if (isWaiting && source === '-')
    return invalid(
      'Standard input is read only once, so nothing can be waited for. Name a file or an address',
    );
  const found = await specsOf(file, set, record, terminal);
  if (!found.ok) return found;
  const place = source === undefined ? undefined : withQuery(source, query);
  if (query !== undefined && source === undefined)
    return invalid('--query needs the address of a database in --source');
  const tables = tablesIn(found, { source: place, names: table, identity: identity?.split(',') }, terminal);
  return tables.ok ? { ...found, ...tables } : tables;
}

/** An address with SQL in place of a table. */
const withQuery = (source: string, query: string | undefined): string =>
  query === undefined
    ? source
    : `${source}${source.includes('?') ? '&' : '?'}query=${encodeURIComponent(query)}`;

async function specsOf(
  file: string | undefined,
  set: readonly string[],
  recordFiles: readonly string[],
  terminal: Terminal,
): Promise<Result<Given, CommandIssue>> {
  const records: RecordedStream[] = [];
  for (const each of recordFiles) {
    const read = readRecord(each);
    if (!read.ok) return read;
    records.push(...read.record.streams);
  }
  if (file !== undefined) {
    const found = await streamsIn(file, set, terminal);
    return found.ok ? { ok: true, streams: found.streams, records, section: found.verify } : found;
  }
  if (records.length === 0)
    return invalid('Missing CONFIG or --record: one of them has to say what was sent');
  return { ok: true, streams: records.map(specOf), records, section: undefined };
}

/** The stream of a record. */
function specOf({ name, destination, source, options }: RecordedStream): StreamSpec {
  const known = destinations.find(({ command }) => command === destination) ?? destinations[0];
  if (known === undefined) throw new Error('There is no destination');
  return {
    ...(name !== null && { name }),
    destination: known,
    settings: {},
    source,
    options,
    nameOf: String,
    optionOf: (option) => option,
  };
}

type TableResult = Result<
  | { readonly verified: Verified; readonly notes: readonly string[] }
  | { readonly failure: string; readonly isPassing: boolean },
  CommandIssue
>;

/** Reads a table, and again while it waits for rows. */
export const verified = (
  table: Table,
  { records }: Given,
  terminal: Terminal,
  waiting: Waiting,
): Promise<TableResult> =>
  readAgain(() => judged(table, records, terminal), lookAt, waiting, terminal.interrupt.stop);

/** Whether a table lacks rows that may still come. */
function lookAt(result: TableResult): Look {
  if (!result.ok) return { isOver: true, progress: '' };
  if ('failure' in result) return { isOver: !result.isPassing, progress: result.failure };
  const { counts } = result.verified.report;
  return { isOver: counts.missing === 0, progress: JSON.stringify(counts) };
}

async function judged(
  table: Table,
  records: readonly RecordedStream[],
  terminal: Terminal,
): Promise<TableResult> {
  const { name, spec, setting } = table;
  const own = records.filter((each) => each.name === null || each.name === (spec.name ?? null));
  const wanted = await wantedIn(table, own, terminal);
  if (!wanted.ok) return wanted;
  const { truth, options, notes, isStage } = wanted;
  try {
    const source = await table.open();
    const made = judgeFor(truth, { ...source, ...options });
    if (!made.ok) return made;
    const { judge } = made;
    const isLines = setting.expects === 'malformed';
    for await (const rows of source.read(terminal.interrupt.stop))
      judge.take(isLines ? rows.map(asLine) : rows);
    return {
      ok: true,
      verified: { name, source: source.name, report: judge.report(), truth, judge, isStage },
      notes,
    };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ok: true, failure: `No verdict on ${name}: ${error.message}`, isPassing: error.isPassing };
  }
}

/** A line that need not be JSON, as a row. */
const asLine = (arrived: Arrived): Arrived =>
  arrived instanceof Uint8Array ? { line: bytesText(arrived) } : arrived;

/** A judge, unless the given identity does not tell rows apart. */
function judgeFor(truth: Truth, options: JudgeOptions): Result<{ readonly judge: Judge }> {
  try {
    return { ok: true, judge: newJudge(truth, options) };
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return invalid(error.message);
  }
}

/** Where rows were lost on their way through tables. Empty: no way is named. */
function stagesOf(
  all: readonly Verified[],
  path: readonly string[],
): Result<{ readonly stages: readonly StageReport[] }> {
  const tables = path.flatMap((name) => all.find((each) => each.name === name) ?? []);
  const [first] = tables;
  if (first === undefined || tables.length < path.length) return { ok: true, stages: [] };
  const other = tables.find(({ isStage, truth }) => !isStage || truth.rows !== first.truth.rows);
  if (other !== undefined)
    return invalid(`verify.path: ${other.name} does not have the rows of the same stream as ${first.name}`);
  return { ok: true, stages: pathReport(first.truth, tables) };
}

async function print(
  all: readonly Verified[],
  stages: readonly StageReport[],
  { json, values }: { readonly json: boolean; readonly values: boolean },
  { out }: Terminal,
): Promise<void> {
  const tables = all.map(({ name, source, report }) => ({ name, source, ...report }));
  const text = json
    ? JSON.stringify({ tables, ...(stages.length > 0 && { path: stages }) }, plainly)
    : [...all.map((each) => reportLines(each, values).join('\n')), ...pathLines(stages)].join('\n\n');
  await out.write(`${text}\n`);
}

const plainly = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
