import type { Cell, Chunk, Place, Values } from '../engine/cell.ts';
import { draw, drawKeys, join53, NARROW, UNIT32, UNIT53, type Subject } from '../../../numeric/random.ts';
import { pick } from '../choice/choice.ts';
import { putDecimal, putShort, wordOf } from './digits.ts';
import { numbersWith } from './number-text.ts';
import { pool, putWords } from '../engine/pool.ts';

export interface FloatParams {
  readonly min?: number;
  readonly max?: number;
  readonly fractionDigits?: number;
}

/** Up to this many values, a pool is faster than writing digits. */
const POOL_LIMIT = 2048;
/** Maximum decimals that fit four bytes with their point. */
export const SHORT_DECIMALS = 3;
const MINUS = 0x2d;

/** Every decimal of up to 15 significant digits survives text → double → text (IEEE 754 binary64). */
const SIGNIFICANT = 15;

/**
 * Faker's number.float: uniform in [min, max), 0 … 1 by default; with fractionDigits, max is included.
 * Without fractionDigits faker prints up to 17 digits. Here the value is a multiple of 10^-d, with d chosen for at most
 * 15 significant digits: its text needs no shortest-double search and parses to exactly units / 10^d.
 */
export function decimal({ min = 0, max = 1, fractionDigits }: FloatParams, place: Place): Cell {
  if (max < min) throw new Error(`Max ${max} should be greater than min ${min}`);
  const widest = Math.max(Math.abs(min), Math.abs(max));
  const decimals = decimalsFor(widest, fractionDigits);
  const low = Math.ceil(min * 10 ** decimals);
  const high = Math.floor(max * 10 ** decimals);
  const size = fractionDigits === undefined ? Math.max(1, high - low) : high - low + 1;
  if (size <= POOL_LIMIT) {
    const values = Array.from({ length: size }, (_, i) => Number(`${low + i}e-${decimals}`));
    return pick(values, place);
  }
  const { keys, odds } = drawKeys(place.path, 2);
  const { words, stride, lengths } = pool([place.lead]);
  const range = {
    low,
    size,
    decimals,
    key0: keys[0],
    key1: keys[1],
    odd0: odds[0],
    odd1: odds[1],
    words,
    stride,
    skip: lengths[0],
  };
  const isShort =
    decimals > 0 && decimals <= SHORT_DECIMALS && size <= NARROW && widest * 10 ** decimals < 1e8;
  if (isShort) {
    const fractions = fractionsOf(decimals);
    return {
      maxBytes: stride * 8 + 20,
      column: (chunk, subject) => putShorts(chunk, subject, range, fractions),
      values: () => ({ kind: 'number', make: shorts(range) }),
    };
  }
  return {
    maxBytes: stride * 8 + 36,
    column: (chunk, subject) => putDecimals(chunk, subject, range),
    values: () => ({ ...numbersWith(decimals), make: longs(range) }),
  };
}

const shorts =
  ({ low, size, decimals, key0, odd0 }: Range): Values['make'] =>
  ({ rows }, { a, b }, numbers) => {
    const [scale, unit] = [size * UNIT32, 10 ** decimals];
    for (let r = 0; r < rows; r++)
      numbers[r] = ((((draw(a[r], b[r], key0, odd0) >>> 0) * scale) | 0) + low) / unit;
  };

const longs =
  ({ low, size, decimals, key0, key1, odd0, odd1 }: Range): Values['make'] =>
  ({ rows }, { a, b }, numbers) => {
    const [scale, unit] = [size * UNIT53, 10 ** decimals];
    for (let r = 0; r < rows; r++) {
      const random = join53(draw(a[r], b[r], key0, odd0), draw(a[r], b[r], key1, odd1));
      numbers[r] = (Math.floor(random * scale) + low) / unit;
    }
  };

/** The requested number of decimals, or as many as numbers of this size allow. */
function decimalsFor(widest: number, fractionDigits: number | undefined): number {
  const room = Math.min(SIGNIFICANT, SIGNIFICANT - Math.ceil(Math.log10(widest || 1)));
  const decimals = fractionDigits ?? Math.max(0, room);
  if (!Number.isSafeInteger(decimals) || decimals < 0)
    throw new Error('fractionDigits must be a whole number, at least 0');
  if (decimals > room) throw new Error(`At most ${room} decimals fit a number of this size`);
  return decimals;
}

/** The text after the whole part for each fraction: ".5", ".07", or nothing. */
export interface Fractions {
  readonly words: Int32Array;
  readonly lengths: Uint8Array;
}

/** @param decimals at most 3 */
export function fractionsOf(decimals: number): Fractions {
  const texts = Array.from({ length: 10 ** decimals }, (_, i) =>
    String(Number(`${i}e-${decimals}`)).slice(1),
  );
  return { words: Int32Array.from(texts, wordOf), lengths: Uint8Array.from(texts, ({ length }) => length) };
}

/** Numbers with at most three decimals and eight digits in total. */
function putShorts({ view, at, rows }: Chunk, { a, b }: Subject, range: Range, fractions: Fractions): void {
  const { low, size, key0, odd0, words, stride, skip } = range;
  const { words: texts, lengths } = fractions;
  const unit = texts.length;
  const scale = size * UNIT32;
  for (let r = 0; r < rows; r++) {
    let units = (((draw(a[r], b[r], key0, odd0) >>> 0) * scale) | 0) + low;
    let p = at[r];
    putWords(view, p, words, 0, stride);
    p += skip;
    if (units < 0) {
      view.setInt8(p++, MINUS);
      units = -units;
    }
    const whole = (units / unit) | 0;
    const rest = units - whole * unit;
    p = putShort(view, p, whole);
    view.setInt32(p, texts[rest], true);
    at[r] = p + lengths[rest];
  }
}

interface Range {
  readonly low: number;
  readonly size: number;
  readonly decimals: number;
  readonly key0: number;
  readonly key1: number;
  readonly odd0: number;
  readonly odd1: number;
  readonly words: Float64Array;
  readonly stride: number;
  readonly skip: number;
}

function putDecimals({ bytes, view, at, rows }: Chunk, { a, b }: Subject, range: Range): void {
  const { low, size, decimals, key0, key1, odd0, odd1, words, stride, skip } = range;
  const scale = size * UNIT53;
  for (let r = 0; r < rows; r++) {
    const random = join53(draw(a[r], b[r], key0, odd0), draw(a[r], b[r], key1, odd1));
    const p = at[r];
    putWords(view, p, words, 0, stride);
    at[r] = putDecimal(bytes, view, p + skip, Math.floor(random * scale) + low, decimals);
  }
}
