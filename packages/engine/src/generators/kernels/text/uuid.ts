import { draw, drawKeys, type Subject } from '../../../numeric/random.ts';
import { type Cell, type Chunk, CHUNK_ROWS, type Place } from '../engine/cell.ts';
import { pool, type Pool } from '../engine/pool.ts';
import { wordOf } from '../number/digits.ts';

const DASH = 0x2d;
const QUOTE = 0x22;
/** Where the dashes are. RFC 9562, section 4. */
const DASHES = [8, 13, 18, 23];
/** Characters, with the closing quote. */
const UUID_BYTES = 37;
/** Bytes of a UUID in scratch: whole words of 64 bits. */
const SPACED = 40;

/** "0000" to "ffff". It stays in the second-level cache; a table of pairs takes a tenth longer. */
const QUADS = new Int32Array(2 ** 16);

/** Fills the table. Called for each field when it is compiled: most schemas have no UUIDs, and every start loads this file. */
function fillQuads(): void {
  if (QUADS[0] !== 0) return;
  const pairs = Int32Array.from({ length: 256 }, (_, i) => wordOf(i.toString(16).padStart(2, '0')));
  for (let i = 0; i < QUADS.length; i++) QUADS[i] = pairs[i >>> 8] | (pairs[i & 255] << 16);
}

/** Scratch: the UUIDs of a chunk, valid within one call of `column`. They are formed where V8 knows the address, then copied. */
const words = new Float64Array((CHUNK_ROWS * SPACED) / 8);
const formed = new DataView(words.buffer);
for (let from = 0; from < formed.byteLength; from += SPACED) {
  for (const dash of DASHES) formed.setUint8(from + dash, DASH);
  formed.setUint8(from + UUID_BYTES - 1, QUOTE);
}

/**
 * Writes a version 4 UUID: 122 random bits (RFC 9562, section 5.4). Distinct subjects have distinct UUIDs, and so have the rows of
 * a run. Proof: the first word x0 is drawn from (a, b), the last word x3 from (a, x0), and both are written whole.
 * So x3 and x0 determine a, and then x0 and a determine b (see `draw`): no two pairs share both words.
 */
export function uuid(place: Place): Cell {
  fillQuads();
  const { keys, odds } = drawKeys(place.path, 4);
  const lead = pool([`${place.lead}"`]);
  return {
    maxBytes: lead.stride * 8 + SPACED,
    column(chunk, subject) {
      formUuids(subject, chunk.rows, keys, odds);
      putUuids(chunk, lead, lead.lengths[0]);
    },
  };
}

/** Forms the digits of the UUIDs between their dashes, which stay. */
function formUuids({ a, b }: Subject, rows: number, keys: Int32Array, odds: Int32Array): void {
  const to = formed;
  const hex = QUADS;
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
    const from = r * SPACED;
    to.setInt32(from, hex[x0 >>> 16], true);
    to.setInt32(from + 4, hex[x0 & 0xffff], true);
    to.setInt32(from + 9, hex[x1 >>> 16], true);
    to.setInt32(from + 14, hex[x1 & 0xffff], true);
    to.setInt32(from + 19, hex[x2 >>> 16], true);
    to.setInt32(from + 24, hex[x2 & 0xffff], true);
    to.setInt32(from + 28, hex[x3 >>> 16], true);
    to.setInt32(from + 32, hex[x3 & 0xffff], true);
  }
}

/** Appends the lead and the UUID of each row. */
function putUuids({ view, at, rows }: Chunk, { words: lead, stride }: Pool, length: number): void {
  const from = words;
  const lead0 = lead[0];
  const lead1 = stride > 1 ? lead[1] : 0;
  for (let r = 0; r < rows; r++) {
    const start = at[r];
    const p = start + length;
    at[r] = p + UUID_BYTES;
    view.setFloat64(start, lead0, true);
    if (stride > 1) view.setFloat64(start + 8, lead1, true);
    for (let w = 2; w < stride; w++) view.setFloat64(start + w * 8, lead[w], true);
    const w = (r * SPACED) >> 3;
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
