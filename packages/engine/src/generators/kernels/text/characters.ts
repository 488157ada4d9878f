import type { Cell, Place } from '../engine/cell.ts';
import { drawKeys, NARROW } from '../../../numeric/random.ts';
import { jsonInner } from '../engine/json.ts';
import { pool, type Pool } from '../engine/pool.ts';
import { putFourBytes, putFours, putPairs, type Pools, type Text } from './put-characters.ts';

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
