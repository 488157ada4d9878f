import type { Data, Resource } from '../../data/store.ts';
import type { Match, Regex } from '../../data/regex/regex.ts';
import { bounded, define, MAX_LENGTH, type Callable, type Constant } from './functions.ts';
import { callsIn, tryParse } from './parse.ts';

/**
 * Functions with regular expressions, whose patterns are constants. They are compiled once, when the schema is: what `call` gives is
 * never used.
 */
export const regexFunctions: ReadonlyMap<string, Callable> = new Map<string, Callable>([
  [
    'matches',
    define(['text', 'text'], 'boolean', () => null, {
      bind([, pattern], library) {
        const regex = regexOf('matches', pattern, library);
        return (text: string) => regex.test(text);
      },
    }),
  ],
  [
    'extract',
    define(['text', 'text', 'any'], 'text', () => null, {
      least: 2,
      bind([, pattern, group], library) {
        const regex = regexOf('extract', pattern, library);
        const n = group === undefined ? Math.min(1, regex.groups.length) : groupOf(group, regex);
        return (text: string) => {
          for (const match of regex.matches(text)) return match.group(n) ?? null;
          return null;
        };
      },
    }),
  ],
  [
    'replaceAll',
    define(['text', 'text', 'text'], 'text', () => null, {
      bind([, pattern, by], library) {
        const regex = regexOf('replaceAll', pattern, library);
        if (by?.raw === undefined)
          return (text: string, _: string, other: string) => replaced(regex, text, () => other);
        const write = replacement(by, regex);
        return (text: string) => replaced(regex, text, write);
      },
    }),
  ],
]);

/** What an expression needs to be loaded. */
export function expressionResources(text: unknown): readonly Resource[] {
  const tree = typeof text === 'string' ? tryParse(text) : undefined;
  if (tree === undefined || !callsIn(tree).some((name) => regexFunctions.has(name))) return [];
  return [{ kind: 'regex' }];
}

/** @throws Error if the pattern is not constant, or invalid */
function regexOf(name: string, pattern: Constant | undefined, library: Data['regex']): Regex {
  if (pattern?.raw === undefined)
    throw new Error(`The pattern of ${name} must be a constant in quotes: ${name}(name, "^A")`);
  const text = patternText(pattern.raw);
  const compile = library();
  try {
    return compile(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Invalid pattern ${text.length > 60 ? `${text.slice(0, 60)}…` : text}: ${why}`, {
      cause,
    });
  }
}

/** The pattern in a string literal. Unlike in other strings, a single backslash stays: "\d" and "\\d" are the same. */
const patternText = (raw: string): string => raw.slice(1, -1).replaceAll(/\\(["'\\])/g, '$1');

/** The number of a group that is named by its number or its name. @throws Error if there is none */
function groupOf({ literal }: Constant, { groups }: Regex): number {
  const count = groups.length;
  const n = typeof literal === 'string' && literal !== '' ? groups.indexOf(literal) + 1 : literal;
  if (typeof n !== 'number') throw new Error('The group must be a constant number, or a name in quotes');
  const isName = typeof literal === 'string';
  if (Number.isInteger(n) && n >= (isName ? 1 : 0) && n <= count) return n;
  const names = groups.filter((name) => name !== '');
  if (isName)
    throw new Error(
      `The pattern has no group named ${literal}. ${names.length === 0 ? 'Name one: (?<name>…)' : `Groups: ${names.join(', ')}`}`,
    );
  throw new Error(`The pattern has ${count} ${count === 1 ? 'group' : 'groups'}, not a group ${n}`);
}

/** What is written for `$$`, `$&`, `$1` and `$<name>`. */
const REFERENCE = /\$(?:(\$)|(&)|(\d+)|<([^>]*)>)/g;

/** How a constant replacement is written. @throws Error if it names a missing group */
function replacement({ literal, raw = '' }: Constant, regex: Regex): (match: Match) => string {
  const text = typeof literal === 'string' ? literal : '';
  if (/\\\d/.test(raw)) throw new Error('A group of the pattern is $1 in a replacement, not \\1');
  const parts: (string | number)[] = [];
  let at = 0;
  for (const [found, dollar, whole, n, name] of text.matchAll(REFERENCE)) {
    const start = text.indexOf(found, at);
    parts.push(text.slice(at, start));
    at = start + found.length;
    parts.push(dollar ?? (whole === undefined ? groupOf({ literal: name ?? Number(n) }, regex) : 0));
  }
  parts.push(text.slice(at));
  return (match) =>
    parts.map((part) => (typeof part === 'string' ? part : (match.group(part) ?? ''))).join('');
}

/**
 * Characters that may be searched in one text. Every match is found in linear time, but some patterns look at the whole rest of the
 * text for each. Texts of up to 16,384 characters stay below it, whatever their number of matches.
 */
const MAX_SEARCHED = 2 ** 27;

/** A text with all matches replaced; null if it is too long, or takes too long. */
function replaced(regex: Regex, text: string, write: (match: Match) => string): string | null {
  let result = '';
  let at = 0;
  let searched = 0;
  for (const match of regex.matches(text)) {
    result += text.slice(at, match.start) + write(match);
    at = match.end;
    searched += text.length - at;
    if (result.length > MAX_LENGTH || searched > MAX_SEARCHED) return null;
  }
  return bounded(result + text.slice(at));
}
