import { parseEnv } from 'node:util';
import { invalid, type Result } from '@catbird/engine';
import { readingFailure } from '../files/error-code.ts';
import { readText } from '../files/read-text.ts';
import type { Terminal } from '../terminal.ts';
import { textsFlag } from './readers.ts';

/** Reads environment variables from files. Every command has it. */
export const variablesFlag = textsFlag({
  help: 'Read environment variables from this file, one NAME=value per line. Those that are set already stay. Repeatable.',
  value: 'FILE',
  group: 'Environment',
});

/** A terminal whose environment has the variables of files, too. The first one to set a variable wins. */
export async function withVariables(
  given: unknown,
  terminal: Terminal,
): Promise<Result<{ readonly terminal: Terminal }>> {
  if (!Array.isArray(given)) return { ok: true, terminal };
  let all = terminal.env;
  for (const file of given.map(String)) {
    try {
      all = { ...parseEnv(await readText(file)), ...all };
    } catch (error) {
      return invalid(`Could not read --variables ${file}: ${readingFailure(error)}`);
    }
  }
  const { out, err, interrupt } = terminal;
  return {
    ok: true,
    terminal: {
      env: all,
      out,
      err,
      interrupt,
      readInput: () => terminal.readInput(),
      inputBytes: () => terminal.inputBytes(),
      // Only until stdin is read.
      get keys() {
        return terminal.keys;
      },
    },
  };
}
