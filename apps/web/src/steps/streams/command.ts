import type { StreamOfConfig } from '../../state/streams.ts';
import { variablesOf } from './variables.ts';

/** The command that runs a config in a terminal. Variables come from the environment. */
export function commandFor(file: string, streams: readonly Pick<StreamOfConfig, 'settings'>[]): string {
  const names = [...new Set(streams.flatMap(({ settings }) => variablesOf(settings)))];
  return [...names.map((name) => `${name}=…`), 'catbird', 'run', quoted(file)].join(' ');
}

/** Quoted for a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:@%+,=][\w./:@%+,=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
