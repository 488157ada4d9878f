import { z } from 'zod/mini';
import { family, type Declared } from './family.ts';
import type { Scope } from './generator.ts';
import { ALPHABETS } from './kernels/alphabets.ts';
import type { Cell } from './kernels/cell.ts';
import { characters, isCompact } from './kernels/characters.ts';
import { uuid } from './kernels/uuid.ts';
import { extentOf, numberOrOptions } from './params.ts';

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

/** The alphabet for a casing; undefined where faker should see the argument itself. */
type AlphabetOf = (casing: unknown) => readonly string[] | undefined;

/** A text whose argument is a length or options. Without a length it has one character. */
const text = (summary: string, alphabetOf: AlphabetOf, defaultPrefix = ''): Declared => ({
  summary,
  maxSize: LONGEST,
  example: { length: 10 },
  kernel([given, ...rest], scope) {
    const options = optionsIn(given);
    if (options === undefined || rest.length > 0) return undefined;
    const {
      length = 1,
      casing = 'mixed',
      exclude = [],
      prefix = defaultPrefix,
      allowLeadingZeros = true,
    } = options;
    const extent = extentOf(length);
    const excluded: unknown = typeof exclude === 'string' ? Array.from(exclude) : exclude;
    const usual = typeof prefix === 'string' && Array.isArray(excluded) && allowLeadingZeros === true;
    if (extent === undefined || !usual) return undefined;
    // Those with a prefix exclude nothing, and the others have no prefix.
    const prefixed = defaultPrefix !== '';
    const alphabet = alphabetOf(casing)?.filter((character) => prefixed || !excluded.includes(character));
    const before = prefixed ? prefix : '';
    return alphabet && isCompact(alphabet)
      ? characters({ alphabet, ...extent, prefix: before }, scope)
      : undefined;
  },
});

function optionsIn(given: unknown): TextOptions | undefined {
  if (given === undefined) return {};
  if (typeof given === 'number') return { length: given };
  return typeof given === 'object' && given !== null ? given : undefined;
}

/** A text whose argument is its length. */
const sized = (summary: string, example: number, alphabet: readonly string[], usual: number): Declared => ({
  summary,
  // With anything else faker would never end.
  params: numberOrOptions(`Characters. Default ${usual}`, {
    min: z.number().check(z.describe('Fewest characters')),
    max: z.number().check(z.describe('Most characters')),
  }),
  maxSize: LONGEST,
  example: [example],
  kernel: ([length = usual, ...rest], scope) => {
    const extent = extentOf(length);
    return extent && rest.length === 0 ? characters({ alphabet, ...extent }, scope) : undefined;
  },
});

const { DIGITS, LOWER, UPPER } = ALPHABETS;
const letters: AlphabetOf = (casing) =>
  ({ mixed: [...LOWER, ...UPPER], lower: LOWER, upper: UPPER })[casing as string];
const digitsAndLetters: AlphabetOf = (casing) => {
  const chosen = letters(casing);
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
  alpha: text('Letters', letters),
  alphanumeric: text('Letters and digits', digitsAndLetters),
  binary: text('Binary digits after 0b', () => DIGITS.slice(0, 2), '0b'),
  fromCharacters: {
    summary: 'Characters of your choice',
    params: z
      .array(z.unknown())
      .check(z.minLength(1), z.describe('The characters, as a text or a list, and how many of them')),
    maxSize: LONGEST,
    example: ['abc', 5],
    kernel: ofYourCharacters,
  },
  hexadecimal: text('Hexadecimal digits after 0x', hexadecimal, '0x'),
  nanoid: sized('A nano id, 21 characters unless asked otherwise', 12, ALPHABETS.NANO, 21),
  numeric: text('Digits', () => DIGITS),
  octal: text('Octal digits after 0o', () => DIGITS.slice(0, 8), '0o'),
  sample: sized('Printable ASCII characters', 8, ALPHABETS.PRINTABLE, 10),
  symbol: sized('Punctuation marks', 8, ALPHABETS.SYMBOL, 1),
  ulid: { summary: 'A ULID, 26 characters that sort by time', usesTime: true },
  uuid: {
    summary: 'A UUID, version 4 unless asked otherwise',
    kernel: (args, scope) => (args.length === 0 ? uuid(scope) : undefined),
  },
});
