import { suggestion } from '@catbird/engine';
import type { Entry, Group } from '../command.ts';
import { variableOf } from './read.ts';

const PREFIX = 'CATBIRD_';

/** What the tests of Catbird read. */
const OF_TESTS = ['KILLS', 'LONG', 'NEW_SERVERS', 'REPORT', 'SETUP', 'SWEEP', 'TEST_DATA'];

/** Sentences about variables of the environment that look like misspelt ones of options: `CATBIRD_HTTP_ULR`. Others may be those of a config. */
export async function misspeltVariables(
  names: readonly string[],
  entries: readonly (Entry | Group)[],
): Promise<readonly string[]> {
  const unknown = names.filter((name) => !OF_TESTS.includes(name.slice(PREFIX.length)));
  if (unknown.length === 0) return [];
  const known = new Set(await variablesOf(entries));
  const candidates = [...known].map((name) => name.slice(PREFIX.length));
  return unknown
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const near = suggestion(name.slice(PREFIX.length), candidates);
      return near === undefined ? [] : [`No option reads ${name}. Did you mean ${PREFIX}${near}?`];
    });
}

async function variablesOf(entries: readonly (Entry | Group)[]): Promise<readonly string[]> {
  const all = entries.map(async (entry) => {
    if ('entries' in entry) return variablesOf(entry.entries);
    const { flags } = await entry.load();
    return Object.entries(flags).flatMap(([name, { env = [variableOf(name)] }]) => env);
  });
  return (await Promise.all(all)).flat();
}
