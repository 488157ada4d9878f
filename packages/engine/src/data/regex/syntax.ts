import { escapeAt, escapeInClass, fault } from './escape.ts';

/** What an opening bracket starts. */
interface GroupStart {
  readonly end: number;
  /** Its name, empty if it has none; undefined if it is not captured. */
  readonly name: string | undefined;
  /** A bracket closes it. Flags such as `(?i)` are closed already. */
  readonly isOpen: boolean;
}

const NAMED = /\(\?P?<(\w+)>/y;
const FLAGS = /\(\?(?:[imsU]*|[imsU]*-[imsU]+)([:)])/y;

/** What other engines support and RE2 does not, by how it starts. */
const UNSUPPORTED: readonly (readonly [string, string])[] = [
  ['(?=', 'look-aheads are not possible'],
  ['(?!', 'look-aheads are not possible'],
  ['(?<=', 'look-behinds are not possible'],
  ['(?<!', 'look-behinds are not possible'],
  ['(?>', 'atomic groups are not possible'],
  ['(?|', 'groups that share their numbers are not possible'],
  ['(?#', 'comments are not possible'],
  ['(?(', 'conditions are not possible'],
  ['(?P=', 'back references are not possible'],
  ['(?P>', 'recursion is not possible'],
  ['(?&', 'recursion is not possible'],
  ['(?R', 'recursion is not possible'],
];

/** The group or flags at an opening bracket. @param groups names so far @throws Error if RE2 does not support it */
function groupAt(text: string, at: number, groups: readonly string[]): GroupStart {
  if (text.charAt(at + 1) !== '?') return { end: at + 1, name: '', isOpen: true };
  NAMED.lastIndex = at;
  const [named, name] = NAMED.exec(text) ?? [];
  if (named !== undefined && name !== undefined) {
    if (groups.includes(name)) throw fault(`a second group has the name ${name}`, at);
    return { end: at + named.length, name, isOpen: true };
  }
  FLAGS.lastIndex = at;
  const [flags, last] = FLAGS.exec(text) ?? [];
  if (flags !== undefined) return { end: at + flags.length, name: undefined, isOpen: last === ':' };
  throw unsupported(text, at);
}

function unsupported(text: string, at: number): Error {
  const [, known] = UNSUPPORTED.find(([start]) => text.startsWith(start, at)) ?? [];
  if (known !== undefined) return fault(known, at);
  return /^\(\?P?</.test(text.slice(at, at + 4))
    ? fault('the name of a group has letters, digits and _ between < and >', at)
    : fault('unknown group: write (…), (?:…), (?<name>…) or flags such as (?i)', at);
}

/** Maximum number of steps of a pattern, with its repetitions written out: time and memory grow with it. */
const MAX_STEPS = 10_000;

/** What part of a pattern comes to. */
interface Cost {
  /** Characters, classes and choices, with repetitions written out. */
  readonly steps: number;
  /** The product of the counts of repetitions in repetitions. */
  readonly repeats: number;
}

/** A group whose end is not reached, or the whole pattern. */
interface Level {
  /** Where its bracket is. */
  readonly start: number;
  steps: number;
  repeats: number;
  /** What a repetition would repeat; undefined after `(` and `|`. */
  last: Cost | undefined;
  /** The last part is a repetition. */
  isRepeated: boolean;
}

const ONE: Cost = { steps: 1, repeats: 1 };

const newLevel = (start: number): Level => ({
  start,
  steps: 0,
  repeats: 1,
  last: undefined,
  isRepeated: false,
});

/**
 * Checks the syntax of a regular expression.
 *
 * @returns the names of its groups, from the first; empty for those without
 * @throws Error with a readable reason if RE2 does not support it
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function groupsOf(pattern: string): readonly string[] {
  const groups: string[] = [];
  const outer: Level[] = [];
  let level = newLevel(-1);
  let at = 0;
  while (at < pattern.length) {
    const sign = pattern.charAt(at);
    if (sign === '(') {
      const group = groupAt(pattern, at, groups);
      if (group.name !== undefined) groups.push(group.name);
      level.isRepeated = false;
      if (group.isOpen) {
        outer.push(level);
        level = newLevel(at);
      }
      at = group.end;
    } else if (sign === ')') {
      const around = outer.pop();
      if (around === undefined) throw fault('unexpected )', at);
      add(around, { steps: level.steps + 2, repeats: level.repeats });
      level = around;
      at++;
    } else at = partEnd(pattern, at, level);
  }
  if (outer.length > 0) throw fault('missing ) for the (', level.start);
  return groups;
}

/** Adds what is at a position to a level. @returns where it ends */
function partEnd(pattern: string, at: number, level: Level): number {
  const sign = pattern.charAt(at);
  if (sign === '|') {
    level.steps++;
    level.last = undefined;
    level.isRepeated = false;
    return at + 1;
  }
  if (sign === '[') {
    const end = classEnd(pattern, at);
    add(level, ONE);
    return end;
  }
  if (sign === '\\') {
    const { end, length } = escapeAt(pattern, at);
    for (let i = 0; i < length; i++) add(level, ONE);
    level.isRepeated = false;
    return end;
  }
  const repeat = repeatAt(pattern, at);
  if (repeat !== undefined) return repeatEnd(pattern, at, level, repeat);
  add(level, ONE);
  return at + ((pattern.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function add(level: Level, part: Cost): void {
  level.steps += part.steps;
  level.repeats = Math.max(level.repeats, part.repeats);
  level.last = part;
  level.isRepeated = false;
  if (level.steps > MAX_STEPS)
    throw new Error(`the pattern is too large: repetitions are written out. Use smaller counts`);
}

/** Repeats the last part of a level. */
function repeatEnd(pattern: string, at: number, level: Level, { text, min, max }: Repeat): number {
  const { last, isRepeated } = level;
  if (isRepeated)
    throw text === '+'
      ? fault('possessive repetitions such as a*+ are not possible', at)
      : fault(`two repetitions in a row: ${pattern.charAt(at - 1)}${text}`, at);
  if (last === undefined) throw fault(`nothing to repeat before ${text}`, at);
  const least = Math.max(1, min);
  const repeats = max === 0 ? 1 : (max === Infinity ? least : max) * last.repeats;
  if (repeats > MAX_REPEATS)
    throw fault(
      `repetitions in repetitions come to more than ${MAX_REPEATS.toLocaleString('en')} with ${text}`,
      at,
    );
  level.steps -= last.steps;
  const steps = max === Infinity ? least * last.steps + 2 : max * last.steps + (max - min);
  add(level, { steps: Math.max(1, steps), repeats });
  level.isRepeated = true;
  const end = at + text.length;
  return pattern.charAt(end) === '?' ? end + 1 : end;
}

const POSIX = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);

/** One member of a class: its end, and its code point unless it is a class itself. */
interface Member {
  readonly end: number;
  readonly code: number | undefined;
}

/** The end of the class that starts at `[`. @throws Error if it is invalid */
function classEnd(text: string, start: number): number {
  let at = start + (text.charAt(start + 1) === '^' ? 2 : 1);
  // The first ] is a character.
  for (let isFirst = true; isFirst || text.charAt(at) !== ']'; isFirst = false) {
    if (at >= text.length) throw fault('missing ] for the [', start);
    at = rangeEnd(text, at, start);
  }
  return at + 1;
}

/** The end of a member or of a range of two. */
function rangeEnd(text: string, at: number, start: number): number {
  const from = memberAt(text, at);
  const isRange = text.charAt(from.end) === '-' && text.charAt(from.end + 1) !== ']';
  if (from.code === undefined || !isRange) return from.end;
  if (from.end + 1 >= text.length) throw fault('missing ] for the [', start);
  const to = memberAt(text, from.end + 1, true);
  const range = text.slice(at, to.end);
  if (to.code === undefined) throw fault(`the range ${range} ends with a class`, at);
  if (to.code < from.code) throw fault(`the range ${range} is in the wrong order`, at);
  return to.end;
}

/** @param isEnd it ends a range: a bracket is a character */
function memberAt(text: string, at: number, isEnd = false): Member {
  if (text.charAt(at) === '\\') return escapeInClass(text, at);
  const close = !isEnd && text.startsWith('[:', at) ? text.indexOf(':]', at) : -1;
  if (close < 0) {
    const code = text.codePointAt(at) ?? 0;
    return { end: at + (code > 0xffff ? 2 : 1), code };
  }
  const name = text.slice(at, close + 2);
  if (!POSIX.has(name.slice(2, -2).replace(/^\^/, ''))) throw fault(`unknown class ${name}`, at);
  return { end: close + 2, code: undefined };
}

/** Maximum count of a repetition, also of repetitions in repetitions. */
const MAX_REPEATS = 1000;

/** A repetition operator. */
interface Repeat {
  readonly text: string;
  readonly min: number;
  /** Infinity: any number. */
  readonly max: number;
}

const SIGNS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['*', [0, Infinity]],
  ['+', [1, Infinity]],
  ['?', [0, 1]],
]);

/** `{2}`, `{2,}` or `{2,5}`, without leading zeros: anything else is text. */
const COUNTS = /\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\}/y;

/** The repetition operator at a position; undefined if there is none. @throws Error if its counts are invalid */
function repeatAt(text: string, at: number): Repeat | undefined {
  const sign = text.charAt(at);
  const range = SIGNS.get(sign);
  if (range !== undefined) return { text: sign, min: range[0], max: range[1] };
  if (sign !== '{') return undefined;
  COUNTS.lastIndex = at;
  const [found, least, comma, most] = COUNTS.exec(text) ?? [];
  if (found === undefined) return undefined;
  const min = Number(least);
  const max = comma === undefined ? min : most === undefined ? Infinity : Number(most);
  if (min > MAX_REPEATS || (max > MAX_REPEATS && max !== Infinity))
    throw fault(`${found} repeats more than ${MAX_REPEATS.toLocaleString('en')} times`, at);
  if (min > max) throw fault(`${found} has its counts in the wrong order`, at);
  return { text: found, min, max };
}
