import { flagName } from '@catbird/core/destinations';
import type { Flag, Flags } from './flag.ts';

/** Something wrong with a command line, as a sentence; with a word that a suggestion may be found for. */
export interface Problem {
  readonly message: string;
  readonly unknown?: { readonly word: string; readonly candidates: readonly string[] };
}

/** What a command line says. */
export interface CommandLine {
  /** By the flags' names; only those that were given. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The arguments that are no flags. */
  readonly operands: readonly string[];
  /** Everything that is wrong, in the order of the command line. Empty: nothing is. */
  readonly problems: readonly Problem[];
}

/** One argument read: what it gave, and how many arguments after it were its value. */
interface Token {
  readonly name: string;
  readonly text: string | undefined;
  readonly used: number;
}

/**
 * Reads arguments: `--name value`, `--name=value`, `-n value`, `--switch`, `--no-switch`; names in camelCase or kebab-case.
 * What follows `--` is an operand. A value that begins with `--` needs the form with `=`. A flag given twice: the last counts.
 */
export function readCommandLine(
  args: readonly string[],
  flags: Flags,
  env: Readonly<Record<string, string | undefined>>,
): CommandLine {
  const texts = new Map<string, string[]>();
  const operands: string[] = [];
  const problems: Problem[] = [];
  const names = new Map(
    Object.keys(flags).flatMap((name) => [[name, name] as const, [flagName(name), name] as const]),
  );

  for (let i = 0; i < args.length; i++) {
    const argument = args[i] ?? '';
    if (argument === '--') {
      operands.push(...args.slice(i + 1));
      break;
    }
    if (!/^-[^\d]/.test(argument)) {
      operands.push(argument);
      continue;
    }
    const token = readFlag(argument, args[i + 1], flags, names);
    if (token === undefined) problems.push(unknownFlag(argument, flags));
    else if (token.text === undefined) problems.push({ message: `--${flagName(token.name)} needs a value` });
    else texts.set(token.name, [...(texts.get(token.name) ?? []), token.text]);
    i += token?.used ?? 0;
  }
  const values = Object.entries(flags).flatMap(([name, flag]) => {
    const given = texts.get(name) ?? [environmentText(flag, env)].filter((text) => text !== undefined);
    const readings = (flag.many === true ? given : given.slice(-1)).map((text) => flag.read(text));
    const source = texts.has(name) ? `--${flagName(name)}` : (flag.env?.find((each) => env[each]) ?? name);
    for (const reading of readings) {
      if (!reading.ok) problems.push({ message: `${source} ${reading.message}` });
    }
    const read = readings.flatMap((reading) => (reading.ok ? [reading.value] : []));
    if (read.length === 0) return [];
    return [[name, flag.many === true ? read.flat() : read[0]] as const];
  });
  return { values: Object.fromEntries(values), operands, problems };
}

/** What the environment gives for a flag. */
export const environmentText = (
  { env: names = [] }: Pick<Flag, 'env'>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => names.map((name) => env[name]).find((text) => text !== undefined && text !== '');

function readFlag(
  argument: string,
  next: string | undefined,
  flags: Flags,
  names: ReadonlyMap<string, string>,
): Token | undefined {
  const [, dashes = '', word = '', text] = /^(--?)([^=]*)(?:=(.*))?$/s.exec(argument) ?? [];
  const positive = dashes === '--' ? names.get(word) : nameOfShort(word, flags);
  const negative = /^no-./.test(word) ? names.get(word.slice(3)) : undefined;
  if (positive === undefined) {
    const isSwitch = negative !== undefined && flags[negative]?.value === undefined;
    return isSwitch && text === undefined && dashes === '--'
      ? { name: negative, text: 'false', used: 0 }
      : undefined;
  }
  if (text !== undefined) return { name: positive, text, used: 0 };
  if (flags[positive]?.value === undefined) {
    const said = next === 'true' || next === 'false';
    return { name: positive, text: said ? next : 'true', used: said ? 1 : 0 };
  }
  if (next === undefined || next.startsWith('--')) return { name: positive, text: undefined, used: 0 };
  return { name: positive, text: next, used: 1 };
}

const nameOfShort = (letter: string, flags: Flags): string | undefined =>
  Object.keys(flags).find((name) => flags[name]?.short === letter);

function unknownFlag(argument: string, flags: Flags): Problem {
  const word = argument.replace(/=.*/s, '');
  const candidates = Object.keys(flags).map((name) => `--${flagName(name)}`);
  return { message: `There is no ${word} here`, unknown: { word, candidates } };
}
