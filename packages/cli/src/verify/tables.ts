import { expand } from '@catbird/core/internal/config';
import { invalid, type Issue, type Result } from '@catbird/core/internal/issue';
import type { JudgeOptions } from '@catbird/core/verify';
import type { CommandIssue } from '../refusal.ts';
import { fileSource } from '../sources/file.ts';
import type { Source } from '../sources/source.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { readSection } from './section.ts';

/** A table to verify: what should be there, and where. */
export interface Table {
  readonly name: string;
  readonly spec: StreamSpec;
  readonly options: JudgeOptions;
  /** @throws SourceError if it cannot be opened */
  readonly open: () => Promise<Source>;
}

/** What the command line asks for. */
interface Asked {
  readonly source: string | undefined;
  readonly names: readonly string[];
  readonly identity: readonly string[] | undefined;
}

/** The tables to verify: one on the command line, or those of the config. */
export function tablesIn(
  { streams, section }: { readonly streams: readonly StreamSpec[]; readonly section: unknown },
  { source, names, identity }: Asked,
  terminal: Terminal,
): Result<{ readonly tables: readonly Table[] }, CommandIssue> {
  if (source !== undefined) {
    const [name, another] = names;
    const spec =
      name === undefined && streams.length === 1 ? streams[0] : streams.find((each) => each.name === name);
    if (another !== undefined) return invalid('--source holds the rows of one stream: use one --table');
    if (spec === undefined) return invalid(`Choose a stream with --table: ${namesOf(streams)}`);
    const open = (): Promise<Source> => fileSource(source, terminal);
    return {
      ok: true,
      tables: [{ name: spec.name ?? 'rows', spec, open, options: { ...(identity && { identity }) } }],
    };
  }
  if (section === undefined)
    return invalid(
      'Missing --source, or a section verify in the config: one of them has to say where the rows are',
    );
  const issues: Issue[] = [];
  const expanded = expand({ verify: section }, '', terminal.env, issues)['verify'];
  if (issues.length > 0) return { ok: false, issues };
  const read = readSection(expanded);
  if (!read.ok) return read;
  const tables: Table[] = [];
  for (const [name, table] of Object.entries(read.section.tables)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const of = table.of ?? name;
    const spec =
      streams.length === 1 && streams[0]?.name === undefined
        ? streams[0]
        : streams.find((each) => each.name === of);
    if (spec === undefined) {
      issues.push({
        message: `verify.tables.${name}: no stream is called ${of}. Set of to one of: ${namesOf(streams)}`,
      });
      continue;
    }
    const { options } = table;
    tables.push({
      name,
      spec,
      options: { ...options, ...(identity && { identity }) },
      open: () => fileSource(table.source.file, terminal),
    });
  }
  for (const name of names)
    if (!(name in read.section.tables))
      issues.push({ message: `--table ${name} is not under verify.tables` });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, tables };
}

const namesOf = (streams: readonly StreamSpec[]): string =>
  streams.flatMap(({ name }) => name ?? []).join(', ');
