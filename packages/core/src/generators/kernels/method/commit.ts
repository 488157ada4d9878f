import { literal, sequence, type Piece } from '../record/piece.ts';
import { english } from '../text/definitions.ts';
import { commitDate } from './dates.ts';
import { drawSex, lastNamePatterns, ofSex } from './words.ts';
import { among, characters, piece } from './pieces.ts';
import type { Draws } from './draws.ts';

/** Faker draws hexadecimal digits from both cases, and lowers them. */
const HEX = '0123456789abcdefabcdef';
const INDENT = '\u00a0'.repeat(4);
const MOST_NAMES = 400;
const MOST_EMAIL = 50;

/** What a commit is like; undefined: at random. */
export interface CommitStyle {
  readonly merge: boolean | undefined;
  readonly eol: 'LF' | 'CRLF';
}

/** A name as it is, and in accounts and addresses. */
interface Name {
  readonly text: string;
  readonly plain: string;
}

const named = (text: string): Name => ({ text, plain: text.replaceAll(/[' ]/g, '') });

/** Draws first and last names. Undefined if some are not in ASCII, which faker transcribes. */
function namesOf(draws: Draws): { readonly first: () => Name; readonly last: () => Name } | undefined {
  const { person } = english.definitions();
  const firsts = ofSex(person.first_name, draws);
  const first = firsts.texts.map(named);
  const last = (person.last_name.generic ?? []).map(named);
  const { patterns, sums } = lastNamePatterns();
  const isUsual = patterns.every((pattern) => /^(\{\{person\.last_name\.generic\}\}-?){1,2}$/.test(pattern));
  const isAscii = [...first, ...last].every(({ plain }) => /^[A-Za-z][A-Za-z-]*[A-Za-z]$/.test(plain));
  if (!isUsual || !isAscii) return undefined;
  const one = (): Name => last[draws.below(last.length)];
  return {
    first: () => first[firsts.draw(drawSex(draws))],
    last() {
      drawSex(draws);
      const isDouble = patterns[draws.weighted(sums)].includes('-');
      const name = one();
      if (!isDouble) return name;
      const other = one();
      return { text: `${name.text}-${other.text}`, plain: `${name.plain}-${other.plain}` };
    },
  };
}

/** Draws a full name around a first and a last name, without a full stop at its end, as libgit2 writes it. */
function fullName(draws: Draws): (first: Name, last: Name) => string {
  const { name: patterns, prefix, suffix } = english.definitions().person;
  let sum = 0;
  const sums = patterns.map(({ weight }) => (sum += weight));
  const prefixes = ofSex(prefix, draws);
  const suffixes = suffix.map((text) => ` ${text.replace(/[.,:;"\\']$/, '')}`);
  const shapes = patterns.map(({ value }) => ({
    hasPrefix: value.includes('prefix'),
    hasSuffix: value.includes('suffix'),
  }));
  return (first, last) => {
    const sex = drawSex(draws);
    const { hasPrefix, hasSuffix } = shapes[draws.weighted(sums)];
    const before = hasPrefix ? `${prefixes.texts[prefixes.draw(sex)]} ` : '';
    return `${before}${first.text} ${last.text}${hasSuffix ? suffixes[draws.below(suffixes.length)] : ''}`;
  };
}

/** The name of an account. */
function username(draws: Draws, first: Name, last: Name): string {
  const gap = draws.below(2) === 0 ? '.' : '_';
  const number = draws.int(0, 99);
  return `${first.plain}${gap}${last.plain}${draws.below(2) === 0 ? number : ''}`;
}

function putAscii(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** A commit as `git log` prints it. Undefined if names are not in ASCII. */
export function commitEntry(draws: Draws, { merge, eol }: CommitStyle): Piece | undefined {
  const { hacker, internet } = english.definitions();
  const names = namesOf(draws);
  if (names === undefined) return undefined;
  const full = fullName(draws);
  const providers = internet.free_email;
  const [end, short] = [eol === 'CRLF' ? '\\r\\n' : '\\n', characters(draws, HEX, 7)];
  const start = sequence([literal('commit '), characters(draws, HEX, 40), literal(end)]);
  const parents = sequence([literal('Merge: '), short, literal(' '), short, literal(end)]);
  const rest = sequence([
    literal(`>${end}Date: `),
    commitDate(draws, (ms) => ms),
    literal(`${end}${end}${INDENT}`),
    among(draws, hacker.verb),
    literal(' '),
    among(draws, hacker.adjective),
    literal(' '),
    among(draws, hacker.noun),
    literal(end),
  ]);
  return piece(start.maxBytes + parents.maxBytes + MOST_NAMES + rest.maxBytes, (chunk, at, a, b, r) => {
    const isMerge = merge ?? draws.chance(0.2);
    let p = start.put(chunk, at, a, b, r);
    if (isMerge) p = parents.put(chunk, p, a, b, r);
    const [first, last] = [names.first(), names.last()];
    const [whole, account] = [full(first, last), username(draws, first, last)];
    const author = draws.below(2) === 0 ? whole : account;
    const host = providers[draws.below(providers.length)];
    const email = username(draws, first, last).slice(0, MOST_EMAIL);
    p = putAscii(chunk.bytes, p, `Author: ${author} <${email}@${host}`);
    return rest.put(chunk, p, a, b, r);
  });
}
