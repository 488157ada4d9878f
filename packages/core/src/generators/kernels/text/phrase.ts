import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { draw, drawKeys, UNIT32, type Subject } from '../../../numeric/random.ts';
import { jsonInner } from '../engine/json.ts';
import { SAFE_BYTES, packTexts, pool, putWords, type Packed, type Pool } from '../engine/pool.ts';
import type { Wordings } from './wording.ts';

/** Size of the lookup table for weights, which are exact to 1/16384. */
const TABLE = 16384;
const TABLE_SHIFT = 32 - 14;

/**
 * The encoded lists of all wordings, with tables to find them. Independent of any field, so all fields of a type share them:
 * with a copy each, 1,000 fields took 1.7 s to compile and exceeded every cache.
 */
export interface EncodedWordings extends Packed {
  /** Wordings by weight. */
  readonly table: Uint16Array;
  /** Number of parts per wording. For part n of wording i, `[i * longest + n]` holds its list's first entry and its size × 2^-32. */
  readonly counts: Int32Array;
  readonly bases: Int32Array;
  readonly scales: Float64Array;
  readonly longest: number;
  /** Maximum length of a phrase in bytes. */
  readonly maxBytes: number;
}

/** Encodes all lists of the wordings. */
export function encodeWordings(wordings: Wordings): EncodedWordings {
  // The last part includes the closing quote. Lists are compared by identity, so wordings share the memory of common lists.
  const placed = { open: new Map<readonly string[], number>(), closed: new Map<readonly string[], number>() };
  const texts: string[] = [];
  const place = (list: readonly string[], last: boolean): number => {
    const known = last ? placed.closed : placed.open;
    const base = known.get(list) ?? texts.length;
    if (!known.has(list)) for (const text of list) texts.push(jsonInner(text) + (last ? '"' : ''));
    known.set(list, base);
    return base;
  };
  const longest = Math.max(...wordings.map((w) => w.parts.length));
  const bases = new Int32Array(wordings.length * longest);
  const scales = new Float64Array(wordings.length * longest);
  wordings.forEach(({ parts }, i) =>
    parts.forEach((list, n) => {
      bases[i * longest + n] = place(list, n === parts.length - 1);
      scales[i * longest + n] = list.length * UNIT32;
    }),
  );
  const packed = packTexts(texts);
  const longestOf = new Map<readonly string[], number>();
  const widest = (list: readonly string[], base: number): number => {
    const known = longestOf.get(list) ?? Math.max(...packed.lengths.subarray(base, base + list.length));
    longestOf.set(list, known);
    return known + 1;
  };
  const sizes = wordings.map(({ parts }, i) =>
    parts.reduce((sum, list, n) => sum + widest(list, bases[i * longest + n]), 0),
  );
  return {
    ...packed,
    table: weightTable(wordings.map((w) => w.weight)),
    counts: Int32Array.from(wordings, (w) => w.parts.length),
    bases,
    scales,
    longest,
    maxBytes: Math.max(...sizes),
  };
}

/** Writes a JSON string composed of parts: names, cities, addresses. */
export function phrase(encoded: EncodedWordings, place: Place): Cell {
  const { keys, odds } = drawKeys(place.path, encoded.longest + 1);
  const lead = pool([place.lead + '"']);
  return {
    maxBytes: lead.stride * 8 + encoded.maxBytes + SAFE_BYTES,
    column: (chunk, subject) => putPhrases(chunk, subject, encoded, keys, odds, lead),
  };
}

function putPhrases(
  { view, at, rows }: Chunk,
  { a, b }: Subject,
  encoded: EncodedWordings,
  keys: Int32Array,
  odds: Int32Array,
  lead: Pool,
): void {
  const { table, counts, bases, scales, longest, words, starts, lengths } = encoded;
  const skip = lead.lengths[0];
  const several = counts.length > 1;
  for (let r = 0; r < rows; r++) {
    const low = a[r];
    const high = b[r];
    let p = at[r];
    putWords(view, p, lead.words, 0, lead.stride);
    p += skip;
    const wording = several ? table[draw(low, high, keys[0], odds[0]) >>> TABLE_SHIFT] : 0;
    const parts = counts[wording];
    for (let n = 0; n < parts; n++) {
      const slot = wording * longest + n;
      const entry = bases[slot] + (((draw(low, high, keys[n + 1], odds[n + 1]) >>> 0) * scales[slot]) | 0);
      const length = lengths[entry];
      // Nearly all parts fit 16 bytes, and two unconditional stores beat a loop.
      const w = starts[entry];
      view.setFloat64(p, words[w], true);
      view.setFloat64(p + 8, words[w + 1], true);
      for (let done = 16; done < length; done += 8) view.setFloat64(p + done, words[w + (done >> 3)], true);
      p += length;
    }
    at[r] = p;
  }
}

function weightTable(weights: readonly number[]): Uint16Array {
  const total = weights.reduce((x, y) => x + y, 0);
  const table = new Uint16Array(TABLE);
  let sum = 0;
  let from = 0;
  weights.forEach((weight, i) => {
    sum += weight;
    const to = Math.round((sum / total) * TABLE);
    table.fill(i, from, to);
    from = to;
  });
  return table;
}
