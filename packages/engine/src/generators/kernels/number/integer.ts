import { draw, drawKeys, join53, NARROW, UNIT32, UNIT53 } from '../../../numeric/random.ts';
import { pick } from '../choice/choice.ts';
import type { Cell, Place, Values } from '../engine/cell.ts';
import { unitsCell } from './numbers.ts';

export interface IntegerParams {
  readonly min?: number;
  readonly max?: number;
  readonly multipleOf?: number;
}

/** Up to this many values, a pool is faster than writing digits and fits the first-level cache. */
const POOL_LIMIT = 512;

/** Faker's number.int: uniform with both ends included, 0 … 2^53−1 by default. Above 2^53 not every integer is a double. */
export function integer(params: IntegerParams, place: Place): Cell {
  const { min, max, size, step } = stepsOf(params);
  if (size <= POOL_LIMIT)
    return pick(
      Array.from({ length: size }, (_, i) => (min + i) * step),
      place,
    );
  const isShort = step === 1 && min >= 0 && max < 1e8 && size <= NARROW;
  const { keys, odds } = drawKeys(place.path, 2);
  const range = { min, size, step, key0: keys[0], key1: keys[1], odd0: odds[0], odd1: odds[1] };
  return unitsCell({ make: isShort ? shorts(range) : wides(range) }, 0, place);
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

interface Range {
  readonly min: number;
  readonly size: number;
  readonly step: number;
  readonly key0: number;
  readonly key1: number;
  readonly odd0: number;
  readonly odd1: number;
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
