import { ALPHABETS } from './characters.ts';
import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { draw, drawKeys, UNIT32, type Subject } from '../../../numeric/random.ts';
import { wordOf } from '../number/digits.ts';
import { pool, putWords, type Pool } from '../engine/pool.ts';

/** The IP version, or a random one per row. */
export type Version = 4 | 6 | 'either';

const GROUPS = 8;
const COLON = 0x3a;
const QUOTE = 0x22;

/** "0." to "255.", and the length of each. */
const OCTETS = Int32Array.from({ length: 256 }, (_, i) => wordOf(`${i}.`));
const OCTET_BYTES = Uint8Array.from({ length: 256 }, (_, i) => `${i}.`.length);
/** Pairs of hexadecimal digits. As in faker, letters are twice as likely as digits. */
const PAIRS = Int32Array.from(
  ALPHABETS.HEX_LOWER.flatMap((first) => ALPHABETS.HEX_LOWER.map((second) => wordOf(first + second))),
);

/** The cell for internet.ip, ipv4 and ipv6. */
export function address(version: Version, place: Place): Cell {
  const plan: Plan = { version, ...drawKeys(place.path, GROUPS + 1), lead: pool([`${place.lead}"`]) };
  return {
    maxBytes: plan.lead.stride * 8 + 44,
    column: (chunk, subject) => putAddresses(chunk, subject, plan),
  };
}

interface Plan {
  readonly version: Version;
  /** One per group, then one for the version. */
  readonly keys: Int32Array;
  readonly odds: Int32Array;
  readonly lead: Pool;
}

function putAddresses(
  { view, at, rows }: Chunk,
  { a, b }: Subject,
  { version, keys, odds, lead }: Plan,
): void {
  const skip = lead.lengths[0];
  const [octets, widths, pairs] = [OCTETS, OCTET_BYTES, PAIRS];
  const count = pairs.length;
  const scale = count * count * UNIT32;
  for (let r = 0; r < rows; r++) {
    const [low, high] = [a[r], b[r]];
    let p = at[r];
    putWords(view, p, lead.words, 0, lead.stride);
    p += skip;
    const isShort = version === 'either' ? draw(low, high, keys[GROUPS], odds[GROUPS]) >= 0 : version === 4;
    if (isShort) {
      const x = draw(low, high, keys[0], odds[0]);
      view.setInt32(p, octets[x >>> 24], true);
      p += widths[x >>> 24];
      view.setInt32(p, octets[(x >>> 16) & 255], true);
      p += widths[(x >>> 16) & 255];
      view.setInt32(p, octets[(x >>> 8) & 255], true);
      p += widths[(x >>> 8) & 255];
      view.setInt32(p, octets[x & 255], true);
      p += widths[x & 255];
    } else {
      for (let n = 0; n < GROUPS; n++) {
        const x = ((draw(low, high, keys[n], odds[n]) >>> 0) * scale) | 0;
        const first = (x / count) | 0;
        view.setInt32(p, pairs[first], true);
        view.setInt32(p + 2, pairs[x - first * count], true);
        view.setInt8(p + 4, COLON);
        p += 5;
      }
    }
    // The closing quote overwrites the last separator.
    view.setInt8(p - 1, QUOTE);
    at[r] = p;
  }
}
