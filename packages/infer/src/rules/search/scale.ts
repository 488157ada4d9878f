import { simplest, ZERO, type Constant } from './constants.ts';
import { tolerance } from './proof.ts';
import { ratioBounds, type Target } from './target.ts';

/** How a whole number is rounded. */
export interface Rounding {
  readonly name: 'round' | 'floor' | 'ceil';
  readonly of: (x: number) => number;
  /** What is added to a rounded number so that the number before is within half a unit. */
  readonly shift: number;
}

const ROUND: Rounding = { name: 'round', of: (x) => x, shift: 0 };
/** Binary fractions may be a little off a whole number. */
const NOISE = 1e-9;
const ROUNDINGS: readonly Rounding[] = [
  ROUND,
  { name: 'floor', of: (x) => Math.floor(x + NOISE), shift: 0.5 },
  { name: 'ceil', of: (x) => Math.ceil(x - NOISE), shift: -0.5 },
];

/** A target as x × factor + plus, rounded. */
export interface Scale {
  readonly factor: Constant;
  readonly plus: Constant;
  readonly rounding: Rounding;
}

/** Digits that constants may have. */
const MOST_DIGITS = 7;
const MOST_DIGITS_OF_LINE = 6;
/** Blocks in which constants are fitted. */
const FITTED_BLOCKS = 3;

/** Scales by which the target may follow from x. @param mayAdd whether a constant may be added */
export function* scalesOf(target: Target, x: Float64Array, mayAdd: boolean): Generator<Scale> {
  const { column, blocks, isPart } = target;
  const isWhole = column.decimals === 0 && column.kind === 'number' && !isPart;
  for (const rounding of isWhole ? ROUNDINGS : [ROUND])
    for (const block of blocks.slice(0, FITTED_BLOCKS)) {
      const factor = factorOf(target, x, block, rounding.shift);
      if (factor !== undefined) yield { factor, plus: ZERO, rounding };
      if (!mayAdd || rounding !== ROUND) continue;
      const line = lineOf(target, x, block);
      if (line !== undefined) yield { ...line, rounding };
    }
}

/** Rows by which a factor is narrowed, and the share of them that must agree. */
const NARROWED_ROWS = 400;
const AGREE = 0.9;

/** The factor of a proportion: the simplest number in the bounds of all rows of a block. */
function factorOf(
  target: Target,
  x: Float64Array,
  block: readonly number[],
  shift: number,
): Constant | undefined {
  const { numbers } = target;
  const says = (row: number): boolean => x[row] === x[row] && x[row] !== 0 && numbers[row] === numbers[row];
  const known = block.filter(says);
  let [low, high] = [-Infinity, Infinity];
  /** Narrows the bounds, if a row agrees with them. */
  const narrow = (row: number): boolean => {
    const [a, b] = ratioBounds(target, row, x[row], shift);
    if (b < low || a > high) return false;
    low = Math.max(low, a);
    high = Math.min(high, b);
    return true;
  };
  if (known.length === 0 || !known.every(narrow)) return undefined;
  let [agree, rows] = [0, 0];
  for (let row = 0; row < x.length && rows < NARROWED_ROWS; row++) {
    if (!says(row)) continue;
    rows++;
    if (narrow(row)) agree++;
  }
  const factor = agree < AGREE * rows ? undefined : simplest(low, high);
  return factor === undefined || factor.value === 0 || factor.digits > MOST_DIGITS ? undefined : factor;
}

/** A line through the rows of a block: least squares on all rows near the line through two of them. */
function lineOf(
  target: Target,
  x: Float64Array,
  block: readonly number[],
): Pick<Scale, 'factor' | 'plus'> | undefined {
  const { column, numbers } = target;
  const known = block.filter((row) => x[row] === x[row]);
  const from = known.toSorted((a, b) => Math.abs(x[b]) - Math.abs(x[a]))[0];
  if (from === undefined) return undefined;
  const to = known.reduce(
    (far, row) => (Math.abs(x[row] - x[from]) > Math.abs(x[far] - x[from]) ? row : far),
    from,
  );
  const width = x[to] - x[from];
  if (width === 0) return undefined;
  const slope = (numbers[to] - numbers[from]) / width;
  const unit = 2 * tolerance(column, numbers[from]);
  const isNear = (row: number): boolean => {
    const dx = x[row] - x[from];
    return (
      Math.abs(numbers[from] + slope * dx - numbers[row]) <= unit + (unit * Math.abs(dx)) / Math.abs(width)
    );
  };
  if (slope === 0 || !known.every(isNear)) return undefined;
  const factor = slopeOf(x, numbers, from, isNear, unit);
  if (factor === undefined || factor.value === 0 || factor.digits > MOST_DIGITS_OF_LINE) return undefined;
  const plus = interceptOf(target, x, factor.value);
  return plus === undefined || plus.value === 0 || plus.digits > MOST_DIGITS ? undefined : { factor, plus };
}

/** The slope by least squares over the rows near a line. @param unit width of the target's rounding */
function slopeOf(
  x: Float64Array,
  numbers: Float64Array,
  from: number,
  isNear: (row: number) => boolean,
  unit: number,
): Constant | undefined {
  let [rows, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0];
  let [least, most] = [Infinity, -Infinity];
  for (let row = 0; row < x.length; row++) {
    const [dx, dy] = [x[row] - x[from], numbers[row] - numbers[from]];
    if (dx !== dx || dy !== dy || !isNear(row)) continue;
    rows++;
    sumX += dx;
    sumY += dy;
    sumXX += dx * dx;
    sumXY += dx * dy;
    least = Math.min(least, dx);
    most = Math.max(most, dx);
  }
  const slope = (rows * sumXY - sumX * sumY) / (rows * sumXX - sumX * sumX);
  const slack = unit / (most - least) + 1e-12 * Math.abs(slope);
  return simplest(slope - slack, slope + slack);
}

/** Share of the rows at each end that may be errors. */
const TAIL = 0.02;

function interceptOf({ column, numbers }: Target, x: Float64Array, factor: number): Constant | undefined {
  const rest = numbers.map((value, row) => value - factor * x[row]).filter((value) => value === value);
  rest.sort();
  const slack = tolerance(column, 0);
  const high = rest[Math.floor(rest.length * TAIL)];
  const low = rest[Math.min(rest.length - 1, Math.ceil(rest.length * (1 - TAIL)))];
  return simplest(low - slack, high + slack);
}
