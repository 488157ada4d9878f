import { english } from '../text/definitions.ts';
import { commitDateText } from './dates.ts';
import { lastName, named, oneOfTexts, textOf, type Make } from './words.ts';
import type { Draws } from './draws.ts';

/** Faker draws hexadecimal digits from both cases, and lowers them. */
const HEX = '0123456789abcdefabcdef';
const INDENT = '\u00a0'.repeat(4);
const FEMALE = 0;

/** What a commit is like; undefined: at random. */
export interface CommitStyle {
  readonly merge: boolean | undefined;
  readonly eol: 'LF' | 'CRLF';
}

/** Draws a full name around a first and a last name. */
function fullName(draws: Draws): (first: string, last: string) => string {
  const { name: patterns, prefix, suffix } = english.definitions().person;
  let sum = 0;
  const sums = patterns.map(({ weight }) => (sum += weight));
  const [prefixOf, suffixOf] = [named(prefix, draws), oneOfTexts(draws, suffix)];
  const shapes = patterns.map(({ value }) => [value.includes('prefix'), value.includes('suffix')]);
  return (first, last) => {
    const sex = draws.below(2) === 0 ? FEMALE : 1;
    const [hasPrefix, hasSuffix] = shapes[draws.weighted(sums)];
    const before = hasPrefix ? `${prefixOf(sex)} ` : '';
    return `${before}${first} ${last}${hasSuffix ? ` ${suffixOf()}` : ''}`;
  };
}

/** A name in a mail address or an account, of names in ASCII. */
function username(draws: Draws, first: string, last: string): string {
  const gap = draws.below(2) === 0 ? '.' : '_';
  const number = draws.int(0, 99);
  const name = `${first}${gap}${last}${draws.below(2) === 0 ? number : ''}`;
  return name.replaceAll(/[' ]/g, '');
}

/** Removes what libgit2 does not accept around a name. */
const trimmed = (name: string): string => name.replaceAll(/^[.,:;"\\']|[<>\n]|[.,:;"\\']$/g, '');

/** A commit as `git log` prints it. */
export function commitEntry(draws: Draws, { merge, eol }: CommitStyle): (ms: number) => string {
  const { hacker, internet, person } = english.definitions();
  const [first, last, full] = [named(person.first_name, draws), lastName(draws), fullName(draws)];
  const words: readonly Make[] = [hacker.verb, hacker.adjective, hacker.noun].map((list) =>
    oneOfTexts(draws, list),
  );
  const provider = oneOfTexts(draws, internet.free_email);
  const end = eol === 'CRLF' ? '\r\n' : '\n';
  return (ms) => {
    const isMerge = merge ?? draws.chance(0.2);
    let text = `commit ${textOf(draws, HEX, 40)}${end}`;
    if (isMerge) text += `Merge: ${textOf(draws, HEX, 7)} ${textOf(draws, HEX, 7)}${end}`;
    const [firstName, familyName] = [first(), last()];
    const names = [full(firstName, familyName), username(draws, firstName, familyName)];
    const author = trimmed(names[draws.below(2)] ?? '');
    const host = provider();
    const email = username(draws, firstName, familyName)
      .replaceAll(/[^\w.+-]+/g, '')
      .slice(0, 50);
    text += `Author: ${author} <${email}@${host}>${end}Date: ${commitDateText(draws, ms)}${end}${end}${INDENT}`;
    return `${text}${words.map((word) => word()).join(' ')}${end}`;
  };
}
