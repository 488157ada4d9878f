import { flagName } from '@catbird/send';
import type { Flag, Flags } from '@catbird/stream';
import { columns, wrapped } from './columns.ts';
import type { Command, Entry, Group } from './command.ts';
import { variableOf } from './flags/read.ts';

/** The text of `catbird --help`. */
export function overview(entries: readonly (Entry | Group)[]): string {
  const groups = [...new Set(entries.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const rows = entries
      .filter((each) => each.group === group)
      .map(({ name, summary }) => [name, summary] as const);
    return `${group}\n${columns(rows)}`;
  });
  return `${[
    'Stream realistic mock events to a destination, at a rate you choose.',
    'Usage: catbird <command> [options]',
    ...sections,
    `Examples\n${columns(EXAMPLES)}`,
    'Run catbird <command> --help for details of a command.',
  ].join('\n\n')}\n`;
}

const EXAMPLES = [
  ['catbird sample -n 5', 'print five rows of the simplest template'],
  ['catbird log --template "Stock Prices" --eps 10', 'stream 10 events/s to this terminal'],
  ['catbird receive --port 7181', 'receive events on this machine'],
] as const;

/** The text of `catbird check --help`: its subcommands. */
export const groupHelp = ({ name, summary, entries }: Group): string =>
  `${[
    summary,
    `Usage: catbird ${name} <name> [options]`,
    columns(entries.map((entry) => [entry.name, entry.summary])),
    `Run catbird ${name} <name> --help for details.`,
  ].join('\n\n')}\n`;

/**
 * The text of `catbird <command> --help`.
 *
 * @param line the full command: `catbird check tinybird`
 */
export function commandHelp(line: string, summary: string, command: Command): string {
  const flags = Object.entries(command.flags);
  const groups = [...new Set(flags.map(([, { group }]) => group))];
  const usage = [line, command.operands?.usage, flags.length > 0 ? '[options]' : undefined];
  return `${[
    summary,
    `Usage: ${usage.filter((part) => part !== undefined).join(' ')}`,
    ...groups.map((group) => {
      const own = flags.filter(([, flag]) => flag.group === group);
      return `${group}\n${columns(own.map(([key, flag]) => [flagUsage(key, flag), flagHelp(flag)]))}`;
    }),
    ...(command.notes === undefined ? [] : [wrapped(command.notes)]),
    wrapped(environmentNote(command.flags)),
    `Examples\n${command.examples.map(({ line, does }) => `  ${line}\n      ${does}`).join('\n')}`,
  ].join('\n\n')}\n`;
}

/** How options are set in the environment. */
function environmentNote(flags: Flags): string {
  const [example] = Object.keys(flags).filter((name) => flags[name]?.env === undefined);
  const options =
    example === undefined
      ? ''
      : `Each option can be set by an environment variable: ${variableOf(example)} for --${flagName(example)}. `;
  return `${options}--variables FILE reads variables from a file. The command line wins.`;
}

function flagUsage(name: string, { short, value }: Flag): string {
  const long = `--${flagName(name)}${value === undefined ? '' : ` ${value}`}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

function flagHelp({ help, env: [env] = [], default: fallback }: Flag): string {
  const more = [
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
    ...(env === undefined ? [] : [`or ${env}`]),
  ];
  return more.length === 0 ? help : `${help} (${more.join('; ')})`;
}
