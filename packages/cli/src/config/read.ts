import {
  parseText,
  readStreams,
  type Catalogue,
  type ConfigReading as Reading,
  type Flags,
} from '@catbird/core/internal/config';
import { dirname, isAbsolute, join } from 'node:path';
import { destinations } from '../destinations/list.ts';
import type { CliDestination } from '../destinations/local.ts';
import { settingFlags } from '../destinations/settings.ts';
import { readingFailure } from '../files/error-code.ts';
import { readText } from '../files/text.ts';
import { environmentText } from '../flags/read.ts';
import { NotStarted } from '../interrupt.ts';
import { inLine } from '../printable.ts';
import type { Terminal } from '../terminal.ts';

/** The streams of a config file, or a line for each problem. */
type ConfigReading = Reading<CliDestination>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a config. Reports all problems at once.
 *
 * @param file its path, the base of relative paths
 * @param text that it was parsed from, for the places of issues. Default: unknown
 */
export function readConfig(config: unknown, file: string, env: Environment, text?: string): ConfigReading {
  const folder = dirname(file);
  const pathOf = (name: string): string => (isAbsolute(name) ? name : join(folder, name));
  const reading = readStreams(config, { file, folder, pathOf, text, env, catalogue: catalogueFor(env) });
  return reading.ok ? reading : { ok: false, lines: reading.lines.map(inLine) };
}

const catalogueFor = (env: Environment): Catalogue<CliDestination> => ({
  destinations,
  settingNames: (destination) => Object.keys(settingFlags(destination)),
  settingsOf: (destination) => fromEnvironment(settingFlags(destination), env),
});

const fromEnvironment = (flags: Flags, env: Environment): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, flag]) => {
      const text = environmentText(flag, env);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );

/** The value and the text of a config file, or of standard input for `-`. A string is the reason why it cannot be read. */
export async function loadConfig(
  file: string,
  terminal: Terminal,
): Promise<{ readonly value: unknown; readonly text: string } | string> {
  try {
    const read = file === '-' ? await terminal.readInput() : await readText(file);
    const text = read.replace(/^\uFEFF/, '');
    return { value: await parseText(text, file), text };
  } catch (error) {
    if (error instanceof NotStarted) throw error;
    return `Could not read the config ${file}: ${readingFailure(error)}`;
  }
}
