import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { draw, drawKeys, UNIT32, type Subject } from '../../../numeric/random.ts';
import { literal } from '../choice/choice.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { jsonInner } from '../engine/json.ts';
import { SAFE_BYTES, packTexts } from '../engine/pool.ts';
import type { Wordings } from './wording.ts';

/** Size of the lookup table for weights, which are exact to 1/16384. */
const TABLE = 16384;
const TABLE_SHIFT = 32 - 14;

/**
 * The encoded lists of all wordings, with tables to find them. Independent of any field, so all fields of a type share them:
 * with a copy each, 1,000 fields took 1.7 s to compile and exceeded every cache.
 */
export interface EncodedWordings {
  /** The texts. Text i begins at word `places[2 * i]` and has `places[2 * i + 1]` bytes: side by side, because both are read at random. */
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
    counts: Int32Array.from(wordings, (w) => w.parts.length),
    bases,
    scales,
    more,
    longest,
    maxBytes: Math.max(...sizes),
  };
}

/** Scratch, valid within one call of `column`: for each row the slot of its next part, and the entry drawn for it. */
const slots = new Int32Array(CHUNK_ROWS);
const entries = new Int32Array(CHUNK_ROWS);
/** Scratch: the rows that have a next part. */
const remaining = new Int32Array(CHUNK_ROWS);

/** Writes a JSON string composed of parts: names, cities, addresses. */
export function phrase(encoded: EncodedWordings, place: Place): Cell {
  const { longest } = encoded;
  const { keys, odds } = drawKeys(place.path, longest + 1);
  const lead = literal(`${place.lead}"`);
  return {
    maxBytes: lead.maxBytes + encoded.maxBytes + SAFE_BYTES,
    column(chunk, subject) {
      lead.column(chunk, subject);
      chooseWordings(subject, chunk.rows, encoded, keys[0], odds[0]);
      let rows = chunk.rows;
      for (let n = 1; rows > 0; n++) {
        drawParts(subject, rows, encoded, keys[n], odds[n]);
        putParts(chunk, rows, encoded);
        rows = advance(rows, encoded);
      }
    },
  };
}

/*
 * Part by part instead of row by row: wordings have different numbers of parts, and the processor cannot predict where a loop over
 * them ends. Copies of the scratch outside a loop, because only there V8 knows that it is a constant.
 */

/** Chooses a wording for each row. */
function chooseWordings(
  { a, b }: Subject,
  rows: number,
  { table, counts, longest }: EncodedWordings,
  key: number,
  odd: number,
): void {
  const first = slots;
  const left = remaining;
  for (let r = 0; r < rows; r++) left[r] = r;
  if (counts.length === 1) first.fill(0, 0, rows);
  else for (let r = 0; r < rows; r++) first[r] = table[draw(a[r], b[r], key, odd) >>> TABLE_SHIFT] * longest;
}

/** Draws the entries of the next parts. */
function drawParts(
  { a, b }: Subject,
  rows: number,
  { bases, scales }: EncodedWordings,
  key: number,
  odd: number,
): void {
  const next = slots;
  const drawn = entries;
  const left = remaining;
  const k = key | 0;
  const o = odd | 0;
  for (let i = 0; i < rows; i++) {
    const r = left[i];
    const slot = next[r];
    drawn[i] = bases[slot] + (((draw(a[r], b[r], k, o) >>> 0) * scales[slot]) | 0);
  }
}

/** Copies the drawn entries. Nearly all fit 16 bytes, and two unconditional stores beat a loop. */
function putParts({ view, at }: Chunk, rows: number, { words, places }: EncodedWordings): void {
  const drawn = entries;
  const left = remaining;
  for (let i = 0; i < rows; i++) {
    const r = left[i];
    const entry = drawn[i];
    const p = at[r];
    const w = places[2 * entry];
    const length = places[2 * entry + 1];
    at[r] = p + length;
    const w0 = words[w];
    const w1 = words[w + 1];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
    for (let done = 16; done < length; done += 8) view.setFloat64(p + done, words[w + (done >> 3)], true);
  }
}

/** Moves on to the next parts, and returns how many rows have one. */
function advance(rows: number, { more }: EncodedWordings): number {
  const next = slots;
  const left = remaining;
  let kept = 0;
  for (let i = 0; i < rows; i++) {
    const r = left[i];
    const slot = next[r];
    left[kept] = r;
    kept += more[slot];
    next[r] = slot + 1;
  }
  return kept;
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
