import { invalid, prefixed, type Issue } from '@catbird/engine';
import { flagName } from '@catbird/send';
import type { Flag, Flags } from '@catbird/stream';
import { tokensOf, type Token } from './tokens.ts';

const ROWS = ['rows', 'limit'];
const RATE = ['eps'];
const FILE = ['path'];
const TIME = ['duration'];

/** Flags by the words that other tools, and other commands, have for them. A command means the first that it has. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ...['n', 'count', 'num', 'number', 'rows', 'limit', 'events', 'records', 'messages', 'iterations'].map(
    (word) => [word, ROWS] as const,
  ),
  ...['qps', 'rps', 'tps', 'throughput', 'per-second', 'rate'].map((word) => [word, RATE] as const),
  ...['o', 'out', 'output', 'file'].map((word) => [word, FILE] as const),
  ...['for', 'time', 't'].map((word) => [word, TIME] as const),
]);

/** The option that a word of another tool means here: `--rows` for `--count`. Undefined if the command has none. */
function optionMeant(word: string, flags: Flags): string | undefined {
  const name = WORDS.get(word.replace(/^-+/, '').toLowerCase())?.find((each) => Object.hasOwn(flags, each));
  return name === undefined ? undefined : `--${flagName(name)}`;
}

/** A mistake on a command line, as a sentence without its full stop. */
export interface ArgumentIssue extends Issue {
  readonly message: string;
  /** A misspelt word, for a suggestion. */
  readonly unknown?: {
    readonly word: string;
    readonly candidates: readonly string[];
    /** What another tool's word means here. */
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
 * Everything after `--` is an operand. A value that begins with `--` needs the form with `=`. If a flag is repeated, the last one wins.
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
  return { values, operands, issues };
}

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
export const givenName = (name: string, env: Environment): string =>
  (env[variableOf(name)] ?? '') === '' ? `--${flagName(name)}` : variableOf(name);

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
    Object.keys(flags).flatMap((name) => [name, flagName(name)].map((each) => [each, name])),
  );
  const tokens = tokensOf(args, flags);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token?.kind === 'operand') operands.push(token.argument);
    if (token?.kind !== 'option') continue;
    const option = readOption(token, tokens[i + 1], flags, names);
    if (option === undefined) issues.push(unknownOption(token.argument, flags));
    else if (option.text === undefined) issues.push({ message: `--${flagName(option.name)} needs a value` });
    else texts.set(option.name, [...(texts.get(option.name) ?? []), option.text]);
    if (option?.usesNext === true) i++;
  }
  return { texts, operands, issues };
}

/** An option that a flag declares. */
interface Option {
  readonly name: string;
  /** Undefined if it needs a value and has none. */
  readonly text: string | undefined;
  /** The next token is its value. */
  readonly usesNext?: boolean;
}

/** Reads an option; undefined if no flag declares it. */
function readOption(
  { name: written, value, index }: Extract<Token, { kind: 'option' }>,
  next: Token | undefined,
  flags: Flags,
  names: ReadonlyMap<string, string>,
): Option | undefined {
  const name = names.get(written);
  if (name === undefined) {
    const negated = written.startsWith('no-') ? names.get(written.slice(3)) : undefined;
    const isNegation = negated !== undefined && isSwitch(flags[negated]) && value === undefined;
    return isNegation ? { name: negated, text: 'false' } : undefined;
  }
  if (value !== undefined || !isSwitch(flags[name])) return { name, text: value };
  const isNext = next?.index === index + 1 && next.kind === 'operand' && isBoolean(next.argument);
  return isNext ? { name, text: next.argument, usesNext: true } : { name, text: 'true' };
}

const isSwitch = (flag: Flag | undefined): boolean => flag !== undefined && flag.value === undefined;

const isBoolean = (text: string): boolean => text === 'true' || text === 'false';

function unknownOption(argument: string, flags: Flags): ArgumentIssue {
  const word = argument.replace(/=.*/s, '');
  const candidates = Object.keys(flags).map((name) => `--${flagName(name)}`);
  return {
    message: `Unknown option ${word}`,
    unknown: { word, candidates, meant: optionMeant(word, flags) },
  };
}
