import {
  invalid,
  issuesIn,
  messagesOf,
  prefixed,
  textOfFile,
  type Issue,
  type Result,
} from '@catbird/engine';
import { expand } from '@catbird/stream';
import type { JudgeOptions } from '@catbird/verify';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readingFailure } from '../files/error-code.ts';
import type { CommandIssue } from '../refusal.ts';
import { openSource, type Followed } from '../sources/open.ts';
import { placeIn } from '../sources/place.ts';
import type { Source } from '../sources/source.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { readSection, type SectionTable } from './section.ts';
import type { SqlQuery } from './sql/wanted.ts';

/** A table to verify: what should be there, and where. */
export interface Table {
  readonly name: string;
  readonly spec: StreamSpec;
  readonly setting: Omit<SectionTable, 'source' | 'of' | 'sql'>;
  /** SQL that makes its rows of those of streams. Undefined: its rows are those of its stream, or groups of them. */
  readonly sql: SqlQuery | undefined;
  /** @throws SourceError if it cannot be opened */
  readonly open: (followed?: Followed) => Promise<Source>;
}

/** The tables to verify, and those that rows go through one after the other. */
export interface Tables {
  readonly tables: readonly Table[];
  readonly path: readonly string[];
}

/** A config, or records without one. */
interface Given {
  readonly streams: readonly StreamSpec[];
  /** The section `verify` of the config. Undefined: there is none. */
  readonly section: unknown;
  /** The folder of the config. */
  readonly folder: string;
  /** Whether the tables are only checked: no service is asked, and nothing is printed. Default: no. */
  readonly isOffline?: boolean;
}

/** What the command line asks for. */
interface Asked {
  readonly source: string | undefined;
  /** The tables to verify. Empty: all. */
  readonly names: readonly string[];
  /** The stream whose rows are at the source. */
  readonly stream: string | undefined;
  readonly identity: readonly string[] | undefined;
  /** How long rows may take. */
  readonly withinMs: number | undefined;
  /** Whether that replaces what the config says. */
  readonly isForced: boolean;
}

/** All rows as they are. */
const PLAIN: Table['setting'] = {
  options: {},
  where: undefined,
  computed: {},
  stateAt: undefined,
  late: undefined,
  expects: undefined,
  groups: undefined,
};

/** The tables to verify: one on the command line, or those of the config. */
export async function tablesIn(
  { streams, section, folder, isOffline = false }: Given,
  { source, names, stream, ...forAll }: Asked,
  terminal: Terminal,
): Promise<Result<Tables, CommandIssue>> {
  if (source !== undefined)
    return names.length > 0
      ? invalid('--table chooses among the tables under verify in the config. With --source, use --stream')
      : tableAt(source, streams, { stream, ...forAll }, terminal);
  if (stream !== undefined)
    return invalid('--stream needs --source. For a table under verify in the config, use --table');
  if (section === undefined)
    return invalid('Missing --source, or verify in the config, which says where the rows are');
  const issues: Issue[] = [];
  const expanded = expand({ verify: section }, '', terminal.env, issues)['verify'];
  if (issues.length > 0) return { ok: false, issues };
  const read = readSection(expanded);
  if (!read.ok) return read;
  const { tables: all, path } = read.section;
  const unknown = names.filter((name) => !(name in all));
  if (unknown.length > 0)
    return {
      ok: false,
      issues: unknown.map((name) => ({ message: `--table ${name} is not under verify.tables` })),
    };
  const made = await Promise.all(
    Object.entries(all)
      .filter(([name]) => names.length === 0 || names.includes(name))
      .map(([name, table]) => tableOf(name, table, { streams, folder, isOffline, ...forAll }, terminal)),
  );
  const wrong = issuesIn(...made);
  if (wrong.length > 0) return { ok: false, issues: wrong };
  const tables = made.flatMap((each) => (each.ok ? each.table : []));
  const isWhole = path.every((name) => tables.some((table) => table.name === name));
  return { ok: true, tables, path: isWhole ? path : [] };
}

/** The table at the place on the command line. */
async function tableAt(
  source: string,
  streams: readonly StreamSpec[],
  { stream: name, ...forAll }: Omit<Asked, 'source' | 'names'>,
  terminal: Terminal,
): Promise<Result<Tables, CommandIssue>> {
  const spec = streamOf(name, streams);
  if (name !== undefined && spec !== undefined && spec.name !== name)
    return invalid(`--stream ${name}: the only stream has no name. Leave out --stream`);
  if (spec === undefined) return invalid(`Choose a stream with --stream: ${namesOf(streams)}`);
  const place = await placeIn(source, terminal);
  if (!place.ok) return { ok: false, issues: prefixed('--source: ', place.issues) };
  tell(place.notes, terminal);
  const open: Table['open'] = (followed) => openSource(source, terminal, followed);
  const setting = { ...PLAIN, options: withFlags({}, forAll) };
  return { ok: true, tables: [{ name: spec.name ?? 'rows', spec, open, setting, sql: undefined }], path: [] };
}

/** Says what is from the environment. */
function tell(notes: readonly string[], { err }: Pick<Terminal, 'err'>): void {
  for (const note of notes) err.write(`${note}\n`);
}

/** A table of the config. */
async function tableOf(
  name: string,
  { source, of, sql, ...setting }: SectionTable,
  { streams, folder, isOffline, ...forAll }: Omit<Given, 'section'> & Flags,
  terminal: Terminal,
): Promise<Result<{ readonly table: Table }, CommandIssue>> {
  const stream = setting.groups?.of ?? of ?? name;
  const spec = sql === undefined ? streamOf(stream, streams) : streams[0];
  if (spec === undefined)
    return invalid(
      `verify.tables.${name}: no stream is called ${stream}. Set of to one of: ${namesOf(streams)}`,
    );
  const place = await placeIn(source, { env: terminal.env, isOffline });
  if (!place.ok) return { ok: false, issues: prefixed(`verify.tables.${name}.source: `, place.issues) };
  tell(isOffline ? [] : place.notes, terminal);
  const text = sql === undefined ? undefined : sqlText(sql, folder);
  if (text?.ok === false) return invalid(`verify.tables.${name}.sql: ${messagesOf(text.issues).join('. ')}`);
  const options = withFlags(setting.options, forAll);
  const open: Table['open'] = (followed) => openSource(source, terminal, followed);
  return {
    ok: true,
    table: {
      name,
      spec,
      setting: { ...setting, options },
      open,
      sql: text && { text: text.text, streams },
    },
  };
}

/** SQL, or that of a file with it, whose name ends with `.sql`. */
function sqlText(given: string, folder: string): Result<{ readonly text: string }> {
  if (!/\.sql$/i.test(given)) return { ok: true, text: given };
  try {
    return { ok: true, text: textOfFile(readFileSync(resolve(folder, given))) };
  } catch (error) {
    return invalid(`${given} cannot be read: ${readingFailure(error)}`);
  }
}

type Flags = Omit<Asked, 'source' | 'names' | 'stream'>;

/** What flags say about all tables. */
const withFlags = (options: JudgeOptions, { identity, withinMs, isForced }: Flags): JudgeOptions => ({
  ...options,
  ...(identity && { identity }),
  ...(withinMs !== undefined && (isForced || options.withinMs === undefined) && { withinMs }),
});

/** The stream of a name; the only one, if it has none. */
const streamOf = (name: string | undefined, streams: readonly StreamSpec[]): StreamSpec | undefined =>
  streams.length === 1 && (streams[0]?.name === undefined || name === undefined)
    ? streams[0]
    : streams.find((each) => each.name === name);

const namesOf = (streams: readonly StreamSpec[]): string =>
  streams.flatMap(({ name }) => name ?? []).join(', ');
