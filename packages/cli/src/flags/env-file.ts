import { parseEnv } from 'node:util';
import { invalid, type Result } from '@catbird/core/internal/issue';
import { readingFailure } from '../files/error-code.ts';
import { readText } from '../files/text.ts';
import type { Terminal } from '../terminal.ts';
import { textsFlag } from './readers.ts';

/** Reads environment variables from files. Every command has it. */
export const envFileFlag = textsFlag({
  help: 'Read environment variables from this file, one NAME=value per line. Those that are set already stay. Repeatable.',
  value: 'FILE',
  group: 'Environment',
});

/** The environment with the variables of files. The first one to set a variable wins. */
export async function readEnvFiles(
  given: unknown,
  env: Terminal['env'],
): Promise<Result<{ readonly env: Terminal['env'] }>> {
  let all = env;
  for (const file of Array.isArray(given) ? given.map(String) : []) {
    try {
      all = { ...parseEnv(await readText(file)), ...all };
    } catch (error) {
      return invalid(`Could not read --env-file ${file}: ${readingFailure(error)}`);
    }
  }
  return { ok: true, env: all };
}
