import { invalid, type Result } from '@catbird/engine';
import { bytesText, newJudge, type Arrivals, type Arrived } from '@catbird/verify';
import { dirname } from 'node:path';
import { streamsIn } from '../config/check.ts';
import { digestedIn, withDigest } from './digesting.ts';
import { judgeFor, outcomeOf, type Failed, type Judged, stagesOf } from './judged.ts';
import { followTables, type Live, readAgain, type Look } from './live.ts';
import { readRecord, type RecordedStream } from '../record/record-file.ts';
import type { CommandIssue } from '../refusal.ts';
import { SourceError, type Source } from '../sources/source.ts';
import { newWork, type Work } from '../report/work.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { specsOf } from './truth.ts';
import type { RowsOut } from './rows-out.ts';
import { sampledIn, type PartialTable } from './sampling.ts';
import { tablesIn, type Table, type Tables } from './tables.ts';
import { isUnread, type Reports, type Unread } from './verified.ts';

/** What to verify. */
export interface Asked {
  /** The path of a config. */
  readonly config?: string | undefined;
  /** Values that override those of the config: `eps=500`. */
  readonly set?: readonly string[] | undefined;
  /** Packages of types, besides those that the config names. */
  readonly types?: readonly string[] | undefined;
  /** Whether standard error has lines of JSON. Default: it is for people. */
  readonly json?: boolean | undefined;
  /** The paths of records, one for each process that sent rows. */
  readonly records?: readonly string[] | undefined;
  /** Where the rows are. Default: as the config says. */
  readonly source?: string | undefined;
  /** SQL that reads the rows, in place of a table of the source. */
  readonly query?: string | undefined;
  /** How long to wait for rows that are not there yet. Default: sources are read once. */
  readonly waiting?: { readonly forMs: number; readonly quietMs: number } | undefined;
  /** How long rows may take from their acknowledgement, in milliseconds. Default: as the config says. */
  readonly withinMs?: number | undefined;
  /** Follows rows while they are sent. Default: what was sent is verified. */
  readonly live?: Live | undefined;
  /** The tables to verify. Default: all. */
  readonly tables?: readonly string[] | undefined;
  /** The stream whose rows are at `source`. Default: the only one. */
  readonly stream?: string | undefined;
  readonly identity?: readonly string[] | undefined;
  /** How many examples of each kind the reports have. */
  readonly examples?: number | undefined;
  /** How many rows of each stream to judge, drawn by chance. Default: all. */
  readonly sample?: number | undefined;
  /** Whether to compare sums of blocks, and to read only those that differ. */
  readonly digest?: boolean | undefined;
  /** Takes all rows that are not right. */
  readonly rowsOut?: RowsOut | undefined;
  /** Shows no progress. */
  readonly quiet?: boolean | undefined;
}

/** Verifies tables, one after the other. A table that cannot be read does not keep the others from being verified. */
export async function verifyTables(
  asked: Asked,
  terminal: Terminal,
): Promise<Result<{ readonly reports: Reports }, CommandIssue>> {
  const given = await givenBy(asked, terminal);
  if (!given.ok) return given;
  const tables = await tablesOf(asked, given, terminal);
  if (!tables.ok) return tables;
  const judged = await judgedTables(tables.tables, given.records, asked, terminal);
  if (!judged.ok) return judged;
  const { outcomes } = judged;
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

async function tablesOf(
  asked: Asked,
  given: Given,
  terminal: Terminal,
): Promise<Result<Tables, CommandIssue>> {
  const { config, tables: names = [], stream, identity, sample, digest } = asked;
  const source = sourceOf(asked);
  if (!source.ok) return source;
  const folder = dirname(config ?? '.');
  const withinMs = asked.withinMs ?? (asked.live === undefined ? undefined : LIVE_WITHIN_MS);
  const tables = await tablesIn(
    { ...given, folder },
    { source: source.place, names, stream, identity, withinMs, isForced: asked.withinMs !== undefined },
    terminal,
  );
  return tables.ok && (sample !== undefined || digest === true) && tables.path.length > 0
    ? invalid(
        'verify.path needs all rows. Leave out --sample-size and --checksum, or choose a table with --table',
      )
    : tables;
}

/** How long rows may take while they are followed, by default: 2 minutes. */
const LIVE_WITHIN_MS = 120_000;

async function judgedTables(
  tables: readonly Table[],
  records: readonly RecordedStream[],
  asked: Asked,
  terminal: Terminal,
): Promise<Result<{ readonly outcomes: readonly (Judged | Unread)[] }, CommandIssue>> {
  const { live, records: files = [], examples } = asked;
  if (live !== undefined) return followTables(tables, { records: files, examples }, live, terminal);
  const untilMs = performance.now() + (asked.waiting?.forMs ?? 0);
  const outcomes: (Judged | Unread)[] = [];
  for (const table of tables) {
    const one = await waited(table, records, { ...asked, untilMs }, terminal);
    if (!one.ok) return one;
    outcomes.push(one.outcome);
  }
  return { ok: true, outcomes };
}

/** The place on the command line, if it fits the other flags. */
function sourceOf({ source, query, waiting, live }: Asked): Result<{ readonly place: string | undefined }> {
  if ((waiting ?? live) !== undefined && source === '-')
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
  { config, set = [], types, json, records: files = [], live }: Asked,
  terminal: Terminal,
): Promise<Result<Given, CommandIssue>> {
  const records: RecordedStream[] = [];
  // Those that are followed may not exist yet.
  for (const each of live === undefined || config === undefined ? files : []) {
    const read = readRecord(each);
    if (!read.ok) return read;
    records.push(...read.record.streams);
  }
  if (config !== undefined) {
    const found = await streamsIn(config, { set, types, json }, terminal);
    return found.ok ? { ok: true, streams: found.streams, records, section: found.verify } : found;
  }
  if (set.length > 0) return invalid('--set needs CONFIG: it overrides a value there');
  if (records.length === 0) return invalid('Missing CONFIG or --record, which says what was sent');
  const found = await specsOf(records, { types, json }, terminal);
  return found.ok ? { ok: true, streams: found.specs, records, section: undefined } : found;
}

type TableResult = Result<{ readonly outcome: Judged | Failed }, CommandIssue>;

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
  return { isOver: counts.missing + counts.pending === 0, progress: JSON.stringify(counts) };
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
    const asOfMs = Date.now();
    const source = await table.open();
    const { stop } = terminal.interrupt;
    const part = await digestedIn(table.name, wanted, source, asked.digest === true ? stop : undefined);
    return part.ok ? await judged(table, part, { source, asOfMs }, asked, terminal) : part;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ok: true, outcome: { name: table.name, reason: error.message, isPassing: error.isPassing } };
  }
}

/** Reads a source, and judges its rows. @throws SourceError */
async function judged(
  { name, setting }: Table,
  wanted: PartialTable,
  { source, asOfMs }: { readonly source: Source; readonly asOfMs: number },
  { examples, rowsOut, json = false, quiet = json }: Asked,
  { err, interrupt }: Terminal,
): Promise<TableResult> {
  const { sought } = wanted;
  const out = rowsOut?.(name);
  const work = newWork(err, `Reading ${name}`, { quiet });
  try {
    const options = {
      ...source,
      ...wanted.options,
      ...(examples !== undefined && { examples }),
      ...(out && { onChanged: out.changed }),
    };
    const made = judgeFor(() => newJudge(wanted.truth, options));
    if (!made.ok) return made;
    const { judge } = made;
    const isLines = setting.expects === 'malformed';
    if (sought !== 'nothing')
      for await (const { rows, atMs } of watched(source.read(interrupt.stop, sought), wanted, work))
        judge.take(isLines ? rows.map(asLine) : rows, { atMs });
    const outcome = outcomeOf(name, { source, judge, wanted, asOfMs });
    const report = withDigest(outcome.report, wanted.digest);
    out?.end(judge.leftOver());
    return { ok: true, outcome: { ...outcome, report } };
  } finally {
    work.end();
    out?.close();
  }
}

/** The same rows, with their number shown. */
async function* watched(
  read: AsyncIterable<Arrivals>,
  { truth }: PartialTable,
  work: Work,
): AsyncGenerator<Arrivals> {
  let taken = 0;
  for await (const each of read) {
    taken += each.rows.length;
    work.at(taken, taken / truth.rows);
    yield each;
  }
}

/** A line that need not be JSON, as a row. */
const asLine = (arrived: Arrived): Arrived =>
  arrived instanceof Uint8Array ? { line: bytesText(arrived) } : arrived;
