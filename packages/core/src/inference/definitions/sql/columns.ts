import type { Shape } from '../shape.ts';
import { checked } from './checks.ts';
import { inBrackets, isSymbol, keyword, type Token } from './tokens.ts';
import { afterWords, readType, type OwnTypes } from './types.ts';

/** A column, or what could not be read. */
export type Column = { readonly shape: Shape } | { readonly unknown: string };

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
