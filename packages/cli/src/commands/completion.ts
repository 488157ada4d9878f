import { templates } from '@catbird/engine';
import { flagName } from '@catbird/send';
import type { Flag } from '@catbird/stream';
import { defineCommand, type Command, type Entry, type Group } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { variablesFlag } from '../flags/variables.ts';

/** A position on the command line, with the words that may come next. */
interface CommandPosition {
  /** The words so far: `check tinybird`. Empty after `catbird`. */
  readonly line: string;
  readonly entries: readonly Pick<Entry, 'name' | 'summary'>[];
  readonly flags: Command['flags'];
  /** Words that its arguments may be. Undefined: it takes none. */
  readonly words: readonly string[] | undefined;
}

const SHELLS: Readonly<Record<string, (places: readonly CommandPosition[]) => string>> = { bash, zsh, fish };

/** `catbird completion bash`: completes these commands and their flags. */
export const completionCommand = (commands: readonly (Entry | Group)[]): Command =>
  defineCommand({
    operands: { usage: Object.keys(SHELLS).join('|'), least: 1, most: 1 },
    flags: {},
    examples: [
      { line: 'source <(catbird completion bash)', does: 'add to ~/.bashrc' },
      { line: 'source <(catbird completion zsh)', does: 'add to ~/.zshrc, after compinit' },
      { line: 'catbird completion fish | source', does: 'add to ~/.config/fish/config.fish' },
    ],
    async run(_values, [shell = ''], { out, err }) {
      const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
      if (script === undefined) {
        err.write(`Unknown shell ${shell}. Supported shells: ${Object.keys(SHELLS).join(', ')}.\n`);
        return EXIT.usage;
      }
      await out.write(script(await placesOf(commands)));
      return EXIT.ok;
    },
  });

/** All positions, the deepest first. */
async function placesOf(entries: readonly (Entry | Group)[], line = ''): Promise<readonly CommandPosition[]> {
  const below = await Promise.all(
    entries.map(async (entry): Promise<readonly CommandPosition[]> => {
      const inner = `${line} ${entry.name}`.trim();
      if ('entries' in entry) return placesOf(entry.entries, inner);
      const { flags, operands } = await entry.load();
      const words = operands && alternatives(operands.usage.replaceAll(/[[\]]/g, '').split(' ')[0]);
      return [{ line: inner, entries: [], flags: { ...flags, variables: variablesFlag }, words }];
    }),
  );
  return [...below.flat(), { line, entries, flags: {}, words: undefined }];
}

const optionsOf = (flags: Command['flags']): readonly string[] =>
  Object.keys(flags).map((name) => `--${flagName(name)}`);

/** In Bash: an argument that is no option may also be a file. */
function wordsAt({ entries, flags, words }: CommandPosition): string {
  const options = optionsOf(flags).join(' ');
  return words === undefined
    ? `words="${[...entries.map(({ name }) => name), options].join(' ').trim()}"`
    : `words="${words.join(' ')}"; [[ $current != -* ]] || words="${options}"`;
}

/** The words of `stop|continue`; placeholders such as `FILE` are none. */
const alternatives = (usage = ''): readonly string[] =>
  usage.split('|').filter((word) => /^[a-z]/.test(word));

/** The values that an option may have. */
function valuesOf(name: string, { value, schema }: Flag): readonly string[] {
  if (name === 'template') return templates.map((template) => template.name);
  const { enum: choices } = schema;
  return Array.isArray(choices) ? choices.map(String) : alternatives(value);
}

/** Options and their values, the same for all commands that have the same ones. */
function valuesByOption(places: readonly CommandPosition[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, Set<string>>();
  for (const [name, flag] of places.flatMap(({ flags }) => Object.entries(flags))) {
    if (flag.value === undefined) continue;
    const option = `--${flagName(name)}`;
    all.set(option, new Set([...(all.get(option) ?? []), ...valuesOf(name, flag)]));
  }
  return new Map([...all].map(([option, values]) => [option, [...values]]));
}

function bash(places: readonly CommandPosition[]): string {
  const cases = places.map((place) => {
    // A command completes only right after these words; a flag anywhere after them.
    const pattern = place.entries.length > 0 ? `"${place.line} "` : `"${place.line} "*`;
    return `    ${place.line === '' ? '" "' : pattern}) ${wordsAt(place)} ;;`;
  });
  const options = [...valuesByOption(places)];
  const values = options.flatMap(([option, words]) =>
    words.length === 0 ? [] : [`    ${option}) values=${quoted(words.join('\n'))} ;;`],
  );
  const others = options.filter(([, words]) => words.length === 0).map(([option]) => option);
  // Without words, bash completes names of files. A value may have spaces.
  return `_catbird() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" values="" IFS=$' \\t\\n'
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
    ${others.join('|')}) COMPREPLY=(); return ;;
  esac
  if [[ -n $values ]]; then
    IFS=$'\\n'
    COMPREPLY=($(compgen -W "$values" -- "$current"))
    [[ \${#COMPREPLY[@]} -eq 0 ]] || COMPREPLY=($(printf '%q\\n' "\${COMPREPLY[@]}"))
    return
  fi
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _catbird catbird
`;
}

function zsh(places: readonly CommandPosition[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(places)}`;
}

function fish(places: readonly CommandPosition[]): string {
  const lines = places.flatMap(({ line, entries, flags, words }) => {
    const seen = line
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => `__fish_seen_subcommand_from ${word}`);
    const condition = seen.length === 0 ? '__fish_use_subcommand' : seen.join('; and ');
    return [
      ...(words ?? []).map((word) => `complete -c catbird -f -n '${condition}' -a ${word}`),
      ...entries.map(
        ({ name, summary }) => `complete -c catbird -f -n '${condition}' -a ${name} -d ${quoted(summary)}`,
      ),
      ...Object.entries(flags).map(
        ([name, flag]) =>
          `complete -c catbird -n '${condition}' -l ${flagName(name)}${valueOf(name, flag)} -d ${quoted(flag.help)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/** The value of an option in fish. Without a list of them, it completes names of files. */
function valueOf(name: string, flag: Flag): string {
  if (flag.value === undefined) return '';
  const values = valuesOf(name, flag);
  return values.length === 0 ? ' -r' : ` -x -a ${quoted(values.map((each) => quoted(each)).join(' '))}`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
