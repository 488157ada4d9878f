import { flagName } from '@catbird/send';
import { COMMON, KEYS, type Flag, type Flags } from '@catbird/stream';
import { configSchema } from '../../../packages/cli/src/commands/config-schema.ts';
import { commands } from '../../../packages/cli/src/commands/all.ts';
import { destinations } from '../../../packages/cli/src/destinations/list.ts';
import { variableOf } from '../../../packages/cli/src/flags/read.ts';

/** The destination whose command stands for all: it has no settings, so its flags are those of every stream. */
const STREAM = 'log';

/** The flags of each command, by its name. Of the destinations, only `STREAM`. */
export const commandFlags: ReadonlyMap<string, Flags> = new Map(
  await Promise.all(
    commands
      .flatMap((entry) => ('load' in entry ? [entry] : []))
      .filter(({ name }) => name === STREAM || destinations.every(({ command }) => command !== name))
      .map(async ({ name, load }) => [name, (await load()).flags] as const),
  ),
);

/** A line of a table of options, in Markdown. */
export interface OptionRow {
  readonly option: string;
  readonly key?: string | undefined;
  readonly default?: string | undefined;
  readonly meaning: string;
}

/** What is code in help: placeholders, options and addresses. */
const CODE = /\{\{[^}]+\}\}|(?<![\w-])--[a-z][\w-]*|\bhttps?:\/\/[^\s,]*[\w/]/g;

const withoutPipes = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** Code within a table. */
export const codeCell = (text: string): string => `\`${withoutPipes(text)}\``;

/** The help of an option as Markdown within a table. It may end with an example. */
export function cellOf(help: string): string {
  const [text = '', example] = help.split(/(?:^| )Example: /);
  const words = withoutPipes(text)
    .replaceAll('<', String.raw`\<`)
    .replaceAll(CODE, '`$&`');
  return example === undefined ? words : `${words} Example: ${codeCell(example)}`.trim();
}

/** An option and, below it, its environment variable. */
export const optionCell = (option: string, variable: string): string =>
  `${codeCell(option)}<br>${codeCell(variable)}`;

/** One of several words, as a sentence. */
export const oneOf = (choices: readonly string[]): string => `One of ${choices.map(codeCell).join(', ')}.`;

/** The heading of the first column of a table of options. */
export const OPTION_TITLE = 'option';

/** A table of options. Columns without content are left out. @param keyTitle the heading of their keys in a config */
export function optionTable(rows: readonly OptionRow[], keyTitle = 'config key'): string {
  const columns = (
    [
      ['option', OPTION_TITLE],
      ['key', keyTitle],
      ['default', 'default'],
      ['meaning', 'meaning'],
    ] as const
  ).filter(([name]) => rows.some((row) => (row[name] ?? '') !== ''));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([, title]) => title)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(([name]) => row[name] ?? ''))),
  ].join('\n');
}

/** Where a config has the options of its streams, by their names. */
const keyOf: ReadonlyMap<string, string> = new Map([
  ...['schema', 'replay', 'faults', 'format'].map((name) => [name, name] as const),
  ...Object.keys({ ...COMMON, ...KEYS.top, ...KEYS.recording }).map((name) => [name, name] as const),
  ...(['delivery', 'thresholds'] as const).flatMap((section) =>
    Object.keys(KEYS[section]).map((name) => [name, `${section}.${name}`] as const),
  ),
]);

const choicesOf = ({ schema }: Flag): readonly string[] => {
  const { enum: choices } = schema;
  return Array.isArray(choices) ? choices.map(String) : [];
};

/** A flag of a command. @param hasKeys whether it has a place in a config */
export function rowOf(name: string, flag: Flag, hasKeys = false): OptionRow {
  const { short, value, env, help, default: usual } = flag;
  const choices = choicesOf(flag);
  const key = keyOf.get(name);
  const long = `--${flagName(name)}${value === undefined || choices.length > 0 ? '' : ` ${value}`}`;
  return {
    option: optionCell(short === undefined ? long : `-${short}, ${long}`, env?.[0] ?? variableOf(name)),
    key: hasKeys ? key && codeCell(key) : undefined,
    default: usual && cellOf(usual),
    meaning: [cellOf(help), ...(choices.length > 0 ? [oneOf(choices)] : [])].join(' '),
  };
}

/** The flags of a command that a page chooses: by their names, or by their headings in help. None chosen: all. */
export function chosenFlags(
  command: string,
  chosen: readonly string[],
): readonly (readonly [string, Flag])[] {
  const flags = Object.entries(commandFlags.get(command) ?? {});
  const isChosen = (each: string, [name, { group }]: readonly [string, Flag]): boolean =>
    each === name || each === group;
  const unknown = chosen.filter((each) => !flags.some((flag) => isChosen(each, flag)));
  if (flags.length === 0 || unknown.length > 0)
    throw new Error(`catbird ${command} has no options ${unknown.join(', ')}.`);
  return chosen.length === 0 ? flags : chosen.flatMap((each) => flags.filter((flag) => isChosen(each, flag)));
}

/** Stands for a table in a page: `<!-- options of sample -->`, or of some groups or flags: `<!-- options of log: Time, eps -->`. */
export const OPTIONS = /<!-- options of ([\w-]+)(?:: ([^>]+))? -->/g;

/** The names in a choice of groups and flags. */
export const namesIn = (chosen = ''): readonly string[] =>
  chosen === '' ? [] : chosen.split(',').map((name) => name.trim());

/** Stands for the table of the keys at the top of a config. */
const CONFIG_KEYS = '<!-- keys of configs -->';

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const memberOf = (value: unknown, name: string): unknown =>
  membersOf(value).find(([each]) => each === name)?.[1];

/** The keys at the top of a config, and those that only a stream has. */
function configKeyTable(): string {
  const schema = configSchema();
  const keysOf = (part: unknown) => membersOf(memberOf(part, 'properties'));
  const top = keysOf(schema);
  const ofStreams = keysOf(memberOf(memberOf(schema, '$defs'), 'stream'));
  const all = [...top, ...ofStreams.filter(([name]) => top.every(([each]) => each !== name))];
  const defaults: Flags = { ...COMMON, ...KEYS.top, ...KEYS.recording };
  const keys = all.map(([name, key]) => {
    const help = String(memberOf(key, 'description'));
    return `| \`${name}\` | ${cellOf(defaults[name]?.default ?? '')} | ${cellOf(help)} |`;
  });
  return ['| key | default | meaning |', '| --- | --- | --- |', ...keys].join('\n');
}

/** A text with the tables of options that it asks for. @throws Error for options that do not exist */
export const withOptions = (markdown: string): string =>
  markdown
    .replaceAll(OPTIONS, (_, command: string, chosen?: string) =>
      optionTable(
        chosenFlags(command, namesIn(chosen)).map(([name, flag]) => rowOf(name, flag, command === STREAM)),
      ),
    )
    .replace(CONFIG_KEYS, configKeyTable);
