import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { draw, drawKeys, type Subject } from '../../../numeric/random.ts';
import { literal } from '../choice/choice.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { wordOf } from '../number/digits.ts';

const DASH = 0x2d;
const QUOTE = 0x22;
/** Characters, with the closing quote. */
const UUID_BYTES = 37;
/** Words of 32 bits for a UUID and its quote, padded to 64 bits. */
const HALVES = 10;

/** "00" to "ff". */
const PAIRS = Int32Array.from({ length: 256 }, (_, i) => wordOf(i.toString(16).padStart(2, '0')));

/** Scratch: the UUIDs of a chunk, valid within one call of `column`. They are formed where V8 knows the address, then copied. */
const halves = new Int32Array(CHUNK_ROWS * HALVES);
const words = new Float64Array(halves.buffer);

/**
 * Writes a version 4 UUID: 122 random bits (RFC 9562, section 5.4). Distinct subjects have distinct UUIDs, and so have the rows of
 * a run. Proof: the first word x0 is drawn from (a, b), the last word x3 from (a, x0), and both are written whole.
 * So x3 and x0 determine a, and then x0 and a determine b (see `draw`): no two pairs share both words.
 */
export function uuid(place: Place): Cell {
  const { keys, odds } = drawKeys(place.path, 4);
  const lead = literal(`${place.lead}"`);
  return {
    maxBytes: lead.maxBytes + HALVES * 4,
    column(chunk, subject) {
      lead.column(chunk, subject);
      formUuids(subject, chunk.rows, keys, odds);
      putUuids(chunk);
    },
  };
}

/** Forms the UUIDs in whole words: the dashes shift all digits but the first eight. */
function formUuids({ a, b }: Subject, rows: number, keys: Int32Array, odds: Int32Array): void {
  const to = halves;
  const hex = PAIRS;
  const k0 = keys[0];
  const k1 = keys[1];
  const k2 = keys[2];
  const k3 = keys[3];
  const m0 = odds[0];
  const m1 = odds[1];
  const m2 = odds[2];
  const m3 = odds[3];
  for (let r = 0; r < rows; r++) {
    const low = a[r];
    const high = b[r];
    const x0 = draw(low, high, k0, m0);
    const x1 = (draw(low, high, k1, m1) & 0xffff0fff) | 0x4000;
    const x2 = (draw(low, high, k2, m2) & 0x3fffffff) | 0x80000000;
    const x3 = draw(low, x0, k3, m3);
    const t = r * HALVES;
    const second = hex[x1 >>> 24] | (hex[(x1 >>> 16) & 255] << 16);
    const third = hex[(x1 >>> 8) & 255] | (hex[x1 & 255] << 16);
    const fourth = hex[x2 >>> 24] | (hex[(x2 >>> 16) & 255] << 16);
    to[t] = hex[x0 >>> 24] | (hex[(x0 >>> 16) & 255] << 16);
    to[t + 1] = hex[(x0 >>> 8) & 255] | (hex[x0 & 255] << 16);
    to[t + 2] = DASH | (second << 8);
    to[t + 3] = (second >>> 24) | (DASH << 8) | (third << 16);
    to[t + 4] = (third >>> 16) | (DASH << 16) | (fourth << 24);
    to[t + 5] = (fourth >>> 8) | (DASH << 24);
    to[t + 6] = hex[(x2 >>> 8) & 255] | (hex[x2 & 255] << 16);
    to[t + 7] = hex[x3 >>> 24] | (hex[(x3 >>> 16) & 255] << 16);
    to[t + 8] = hex[(x3 >>> 8) & 255] | (hex[x3 & 255] << 16);
    to[t + 9] = QUOTE;
  }
}

function putUuids({ view, at, rows }: Chunk): void {
  const from = words;
  for (let r = 0; r < rows; r++) {
    const p = at[r];
    at[r] = p + UUID_BYTES;
    const w = (r * HALVES) >> 1;
    const w0 = from[w];
    const w1 = from[w + 1];
    const w2 = from[w + 2];
    const w3 = from[w + 3];
    const w4 = from[w + 4];
    view.setFloat64(p, w0, true);
    view.setFloat64(p + 8, w1, true);
    view.setFloat64(p + 16, w2, true);
    view.setFloat64(p + 24, w3, true);
    view.setFloat64(p + 32, w4, true);
  }
}
