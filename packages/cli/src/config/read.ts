import { dirname, isAbsolute, join } from 'node:path';
import { readStreams, type Catalogue, type ConfigReading as Reading } from '@catbird/core/config';
import { destinations } from '../destinations/list.ts';
import type { CliDestination } from '../destinations/local.ts';
import { settingFlags } from '../destinations/settings.ts';
import { environmentText } from '../flags/read.ts';
import type { Flags } from '../flags/flag.ts';
import { inLine } from '../printable.ts';

/** The streams of a config file, or a line for each problem. */
export type ConfigReading = Reading<CliDestination>;

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
