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
  sample: { summary: 'A word of any kind', takes: sizedWord },
  verb: { summary: 'A verb', takes: sizedWord },
  words: {
    summary: 'Words of any kind',
    takes: numberOrOptions('How many', { count: size('How many. Default 1 to 3') }),
    maxSize: 10_000,
  },
});
