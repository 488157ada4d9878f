import { family } from './family.ts';

/** Types of faker's `word` module. */
export const wordTypes = family('word', (faker) => faker.word, {
  adjective: 'An adjective',
  adverb: 'An adverb',
  conjunction: 'A conjunction',
  interjection: 'An interjection',
  noun: 'A noun',
  preposition: 'A preposition',
  sample: 'A word of any kind',
  verb: 'A verb',
  words: { summary: 'Words of any kind', maxSize: 10_000 },
});
