import { inLine } from '@catbird/core/internal/issue';
import { dirname } from 'node:path';
import { linePlaces } from '@catbird/core/internal/config';
import { redact } from '@catbird/core/internal/destinations';
import type { CommandIssue } from '../refusal.ts';
import { offline } from '../stream/offline.ts';
import { prepareAll } from '../stream/prepare-all.ts';
import type { Terminal } from '../terminal.ts';
import { tablesIn } from '../verify/tables.ts';
import { nameOf } from './read.ts';
import { findStreams, type BesideConfig, type FoundStreams } from './streams.ts';

/** What is wrong with a config. */
interface Checked {
  /** In the order of the file, each with its line and column. */
  readonly issues: readonly CommandIssue[];
  readonly streams: number;
}

/** Checks a config as far as that is possible without opening anything. */
export async function checkConfig(
  file: string,
  beside: Pick<BesideConfig, 'types'>,
  terminal: Terminal,
): Promise<Checked> {
  const found = await findStreams(file, beside, terminal);
  if (!found.ok) return { issues: found.issues, streams: 0 };
  const { streams, issues, hasEntities } = found;
  const place = await placing(file, found);
  const first = issues.map(place);
  const taken = new Set(first.map(({ line, column }) => `${line}:${column}`));
  const checked = await prepareAll(streams.map(offline), terminal);
  const later = [...(checked.ok ? [] : checked.issues), ...verifyIssues(file, found, terminal)]
    .filter(({ kind, message }) => hasEntities || kind !== 'schema' || !OF_ENTITIES.test(message))
    .map(place);
  // What follows from a value that could not be read is no further issue.
  const unset = first.flatMap(
    ({ message }) => /(settings\..+): environment variable/.exec(message)?.[1] ?? [],
  );
  const others = later.filter(
    ({ line, column, message }) =>
      !taken.has(`${line}:${column}`) && !unset.some((name) => message.includes(name)),
  );
  const all = new Map([...first, ...others].map((each) => [each.shown ?? each.message, each]));
  return { issues: [...all.values()].toSorted(byPlace), streams: streams.length };
}

/** What schemas would lack only because entities could not be read. */
const OF_ENTITIES = /\bentity|\bentities|Unknown field/i;

const byPlace = (a: CommandIssue, b: CommandIssue): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

/** What is wrong with the section `verify`. */
function verifyIssues(
  file: string,
  { streams, verify: section }: FoundStreams,
  terminal: Terminal,
): readonly CommandIssue[] {
  if (section === undefined || streams.length === 0) return [];
  const asked = {
    source: undefined,
    names: [],
    identity: undefined,
    withinMs: undefined,
    isForced: false,
  };
  const tables = tablesIn({ streams, section, folder: dirname(file) }, asked, terminal);
  return tables.ok ? [] : tables.issues;
}

/** Gives issues their places in a config, unless they have one. */
async function placing(
  file: string,
  { text, value, streams }: FoundStreams,
): Promise<(issue: CommandIssue) => CommandIssue> {
  const rangeOf = await linePlaces(text, value);
  const hidden = streams.flatMap((each) => each.hidden ?? []);
  return (given) => {
    const { after: _, ...issue } = given;
    if (issue.line !== undefined) return issue;
    const { kind, stream } = issue;
    const message = redact(issue.message, hidden);
    const part = stream === undefined ? '' : `streams.${stream}.`;
    const { line, column } = rangeOf(issue.message) ??
      rangeOf(`${part}${kind === 'schema' ? 'template' : 'destination'}`) ?? { line: 1, column: 1 };
    const shown = `${inLine(nameOf(file))}:${line}:${column}: error: ${inLine(message)}`;
    return { ...issue, message, file: nameOf(file), line, column, severity: 'error', shown };
  };
}
