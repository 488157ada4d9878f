import { invalid, type Result } from '@catbird/core/internal/issue';
import {
  bytesText,
  IdentityError,
  newJudge,
  type Arrived,
  type Judge,
  type JudgeOptions,
  type Truth,
} from '@catbird/core/internal/verify';
import { dirname } from 'node:path';
import { streamsIn } from '../config/streams.ts';
import { readRecord, type RecordedStream } from '../record/file.ts';
import type { CommandIssue } from '../refusal.ts';
import { SourceError, type Source } from '../sources/source.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import type { RowsOut } from './rows-out.ts';
import { digestedIn, withDigest } from './digesting.ts';
import { specOf } from './recorded.ts';
import { sampledIn, type PartialTable } from './sampling.ts';
import { tablesIn, type Table, type Tables } from './tables.ts';
import { stagesOf, type Judged } from './stages.ts';
import { isUnread, type Reports, type Unread } from './verified.ts';
import { readAgain, type Look } from './waiting.ts';

/** What to verify. */
export interface Asked {
  /** The path of a config. */
  readonly config?: string | undefined;
  /** Values that override those of the config: `eps=500`. */
  readonly set?: readonly string[] | undefined;
  /** The paths of records, one for each process that sent rows. */
  readonly records?: readonly string[] | undefined;
  /** Where the rows are. Default: as the config says. */
  readonly source?: string | undefined;
  /** SQL that reads the rows, in place of a table of the source. */
  readonly query?: string | undefined;
  /** How long to wait for rows that are not there yet. Default: sources are read once. */
  readonly waiting?: { readonly forMs: number; readonly quietMs: number } | undefined;
  /** The tables to verify. Default: all. */
  readonly tables?: readonly string[] | undefined;
  readonly identity?: readonly string[] | undefined;
  /** How many examples of each kind the reports have. */
  readonly examples?: number | undefined;
  /** How many rows of each stream to judge, drawn by chance. Default: all. */
  readonly sample?: number | undefined;
  /** Whether to compare sums of blocks, and to read only those that differ. */
  readonly digest?: boolean | undefined;
  /** Takes all rows that are not right. */
  readonly rowsOut?: RowsOut | undefined;
}

/** Verifies tables, one after the other. A table that cannot be read does not keep the others from being verified. */
export async function verifyTables(
  asked: Asked,
  terminal: Terminal,
): Promise<Result<{ readonly reports: Reports }, CommandIssue>> {
  const given = await givenBy(asked, terminal);
  if (!given.ok) return given;
  const tables = tablesOf(asked, given, terminal);
  if (!tables.ok) return tables;
  const untilMs = performance.now() + (asked.waiting?.forMs ?? 0);
  const outcomes: (Judged | Unread)[] = [];
  for (const table of tables.tables) {
    const one = await waited(table, given.records, { ...asked, untilMs }, terminal);
    if (!one.ok) return one;
    outcomes.push(one.outcome);
  }
  const path = stagesOf(outcomes, tables.path);
  if (!path.ok) return path;
  return {
    ok: true,
    reports: {
      outcomes: outcomes.map((each) =>
        isUnread(each)
          ? { name: each.name, reason: each.reason }
          : { name: each.name, source: each.source, report: each.report },
      ),
      path: path.stages,
    },
  };
}

function tablesOf(asked: Asked, given: Given, terminal: Terminal): Result<Tables, CommandIssue> {
  const { config, tables: names = [], identity, sample, digest } = asked;
  const source = sourceOf(asked);
  if (!source.ok) return source;
  const folder = dirname(config ?? '.');
  const tables = tablesIn({ ...given, folder }, { source: source.place, names, identity }, terminal);
  return tables.ok && (sample !== undefined || digest === true) && tables.path.length > 0
    ? invalid('verify.path needs all rows. Leave out --sample and --digest, or choose a table with --table')
    : tables;
}

/** The place on the command line, if it fits the other flags. */
function sourceOf({ source, query, waiting }: Asked): Result<{ readonly place: string | undefined }> {
  if (waiting !== undefined && source === '-')
    return invalid(
      'Standard input is read only once, so nothing can be waited for. Name a file or an address',
    );
  if (query === undefined) return { ok: true, place: source };
  if (source === undefined) return invalid('--query needs the address of a database in --source');
  const place = `${source}${source.includes('?') ? '&' : '?'}query=${encodeURIComponent(query)}`;
  return { ok: true, place };
}

/** The streams, and what is recorded of them. */
interface Given {
  readonly streams: readonly StreamSpec[];
  readonly records: readonly RecordedStream[];
  /** The section `verify` of the config. Undefined: there is none. */
  readonly section: unknown;
}

async function givenBy(
  { config, set = [], records: files = [] }: Asked,
  terminal: Terminal,
): Promise<Result<Given, CommandIssue>> {
  const records: RecordedStream[] = [];
  for (const each of files) {
    const read = readRecord(each);
    if (!read.ok) return read;
    records.push(...read.record.streams);
  }
  if (config !== undefined) {
    const found = await streamsIn(config, set, terminal);
    return found.ok ? { ok: true, streams: found.streams, records, section: found.verify } : found;
  }
  if (set.length > 0) return invalid('--set needs CONFIG: it overrides a value there');
  if (records.length === 0)
    return invalid('Missing CONFIG or --record: one of them has to say what was sent');
  return { ok: true, streams: records.map(specOf), records, section: undefined };
}

type TableResult = Result<{ readonly outcome: Judged | Failed }, CommandIssue>;

/** A table that cannot be read, now or at all. */
interface Failed extends Unread {
  readonly isPassing: boolean;
}

/** Reads a table, and again while it waits for rows. */
async function waited(
  table: Table,
  records: readonly RecordedStream[],
  { waiting, untilMs, rowsOut, ...asked }: Asked & { readonly untilMs: number },
  terminal: Terminal,
): Promise<TableResult> {
  if (waiting === undefined) return verified(table, records, { ...asked, rowsOut }, terminal);
  const last = await readAgain(
    () => verified(table, records, asked, terminal),
    lookAt,
    { untilMs, quietMs: waiting.quietMs },
    terminal.interrupt.stop,
  );
  return rowsOut === undefined ? last : verified(table, records, { ...asked, rowsOut }, terminal);
}

/** Whether a table lacks rows that may still come. */
function lookAt(result: TableResult): Look {
  if (!result.ok) return { isOver: true, progress: '' };
  const { outcome } = result;
  if (isUnread(outcome)) return { isOver: !outcome.isPassing, progress: outcome.reason };
  const { counts } = outcome.report;
  return { isOver: counts.missing === 0, progress: JSON.stringify(counts) };
}

async function verified(
  table: Table,
  records: readonly RecordedStream[],
  asked: Asked,
  terminal: Terminal,
): Promise<TableResult> {
  try {
    const wanted = await sampledIn(table, records, asked.sample, terminal);
    if (!wanted.ok) return wanted;
    const source = await table.open();
    const { stop } = terminal.interrupt;
    const part = await digestedIn(table.name, wanted, source, asked.digest === true ? stop : undefined);
    return part.ok ? await judged(table, part, source, asked, stop) : part;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ok: true, outcome: { name: table.name, reason: error.message, isPassing: error.isPassing } };
  }
}

/** Reads a source, and judges its rows. @throws SourceError */
async function judged(
  { name, setting }: Table,
  { truth, options, stream, sought, digest, ...wanted }: PartialTable,
  source: Source,
  { examples, rowsOut }: Asked,
  signal: AbortSignal,
): Promise<TableResult> {
  const out = rowsOut?.(name);
  try {
    const made = judgeFor(truth, {
      ...source,
      ...options,
      ...(examples !== undefined && { examples }),
      ...(out && { onChanged: out.changed }),
    });
    if (!made.ok) return made;
    const { judge } = made;
    const isLines = setting.expects === 'malformed';
    if (sought !== 'nothing')
      for await (const rows of source.read(signal, sought)) judge.take(isLines ? rows.map(asLine) : rows);
    const report = withDigest(judge.report(), digest);
    out?.end(judge.leftOver());
    const notes = [...wanted.notes, ...report.notes];
    return {
      ok: true,
      outcome: {
        name,
        source: source.name,
        report: { ...report, notes },
        truth,
        judge,
        isStage: stream !== undefined,
      },
    };
  } finally {
    out?.close();
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
