import { flagName } from '@catbird/core/destinations';
import type { Flags } from './flag.ts';

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
export function optionMeant(word: string, flags: Flags): string | undefined {
  const name = WORDS.get(word.replace(/^-+/, '').toLowerCase())?.find((each) => Object.hasOwn(flags, each));
  return name === undefined ? undefined : `--${flagName(name)}`;
}
