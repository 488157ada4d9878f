import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { draw, drawKeys, UNIT32, type Subject } from '../../../numeric/random.ts';
import { english, remembering, type Worded } from './definitions.ts';
import { jsonInner } from '../engine/json-text.ts';
import { packTexts, pool, putWords, SAFE_BYTES, type Packed, type Pool } from '../engine/pool.ts';

/** A count, uniform from min to max, both included. */
export interface Extent {
  readonly min: number;
  readonly max: number;
}

/** The structure of a filler text. */
export interface Prose {
  readonly paragraphs: Extent;
  /** Sentences per paragraph. */
  readonly sentences: Extent;
  /** Words per sentence. */
  readonly words: Extent;
  /** Character between words. */
  readonly wordGap: ' ' | '-';
  readonly sentenceGap: ' ' | '\n';
  /** Sentences start with a capital letter and end with a full stop. */
  readonly punctuated: boolean;
}

/** Maximum draws per text, as each needs a key. */
const MAX_DRAWS = 4096;
/** Bytes after a word. */
const WORD_GAP = 2;
const POINT = 0x2e;
const QUOTE = 0x22;

/** The words of a lexicon, encoded. */
interface EncodedWords {
  readonly capital: Packed;
  readonly small: Packed;
  readonly size: number;
  /** Of the longest word, in bytes. */
  readonly longest: number;
}

const wordsOf = remembering<EncodedWords>();

function encodedWords(lexicon = english): EncodedWords {
  return wordsOf(lexicon, 'lorem', () => {
    const words = lexicon.definitions().lorem.word.map(jsonInner);
    const capital = packTexts(words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)));
    const small = packTexts(words);
    return { capital, small, size: words.length, longest: Math.max(...capital.lengths, ...small.lengths) };
  });
}

/** Faker's lorem texts; undefined if a count is invalid or the text is too long. */
export function prose(text: Prose, place: Place & Worded): Cell | undefined {
  const { paragraphs, sentences, words } = text;
  const extents = [paragraphs, sentences, words];
  if (
    extents.some(({ min, max }) => !Number.isInteger(min) || !Number.isInteger(max) || min < 1 || max < min)
  )
    return undefined;
  const draws = 1 + paragraphs.max * (1 + sentences.max * (1 + words.max));
  if (draws > MAX_DRAWS) return undefined;
  const writing: Encoded = {
    text,
    ...drawKeys(place.path, draws),
    lead: pool([`${place.lead}"`]),
    ...encodedWords(place.lexicon),
  };
  return {
    maxBytes: writing.lead.stride * 8 + (draws + 1) * Math.max(SAFE_BYTES, writing.longest + WORD_GAP),
    column: (chunk, subject) => putProse(chunk, subject, writing),
  };
}

interface Encoded extends EncodedWords {
  readonly text: Prose;
  readonly keys: Int32Array;
  readonly odds: Int32Array;
  readonly lead: Pool;
}

/** The escape sequence `\n` of a JSON string. */
const NEWLINE = 0x6e5c;
const spread = ({ min, max }: Extent): number => (max - min + 1) * UNIT32;

function putProse({ view, at, rows }: Chunk, { a, b }: Subject, writing: Encoded): void {
  const { text, keys, odds, lead, capital, small, size } = writing;
  const { paragraphs, sentences, words, punctuated } = text;
  const [paragraphScale, sentenceScale, wordScale] = [spread(paragraphs), spread(sentences), spread(words)];
  const scale = size * UNIT32;
  const gap = text.wordGap.charCodeAt(0);
  const [sentenceGap, sentenceGapBytes] = text.sentenceGap === '\n' ? [NEWLINE, 2] : [0x20, 1];
  for (let r = 0; r < rows; r++) {
    const [low, high] = [a[r], b[r]];
    let n = 0;
    let p = at[r];
    putWords(view, p, lead.words, 0, lead.stride);
    p += lead.lengths[0];
    const paragraphCount =
      paragraphs.min + (((draw(low, high, keys[n], odds[n++]) >>> 0) * paragraphScale) | 0);
    for (let i = 0; i < paragraphCount; i++) {
      if (i > 0) {
        view.setInt16(p, NEWLINE, true);
        p += 2;
      }
      const sentenceCount =
        sentences.min + (((draw(low, high, keys[n], odds[n++]) >>> 0) * sentenceScale) | 0);
      for (let j = 0; j < sentenceCount; j++) {
        if (j > 0) {
          view.setInt16(p, sentenceGap, true);
          p += sentenceGapBytes;
        }
        const wordCount = words.min + (((draw(low, high, keys[n], odds[n++]) >>> 0) * wordScale) | 0);
        for (let k = 0; k < wordCount; k++) {
          if (k > 0) view.setInt8(p++, gap);
          const from = k === 0 && punctuated ? capital : small;
          const word = ((draw(low, high, keys[n], odds[n++]) >>> 0) * scale) | 0;
          p = putWord(view, p, from, word);
        }
        if (punctuated) view.setInt8(p++, POINT);
      }
    }
    view.setInt8(p, QUOTE);
    at[r] = p + 1;
  }
}

/** Writes a word and returns its end. */
function putWord(view: DataView, at: number, { words, starts, lengths }: Packed, word: number): number {
  const [start, length] = [starts[word], lengths[word]];
  view.setFloat64(at, words[start], true);
  view.setFloat64(at + 8, words[start + 1], true);
  for (let done = SAFE_BYTES; done < length; done += 8)
    view.setFloat64(at + done, words[start + (done >> 3)], true);
  return at + length;
}
