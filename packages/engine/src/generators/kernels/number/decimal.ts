import type { Cell, Chunk, Place, Values } from '../engine/cell.ts';
import { draw, drawKeys, join53, NARROW, UNIT32, UNIT53, type Subject } from '../../../numeric/random.ts';
import { literal, pick } from '../choice/choice.ts';
import { putDecimal, putShort, wordOf } from './digits.ts';
import { numbersWith } from './number-text.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';

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
  const lead = literal(place.lead);
  const range = { low, size, decimals, key0: keys[0], key1: keys[1], odd0: odds[0], odd1: odds[1] };
  const isShort =
    decimals > 0 && decimals <= SHORT_DECIMALS && size <= NARROW && widest * 10 ** decimals < 1e8;
  if (isShort) {
    const fractions = fractionsOf(decimals);
    return {
      maxBytes: lead.maxBytes + 20,
      isPure: true,
      column(chunk, subject) {
        lead.column(chunk, subject);
        drawShorts(subject, chunk.rows, range);
        putShorts(chunk, fractions);
      },
      values: () => ({ kind: 'number', make: shorts(range) }),
    };
  }
  return {
    maxBytes: lead.maxBytes + 36,
    isPure: true,
    column(chunk, subject) {
      lead.column(chunk, subject);
      putDecimals(chunk, subject, range);
    },
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
  if (room < 0) throw new Error('Numbers of this size have no decimals: use number.int');
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

/** Scratch: the numbers of a chunk in units of the last decimal, valid within one call of `column`. */
const drawn = new Int32Array(CHUNK_ROWS);

function drawShorts({ a, b }: Subject, rows: number, { low, size, key0, odd0 }: Range): void {
  const to = drawn;
  const key = key0 | 0;
  const odd = odd0 | 0;
  const scale = size * UNIT32;
  for (let r = 0; r < rows; r++) to[r] = (((draw(a[r], b[r], key, odd) >>> 0) * scale) | 0) + low;
}

/** Writes numbers with at most three decimals and eight digits in total. */
function putShorts({ view, at, rows }: Chunk, { words, lengths }: Fractions): void {
  const from = drawn;
  const unit = words.length | 0;
  for (let r = 0; r < rows; r++) {
    let units = from[r];
    let p = at[r];
    if (units < 0) {
      view.setInt8(p++, MINUS);
      units = -units;
    }
    const whole = (units / unit) | 0;
    const rest = units - whole * unit;
    p = putShort(view, p, whole);
    view.setInt32(p, words[rest], true);
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
}

function putDecimals({ bytes, view, at, rows }: Chunk, { a, b }: Subject, range: Range): void {
  const { low, size, decimals, key0, key1, odd0, odd1 } = range;
  const scale = size * UNIT53;
  for (let r = 0; r < rows; r++) {
    const random = join53(draw(a[r], b[r], key0, odd0), draw(a[r], b[r], key1, odd1));
    at[r] = putDecimal(bytes, view, at[r], Math.floor(random * scale) + low, decimals);
  }
}
