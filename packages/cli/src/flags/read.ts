import { invalid, type Invalid, prefixed, type Issue } from '@catbird/engine';
import { flagName } from '@catbird/send';
import type { Flag, Flags } from '@catbird/stream';

/** Words of other tools and of earlier versions, with the flags that they mean here. A command means the first that it has. */
const WORDS: readonly (readonly [words: string, flags: readonly string[]])[] = [
  ['n count num number rows limit events records messages iterations', ['limit']],
  ['qps rps tps throughput per-second rate', ['eps']],
  ['o out output file', ['path', 'out', 'outDir']],
  ['for time t', ['duration', 'maxWait']],
  ['wait wait-for wait-timeout timeout', ['maxWait']],
  ['sample', ['sampleSize']],
  ['digest checksums', ['checksum']],
  ['schema', ['dbSchema', 'showSchema']],
  ['header', ['headerRow']],
  ['from', ['language']],
  ['source', ['eventSource']],
  // Of clients in Java and rpk, aws, and psql.
  ['bootstrap-server bootstrap-servers', ['brokers']],
  ['sasl-mechanism', ['mechanism']],
  ['endpoint endpoint-url', ['endpoint', 'url', 'snsOptions', 'queueUrl', 'restEndpoint']],
  ['user', ['username']],
  ['dbname', ['database', 'url']],
];

/** Options of earlier versions that no command has any more. Their environment variables would be ignored in silence. */
const GONE = ['rows', 'for', 'wait', 'sample'];

/** The flag that such a word means, without leading hyphens. Undefined if the command has none. */
function flagMeant(word: string, flags: Flags): string | undefined {
  const [, names = []] = WORDS.find(([words]) => words.split(' ').includes(word.toLowerCase())) ?? [];
  return names.find((each) => Object.hasOwn(flags, each));
}

/** The option that such a word means, as people write it: `-n or --limit` for `--count`. Undefined if the command has none. */
function optionMeant(word: string, flags: Flags): string | undefined {
  const written = word.replace(/^-+/, '');
  const isFormer = ([, { former }]: [string, Flag]): boolean =>
    former?.name !== undefined && [former.name, flagName(former.name)].includes(written);
  const name = Object.entries(flags).find(isFormer)?.[0] ?? flagMeant(written, flags);
  if (name === undefined) return undefined;
  const short = flags[name]?.short;
  return `${short === undefined ? '' : `-${short} or `}--${flagName(name)}`;
}

/** A mistake on a command line, as a sentence without its full stop. */
export interface ArgumentIssue extends Issue {
  readonly message: string;
  /** A misspelt word, for a suggestion. */
  readonly unknown?: {
    readonly word: string;
    readonly candidates: readonly string[];
    /** The option that another tool, or an earlier version, has this word for. */
    readonly meant?: string | undefined;
  };
  /** An argument without an option, for a suggestion. */
  readonly stray?: { readonly argument: string; readonly flags: Flags };
}

/** A command line, read. */
interface CommandLine {
  /** By flag name; only those given. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The arguments that are not flags. */
  readonly operands: readonly string[];
  /** Every mistake: first those in the arguments, in their order, then those in values. */
  readonly issues: readonly ArgumentIssue[];
}

/**
 * Reads arguments: `--name value`, `--name=value`, `-n value`, `--switch`, `--no-switch`; names in camelCase or kebab-case.
 * Everything after `--` is an operand. A value that looks like an option needs the form with `=`. If a flag is repeated, the last one wins.
 * A flag that is not given has the value of its environment variable.
 */
export function readCommandLine(args: readonly string[], flags: Flags, env: Environment): CommandLine {
  const { texts, operands, issues } = readArguments(args, flags);
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const { given, source, read } = givenTo(name, flag, texts.get(name), env);
    for (const text of flag.many === true ? given : given.slice(-1)) {
      const reading = read(text);
      if (!reading.ok) issues.push(...prefixed(`${source} `, reading.issues));
      else values[name] = flag.many === true ? [values[name] ?? [], reading.value].flat() : reading.value;
    }
  }
  issues.push(...goneIssues(flags, env), ...formerIssues(flags, env));
  return { values, operands, issues };
}

/** Names the variable that took the place of one that is set. */
const goneIssues = (flags: Flags, env: Environment): readonly ArgumentIssue[] =>
  GONE.filter((word) => !Object.hasOwn(flags, word) && (env[variableOf(word)] ?? '') !== '').flatMap(
    (word) => {
      const name = flagMeant(word, flags);
      return name === undefined ? [] : [{ message: `${variableOf(word)} is now ${variableOf(name)}` }];
    },
  );

/** Names the variable of each option whose earlier one is set. */
export const formerIssues = (flags: Flags, env: Environment): readonly ArgumentIssue[] =>
  Object.values(flags).flatMap(({ former, env: [now] = [] }) =>
    former === undefined || (env[former.env] ?? '') === ''
      ? []
      : [{ message: `${former.env} is now ${now}` }],
  );

/** The texts of a flag, where they are from, and how they are read. @param written those of the command line */
function givenTo(
  name: string,
  flag: Flag,
  written: readonly string[] | undefined,
  env: Environment,
): { readonly given: readonly string[]; readonly source: string; readonly read: Flag['read'] } {
  if (written !== undefined) {
    const read = (text: string): ReturnType<Flag['read']> => {
      const exposed = flag.exposes?.(text);
      return exposed === undefined ? flag.read(text) : invalid(exposed);
    };
    return { given: written, source: `--${flagName(name)}`, read };
  }
  const variables = flag.env ?? [variableOf(name)];
  const text = environmentText({ env: variables }, env);
  const source = variables.find((each) => env[each]) ?? name;
  return { given: text === undefined ? [] : [text], source, read: (each) => flag.read(each) };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variable of an option: `CATBIRD_MAX_FAILURE_RATE`. */
export const variableOf = (name: string): string =>
  `CATBIRD_${flagName(name)}`.replaceAll('-', '_').toUpperCase();

/** An option as it was given, for messages: `CATBIRD_EPS` if that is set, else `--eps`. */
const givenName = (name: string, env: Environment): string =>
  (env[variableOf(name)] ?? '') === '' ? `--${flagName(name)}` : variableOf(name);

/** Why options need a config, or do not fit one. Undefined: they do neither. */
export function clashWithConfig(
  {
    config,
    stream,
    entity,
    at,
    types: _types,
    seed: _seed,
    ...others
  }: { readonly [Name in 'config' | 'stream' | 'entity' | 'at' | 'types' | 'seed']?: unknown },
  env: Environment,
): Invalid | undefined {
  const wrong = firstGiven(config === undefined ? { stream, entity, at } : others, env);
  if (wrong === undefined) return undefined;
  return invalid(
    config === undefined
      ? `${wrong} needs --config`
      : `${wrong} cannot be combined with --config: set it there`,
  );
}

/** The name of the first option that is set, where it is. */
export function firstGiven(values: Readonly<Record<string, unknown>>, env: Environment): string | undefined {
  const found = Object.entries(values).find(([, value]) => value !== undefined);
  return found && givenName(found[0], env);
}

/** A flag's text from the environment. */
export const environmentText = (
  { env: names = [] }: Pick<Flag, 'env'>,
  env: Environment,
): string | undefined => names.map((name) => env[name]).find((text) => text !== undefined && text !== '');

/** The texts given for each flag, before they are read. */
interface Arguments {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
  readonly issues: ArgumentIssue[];
}

function readArguments(args: readonly string[], flags: Flags): Arguments {
  const texts = new Map<string, string[]>();
  const operands: string[] = [];
  const issues: ArgumentIssue[] = [];
  const names = new Map(
    Object.entries(flags).flatMap(([name, { short }]) =>
      [name, flagName(name), ...(short === undefined ? [] : [`-${short}`])].map((each) => [each, name]),
    ),
  );
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] ?? '';
    if (argument === '--') {
      operands.push(...args.slice(i + 1));
      break;
    }
    const written = writtenIn(argument);
    if (written === undefined) operands.push(argument);
    else {
      const option = readOption(written, args[i + 1], flags, names);
      if (option === undefined) issues.push(unknownOption(argument, flags));
      else if (option.text === undefined)
        issues.push({ message: `--${flagName(option.name)} needs a value` });
      else texts.set(option.name, [...(texts.get(option.name) ?? []), option.text]);
      if (option?.usesNext === true) i++;
    }
  }
  return { texts, operands, issues };
}

/** An option as it is written. */
interface Written {
  /** Without its two hyphens, or with its only one: `apiKey`, `api-key`, `no-logs`, `-n`. */
  readonly name: string;
  /** What stands in the same argument. */
  readonly value: string | undefined;
}

/** The option that an argument is. Undefined for operands, of which negative numbers are some. Short options do not combine. */
function writtenIn(argument: string): Written | undefined {
  if (!/^-\D/.test(argument)) return undefined;
  const [, long, value] = /^--([^=]*)(?:=(.*))?$/s.exec(argument) ?? [];
  if (long !== undefined) return { name: long, value };
  const [, short = argument, given] = /^(-.)(?:=(.*)|(?=\d).*)?$/s.exec(argument) ?? [];
  return { name: short, value: given ?? (argument.slice(short.length) || undefined) };
}

/** An option that a flag declares. */
interface Option {
  readonly name: string;
  /** Undefined if it needs a value and has none. */
  readonly text: string | undefined;
  /** The next argument is its value. */
  readonly usesNext?: boolean;
}

/** Reads an option; undefined if no flag declares it. @param next the next argument */
function readOption(
  { name: written, value }: Written,
  next: string | undefined,
  flags: Flags,
  names: ReadonlyMap<string, string>,
): Option | undefined {
  const name = names.get(written);
  if (name === undefined) {
    const negated = written.startsWith('no-') ? names.get(written.slice(3)) : undefined;
    const isNegation = negated !== undefined && isSwitch(flags[negated]) && value === undefined;
    return isNegation ? { name: negated, text: 'false' } : undefined;
  }
  if (value !== undefined) return { name, text: value };
  if (isSwitch(flags[name]))
    return isBoolean(next) ? { name, text: next, usesNext: true } : { name, text: 'true' };
  return isValue(next, names) ? { name, text: next, usesNext: true } : { name, text: undefined };
}

/** Whether an argument may be the value of the option before it: it does not look like another. */
const isValue = (next: string | undefined, names: ReadonlyMap<string, string>): next is string =>
  next?.startsWith('--') === false && !(next.startsWith('-') && names.has(next));

const isSwitch = (flag: Flag | undefined): boolean => flag !== undefined && flag.value === undefined;

const isBoolean = (text: string | undefined): text is string => text === 'true' || text === 'false';

function unknownOption(argument: string, flags: Flags): ArgumentIssue {
  const word = argument.replace(/=.*/s, '');
  const candidates = Object.keys(flags).map((name) => `--${flagName(name)}`);
  return {
    message: `Unknown option ${word}`,
    unknown: { word, candidates, meant: optionMeant(word, flags) },
  };
}
