import type { GeneratorType } from '../generator.ts';
import { fromValue } from '../kernels/engine/value.ts';
import { lacksData } from '../../data/locales.ts';
import { english } from '../kernels/text/definitions.ts';
import { amount, extentOf, numberOrOptions } from './params.ts';

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
