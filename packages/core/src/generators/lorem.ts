import { family } from './family.ts';

/** Types of faker's `lorem` module. */
export const loremTypes = family('lorem', (faker) => faker.lorem, {
  lines: { summary: 'Lines of filler text', maxSize: 10_000 },
  paragraph: { summary: 'A paragraph of filler text', maxSize: 10_000 },
  paragraphs: { summary: 'Paragraphs of filler text', maxSize: 10_000 },
  sentence: { summary: 'A sentence of filler text', maxSize: 10_000 },
  sentences: { summary: 'Sentences of filler text', maxSize: 10_000 },
  slug: { summary: 'Filler words joined by hyphens', maxSize: 10_000 },
  text: { summary: 'Filler text of any form', maxSize: 10_000 },
  word: { summary: 'A filler word', maxSize: 10_000 },
  words: { summary: 'Filler words', maxSize: 10_000 },
});
