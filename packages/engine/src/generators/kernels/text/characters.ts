import { draw, drawKeys, NARROW, type Subject, UNIT32 } from '../../../numeric/random.ts';
import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { jsonInner } from '../engine/json-text.ts';
import { pool, type Pool, putWords } from '../engine/pool.ts';

const between = (first: string, last: string): readonly string[] => {
  const from = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, i) => String.fromCharCode(from + i));
};

const DIGITS = between('0', '9');
const LOWER = between('a', 'z');
const UPPER = between('A', 'Z');
/** Faker draws from both cases and folds them afterwards, so a letter is twice as likely as a digit. */
const HEX = [...DIGITS, ...between('a', 'f'), ...between('A', 'F')];

/** The alphabets of faker's string methods. */
export const ALPHABETS = {
  DIGITS,
  LOWER,
  UPPER,
  HEX,
  HEX_LOWER: HEX.map((digit) => digit.toLowerCase()),
  HEX_UPPER: HEX.map((digit) => digit.toUpperCase()),
  /** 62 letters and digits, plus `_` and `-`. */
  NANO: [...DIGITS, ...LOWER, ...UPPER, '_', '-'],
  /** The characters that `\w` matches. */
  WORD: [...DIGITS, ...LOWER, ...UPPER, '_'],
  PRINTABLE: between('!', '}'),
  SYMBOL: between('!', '~').filter((character) => /[^0-9A-Za-z]/.test(character)),
} as const;

/** A text of independent characters, uniform over the alphabet. A character that occurs in it twice is twice as likely. All are plain text. */
export interface Characters {
  readonly alphabet: readonly string[];
  /** The number of characters is uniform from min to max, both included. */
  readonly min: number;
  readonly max: number;
  /** Text before the characters. Default: none. */
  readonly prefix?: string;
}

/** Pairs of a larger alphabet would not fit the cache. */
const ALPHABET_LIMIT = 128;
/** A pair is copied as one word. */
const PAIR_BYTES = 8;

/** Alphabets whose pools are cached. */
const CACHE_LIMIT = 64;

/** Caches pools, so that fields with the same alphabet share them. */
function sharedPools() {
  const known = new Map<string, Pools>();
  return (alphabet: readonly string[]): Pools => {
    const id = JSON.stringify(alphabet);
    const found = known.get(id);
    if (found !== undefined) return found;
    const texts = alphabet.map(jsonInner);
    const pairs = pool(texts.flatMap((first) => texts.map((second) => first + second)));
    const made = { singles: pool(texts), pairs };
    if (known.size >= CACHE_LIMIT) known.clear();
    known.set(id, made);
    return made;
  };
}
const poolsOf = sharedPools();

/** Whether `characters` supports the alphabet: 1 to 128 characters whose pairs fit 8 bytes of JSON. */
export const isCompact = (alphabet: readonly string[]): boolean =>
  alphabet.length > 0 &&
  alphabet.length <= ALPHABET_LIMIT &&
  alphabet.every((character) => character.length <= PAIR_BYTES) &&
  Math.max(...poolsOf(alphabet).pairs.lengths) <= PAIR_BYTES;

/**
 * Writes a text of random characters, 0 ≤ min ≤ max.
 *
 * @throws Error if the alphabet is not compact
 */
export function characters({ alphabet, min, max, prefix = '' }: Characters, place: Place): Cell {
  if (!isCompact(alphabet)) throw new Error('The alphabet is empty or too large');
  const size = alphabet.length;
  const { singles, pairs } = poolsOf(alphabet);
  const longest = Math.max(...pairs.lengths);
  const draws = (max >> 1) + 2;
  const text: Text = {
    least: min,
    lengths: max - min + 1,
    size,
    isDouble: size ** 4 <= NARROW,
    ...drawKeys(place.path, draws),
    pairs,
    singles,
    lead: pool([`${place.lead}"${jsonInner(prefix)}`]),
  };
  return {
    maxBytes: text.lead.stride * 8 + ((longest + 1) >> 1) * max + PAIR_BYTES + 1,
    column: (chunk, subject) => putCharacters(chunk, subject, text),
  };
}

const QUOTE = 0x22;

/** The characters of an alphabet as JSON, and all pairs of them. */
interface Pools {
  readonly singles: Pool;
  readonly pairs: Pool;
}

/** How to write texts of characters. */
interface Text extends Pools {
  readonly least: number;
  /** Number of possible lengths. */
  readonly lengths: number;
  /** Size of the alphabet. */
  readonly size: number;
  /** A draw chooses two pairs. Otherwise one, as for so many there would be too few bits. */
  readonly isDouble: boolean;
  /** The first is for the length. */
  readonly keys: Int32Array;
  readonly odds: Int32Array;
  readonly lead: Pool;
}

function putCharacters({ view, at, rows }: Chunk, { a, b }: Subject, text: Text): void {
  const { least, lengths, size, isDouble, keys, odds, pairs, singles, lead } = text;
  const square = isDouble ? size * size : 1;
  const scale = size * size * square * UNIT32;
  const { words, lengths: bytes } = pairs;
  for (let r = 0; r < rows; r++) {
    const [low, high] = [a[r], b[r]];
    let left = least;
    if (lengths > 1) left += ((draw(low, high, keys[0], odds[0]) >>> 0) * lengths * UNIT32) | 0;
    let p = at[r];
    putWords(view, p, lead.words, 0, lead.stride);
    p += lead.lengths[0];
    let n = 1;
    for (; left > 1; left -= 2) {
      const x = ((draw(low, high, keys[n], odds[n]) >>> 0) * scale) | 0;
      n++;
      const first = (x / square) | 0;
      view.setFloat64(p, words[first], true);
      p += bytes[first];
      if (!isDouble || left < 4) continue;
      left -= 2;
      const second = x - first * square;
      view.setFloat64(p, words[second], true);
      p += bytes[second];
    }
    if (left > 0) {
      const last = ((draw(low, high, keys[n], odds[n]) >>> 0) * size * UNIT32) | 0;
      view.setFloat64(p, singles.words[last], true);
      p += singles.lengths[last];
    }
    view.setInt8(p, QUOTE);
    at[r] = p + 1;
  }
}
