import type { Shape } from '../shape.ts';
import { inBrackets, isSymbol, keyword, type Token } from './tokens.ts';
import { afterWords, readType, type OwnTypes } from './types.ts';

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

/** A column, or what could not be read. */
type Column = { readonly shape: Shape } | { readonly unknown: string };

/** Reads `name type constraints`. @param isNullable of a column that does not say */
export function columnOf(tokens: readonly Token[], own: OwnTypes, isNullable: boolean): Column {
  const name = tokens[0]?.text ?? '';
  const { type, end } = readType(tokens, 1, own);
  if (type === undefined) return { unknown: `${name} ${tokens[1]?.text ?? ''}`.trim() };
  const rest = tokens.slice(afterWords(tokens, end));
  const shape: Shape = {
    isNullable,
    ...type,
    name,
    ...constraintsOf(rest, (tokens[1]?.text ?? '').toUpperCase()),
  };
  const check = rest.findIndex((token) => keyword(token) === 'CHECK');
  return { shape: check < 0 ? shape : checked(shape, inBrackets(rest, check + 1).inner) };
}

/** What constraints say about a column. */
function constraintsOf(rest: readonly Token[], type: string): Partial<Shape> {
  const has = (...words: string[]): boolean =>
    rest.some((_, i) => words.every((word, j) => keyword(rest[i + j]) === word));
  const reference = rest.findIndex((token) => keyword(token) === 'REFERENCES');
  const isKey =
    has('PRIMARY', 'KEY') ||
    has('AUTO_INCREMENT') ||
    has('AUTOINCREMENT') ||
    has('IDENTITY') ||
    type.endsWith('SERIAL');
  return {
    ...(isKey || has('NOT', 'NULL') ? { isNullable: false } : {}),
    ...(isKey ? { isKey } : {}),
    ...(reference < 0 ? {} : { references: qualifiedName(rest, reference + 1).name }),
  };
}

/** The last part of `catalogue.schema.name`, and the index after it. */
export function qualifiedName(
  tokens: readonly Token[],
  at: number,
): { readonly name: string; readonly end: number } {
  let end = at + 1;
  while ((isSymbol(tokens[end], '.') || isSymbol(tokens[end], '-')) && tokens[end + 1] !== undefined)
    end += 2;
  return { name: (tokens[end - 1]?.text ?? '').split('.').at(-1) ?? '', end };
}
