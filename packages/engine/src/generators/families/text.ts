import * as z from 'zod/mini';
import { lacksData } from '../../data/codes.ts';
import type { GeneratorType } from '../generator.ts';
import { fromValue } from '../kernels/engine/value.ts';
import { english } from '../kernels/text/definitions.ts';
import { type Extent, prose, type Prose } from '../kernels/text/prose.ts';
import { type Declared, family } from './family.ts';
import { amount, extentOf, numberOrOptions, size, sizedWord, text } from './params.ts';

const ONE: Extent = { min: 1, max: 1 };
const THREE: Extent = { min: 3, max: 3 };
const TEXT: Prose = {
  paragraphs: ONE,
  sentences: ONE,
  words: { min: 3, max: 10 },
  wordGap: ' ',
  sentenceGap: ' ',
  punctuated: true,
};

/** Filler text whose first argument is the number of `counted`. */
const filler = (
  summary: string,
  counted: 'paragraphs' | 'sentences' | 'words',
  rest: Partial<Prose>,
  hasSeparator = false,
): Declared => ({
  summary,
  takes: hasSeparator
    ? z.tuple([size(`Number of ${counted}`), text('Separator')])
    : z.array(amount(`Number of ${counted}`)).check(z.maxLength(1)),
  maxSize: 10_000,
  kernel(args, scope) {
    const usual = { ...TEXT, ...rest };
    const count = args.length === 0 ? usual[counted] : extentOf(args[0]);
    return args.length > 1 || count === undefined ? undefined : prose({ ...usual, [counted]: count }, scope);
  },
});

/** Types of faker's `lorem` module. */
export const loremTypes = family('lorem', (faker) => faker.lorem, {
  lines: filler('Lines of filler text', 'sentences', { sentences: { min: 1, max: 5 }, sentenceGap: '\n' }),
  paragraph: filler('A paragraph of filler text', 'sentences', { sentences: THREE }),
  paragraphs: filler(
    'Paragraphs of filler text',
    'paragraphs',
    { paragraphs: THREE, sentences: THREE },
    true,
  ),
  sentence: filler('A sentence of filler text', 'words', {}),
  sentences: filler('Sentences of filler text', 'sentences', { sentences: { min: 2, max: 6 } }, true),
  slug: filler('Filler words joined with hyphens', 'words', {
    words: THREE,
    wordGap: '-',
    punctuated: false,
  }),
  text: { summary: 'Filler text: words, sentences, paragraphs or lines', maxSize: 10_000 },
  word: { summary: 'A filler word', takes: sizedWord, maxSize: 10_000 },
  words: filler('Filler words', 'words', { words: THREE, punctuated: false }),
});

/** Fewest and most words of a sentence. */
const SENTENCE = { min: 4, max: 12 } as const;

/** A uniform whole number. @param next a random number from 0 to 1 */
const between = (min: number, max: number, next: () => number): number =>
  Math.min(max, min + Math.floor(next() * (max - min + 1)));

/** Letters that lengthen a word by up to two characters: the beginning of a word where these are not Latin. */
function endingOf(words: readonly string[]): string {
  const isLatin = words.some((word) => /^\p{Script=Latin}/u.test(word));
  const long = isLatin ? undefined : words.find((word) => /^\p{Letter}{2}/u.test(word));
  return long?.slice(0, 2) ?? 'um';
}

/** Sentences of a given length. The last word may be cut. */
function sentences(length: number, words: readonly string[], ending: string, next: () => number): string {
  let text = '';
  while (text.length < length) {
    const count = between(SENTENCE.min, SENTENCE.max, next);
    const sentence = Array.from({ length: count }, () => words[Math.floor(next() * words.length)]).join(' ');
    text += `${text === '' ? '' : ' '}${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  }
  if (length < 2) return text.slice(0, length);
  // No space or full stop before the last one.
  return `${text.slice(0, length - 1).replace(/ ?[ .]$/, (end) => ending.slice(0, end.length))}.`;
}

/** The type whose words these are. */
const WORDS = 'lorem.word';

/** Text of given lengths. */
export const textTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.text',
    summary: 'Sentences with an exact number of characters',
    params: numberOrOptions('Number of characters', {
      length: amount('Number of characters, or {"min", "max"}'),
    }),
    example: { length: { min: 20, max: 60 } },
    locale: { lacks: (locale) => lacksData(locale, WORDS) },
    compile([given = 100], scope) {
      const { length } =
        typeof given === 'number' ? { length: given } : (given as { readonly length: unknown });
      const extent = extentOf(length);
      if (extent === undefined)
        throw new Error('length must be a whole number of at least 0, or {"min", "max"} in order');
      const { randomizer, lexicon = english } = scope;
      const words = lexicon.definitions().lorem.word;
      const ending = endingOf(words);
      const next = (): number => randomizer.next();
      const make = (): string => sentences(between(extent.min, extent.max, next), words, ending, next);
      return fromValue(make, randomizer, scope, false);
    },
  },
];
