/**
 * Writes decimal digits four at a time, as little-endian 32-bit words.
 * Each `| 0` tells V8 that a quotient is a 32-bit integer. Otherwise the next division uses doubles and takes twice as long.
 */

/** Packs up to four ASCII characters into a word. */
export const wordOf = (text: string): number =>
  text.charCodeAt(0) |
  ((text.charCodeAt(1) || 0) << 8) |
  ((text.charCodeAt(2) || 0) << 16) |
  ((text.charCodeAt(3) || 0) << 24);

/** Texts of 0 to 9999 as words, with leading zeros and left-aligned, and their lengths. Computed: as strings they took five milliseconds of every start. */
function texts() {
  const padded = new Int32Array(10000);
  const plain = new Int32Array(10000);
  const width = new Uint8Array(10000);
  for (let i = 0; i < 10000; i++) {
    const hundreds = (i / 100) | 0;
    width[i] = i < 10 ? 1 : i < 100 ? 2 : i < 1000 ? 3 : 4;
    padded[i] = twoDigits(hundreds) | (twoDigits(i - hundreds * 100) << 16);
    plain[i] = padded[i] >>> (8 * (4 - width[i]));
  }
  return { padded, plain, width };
}

/** "00" to "99". */
function twoDigits(n: number): number {
  const tens = (n / 10) | 0;
  return 0x3030 | tens | ((n - tens * 10) << 8);
}

const { padded: PADDED, plain: PLAIN, width: WIDTH } = texts();

export { PADDED };

/** Writes 0 ≤ x < 1e8 without leading zeros and returns the end. Touches 8 bytes. */
export function putShort(view: DataView, at: number, x: number): number {
  if (x < 10000) {
    view.setInt32(at, PLAIN[x], true);
    return at + WIDTH[x];
  }
  const high = (x / 10000) | 0;
  view.setInt32(at, PLAIN[high], true);
  at += WIDTH[high];
  view.setInt32(at, PADDED[x - high * 10000], true);
  return at + 4;
}

/** Writes 0 ≤ x < 1e8 as exactly 8 digits. */
export function putEight(view: DataView, at: number, x: number): number {
  const high = (x / 10000) | 0;
  view.setInt32(at, PADDED[high], true);
  view.setInt32(at + 4, PADDED[x - high * 10000], true);
  return at + 8;
}

/** Writes any safe integer. Touches at most 17 bytes. */
export function putInteger(view: DataView, at: number, x: number): number {
  if (x < 0) {
    view.setInt8(at++, 0x2d);
    x = -x;
  }
  if (x < 1e8) return putShort(view, at, x | 0);
  // Exact: the quotient is below 2^27, so its rounding error (< 2^-27) is less than 1e-8, its distance to the next integer.
  const high = (x / 1e8) | 0;
  return putEight(view, putShort(view, at, high), (x - high * 1e8) | 0);
}

/** Decimals of `putDegrees`. */
export const DEGREE_DECIMALS = 12;

/** Writes degrees from −9,999 to 9,999 in units of 10^-12, without trailing zeros. `putDecimal` specialised for 12 decimals. */
export function putDegrees(bytes: Uint8Array, view: DataView, at: number, units: number): number {
  if (units < 0) {
    view.setInt8(at++, 0x2d);
    units = -units;
  }
  const whole = (units / 1e12) | 0;
  const rest = units - whole * 1e12;
  const top = (rest / 1e8) | 0;
  const low = (rest - top * 1e8) | 0;
  const middle = (low / 10000) | 0;
  view.setInt32(at, PLAIN[whole], true);
  at += WIDTH[whole];
  view.setInt8(at, 0x2e);
  view.setInt32(at + 1, PADDED[top], true);
  view.setInt32(at + 5, PADDED[middle], true);
  view.setInt32(at + 9, PADDED[low - middle * 10000], true);
  if (rest === 0) return at;
  at += DEGREE_DECIMALS + 1;
  while (bytes[at - 1] === 0x30) at--;
  return at;
}

const POWER = Float64Array.from({ length: 17 }, (_, i) => 10 ** i);

/** Writes units / 10^decimals, |units| ≤ 1e15, without trailing zeros. Touches at most 28 bytes. */
export function putDecimal(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  units: number,
  decimals: number,
): number {
  if (units < 0) {
    view.setInt8(at++, 0x2d);
    units = -units;
  }
  let rest = units;
  if (units < POWER[decimals]) {
    view.setInt8(at++, 0x30);
  } else {
    const whole = Math.floor(units / POWER[decimals]);
    at = putInteger(view, at, whole);
    rest = units - whole * POWER[decimals];
  }
  if (rest === 0) return at;
  view.setInt8(at++, 0x2e);
  if (decimals <= 8) {
    at = putEight(view, at, (rest * POWER[8 - decimals]) | 0);
  } else {
    const unit = POWER[decimals - 8];
    const high = (rest / unit) | 0;
    at = putEight(view, at, high);
    at = putEight(view, at, ((rest - high * unit) * POWER[16 - decimals]) | 0);
  }
  while (bytes[at - 1] === 0x30) at--;
  return at;
}
