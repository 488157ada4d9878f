import { issuesOf, type Issue, type Result } from '@catbird/engine';
import { destinations, settingsOf } from '@catbird/send';
import {
  inOrder,
  linePlaces,
  NODE_DESTINATIONS,
  parseText,
  readStreams,
  variablesIn,
  type Catalogue,
  type ConfigStream,
  type EntitiesSource,
} from '@catbird/stream';
import { isHere, type AnyDestination, type ConfigIssue } from '../state/streams.ts';
import { markerOf, variablesOf } from '../state/variables.ts';

const catalogue: Catalogue<AnyDestination> = {
  destinations: inOrder([...destinations, ...NODE_DESTINATIONS]),
  // Settings of a destination that the page lacks are checked by the command line.
  settingNames: (destination) =>
    isHere(destination) ? settingsOf(destination).map(({ name }) => name) : undefined,
};

/** A stream of a config that could be read. */
export interface ReadStream extends ConfigStream<AnyDestination> {
  /** Empty for the only stream of a config without `streams`. */
  readonly name: string;
}

/** A config that could be read. */
export interface ReadConfig {
  readonly value: unknown;
  readonly streams: readonly ReadStream[];
  readonly entities: EntitiesSource | undefined;
  readonly onStreamFailure: 'stop' | 'continue';
  /** Names of the variables in settings. */
  readonly variables: readonly string[];
}

/** A config, read, or its issues. */
export type ConfigReading = Result<ReadConfig, ConfigIssue>;

/** Reads a config as `catbird run` does. Variables in settings stay markers: see `variables.ts`. */
export async function readConfig(text: string, name: string): Promise<ConfigReading> {
  let value: unknown;
  try {
    value = await parseText(text.replace(/^\uFEFF/, ''), name);
  } catch (error) {
    return { ok: false, issues: [notRead(name, error)] };
  }
  const env = Object.fromEntries(variablesIn(value).map((each) => [each, markerOf(each)]));
  const reading = readStreams(value, {
    file: name,
    folder: '',
    pathOf: (path) => path,
    text,
    env,
    catalogue,
  });
  const issues = reading.ok
    ? [...typeIssues(reading), ...reading.streams.flatMap(formatIssues)]
    : reading.issues;
  if (!reading.ok || issues.length > 0) {
    const placeOf = await linePlaces(text, value);
    return { ok: false, issues: issues.map((issue) => ({ ...issue, at: placeOf(issue.message) })) };
  }
  const streams = reading.streams.map((stream) => ({ ...stream, name: stream.name ?? '' }));
  const variables = [...new Set(streams.flatMap(({ settings }) => variablesOf(settings)))];
  return { ...reading, value, streams, variables };
}

/** The page runs no code but its own. */
const typeIssues = ({ types: [name] }: { readonly types: readonly string[] }): readonly Issue[] =>
  name === undefined
    ? []
    : issuesOf(
        `types: this page runs no code of packages, so it cannot make the values of ${name}. Use catbird run`,
      );

/** The page sends lines of JSON. */
const formatIssues = ({ options: { format }, optionOf }: ConfigStream<AnyDestination>): readonly Issue[] =>
  (format?.name ?? 'json') === 'json'
    ? []
    : issuesOf(`${optionOf('format')}: this page sends JSON. Remove it, or use catbird run`);

/** Why a text is no config. A parser of YAML knows the place. */
function notRead(name: string, error: unknown): ConfigIssue {
  const message = error instanceof Error ? error.message : String(error);
  const [position] = placesIn(error);
  return {
    message: `Could not read the config ${name}: ${message.replace(/ at line \d+, column \d+:[^]*$/, '')}`,
    at: position === undefined ? undefined : { ...position, offset: 0, length: 0 },
  };
}

function placesIn(error: unknown): readonly { readonly line: number; readonly column: number }[] {
  if (!(error instanceof Error)) return [];
  const [, line, column] = /line (\d+),? column (\d+)/.exec(error.message) ?? [];
  return line === undefined ? [] : [{ line: Number(line), column: Number(column) }];
}
