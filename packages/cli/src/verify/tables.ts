import { expand } from '@catbird/core/internal/config';
import { invalid, prefixed, type Issue, type Result } from '@catbird/core/internal/issue';
import type { CommandIssue } from '../refusal.ts';
import { openSource } from '../sources/open.ts';
import { placeIn } from '../sources/place.ts';
import type { Source } from '../sources/source.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { readSection, type SectionTable } from './section.ts';

/** A table to verify: what should be there, and where. */
export interface Table {
  readonly name: string;
  readonly spec: StreamSpec;
  readonly setting: Omit<SectionTable, 'source' | 'of'>;
  /** @throws SourceError if it cannot be opened */
  readonly open: () => Promise<Source>;
}

/** The tables to verify, and those that rows go through one after the other. */
export interface Tables {
  readonly tables: readonly Table[];
  readonly path: readonly string[];
}

/** What the command line asks for. */
interface Asked {
  readonly source: string | undefined;
  readonly names: readonly string[];
  readonly identity: readonly string[] | undefined;
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
export function tablesIn(
  { streams, section }: { readonly streams: readonly StreamSpec[]; readonly section: unknown },
  { source, names, identity }: Asked,
  terminal: Terminal,
): Result<Tables, CommandIssue> {
  const own = identity && { identity };
  if (source !== undefined) {
    const [name, another] = names;
    const spec = streamOf(name, streams);
    if (another !== undefined) return invalid('--source holds the rows of one stream: use one --table');
    if (spec === undefined) return invalid(`Choose a stream with --table: ${namesOf(streams)}`);
    const place = placeIn(source, terminal.env);
    if (!place.ok) return { ok: false, issues: prefixed('--source: ', place.issues) };
    const open = (): Promise<Source> => openSource(source, terminal);
    const table = { name: spec.name ?? 'rows', spec, open, setting: { ...PLAIN, options: { ...own } } };
    return { ok: true, tables: [table], path: [] };
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
  const { tables: all, path } = read.section;
  const tables: Table[] = [];
  for (const [name, { source: place, of, ...setting }] of Object.entries(all)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const stream = setting.groups?.of ?? of ?? name;
    const spec = streamOf(stream, streams);
    if (spec === undefined)
      issues.push({
        message: `verify.tables.${name}: no stream is called ${stream}. Set of to one of: ${namesOf(streams)}`,
      });
    else
      tables.push({
        name,
        spec,
        setting: { ...setting, options: { ...setting.options, ...own } },
        open: () => openSource(place, terminal),
      });
    const read = placeIn(place, terminal.env);
    if (!read.ok) issues.push(...prefixed(`verify.tables.${name}.source: `, read.issues));
  }
  for (const name of names)
    if (!(name in all)) issues.push({ message: `--table ${name} is not under verify.tables` });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, tables, path };
}

/** The stream of a name; the only one, if it has none. */
const streamOf = (name: string | undefined, streams: readonly StreamSpec[]): StreamSpec | undefined =>
  streams.length === 1 && (streams[0]?.name === undefined || name === undefined)
    ? streams[0]
    : streams.find((each) => each.name === name);

const namesOf = (streams: readonly StreamSpec[]): string =>
  streams.flatMap(({ name }) => name ?? []).join(', ');
