import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { drawKeys, NARROW, draw, UNIT32, type Subject } from '../../../numeric/random.ts';
import { jsonInner } from '../engine/json.ts';
import { pool, type Pool, putWords } from '../engine/pool.ts';

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
    const halves = new Int32Array(pairs.words.buffer);
    const codes = Int32Array.from(pairs.lengths, (_, i) => halves[2 * pairs.stride * i]);
    const made = { singles: pool(texts), pairs, codes, highCodes: codes.map((code) => code << 16) };
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
  const { singles, pairs, codes, highCodes } = poolsOf(alphabet);
  const longest = Math.max(...pairs.lengths);
  const draws = (max >> 1) + 2;
  const text: Text = {
    least: min,
    lengths: max - min + 1,
    size,
    ...drawKeys(place.path, draws),
    pairs,
    singles,
    lead: pool([`${place.lead}"${jsonInner(prefix)}`]),
    codes,
    highCodes,
  };
  const column = size ** 4 > NARROW ? putPairs : hasBytes(pairs) ? putFourBytes : putFours;
  return {
    maxBytes: text.lead.stride * 8 + ((longest + 1) >> 1) * max + PAIR_BYTES + 1,
    column: (chunk, subject) => column(chunk, subject, text),
  };
}

/** Whether each character is one byte of JSON. */
const hasBytes = ({ lengths }: Pool): boolean => lengths.every((length) => length === 2);

const QUOTE = 0x22;

/** The characters of an alphabet as JSON, and all pairs of them. */
interface Pools {
  readonly singles: Pool;
  readonly pairs: Pool;
  /** The first four bytes of each pair. */
  readonly codes: Int32Array;
  /** The same, two bytes further on. */
  readonly highCodes: Int32Array;
}

/** How to write texts of characters. */
interface Text extends Pools {
  readonly least: number;
  /** Number of possible lengths. */
  readonly lengths: number;
  /** Size of the alphabet. */
  readonly size: number;
  /** The first is for the length. */
  readonly keys: Int32Array;
  readonly odds: Int32Array;
  readonly lead: Pool;
}

/**
 * Writes two pairs of bytes per draw, as one word. The first pair is the whole part of draw × pairs / 2^32, and the second one is drawn
 * alike from the fraction, which is the low word of the product: there is no division.
 */
function putFourBytes({ view, at, rows }: Chunk, { a, b }: Subject, text: Text): void {
  const { least, lengths, size, keys, odds, lead, codes, highCodes } = text;
  const { words, stride } = lead;
  const skip = lead.lengths[0];
  const square = (size * size) | 0;
  const scale = square * UNIT32;
  for (let r = 0; r < rows; r++) {
    const low = a[r];
    const high = b[r];
    let left = least;
    if (lengths > 1) left += ((draw(low, high, keys[0], odds[0]) >>> 0) * lengths * UNIT32) | 0;
    putWords(view, at[r], words, 0, stride);
    const begin = at[r] + skip;
    const end = begin + left;
    let n = 1;
    for (let p = begin; left > 1; p += 4, left -= 4, n++) {
      const x = draw(low, high, keys[n], odds[n]);
      const first = ((x >>> 0) * scale) | 0;
      const second = ((Math.imul(x, square) >>> 0) * scale) | 0;
      view.setInt32(p, codes[first] | highCodes[second], true);
    }
    if ((left & 1) === 1) {
      const last = ((draw(low, high, keys[n], odds[n]) >>> 0) * size * UNIT32) | 0;
      view.setInt8(end - 1, codes[last * size]);
    }
    view.setInt8(end, QUOTE);
    at[r] = end + 1;
  }
}

/** Writes two pairs per draw. */
function putFours({ view, at, rows }: Chunk, { a, b }: Subject, text: Text): void {
  const { least, lengths, size, keys, odds, pairs, singles, lead } = text;
  const square = size * size;
  const scale = square * square * UNIT32;
  const { words, lengths: bytes } = pairs;
  for (let r = 0; r < rows; r++) {
    const [low, high] = [a[r], b[r]];
    let left = least;
    if (lengths > 1) left += ((draw(low, high, keys[0], odds[0]) >>> 0) * lengths * UNIT32) | 0;
    let p = at[r];
    putWords(view, p, lead.words, 0, lead.stride);
    p += lead.lengths[0];
    let n = 1;
    for (; left > 1; left -= 4) {
      const x = ((draw(low, high, keys[n], odds[n]) >>> 0) * scale) | 0;
      n++;
      const first = (x / square) | 0;
      const second = x - first * square;
      view.setFloat64(p, words[first], true);
      p += bytes[first];
      if (left < 4) {
        left -= 2;
        break;
      }
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

/** Writes one pair per draw. */
function putPairs({ view, at, rows }: Chunk, { a, b }: Subject, text: Text): void {
  const { least, lengths, size, keys, odds, pairs, singles, lead } = text;
  const scale = size * size * UNIT32;
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
      const pair = ((draw(low, high, keys[n], odds[n]) >>> 0) * scale) | 0;
      n++;
      view.setFloat64(p, words[pair], true);
      p += bytes[pair];
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
