import { UNIT32 } from '../../../numeric/random.ts';
import { jsonInner } from '../engine/json.ts';
import { packTexts } from '../engine/pool.ts';
import type { Wordings } from './wording.ts';

/** Size of the lookup table for weights, which are exact to 1/16384. */
const TABLE = 16384;
export const TABLE_SHIFT = 32 - 14;

/**
 * The encoded lists of all wordings, with tables to find them. Independent of any field, so all fields of a type share them:
 * with a copy each, 1,000 fields took 1.7 s to compile and exceeded every cache.
 */
export interface EncodedWordings {
  /** The texts as JSON, without the opening quote. Text i begins at word `places[2 * i]` and has `places[2 * i + 1]` bytes: side by side, because both are read at random. */
  readonly words: Float64Array;
  readonly places: Int32Array;
  /** Wordings by weight. */
  readonly table: Uint16Array;
  /** Number of parts per wording. */
  readonly counts: Int32Array;
  /** For part n of wording i, `[i * longest + n]` holds its list's first entry, its size × 2^-32, and 1 if another part follows. */
  readonly bases: Int32Array;
  readonly scales: Float64Array;
  readonly more: Uint8Array;
  readonly longest: number;
  /** Number of parts that all wordings have. */
  readonly least: number;
  /** Maximum length of a phrase in bytes. */
  readonly maxBytes: number;
}

/** Encodes all lists of the wordings as the inside of JSON strings. The last part of each wording ends with the closing quote. */
export function encodeWordings(wordings: Wordings): EncodedWordings {
  // Lists are compared by identity, so wordings share the memory of common lists.
  const placed = { open: new Map<readonly string[], number>(), closed: new Map<readonly string[], number>() };
  const texts: string[] = [];
  const place = (list: readonly string[], last: boolean): number => {
    const known = last ? placed.closed : placed.open;
    const base = known.get(list) ?? texts.length;
    if (!known.has(list)) for (const text of list) texts.push(jsonInner(text) + (last ? '"' : ''));
    known.set(list, base);
    return base;
  };
  const counts = Int32Array.from(wordings, (w) => w.parts.length);
  const longest = Math.max(...counts);
  const bases = new Int32Array(wordings.length * longest);
  const scales = new Float64Array(wordings.length * longest);
  const more = new Uint8Array(wordings.length * longest);
  wordings.forEach(({ parts }, i) =>
    parts.forEach((list, n) => {
      bases[i * longest + n] = place(list, n === parts.length - 1);
      scales[i * longest + n] = list.length * UNIT32;
      more[i * longest + n] = n === parts.length - 1 ? 0 : 1;
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
    words: packed.words,
    places: Int32Array.from(
      { length: 2 * texts.length },
      (_, i) => (i & 1 ? packed.lengths : packed.starts)[i >> 1],
    ),
    table: weightTable(wordings.map((w) => w.weight)),
    counts,
    bases,
    scales,
    more,
    longest,
    least: Math.min(...counts),
    maxBytes: Math.max(...sizes),
  };
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
