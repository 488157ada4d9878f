import { flagName } from '@catbird/core/internal/destinations';
import { defineCommand, type Command, type Entry, type Group } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

/** A position on the command line, with the words that may come next. */
interface CommandPosition {
  /** The words so far: `check tinybird`. Empty after `catbird`. */
  readonly line: string;
  readonly entries: readonly Pick<Entry, 'name' | 'summary'>[];
  readonly flags: Command['flags'];
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
      return [{ line: inner, entries: [], flags: (await entry.load()).flags }];
    }),
  );
  return [...below.flat(), { line, entries, flags: {} }];
}

const wordsAt = ({ entries, flags }: CommandPosition): string =>
  [...entries.map(({ name }) => name), ...Object.keys(flags).map((name) => `--${flagName(name)}`)].join(' ');

function bash(places: readonly CommandPosition[]): string {
  const cases = places.map((place) => {
    // A command completes only right after these words; a flag anywhere after them.
    const pattern = place.entries.length > 0 ? `"${place.line} "` : `"${place.line} "*`;
    return `    ${place.line === '' ? '" "' : pattern}) words="${wordsAt(place)}" ;;`;
  });
  return `_catbird() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
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
  const lines = places.flatMap(({ line, entries, flags }) => {
    const seen = line
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => `__fish_seen_subcommand_from ${word}`);
    const condition = seen.length === 0 ? '__fish_use_subcommand' : seen.join('; and ');
    return [
      ...entries.map(
        ({ name, summary }) => `complete -c catbird -f -n '${condition}' -a ${name} -d ${quoted(summary)}`,
      ),
      ...Object.entries(flags).map(
        ([name, { help, value }]) =>
          `complete -c catbird -n '${condition}' -l ${flagName(name)}${value === undefined ? '' : ' -r'} -d ${quoted(help)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
