import type { Shape } from '../shape.ts';
import { isSymbol, keyword, type Token } from './tokens.ts';

/** A shape with what CHECK says about it: IN, BETWEEN, = ANY and comparisons with numbers. */
export function checked(shape: Shape, check: readonly Token[]): Shape {
  const own = check.findIndex(({ text }) => text.toLowerCase() === shape.name.toLowerCase());
  if (own < 0) return shape;
  const rest = check.slice(own + 1);
  const words = rest.map((token) => keyword(token));
  const texts = rest.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  const numbers = numbersIn(rest);
  if (words.includes('BETWEEN') && numbers.length >= 2) return { ...shape, ...range(numbers[0], numbers[1]) };
  if (words.includes('IN') || words.includes('ANY')) {
    const values = texts.length > 0 ? texts : numbers;
    return values.length === 0 ? shape : { ...shape, values };
  }
  return rest.reduce((found, token, i) => compared(found, token, numberAt(rest, i + 1)), shape);
}

const range = (min: number | undefined, max: number | undefined): Partial<Shape> => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

function compared(shape: Shape, token: Token, bound: number | undefined): Shape {
  if (bound === undefined || token.kind !== 'symbol') return shape;
  const step = shape.kind === 'whole number' ? 1 : 10 ** -(shape.decimals ?? 2);
  switch (token.text) {
    case '>=':
      return { ...shape, min: bound };
    case '>':
      return { ...shape, min: bound + step };
    case '<=':
      return { ...shape, max: bound };
    case '<':
      return { ...shape, max: bound - step };
    default:
      return shape;
  }
}

/** The number at an index, with its sign. */
function numberAt(tokens: readonly Token[], at: number): number | undefined {
  const isNegative = isSymbol(tokens[at], '-');
  const token = tokens[isNegative ? at + 1 : at];
  if (token?.kind !== 'number') return undefined;
  return isNegative ? -Number(token.text) : Number(token.text);
}

function numbersIn(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token, i) => {
    if (token.kind !== 'number') return [];
    return [isSymbol(tokens[i - 1], '-') ? -Number(token.text) : Number(token.text)];
  });
}
