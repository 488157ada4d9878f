import { pow } from '../../numeric/deterministic-math.ts';
import type { Evaluate } from '../kernels/formula/formula.ts';
import { bounded, textOf, type Constant } from './functions.ts';
import { typeName, mayBe, type ValueType } from './value-type.ts';
import { arithmetic, signed } from '../kernels/formula/arithmetic.ts';
import { logical, negation } from '../kernels/formula/logic.ts';
import type { Vector } from '../kernels/formula/vector.ts';

/** A compiled part of an expression. */
export interface Compiled extends Constant {
  readonly kind: ValueType;
  readonly evaluate: Evaluate;
  /** Evaluates all rows of a chunk at once. Undefined: it has to be done row by row. */
  readonly vector?: Vector | undefined;
  /** Set if it is one of two parts, and which one is known for all rows at once. */
  readonly cases?: Cases | undefined;
}

/** One part or another. */
export interface Cases {
  readonly test: Vector;
  readonly yes: Compiled;
  readonly no: Compiled;
}

type Calculate = (x: number, y: number) => number;

/** Not a number, such as ∞ − ∞, is null. */
const numberOrNull = (x: number): number | null => (x === x ? x : null);

const ARITHMETIC: ReadonlyMap<string, Calculate> = new Map<string, Calculate>([
  ['-', (x: number, y: number) => x - y],
  ['*', (x: number, y: number) => x * y],
  ['/', (x: number, y: number) => (y === 0 ? NaN : x / y)],
  // Takes the sign of the divisor, so hours and weekdays before 0 come out right.
  ['%', (x: number, y: number) => (y === 0 ? NaN : x - y * Math.floor(x / y))],
  ['**', pow],
]);

const ORDER: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['<', (order: number) => order < 0],
  ['<=', (order: number) => order <= 0],
  ['>', (order: number) => order > 0],
  ['>=', (order: number) => order >= 0],
]);

/** Compiles a binary operator. @throws Error if it is unsupported or an operand has the wrong kind */
export const binary = (operator: string, left: Compiled, right: Compiled): Compiled => ({
  ...rowByRow(operator, left, right),
  vector:
    left.vector &&
    right.vector &&
    (arithmetic(operator, left.vector, right.vector) ?? logical(operator, left.vector, right.vector)),
});

function rowByRow(operator: string, left: Compiled, right: Compiled): Compiled {
  const calculate = ARITHMETIC.get(operator);
  if (calculate !== undefined) return calculated(operator, calculate, left, right);
  const order = ORDER.get(operator);
  if (order !== undefined) return ordered(operator, order, left, right);
  const [x, y] = [left.evaluate, right.evaluate];
  switch (operator) {
    case '+':
      return plus(left, right);
    case '==':
    case '===':
      return { kind: 'boolean', evaluate: (chunk, r) => x(chunk, r) === y(chunk, r) };
    case '!=':
    case '!==':
      return { kind: 'boolean', evaluate: (chunk, r) => x(chunk, r) !== y(chunk, r) };
    case '&&':
      return { kind: 'boolean', evaluate: (chunk, r) => x(chunk, r) === true && y(chunk, r) === true };
    case '||':
      return { kind: 'boolean', evaluate: (chunk, r) => x(chunk, r) === true || y(chunk, r) === true };
    case '??':
      return {
        kind: left.kind === right.kind ? left.kind : 'any',
        evaluate: (chunk, r) => x(chunk, r) ?? y(chunk, r),
      };
    default:
      throw new Error(unsupported(operator));
  }
}

/** Functions in place of the operators of JavaScript. */
const FUNCTION_OF: ReadonlyMap<string, string> = new Map([
  ['&', 'bitAnd(a, b)'],
  ['|', 'bitOr(a, b)'],
  ['~', 'bitNot(a)'],
  ['<<', 'a * pow(2, n)'],
  ['>>', 'floor(a / pow(2, n))'],
  ['>>>', 'floor(a / pow(2, n))'],
]);

function unsupported(operator: string): string {
  const instead = FUNCTION_OF.get(operator);
  return `Unsupported operator ${operator}${instead === undefined ? '' : `. Write ${instead}`}`;
}

/** Compiles a unary operator. @throws Error if it is unsupported or its operand has the wrong kind */
export function unary(operator: string, part: Compiled): Compiled {
  const { evaluate } = part;
  if (operator === '!')
    return {
      kind: 'boolean',
      evaluate: (chunk, r) => evaluate(chunk, r) !== true,
      vector: part.vector && negation(part.vector),
    };
  if (operator !== '-' && operator !== '+') throw new Error(unsupported(operator));
  needs(operator, 'number', part);
  const sign = operator === '-' ? -1 : 1;
  return {
    kind: 'number',
    evaluate(chunk, r) {
      const value = evaluate(chunk, r);
      return typeof value === 'number' ? sign * value : null;
    },
    ...(typeof part.literal === 'number' && { literal: sign * part.literal }),
    vector: part.vector && signed(sign, part.vector),
  };
}

function needs(operator: string, kind: ValueType, part: Compiled): void {
  if (!mayBe(part.kind, kind)) throw new Error(`${operator} needs ${typeName(kind)}, not ${described(part)}`);
}

/** Describes a part: a literal, or else its kind. */
export const described = ({ kind, literal }: Compiled): string =>
  literal === undefined || literal === null
    ? typeName(kind)
    : typeof literal === 'boolean'
      ? String(literal)
      : `the ${typeof literal} ${JSON.stringify(literal)}`;

function calculated(operator: string, calculate: Calculate, left: Compiled, right: Compiled): Compiled {
  for (const side of [left, right]) needs(operator, 'number', side);
  const [first, second] = [left.evaluate, right.evaluate];
  return {
    kind: 'number',
    evaluate(chunk, r) {
      const x = first(chunk, r);
      const y = second(chunk, r);
      return typeof x === 'number' && typeof y === 'number' ? numberOrNull(calculate(x, y)) : null;
    },
  };
}

function plus(left: Compiled, right: Compiled): Compiled {
  const isText = left.kind === 'text' || right.kind === 'text';
  if (!isText) for (const side of [left, right]) if (side.kind !== 'date') needs('+', 'number', side);
  const [first, second] = [left.evaluate, right.evaluate];
  const isNumber = left.kind === 'number' && right.kind === 'number';
  return {
    kind: isText ? 'text' : isNumber ? 'number' : 'any',
    evaluate(chunk, r) {
      const x = first(chunk, r);
      const y = second(chunk, r);
      if (typeof x === 'number' && typeof y === 'number') return numberOrNull(x + y);
      if (x === null || y === null || (typeof x !== 'string' && typeof y !== 'string')) return null;
      return bounded(textOf(x) + textOf(y));
    },
  };
}

function ordered(
  operator: string,
  holds: (order: number) => boolean,
  left: Compiled,
  right: Compiled,
): Compiled {
  const comparable = mayBe(left.kind, right.kind) && mayBe(left.kind, 'date') && mayBe(right.kind, 'date');
  if (!comparable)
    throw new Error(
      `${operator} compares two numbers or two strings, not ${described(left)} and ${described(right)}`,
    );
  const [first, second] = [left.evaluate, right.evaluate];
  return {
    kind: 'boolean',
    evaluate(chunk, r) {
      const x = first(chunk, r);
      const y = second(chunk, r);
      const isOrdered =
        (typeof x === 'number' && typeof y === 'number') || (typeof x === 'string' && typeof y === 'string');
      return isOrdered ? holds(x < y ? -1 : x > y ? 1 : 0) : null;
    },
  };
}
