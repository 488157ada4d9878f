import type { Cell, Chunk, Place, Values } from '../engine/cell.ts';
import { draw, drawKeys, join53, NARROW, UNIT32, UNIT53, type Subject } from '../../../numeric/random.ts';
import { PADDED, PLAIN, putInteger, WIDTH } from './digits.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { literal, pick } from '../choice/choice.ts';
import { numbersCell } from './numbers.ts';

export interface IntegerParams {
  readonly min?: number;
  readonly max?: number;
  readonly multipleOf?: number;
}

/** Up to this many values, a pool is faster than writing digits and fits the first-level cache. */
const POOL_LIMIT = 512;

/** Numbers below this have at most 16 digits. */
const VAST = 1e16;

/** Faker's number.int: uniform with both ends included, 0 … 2^53−1 by default. Above 2^53 not every integer is a double. */
export function integer(params: IntegerParams, place: Place): Cell {
  const { min, max, size, step } = stepsOf(params);
  if (size <= POOL_LIMIT)
    return pick(
      Array.from({ length: size }, (_, i) => (min + i) * step),
      place,
    );
  const range = rangeOf(min, size, step, place);
  const short = step === 1 && min >= 0 && max < 1e8 && size <= NARROW;
  if (Math.max(-min, max) * step >= VAST) return numbersCell({ make: wides(range) }, { decimals: 0 }, place);
  const lead = literal(place.lead);
  return {
    maxBytes: lead.maxBytes + 24,
    isPure: true,
    column(chunk, subject) {
      lead.column(chunk, subject);
      if (!short) return putWides(chunk, subject, range);
      drawShorts(subject, chunk.rows, range);
      putShorts(chunk);
    },
    values: () => ({ kind: 'number', make: short ? shorts(range) : wides(range) }),
  };
}

/** The least and greatest number and how many there are, in steps. */
function stepsOf({
  min: least = 0,
  max: most = Number.MAX_SAFE_INTEGER,
  multipleOf: step = 1,
}: IntegerParams) {
  const min = Math.ceil(least / step);
  const max = Math.floor(most / step);
  if (!Number.isSafeInteger(step) || step <= 0)
    throw new Error('multipleOf must be a whole number greater than 0');
  if (max < min) throw new Error(`Max ${max * step} should be greater than min ${min * step}`);
  const size = max - min + 1;
  if (!Number.isFinite(size * step)) throw new Error('The range from min to max is too wide');
  return { min, max, size, step };
}

type Range = ReturnType<typeof rangeOf>;

function rangeOf(min: number, size: number, step: number, place: Place) {
  const { keys, odds } = drawKeys(place.path, 2);
  return { min, size, step, key0: keys[0], key1: keys[1], odd0: odds[0], odd1: odds[1] };
}

const shorts =
  ({ min, size, key0, odd0 }: Range): Values['make'] =>
  ({ rows }, { a, b }, numbers) => {
    const scale = size * UNIT32;
    for (let r = 0; r < rows; r++) numbers[r] = (min + (draw(a[r], b[r], key0, odd0) >>> 0) * scale) | 0;
  };

const wides =
  ({ min, size, step, key0, key1, odd0, odd1 }: Range): Values['make'] =>
  ({ rows }, { a, b }, numbers) => {
    const scale = size * UNIT53;
    for (let r = 0; r < rows; r++) {
      const random = join53(draw(a[r], b[r], key0, odd0), draw(a[r], b[r], key1, odd1));
      numbers[r] = Math.floor(random * scale + min) * step;
    }
  };

/** Scratch: the numbers of a chunk, valid within one call of `column`. */
const drawn = new Int32Array(CHUNK_ROWS);

function drawShorts({ a, b }: Subject, rows: number, { min, size, key0, odd0 }: Range): void {
  const to = drawn;
  const key = key0 | 0;
  const odd = odd0 | 0;
  const scale = size * UNIT32;
  for (let r = 0; r < rows; r++) to[r] = (min + (draw(a[r], b[r], key, odd) >>> 0) * scale) | 0;
}

/** Writes whole numbers of at most eight digits. */
function putShorts({ view, at, rows }: Chunk): void {
  const from = drawn;
  const plain = PLAIN;
  const padded = PADDED;
  const width = WIDTH;
  for (let r = 0; r < rows; r++) {
    const x = from[r];
    const p = at[r];
    if (x < 10000) {
      at[r] = p + width[x];
      view.setInt32(p, plain[x], true);
    } else {
      const high = (x / 10000) | 0;
      const low = padded[x - high * 10000];
      const middle = p + width[high];
      at[r] = middle + 4;
      view.setInt32(p, plain[high], true);
      view.setInt32(middle, low, true);
    }
  }
}

/** Writes any safe integers. The usual case, 9 to 16 digits, is inlined: calling `putInteger` is a third slower. */
function putWides({ view, at, rows }: Chunk, { a, b }: Subject, range: Range): void {
  const { min, size, step, key0, key1, odd0, odd1 } = range;
  const scale = size * UNIT53;
  const plain = PLAIN;
  const padded = PADDED;
  const width = WIDTH;
  for (let r = 0; r < rows; r++) {
    const random = join53(draw(a[r], b[r], key0, odd0), draw(a[r], b[r], key1, odd1));
    const x = Math.floor(random * scale + min) * step;
    let p = at[r];
    if (x < 1e12) {
      at[r] = putInteger(view, p, x);
      continue;
    }
    const high = (x / 1e8) | 0;
    const low = (x - high * 1e8) | 0;
    const top = (high / 10000) | 0;
    const middle = (low / 10000) | 0;
    view.setInt32(p, plain[top], true);
    p += width[top];
    view.setInt32(p, padded[high - top * 10000], true);
    view.setInt32(p + 4, padded[middle], true);
    view.setInt32(p + 8, padded[low - middle * 10000], true);
    at[r] = p + 12;
  }
}
