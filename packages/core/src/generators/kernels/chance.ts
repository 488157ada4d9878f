/**
 * The only source of chance: a pure function of (seed, subject, field path, n-th draw).
 *
 * Two steps, so that the costly one is shared by all fields of a row:
 *   1. the subject (normally the row index) becomes two well-mixed 32-bit words a and b, once per row;
 *   2. a draw is one keyed multiply-add of (a, b) and one mix round, once per draw.
 * There is no state between draws, hence any row can be made alone and any field can be left out.
 */

const GOLDEN = 0x9e3779b9;

/** lowbias32: bijective, every input bit flips every output bit with probability 0.5 ± 0.1 % (nullprogram.com/blog/2018/07/31). */
export function mix(x: number): number {
  x ^= x >>> 16;
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  return x ^ (x >>> 15);
}

/** Whom a value belongs to, one pair of words per row of a run. Usually the row; with `per`, another field's value. */
export interface Subject {
  readonly a: Int32Array;
  readonly b: Int32Array;
}

export const newSubject = (rows: number): Subject => ({ a: new Int32Array(rows), b: new Int32Array(rows) });

/** A seed as two words. */
export interface Seed {
  readonly s0: number;
  readonly s1: number;
}

/** The seed of a whole number or a text. A text that spells a whole number is that number: `"42"` and `42` are one seed. */
export function seedOf(seed: number | string): Seed {
  const text = String(seed).trim();
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  const [low, high] = number === undefined ? hashText(text) : [number | 0, Math.floor(number / 2 ** 32)];
  const s0 = mix(low ^ GOLDEN);
  return { s0, s1: mix(high + Math.imul(s0, 3) + 1) };
}

/** Two hash lanes of a text's UTF-16 units. */
function hashText(text: string): readonly [number, number] {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = mix(high + Math.imul(text.charCodeAt(i) + i, 0x85ebca6b));
  }
  return [low, high];
}

/** Rows first … first+rows−1 as subjects. (a, b) is a bijection of the 64-bit row index, so no two rows share a pair. */
export function rowsAsSubjects(who: Subject, seed: Seed, first: number, rows: number): void {
  // Split once, so that the loop stays with 32-bit integers; the carry is rare enough to be looked at per row.
  const low = first >>> 0;
  const high = Math.floor(first / 2 ** 32);
  const untilCarry = 2 ** 32 - low;
  const { s0, s1 } = seed;
  const { a, b } = who;
  for (let r = 0; r < rows; r++) {
    const x = mix((low + r) ^ s0);
    a[r] = x;
    b[r] = mix((x ^ (r < untilCarry ? high : high + 1)) + s1);
  }
}

/** Subjects for the n-th element of an array field: independent of the row's own draws and of the other elements'. */
export function elementsAsSubjects(who: Subject, rowSubject: Subject, rows: number, n: number): void {
  const salt = mix(n + GOLDEN);
  const { a, b } = who;
  for (let r = 0; r < rows; r++) {
    const x = mix(rowSubject.a[r] ^ salt);
    a[r] = x;
    b[r] = mix((rowSubject.b[r] + x) ^ Math.imul(n + 1, GOLDEN));
  }
}

/** The key of the n-th draw of a field. Made at compile time, so it may be slow. */
export function drawKey(path: string, n: number): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < path.length; i++) h = Math.imul(h ^ path.charCodeAt(i), 0x01000193);
  return mix(mix(h) + Math.imul(n, GOLDEN));
}

/** The second key of a draw, an odd multiplier. Mixed, so that related keys have unrelated multipliers. */
export const oddOf = (key: number): number => mix(key) | 1;

/**
 * 32 random bits, signed; `odd` is `oddOf(key)`. V8 inlines the call but does not move `oddOf` out of a loop
 * (measured: 2.5 ns a draw), so cells make it when they are compiled.
 */
export function draw(a: number, b: number, key: number, odd: number): number {
  return mix((b ^ key) + Math.imul(a, odd));
}

/** Turns a signed 32-bit draw times this into [0, 1). */
export const UNIT32 = 2 ** -32;
/** Beyond this many values 32 random bits would favour some of them by more than 0.4 %. */
export const NARROW = 2 ** 24;
/** 53 bits from two draws, as an integer. */
export const join53 = (hi: number, lo: number): number => (hi >>> 5) * 0x4000000 + (lo >>> 6);
export const UNIT53 = 2 ** -53;

/** Faker's randomizer on the same source. `begin` is its reseeding: three assignments instead of 20 µs. */
export interface KeyedRandomizer {
  begin(a: number, b: number, key: number): void;
  next(): number;
  seed(): void;
}

export function keyedRandomizer(): KeyedRandomizer {
  let a = 0;
  let b = 0;
  let key = 0;
  return {
    begin(low, high, fieldKey) {
      a = low;
      b = high;
      key = fieldKey;
    },
    next() {
      key = (key + GOLDEN) | 0;
      const k = mix(key);
      const odd = oddOf(k);
      return join53(draw(a, b, k, odd), draw(a, b, ~k, odd)) * UNIT53;
    },
    // Faker seeds its randomizer when constructed; our seed arrives with every `begin`.
    seed() {},
  };
}
