import { inLine, type Result } from '@catbird/engine';
import { redact } from '@catbird/send';
import { linePlaces } from '@catbird/stream';
import { dirname } from 'node:path';
import type { CommandIssue } from '../refusal.ts';
import { offline, type Plan } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { nameOf } from './read-config.ts';
import { findStreams, type BesideConfig, type FoundStreams, type Streams } from './streams.ts';

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
  return { issues: await allIssues(file, found, terminal), streams: found.streams.length };
}

/** Streams, and what places the issues that come when they are prepared. */
type PlacedStreams = Streams & Pick<Plan, 'placed'>;

/** Reads the streams of a config file, or says all that is wrong with it, as `checkConfig` does. */
export async function streamsIn(
  file: string,
  beside: BesideConfig,
  terminal: Terminal,
): Promise<Result<PlacedStreams, CommandIssue>> {
  const found = await findStreams(file, beside, terminal);
  if (!found.ok) return found;
  if (found.issues.length > 0) return { ok: false, issues: await allIssues(file, found, terminal) };
  return { ...found, placed: (issues) => placedIssues(file, found, issues, terminal) };
}

async function allIssues(
  file: string,
  found: FoundStreams,
  terminal: Terminal,
): Promise<readonly CommandIssue[]> {
  const { prepareAll } = await import('../stream/prepare-all.ts');
  const checked = await prepareAll(found.streams.map(offline), terminal);
  return placedIssues(file, found, checked.ok ? [] : checked.issues, terminal);
}

/** All issues of a config, each once, in the order of the file. @param later those of its streams */
async function placedIssues(
  file: string,
  found: FoundStreams,
  later: readonly CommandIssue[],
  terminal: Terminal,
): Promise<readonly CommandIssue[]> {
  const place = await placing(file, found);
  const first = withoutSecond(found.issues, place);
  const taken = new Set(first.flatMap(({ line, column }) => (line === undefined ? [] : `${line}:${column}`)));
  // What follows from a value that could not be read is no further issue.
  const unset = first.flatMap(
    ({ message }) => /(settings\..+): environment variable/.exec(message)?.[1] ?? [],
  );
  const hasIncidents = !first.some(({ message }) => message.startsWith('incidents'));
  const others = [...later, ...(await verifyIssues(file, found, terminal))]
    .filter(({ kind, message }) => found.hasEntities || kind !== 'schema' || !OF_ENTITIES.test(message))
    .filter(({ message }) => hasIncidents || !message.includes('Unknown incident'))
    .map(place)
    .filter(
      ({ line, column, message }) =>
        !taken.has(`${line}:${column}`) && !unset.some((name) => message.includes(name)),
    );
  const all = new Map([...first, ...others].map((each) => [each.shown ?? each.message, each]));
  return [...all.values()].toSorted(byPlace);
}

/** Issues with their places. What follows from a number that has a place is no further issue. */
function withoutSecond(
  issues: readonly CommandIssue[],
  place: (issue: CommandIssue) => CommandIssue,
): readonly CommandIssue[] {
  const taken = new Set(
    issues.flatMap(({ line, column }) => (line === undefined ? [] : `${line}:${column}`)),
  );
  return issues.flatMap((issue) => {
    const placed = place(issue);
    return issue.line === undefined && taken.has(`${placed.line}:${placed.column}`) ? [] : placed;
  });
}

/** What schemas would lack only because entities could not be read. */
const OF_ENTITIES = /\bentity|\bentities|Unknown field/i;

const byPlace = (a: CommandIssue, b: CommandIssue): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

/** What is wrong with the section `verify`. */
async function verifyIssues(
  file: string,
  { streams, verify: section }: FoundStreams,
  terminal: Terminal,
): Promise<readonly CommandIssue[]> {
  if (section === undefined || streams.length === 0) return [];
  const { tablesIn } = await import('../verify/tables.ts');
  const asked = {
    source: undefined,
    names: [],
    stream: undefined,
    identity: undefined,
    withinMs: undefined,
    isForced: false,
  };
  const given = { streams, section, folder: dirname(file), isOffline: true };
  const tables = await tablesIn(given, asked, terminal);
  return tables.ok ? [] : tables.issues;
}

/** Gives issues their places in a config, unless they have one. */
async function placing(
  file: string,
  { text, value, streams, set }: FoundStreams,
): Promise<(issue: CommandIssue) => CommandIssue> {
  const rangeOf = await linePlaces(text, value);
  const hidden = streams.flatMap((each) => each.hidden ?? []);
  const replaced = set.map((each) => each.replace(/=[^]*/, ''));
  return (given) => {
    const { after: _, ...issue } = given;
    if (issue.line !== undefined) return issue;
    const { kind, stream } = issue;
    const message = redact(issue.message, hidden);
    // It is about the command line, or about a service.
    if (message.startsWith('--') || kind === 'service' || kind === 'interrupted')
      return { ...issue, message };
    const part = stream === undefined ? '' : `streams.${stream}.`;
    const own = rangeOf(message);
    const usual = `${part}${kind === 'schema' ? 'template' : 'destination'}`;
    const option = replaced.find((path) => isAbout(own === undefined ? usual : message, path));
    if (option !== undefined) return { ...issue, message: `--set ${option}: ${message}` };
    const { line, column } = own ?? rangeOf(usual) ?? { line: 1, column: 1 };
    const shown = `${inLine(nameOf(file))}:${line}:${column}: error: ${inLine(message)}`;
    return { ...issue, message, file: nameOf(file), line, column, severity: 'error', shown };
  };
}

/** Whether a message begins with a value, or with one inside it. */
const isAbout = (message: string, path: string): boolean =>
  message.replace('Unknown key ', '').startsWith(path) &&
  /^(?:[\s.:]|$)/.test(message.replace('Unknown key ', '').slice(path.length));
