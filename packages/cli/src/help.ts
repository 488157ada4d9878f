import { flagName } from '@catbird/core/destinations';
import type { Command } from './command.ts';
import type { Entry, Group } from './commands/table.ts';
import type { Flag } from './flags/flag.ts';

/** Columns of the longest line. */
const WIDTH = 100;

/** What `catbird --help` says. */
export function overview(entries: readonly (Entry | Group)[]): string {
  const groups = [...new Set(entries.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const rows = entries
      .filter((each) => each.group === group)
      .map(({ name, summary }) => [name, summary] as const);
    return `${group}\n${columns(rows)}`;
  });
  return `${[
    'Streams realistic mock events to a destination, at a rate you choose.',
    'Usage: catbird <command> [options]',
    ...sections,
    `Examples\n${columns(EXAMPLES)}`,
    'catbird <command> --help says more about each.',
  ].join('\n\n')}\n`;
}

const EXAMPLES = [
  ['catbird sample -n 5', 'five rows of the simplest template'],
  ['catbird log --template "Stock Prices" --eps 10', 'ten a second, here'],
  ['catbird receive --port 7181', 'a receiver on this machine'],
] as const;

/** What `catbird check --help` says: what may follow. */
export const groupHelp = ({ name, summary, entries }: Group): string =>
  `${[
    summary,
    `Usage: catbird ${name} <name> [options]`,
    columns(entries.map((entry) => [entry.name, entry.summary])),
    `catbird ${name} <name> --help says more about each.`,
  ].join('\n\n')}\n`;

/**
 * What `catbird <command> --help` says.
 *
 * @param line the command with its words before: `catbird check tinybird`
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
    ...(command.notes === undefined ? [] : [command.notes]),
    `Examples\n${command.examples.map(({ line, does }) => `  ${line}\n      ${does}`).join('\n')}`,
  ].join('\n\n')}\n`;
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

/** Two columns, the second wrapped; a first that is wide has a line of its own. */
export function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const widest = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  const indent = ' '.repeat(widest + 4);
  return rows
    .flatMap(([left, right]) => {
      const [first = '', ...more] = wrap(right, WIDTH - indent.length);
      const head =
        left.length > widest ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(widest)}  ${first}`];
      return [...head, ...more.map((line) => `${indent}${line}`)];
    })
    .join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
