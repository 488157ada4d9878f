import { z } from 'zod/mini';
import { family, type Declared } from './family.ts';
import { prose, type Extent, type Prose } from '../kernels/text/prose.ts';
import { amount, extentOf, size, sizedWord, text } from './params.ts';

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
