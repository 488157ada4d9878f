import { draw, drawKeys, join53, NARROW, UNIT32, UNIT53 } from '../../../numeric/random.ts';
import { pick } from '../choice/choice.ts';
import type { Cell, Place, Values } from '../engine/cell.ts';
import { unitsCell, SHORT_DECIMALS } from './numbers.ts';

export interface FloatParams {
  readonly min?: number;
  readonly max?: number;
  readonly fractionDigits?: number;
}

/** Up to this many values, a pool is faster than writing digits. */
const POOL_LIMIT = 2048;

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
  const range = { low, size, key0: keys[0], key1: keys[1], odd0: odds[0], odd1: odds[1] };
  const isShort =
    decimals > 0 && decimals <= SHORT_DECIMALS && size <= NARROW && widest * 10 ** decimals < 1e8;
  return unitsCell({ make: isShort ? shorts(range) : longs(range) }, decimals, place);
}

interface Range {
  readonly low: number;
  readonly size: number;
  readonly key0: number;
  readonly key1: number;
  readonly odd0: number;
  readonly odd1: number;
}

const shorts =
  ({ low, size, key0, odd0 }: Range): Values['make'] =>
  ({ rows }, { a, b }, units) => {
    const scale = size * UNIT32;
    for (let r = 0; r < rows; r++) units[r] = (((draw(a[r], b[r], key0, odd0) >>> 0) * scale) | 0) + low;
  };

const longs =
  ({ low, size, key0, key1, odd0, odd1 }: Range): Values['make'] =>
  ({ rows }, { a, b }, units) => {
    const scale = size * UNIT53;
    for (let r = 0; r < rows; r++) {
      const random = join53(draw(a[r], b[r], key0, odd0), draw(a[r], b[r], key1, odd1));
      units[r] = Math.floor(random * scale) + low;
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
