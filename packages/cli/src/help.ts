import { flagName } from '@catbird/send';
import type { Flag, Flags } from '@catbird/stream';
import { columns, textWidth, wrapped } from './columns.ts';
import type { Command, Entry, Group } from './command.ts';
import { variableOf } from './flags/read.ts';

/** The text of `catbird --help`. */
export function overview(entries: readonly (Entry | Group)[]): string {
  const named = entries.filter(({ isNameOnly }) => isNameOnly === true);
  const [first = [], ...others] = byGroup(entries.filter(({ isNameOnly }) => isNameOnly !== true)).map(
    ([group, own]) => `${group}\n${columns(own.map(({ name, summary }) => [name, summary]))}`,
  );
  return `${[
    'Stream realistic mock events to a destination, at a rate you choose.',
    'Usage: catbird <command> [options]',
    first,
    `Send events to\n${columns(byGroup(named).map(([group, own]) => [group, own.map(({ name }) => name).join(', ')]))}`,
    ...others,
    `Examples\n${columns(EXAMPLES)}`,
    'Run catbird <command> --help for details of a command.',
  ].join('\n\n')}\n`;
}

function byGroup<Item extends { readonly group: string }>(
  items: readonly Item[],
): readonly (readonly [group: string, items: readonly Item[]])[] {
  const groups = [...new Set(items.map(({ group }) => group))];
  return groups.map((group) => [group, items.filter((each) => each.group === group)]);
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
 * @param isWhole whether to list every flag, with all that is known of it: `--help all`
 */
export function commandHelp(line: string, summary: string, command: Command, isWhole: boolean): string {
  const { flags, brief, notes, details, examples } = command;
  const isBrief = brief !== undefined && !isWhole;
  const usage = [line, command.operands?.usage, Object.keys(flags).length > 0 ? '[options]' : undefined];
  return `${[
    summary,
    `Usage: ${usage.filter((part) => part !== undefined).join(' ')}`,
    ...(isBrief ? briefSections(flags, brief) : wholeSections(flags)),
    ...(details === undefined || isBrief ? [] : [wrapped(details)]),
    [...(notes === undefined ? [] : [notes]), isBrief ? wholeNote(line, flags) : environmentNote(flags)]
      .map(wrapped)
      .join('\n'),
    `Examples\n${(isBrief ? examples.slice(0, 3) : examples).map(({ line, does }) => `  ${line}\n      ${does}`).join('\n')}`,
  ].join('\n\n')}\n`;
}

const wholeSections = (flags: Flags): readonly string[] =>
  byGroup(Object.entries(flags).map(([name, flag]) => ({ name, flag, group: flag.group }))).map(
    ([group, own]) =>
      `${group}\n${columns(own.map(({ name, flag }) => [flagUsage(name, flag), flagHelp(flag)]))}`,
  );

/** The flags of each heading, a line each where that is possible. */
const briefSections = (flags: Flags, brief: NonNullable<Command['brief']>): readonly string[] =>
  Object.entries(brief).flatMap(([heading, names]) => {
    const own = names.flatMap((name) => {
      const flag = flags[name];
      return flag === undefined ? [] : [{ flag, usage: flagUsage(name, briefly(name, flag)) }];
    });
    const width = textWidth(own.map(({ usage }) => usage));
    const rows = own.map(({ flag, usage }) => [usage, briefHelp(flag, width)] as const);
    return rows.length === 0 ? [] : [`${heading}\n${columns(rows)}`];
  });

/** Choices that are too long for a placeholder become the name of the flag: `--format FORMAT`. */
const briefly = (name: string, flag: Flag): Flag =>
  isLong(flag) ? { ...flag, value: flagName(name).replace(/^.*-/, '').toUpperCase() } : flag;

const isLong = ({ value = '' }: Flag): boolean => value.length > 20 && value.includes('|');

/** The help of a flag, with its choices if they are in no other place. */
function helpWithChoices(flag: Flag): string {
  const choices = isLong(flag) ? (flag.value?.split('|') ?? []) : [];
  return choices.every((choice) => flag.help.includes(choice))
    ? flag.help
    : `${flag.help} One of: ${choices.join(', ')}.`;
}

/** As much of the help of a flag as fits in a line: all, or what people need most. Its choices, its default and that it is required are never left out. */
function briefHelp(flag: Flag, width: number): string {
  const help = helpWithChoices(flag);
  const whole = flagHelp({ ...flag, help });
  if (whole.length <= width) return whole;
  const [first = '', ...others] = help.split(/(?<=[\p{L}\d)]\.) /u);
  const brief = (text: string): string => flagHelp({ ...flag, env: [], help: text });
  let text = first;
  let isAdjacent = true;
  for (const each of others) {
    const longer = `${text} ${each}`;
    const isFit: boolean = (isAdjacent || ALONE.test(each)) && brief(longer).length <= width;
    if (isFit || !flag.help.includes(each) || each === 'Required.') text = longer;
    isAdjacent &&= isFit;
  }
  return brief(text);
}

/** Sentences that do not need the one before. */
const ALONE = /^(?:One of: |Example: |Default: |Required|With )/;

/** How to see the rest. */
const wholeNote = (line: string, flags: Flags): string =>
  `Run ${line} --help all for all ${Object.keys(flags).length} options and their environment variables.`;

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
