import { pow } from '../../../numeric/deterministic-math.ts';
import { draw53, type DrawKey, UNIT53 } from '../../../numeric/random.ts';
import { CHUNK_ROWS } from '../engine/cell.ts';
import { constantOf, from1, from2, hasTexts, type Loop2, numbersOf, type Vector } from './vector.ts';

/** 10^digits, for −15 to 15 digits. */
const SCALE = Float64Array.from({ length: 31 }, (_, i) => pow(10, i - 15));

/** Rounds half away from 0. A number one bit below a half counts as a half: 1.005 gives 1.01. */
export function rounded(x: number, digits = 0): number {
  return roundedBy(x, SCALE[placeOf(digits)]);
}

/** The place of the scale. */
const placeOf = (digits: number): number => Math.max(-15, Math.min(15, Math.trunc(digits))) + 15;

function roundedBy(x: number, scale: number): number {
  const units = Math.floor(Math.abs(x) * scale * (1 + 2 ** -52) + 0.5);
  return x < 0 ? -(units / scale) : units / scale;
}

/** Rounds to the same number of digits in all rows: most expressions do. */
function roundedTo(part: Vector, digits: number): Vector {
  const scale = SCALE[placeOf(digits)];
  return from1(numbersOf(part), (x, result, rows) => {
    for (let r = 0; r < rows; r++) result[r] = roundedBy(x[r], scale);
  });
}

/** Operators on two numbers. NaN stands for null, and for a result that is none. */
const ARITHMETIC: ReadonlyMap<string, Loop2> = new Map<string, Loop2>([
  [
    '+',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = x[r] + y[r];
    },
  ],
  [
    '-',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = x[r] - y[r];
    },
  ],
  [
    '*',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = x[r] * y[r];
    },
  ],
  [
    '/',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = y[r] === 0 ? NaN : x[r] / y[r];
    },
  ],
  [
    '%',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = y[r] === 0 ? NaN : x[r] - y[r] * Math.floor(x[r] / y[r]);
    },
  ],
  [
    '**',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = x[r] === x[r] && y[r] === y[r] ? pow(x[r], y[r]) : NaN;
    },
  ],
]);

/** Calculates with numbers; undefined if + may join texts. */
export function arithmetic(operator: string, left: Vector, right: Vector): Vector | undefined {
  const loop = ARITHMETIC.get(operator);
  if (loop === undefined || (operator === '+' && (hasTexts(left) || hasTexts(right)))) return undefined;
  return from2(numbersOf(left), numbersOf(right), loop);
}

/** The number with the sign changed or kept. */
export const signed = (sign: number, part: Vector): Vector =>
  from1(numbersOf(part), (x, result, rows) => {
    for (let r = 0; r < rows; r++) result[r] = sign * x[r];
  });

/** Functions of two numbers that are called most. */
const FREQUENT: ReadonlyMap<string, Loop2> = new Map<string, Loop2>([
  [
    'round',
    (x, digits, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = digits[r] === digits[r] ? rounded(x[r], digits[r]) : NaN;
    },
  ],
  [
    'min',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = Math.min(x[r], y[r]);
    },
  ],
  [
    'max',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = Math.max(x[r], y[r]);
    },
  ],
]);

/** A function of two numbers that is called often; undefined if it is not. */
function frequentOf(name: string, parts: readonly Vector[]): Vector | undefined {
  const [first, second] = parts;
  const loop = FREQUENT.get(name);
  if (loop === undefined || first === undefined || second === undefined || parts.length > 2) return undefined;
  const digits = constantOf(second);
  if (name === 'round' && digits !== undefined) return roundedTo(first, digits);
  return from2(numbersOf(first), numbersOf(second), loop);
}

/** A function of one to three numbers, which gives a number or null. */
export function applied(
  name: string,
  call: (...numbers: number[]) => unknown,
  parts: readonly Vector[],
): Vector | undefined {
  const frequent = frequentOf(name, parts);
  if (frequent !== undefined) return frequent;
  const [x, y, z] = parts.map(numbersOf);
  if (x === undefined || parts.length > 3) return undefined;
  const result = new Float64Array(CHUNK_ROWS);
  return {
    run(chunk, subject) {
      const [a, b, c] = [x, y, z].map((part) => part?.run(chunk, subject));
      for (let r = 0; r < chunk.rows; r++) {
        const isThere =
          a[r] === a[r] && (b === undefined || b[r] === b[r]) && (c === undefined || c[r] === c[r]);
        const made = !isThere
          ? null
          : b === undefined
            ? call(a[r])
            : c === undefined
              ? call(a[r], b[r])
              : call(a[r], b[r], c[r]);
        result[r] = typeof made === 'number' ? made : NaN;
      }
      return result;
    },
  };
}

/** The row's index. */
export const indexes: Vector = { run: ({ index }) => index };

/** Uniform numbers from 0 to 1, 1 excluded. */
export function uniform({ key, odd }: DrawKey): Vector {
  const result = new Float64Array(CHUNK_ROWS);
  return {
    run({ rows }, { a, b }) {
      for (let r = 0; r < rows; r++) result[r] = draw53(a[r], b[r], key, odd) * UNIT53;
      return result;
    },
  };
}
