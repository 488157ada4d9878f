import { tally, textsOf, type Column } from './column.ts';
import type { Decision, Spec } from './decision.ts';

/** Mean characters of a word of lorem.words with the space after it. */
const WORD_CHARS = 6.9;
/** Lengths with their own weight. */
const LENGTHS = 30;
/** Number of words of the longest text. */
const LONGEST = 200;

/** Any other texts: words of about the same length. Always decides. */
export function prose(column: Column): Decision {
  const words = textsOf(column).map((text) => wordsFor(text.length));
  const counts = [...tally(words)].slice(0, LENGTHS);
  const options = counts.map(([count, weight]) => ({
    weight,
    field: count === 0 ? { type: 'catbird.pick', params: { values: [''] } } : wordsSpec(Number(count)),
  }));
  const [first] = options;
  return {
    kind: 'text',
    reason: 'No known form: words of about the same length',
    confidence: 0.5,
    spec: options.length === 1 && first !== undefined ? first.field : { type: 'oneOf', params: options },
  };
}

const wordsSpec = (count: number): Spec => ({ type: 'lorem.words', params: [count] });

/** Words that take about so many characters; counts above 12 in steps of 5. */
function wordsFor(chars: number): number {
  if (chars === 0) return 0;
  const words = Math.max(1, Math.round((chars + 1) / WORD_CHARS));
  return words <= 12 ? words : Math.min(LONGEST, Math.round(words / 5) * 5);
}
