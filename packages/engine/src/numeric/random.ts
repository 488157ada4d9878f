/**
 * The only source of randomness: a counter-based generator, a pure function of (seed, subject, field path, n-th draw).
 *
 * Two steps, so that all fields of a row share the expensive one:
 *   1. Once per row, the subject (normally the row index) is hashed into two 32-bit words a and b.
 *   2. Once per draw, each word is multiplied by its own multiplier, and the sum of the products is mixed.
 * Draws share no state, so any row can be generated alone and any field can be omitted.
 */

const GOLDEN = 0x9e3779b9;

/** lowbias32, a bijection: each input bit flips each output bit with probability 0.5 ± 0.1 % (nullprogram.com/blog/2018/07/31). */
export function mix(x: number): number {
  x ^= x >>> 16;
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  return x ^ (x >>> 15);
}

/** The key of each row's draws: a pair of words per row of a chunk. Derived from the row index or, with `per`, from other fields' values. */
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

/** A seed from a whole number or a text. `"42"` and `42` are the same seed. */
export function seedOf(seed: number | string): Seed {
  const text = String(seed).trim();
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  const [low, high] = number === undefined ? hashText(text) : [number | 0, Math.floor(number / 2 ** 32)];
  const s0 = mix(low ^ GOLDEN);
  return { s0, s1: mix(high + Math.imul(s0, 3) + 1) };
}

/** Two 32-bit hashes of a text's UTF-16 units. */
function hashText(text: string): readonly [number, number] {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = mix(high + Math.imul(text.charCodeAt(i) + i, 0x85ebca6b));
  }
  return [low, high];
}

/**
 * Sets the subjects of rows first, first + step, … (a, b) is a bijection of the 64-bit row index, so no two rows share a pair.
 *
 * @param step at least 1. The last row must be below 2^53
 */
export function rowsAsSubjects(subject: Subject, seed: Seed, first: number, rows: number, step = 1): void {
  const { s0, s1 } = seed;
  const { a, b } = subject;
  let done = 0;
  while (done < rows) {
    // Rows with the same upper word of their index form one loop over 32-bit integers.
    const row = first + done * step;
    const high = Math.floor(row / 2 ** 32);
    const end = Math.min(rows, done + Math.ceil(((high + 1) * 2 ** 32 - row) / step));
    for (let low = row | 0; done < end; done++, low = (low + step) | 0) {
      const x = mix(low ^ s0);
      a[done] = x;
      b[done] = mix((x ^ high) + s1);
    }
  }
}

/** Sets the subjects of rows with these indexes, whole numbers from 0 to 2^53 − 1, as `rowsAsSubjects` does for consecutive ones. */
export function indexesAsSubjects(
  { a, b }: Subject,
  { s0, s1 }: Seed,
  indexes: Float64Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) {
    const x = mix((indexes[r] >>> 0) ^ s0);
    a[r] = x;
    b[r] = mix((x ^ Math.floor(indexes[r] / 2 ** 32)) + s1);
  }
}

/**
 * Sets the subjects for the n-th element of an array field, independent of the row's own draws and of other elements.
 * For each n this is a bijection of (a, b), so no two rows share the subject of their n-th element. The salts differ, so no two
 * elements of a row share the word a.
 */
export function elementsAsSubjects(subject: Subject, rowSubject: Subject, rows: number, n: number): void {
  const salt = mix(n + GOLDEN);
  const { a, b } = subject;
  for (let r = 0; r < rows; r++) {
    const x = mix(rowSubject.a[r] ^ salt);
    a[r] = x;
    b[r] = mix((rowSubject.b[r] + x) ^ Math.imul(n + 1, GOLDEN));
  }
}

/** Sets the subjects for the n-th elements of the rows `picked`. */
export function pickedElementsAsSubjects(
  subject: Subject,
  rowSubject: Subject,
  picked: Int32Array,
  count: number,
  n: number,
): void {
  const salt = mix(n + GOLDEN);
  const { a, b } = subject;
  for (let i = 0; i < count; i++) {
    const r = picked[i];
    const x = mix(rowSubject.a[r] ^ salt);
    a[i] = x;
    b[i] = mix((rowSubject.b[r] + x) ^ Math.imul(n + 1, GOLDEN));
  }
}

/** The multipliers of a draw, both odd: `key` for the subject's word b, `odd` for its word a. */
export interface DrawKey {
  readonly key: number;
  readonly odd: number;
}

/**
 * The multipliers of the n-th draw of a field. Runs at compile time, so speed does not matter.
 * They come from two independent hashes of the path: fields that collide in one still differ in the other.
 */
export const drawKey = (path: string, n: number): DrawKey => nextKey(hashed(path), n);

function hashed(path: string): DrawKey {
  const [low, high] = hashText(path);
  return { key: mix(low), odd: mix(high) };
}

/** The multipliers of draws 0 … count − 1 of a field, as typed arrays because a long text has hundreds of thousands. */
export function drawKeys(
  path: string,
  count: number,
): { readonly keys: Int32Array; readonly odds: Int32Array } {
  const { key, odd } = hashed(path);
  const [keys, odds] = [new Int32Array(count), new Int32Array(count)];
  for (let n = 0; n < count; n++) {
    keys[n] = keyAfter(key, n);
    odds[n] = oddAfter(odd, n);
  }
  return { keys, odds };
}

/** The n-th pair of multipliers after these. */
export const nextKey = ({ key, odd }: DrawKey, n: number): DrawKey => ({
  key: keyAfter(key, n),
  odd: oddAfter(odd, n),
});

const keyAfter = (key: number, n: number): number => mix(key + Math.imul(n, GOLDEN)) | 1;
const oddAfter = (odd: number, n: number): number => mix(odd + Math.imul(n, 0x85ebca6b)) | 1;

/**
 * 32 random bits, signed: `finish(fold(b × key) + a × odd)` with `fold(p) = p ^ p >>> 16`, and `finish` the end of `mix`.
 *
 * Every step is invertible: given `key` and `odd`, a draw and one of the words determine the other word.
 * The fold keeps rows distinct. Without it, flipping the top bits of both a and b cancels for every key, so each row has a twin
 * with the same values. With it, flipping the top bit of b changes two bits, which a can cancel for only about one key in 2^16.
 */
export function draw(a: number, b: number, key: number, odd: number): number {
  const p = Math.imul(b, key);
  let x = (p ^ (p >>> 16)) + Math.imul(a, odd);
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  return x ^ (x >>> 15);
}

/**
 * A whole number from 0 to 2^53 − 1. The low half is drawn from the high half in place of b. (a, b) ↔ (high, low) is a bijection
 * of 64 bits (`low` determines a, then `high` determines b), so each number comes from exactly 2^11 pairs.
 */
export function draw53(a: number, b: number, key: number, odd: number): number {
  const high = draw(a, b, key, odd);
  return join53(high, draw(a, high, key, odd));
}

/** Scales an unsigned 32-bit draw to [0, 1). */
export const UNIT32 = 2 ** -32;
/** Above this many values, 32 random bits favour some of them by more than 0.4 %. */
export const NARROW = 2 ** 24;
/** Joins two draws into an integer of 53 bits. */
export const join53 = (hi: number, lo: number): number => (hi >>> 5) * 0x4000000 + (lo >>> 6);
/** Scales a 53-bit draw to [0, 1). */
export const UNIT53 = 2 ** -53;

/** Faker's randomizer, drawing from this source. `begin` reseeds it with four assignments instead of 20 µs. */
export interface KeyedRandomizer {
  begin(a: number, b: number, key: DrawKey): void;
  next(): number;
  seed(): void;
}

export function keyedRandomizer(): KeyedRandomizer {
  let a = 0;
  let b = 0;
  let key = 0;
  let odd = 0;
  return {
    begin(low, high, field) {
      a = low;
      b = high;
      ({ key, odd } = field);
    },
    next() {
      key = (key + GOLDEN) | 0;
      odd = (odd + 0x85ebca6b) | 0;
      return draw53(a, b, mix(key) | 1, mix(odd) | 1) * UNIT53;
    },
    // Faker calls this when constructed. The seed comes with `begin`.
    seed() {},
  };
}
