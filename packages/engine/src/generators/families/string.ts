import * as z from 'zod/mini';
import { textSpace, type ValueSpace } from '../analysis/value-space.ts';
import { ALPHABETS, characters, type Characters, isCompact } from '../kernels/text/characters.ts';
import { uuid } from '../kernels/text/uuid.ts';
import { type Declared, family } from './family.ts';
import {
  amount,
  choice,
  date,
  described,
  extentOf,
  flag,
  isBare,
  numberOrOptions,
  optional,
  options,
  size,
  text,
} from './params.ts';

/** Maximum length of one value, in characters. */
const MAX_LENGTH = 1_000_000;

/** Maximum length of a value that can be enumerated. */
const MAX_PLACES = 64;

/** The options of these types, unchecked. */
interface TextOptions {
  readonly length?: unknown;
  readonly casing?: unknown;
  readonly exclude?: unknown;
  readonly prefix?: unknown;
  readonly allowLeadingZeros?: unknown;
}

type OptionSchemas = Parameters<typeof options>[0];

const casing = choice(['mixed', 'lower', 'upper'], 'Default mixed');
const prefix = text('Prefix before the digits');
const exclude = optional(z.union([z.string(), z.array(z.string())]), 'Characters to exclude');
const refDate = date('Reference date. Default: the event time');

/** The alphabet for a casing; undefined to let faker handle the argument. */
type AlphabetOf = (casing: unknown) => readonly string[] | undefined;

/** A string whose argument is a length or options. The default length is 1. */
const letters = (
  summary: string,
  alphabetOf: AlphabetOf,
  more: OptionSchemas,
  defaultPrefix = '',
): Declared => ({
  summary,
  takes: numberOrOptions('Length', { length: size('Length. Default 1'), ...more }),
  maxSize: MAX_LENGTH,
  example: { length: 10 },
  kernel([given, ...rest], scope) {
    const options = optionsIn(given);
    if (options === undefined || rest.length > 0) return undefined;
    const { allowLeadingZeros = true } = options;
    const wanted = allowLeadingZeros === true ? charactersOf(options, alphabetOf, defaultPrefix) : undefined;
    return wanted && characters(wanted, scope);
  },
  values([given, ...rest]) {
    const options = optionsIn(given);
    if (options === undefined || rest.length > 0) return undefined;
    const { allowLeadingZeros = true } = options;
    const wanted = allowLeadingZeros === true ? charactersOf(options, alphabetOf, defaultPrefix) : undefined;
    return wanted && spaceOf(wanted);
  },
});

/** All texts of these characters, if they have one length, and so do the characters. */
function spaceOf({ alphabet, min, max, prefix = '' }: Characters): ValueSpace | undefined {
  const each = Array.from({ length: Math.min(max, MAX_PLACES) }, () => alphabet);
  const isEven = new Set(alphabet.map(({ length }) => length)).size === 1;
  return isEven && min === max && max <= MAX_PLACES ? textSpace([[prefix], ...each]) : undefined;
}

/** The characters requested by the options; undefined to let faker handle them. */
function charactersOf(
  options: TextOptions,
  alphabetOf: AlphabetOf,
  defaultPrefix: string,
): Characters | undefined {
  const { length = 1, casing = 'mixed', exclude, prefix = defaultPrefix } = options;
  const extent = extentOf(length);
  const excluded = excludedIn(exclude);
  if (extent === undefined || excluded === undefined || typeof prefix !== 'string') return undefined;
  // Types with a prefix exclude nothing; the others have no prefix.
  const isPrefixed = defaultPrefix !== '';
  const alphabet = alphabetOf(casing)?.filter((character) => isPrefixed || !excluded.includes(character));
  if (alphabet === undefined || !isCompact(alphabet)) return undefined;
  return { alphabet, ...extent, prefix: isPrefixed ? prefix : '' };
}

function excludedIn(exclude: unknown = []): readonly unknown[] | undefined {
  if (typeof exclude === 'string') return Array.from(exclude);
  return Array.isArray(exclude) ? exclude : undefined;
}

function optionsIn(given: unknown): TextOptions | undefined {
  if (given === undefined) return {};
  if (typeof given === 'number') return { length: given };
  return typeof given === 'object' && given !== null ? given : undefined;
}

/** A string whose argument is its length. */
const sized = (summary: string, example: number, alphabet: readonly string[], usual: number): Declared => ({
  summary,
  takes: z.array(amount(`Length. Default ${usual}`)).check(z.maxLength(1)),
  maxSize: MAX_LENGTH,
  example: [example],
  kernel: ([length = usual, ...rest], scope) => {
    const extent = extentOf(length);
    return extent && rest.length === 0 ? characters({ alphabet, ...extent }, scope) : undefined;
  },
  values([length = usual, ...rest]) {
    const extent = extentOf(length);
    return extent && rest.length === 0 ? spaceOf({ alphabet, ...extent }) : undefined;
  },
});

const { DIGITS, LOWER, UPPER } = ALPHABETS;
const ofCasing: AlphabetOf = (casing) =>
  ({ mixed: [...LOWER, ...UPPER], lower: LOWER, upper: UPPER })[casing as string];
const digitsAndLetters: AlphabetOf = (casing) => {
  const chosen = ofCasing(casing);
  return chosen && [...DIGITS, ...chosen];
};
const hexadecimal: AlphabetOf = (casing) =>
  ({ mixed: ALPHABETS.HEX, lower: ALPHABETS.HEX_LOWER, upper: ALPHABETS.HEX_UPPER })[casing as string];

function yourCharacters([given, length = 1]: readonly unknown[]): Characters | undefined {
  const alphabet: unknown = typeof given === 'string' ? Array.from(given) : given;
  const extent = extentOf(length);
  if (!Array.isArray(alphabet) || extent === undefined) return undefined;
  return alphabet.every((each) => typeof each === 'string') && isCompact(alphabet)
    ? { alphabet, ...extent }
    : undefined;
}

/** Types of faker's `string` module. */
export const stringTypes = family('string', (faker) => faker.string, {
  alpha: letters('Letters', ofCasing, { casing, exclude }),
  alphanumeric: letters('Letters and digits', digitsAndLetters, { casing, exclude }),
  binary: letters('Binary digits with the prefix 0b', () => DIGITS.slice(0, 2), { prefix }, '0b'),
  fromCharacters: {
    summary: 'Random characters from your own set',
    takes: z.tuple([
      described(z.union([z.string(), z.array(z.string())]), 'Characters to choose from'),
      size('Length. Default 1'),
    ]),
    maxSize: MAX_LENGTH,
    example: ['abc', 5],
    kernel(args, scope) {
      const wanted = yourCharacters(args);
      return wanted && characters(wanted, scope);
    },
    values(args) {
      const wanted = yourCharacters(args);
      return wanted && spaceOf(wanted);
    },
  },
  hexadecimal: letters('Hexadecimal digits with the prefix 0x', hexadecimal, { casing, prefix }, '0x'),
  nanoid: sized('A Nano ID, 21 characters by default', 12, ALPHABETS.NANO, 21),
  numeric: letters('Digits', () => DIGITS, {
    exclude,
    allowLeadingZeros: flag('Allow a leading 0. Default true'),
  }),
  octal: letters('Octal digits with the prefix 0o', () => DIGITS.slice(0, 8), { prefix }, '0o'),
  sample: sized('Printable ASCII characters', 8, ALPHABETS.PRINTABLE, 10),
  symbol: sized('Punctuation marks', 8, ALPHABETS.SYMBOL, 1),
  ulid: {
    summary: 'A ULID: 26 characters that sort by time',
    takes: options({ refDate }),
    usesTime: true,
    firstMs: 0,
  },
  uuid: {
    kind: { is: 'uuid' },
    summary: 'A UUID, version 4 by default',
    takes: options({
      version: optional(z.union([z.literal(4), z.literal(7)]), '4 (default), or 7, which sorts by time'),
      refDate,
    }),
    usesTime: true,
    kernel: (args, scope) => (isBare(args) ? uuid(scope) : undefined),
    distinct: (args) => (isBare(args) ? 'fixed' : undefined),
  },
});
