import { inLine, invalid, type Result, placesOf } from '@catbird/engine';
import {
  parseWithLong,
  readStreams,
  type Catalogue,
  type ConfigReading as Reading,
  type Flags,
} from '@catbird/stream';
import { dirname, isAbsolute, join } from 'node:path';
import { destinations } from '../destinations/list.ts';
import type { CliDestination } from '../destinations/file.ts';
import { configSettings, settingFlags } from '../destinations/setting-flags.ts';
import { readingFailure } from '../files/error-code.ts';
import { readText } from '../files/read-text.ts';
import { environmentText, formerIssues } from '../flags/read.ts';
import { NotStarted } from '../interrupt.ts';
import type { CommandIssue } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';

/** The streams of a config file. */
type ConfigReading = Reading<CliDestination>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a config. Reports all issues at once.
 *
 * @param file its path, the base of relative paths
 * @param text that it was parsed from, for the places of issues. Default: unknown
 */
export function readConfig(config: unknown, file: string, env: Environment, text?: string): ConfigReading {
  const folder = dirname(file);
  const pathOf = (name: string): string => (isAbsolute(name) ? name : join(folder, name));
  const reading = readStreams(config, { file, folder, pathOf, text, env, catalogue: catalogueFor(env) });
  if (!reading.ok)
    return {
      ...reading,
      issues: reading.issues.map((issue) => ({ ...issue, message: inLine(issue.message) })),
    };
  const used = new Set(reading.streams.map(({ destination }) => destination));
  const former = [...used].flatMap((each) => formerIssues(settingFlags(each), env));
  return former.length === 0 ? reading : { ok: false, issues: former };
}

const catalogueFor = (env: Environment): Catalogue<CliDestination> => ({
  destinations,
  settingNames: (destination) => Object.keys(configSettings(destination)),
  settingsOf: (destination) => fromEnvironment(settingFlags(destination), env),
});

const fromEnvironment = (flags: Flags, env: Environment): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, flag]) => {
      const text = environmentText(flag, env);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );

/** What a config file holds. */
interface LoadedConfig {
  readonly value: unknown;
  readonly text: string;
  /** Its whole numbers that would lose digits. */
  readonly issues: readonly CommandIssue[];
}

/** The value and the text of a config file, or of standard input for `-`. */
export async function loadConfig(
  file: string,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Result<LoadedConfig, CommandIssue>> {
  try {
    const text = file === '-' ? await terminal.readInput() : await readText(file);
    const { value, longNumbers } = await parseWithLong(text, file);
    const placeOf = placesOf(text);
    const issues = longNumbers.map(({ message, offset }): CommandIssue => {
      const place = placeOf(offset);
      const shown = `${inLine(nameOf(file))}:${place.line}:${place.column}: error: ${message}`;
      return { message, severity: 'error', file: nameOf(file), ...place, shown };
    });
    return { ok: true, value, text, issues };
  } catch (error) {
    if (error instanceof NotStarted) throw error;
    return invalid(`Could not read the config ${file}: ${readingFailure(error)}`);
  }
}

/** The name of a file in messages. */
export const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);
