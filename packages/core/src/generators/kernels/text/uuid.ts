import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { draw, drawKeys, type Subject } from '../../../numeric/random.ts';
import { HEX } from '../number/digits.ts';
import { pool, putWords, type Pool } from '../engine/pool.ts';

const DASH = 0x2d;
const QUOTE = 0x22;

/**
 * Writes a version 4 UUID: 122 random bits (RFC 9562, section 5.4). Distinct subjects have distinct UUIDs, and so have the rows of
 * a run. Proof: the first word x0 is drawn from (a, b), the last word x3 from (a, x0), and both are written whole.
 * So x3 and x0 determine a, and then x0 and a determine b (see `draw`): no two pairs share both words.
 */
export function uuid(place: Place): Cell {
  const { keys, odds } = drawKeys(place.path, 4);
  const lead = pool([place.lead + '"']);
  return {
    maxBytes: lead.stride * 8 + 40,
    column: (chunk, subject) => putUuids(chunk, subject, keys, odds, lead, HEX),
  };
}

/** A separate function, so that the loop uses only locals. */
function putUuids(
  { view, at, rows }: Chunk,
  { a, b }: Subject,
  keys: Int32Array,
  odds: Int32Array,
  lead: Pool,
  hex: Int32Array,
): void {
  const [k0, k1, k2, k3] = [keys[0], keys[1], keys[2], keys[3]];
  const [m0, m1, m2, m3] = [odds[0], odds[1], odds[2], odds[3]];
  const { words, stride } = lead;
  const skip = lead.lengths[0];
  for (let r = 0; r < rows; r++) {
    let p = at[r];
    putWords(view, p, words, 0, stride);
    p += skip;
    at[r] = p + 37;
    const low = a[r];
    const high = b[r];
    const x0 = draw(low, high, k0, m0);
    const x1 = (draw(low, high, k1, m1) & 0xffff0fff) | 0x4000;
    const x2 = (draw(low, high, k2, m2) & 0x3fffffff) | 0x80000000;
    const x3 = draw(low, x0, k3, m3);
    view.setInt32(p, hex[x0 >>> 16], true);
    view.setInt32(p + 4, hex[x0 & 0xffff], true);
    view.setInt8(p + 8, DASH);
    view.setInt32(p + 9, hex[x1 >>> 16], true);
    view.setInt8(p + 13, DASH);
    view.setInt32(p + 14, hex[x1 & 0xffff], true);
    view.setInt8(p + 18, DASH);
    view.setInt32(p + 19, hex[x2 >>> 16], true);
    view.setInt8(p + 23, DASH);
    view.setInt32(p + 24, hex[x2 & 0xffff], true);
    view.setInt32(p + 28, hex[x3 >>> 16], true);
    view.setInt32(p + 32, hex[x3 & 0xffff], true);
    view.setInt8(p + 36, QUOTE);
  }
}
