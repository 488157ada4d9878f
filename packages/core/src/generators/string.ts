import { z } from 'zod/mini';
import { family, isBare, type Declared } from './family.ts';
import type { Scope } from './generator.ts';
import { ALPHABETS } from './kernels/text/alphabets.ts';
import type { Cell } from './kernels/engine/cell.ts';
import { characters, isCompact, type Characters } from './kernels/text/characters.ts';
import { uuid } from './kernels/text/uuid.ts';
import { amount, choice, date, extentOf, flag, numberOrOptions, options, size, text } from './params.ts';

/** Longest text that one value may be, in characters. */
const LONGEST = 1_000_000;

/** What the options of these types may hold. */
interface TextOptions {
  readonly length?: unknown;
  readonly casing?: unknown;
  readonly exclude?: unknown;
  readonly prefix?: unknown;
  readonly allowLeadingZeros?: unknown;
}

type Shape = Parameters<typeof options>[0];

const casing = choice(['mixed', 'lower', 'upper'], 'Default mixed');
const prefix = text('Before the digits');
const exclude = z.optional(
  z.union([z.string(), z.array(z.string())]).check(z.describe('Characters that do not occur')),
);
const refDate = date("Default: the event's time");

/** The alphabet for a casing; undefined where faker should see the argument itself. */
type AlphabetOf = (casing: unknown) => readonly string[] | undefined;

/** A text whose argument is a length or options. Without a length it has one character. */
const letters = (summary: string, alphabetOf: AlphabetOf, more: Shape, defaultPrefix = ''): Declared => ({
  summary,
  takes: numberOrOptions('Characters', { length: size('Characters. Default 1'), ...more }),
  maxSize: LONGEST,
  example: { length: 10 },
  kernel([given, ...rest], scope) {
    const options = optionsIn(given);
    if (options === undefined || rest.length > 0) return undefined;
    const { allowLeadingZeros = true } = options;
    const wanted = allowLeadingZeros === true ? charactersOf(options, alphabetOf, defaultPrefix) : undefined;
    return wanted && characters(wanted, scope);
  },
});

/** The characters that options ask for; undefined where faker should see the options themselves. */
function charactersOf(
  options: TextOptions,
  alphabetOf: AlphabetOf,
  defaultPrefix: string,
): Characters | undefined {
  const { length = 1, casing = 'mixed', exclude, prefix = defaultPrefix } = options;
  const extent = extentOf(length);
  const excluded = excludedIn(exclude);
  if (extent === undefined || excluded === undefined || typeof prefix !== 'string') return undefined;
  // Those with a prefix exclude nothing, and the others have no prefix.
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

/** A text whose argument is its length. */
const sized = (summary: string, example: number, alphabet: readonly string[], usual: number): Declared => ({
  summary,
  takes: z.array(amount(`Characters. Default ${usual}`)).check(z.maxLength(1)),
  maxSize: LONGEST,
  example: [example],
  kernel: ([length = usual, ...rest], scope) => {
    const extent = extentOf(length);
    return extent && rest.length === 0 ? characters({ alphabet, ...extent }, scope) : undefined;
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

function ofYourCharacters([given, length = 1]: readonly unknown[], scope: Scope): Cell | undefined {
  const alphabet: unknown = typeof given === 'string' ? Array.from(given) : given;
  const extent = extentOf(length);
  if (!Array.isArray(alphabet) || extent === undefined) return undefined;
  return alphabet.every((each) => typeof each === 'string') && isCompact(alphabet)
    ? characters({ alphabet, ...extent }, scope)
    : undefined;
}

/** Types of faker's `string` module. */
export const stringTypes = family('string', (faker) => faker.string, {
  alpha: letters('Letters', ofCasing, { casing, exclude }),
  alphanumeric: letters('Letters and digits', digitsAndLetters, { casing, exclude }),
  binary: letters('Binary digits after 0b', () => DIGITS.slice(0, 2), { prefix }, '0b'),
  fromCharacters: {
    summary: 'Characters of your choice',
    takes: z.tuple([
      z.union([z.string(), z.array(z.string())]).check(z.describe('The characters')),
      size('How many. Default 1'),
    ]),
    maxSize: LONGEST,
    example: ['abc', 5],
    kernel: ofYourCharacters,
  },
  hexadecimal: letters('Hexadecimal digits after 0x', hexadecimal, { casing, prefix }, '0x'),
  nanoid: sized('A nano id, 21 characters unless asked otherwise', 12, ALPHABETS.NANO, 21),
  numeric: letters('Digits', () => DIGITS, {
    exclude,
    allowLeadingZeros: flag('May begin with 0. Default true'),
  }),
  octal: letters('Octal digits after 0o', () => DIGITS.slice(0, 8), { prefix }, '0o'),
  sample: sized('Printable ASCII characters', 8, ALPHABETS.PRINTABLE, 10),
  symbol: sized('Punctuation marks', 8, ALPHABETS.SYMBOL, 1),
  ulid: {
    summary: 'A ULID, 26 characters that sort by time',
    takes: options({ refDate }),
    usesTime: true,
  },
  uuid: {
    summary: 'A UUID, version 4 unless asked otherwise',
    takes: options({
      version: z.optional(
        z.union([z.literal(4), z.literal(7)]).check(z.describe('4 (default), or 7, which sorts by time')),
      ),
      refDate,
    }),
    usesTime: true,
    kernel: (args, scope) => (isBare(args) ? uuid(scope) : undefined),
  },
});
