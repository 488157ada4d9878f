import { family } from './family.ts';
import { numberOrOptions, size, sizedWord } from './params.ts';

/** Types of faker's `word` module. */
export const wordTypes = family('word', (faker) => faker.word, {
  adjective: { summary: 'An adjective', takes: sizedWord },
  adverb: { summary: 'An adverb', takes: sizedWord },
  conjunction: { summary: 'A conjunction', takes: sizedWord },
  interjection: { summary: 'An interjection', takes: sizedWord },
  noun: { summary: 'A noun', takes: sizedWord },
  preposition: { summary: 'A preposition', takes: sizedWord },
  sample: { summary: 'Any word', takes: sizedWord },
  verb: { summary: 'A verb', takes: sizedWord },
  words: {
    summary: 'Several words of any kind',
    takes: numberOrOptions('Number of words', { count: size('Number of words. Default 1 to 3') }),
    maxSize: 10_000,
  },
});
