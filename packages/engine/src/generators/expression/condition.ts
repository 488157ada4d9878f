import { errorText } from '../../model/printable.ts';
import type { Condition } from '../kernels/structure/absence.ts';
import type { Reference } from '../generator.ts';
import {
  checkExpression,
  compileExpression,
  type ExpressionSources,
  READ_PART,
  type ColumnOf,
} from './compile.ts';
import { typeName, mayBe, type ValueType } from './value-type.ts';
import { readsIn, tryParse, type Read } from './parse.ts';

/** What an expression reads, with repetitions; nothing if it is invalid. */
export function readByExpression(text: string): readonly Read[] {
  const tree = tryParse(text);
  return tree === undefined ? [] : readsIn(tree);
}

/** The fields that an argument reads as an expression: none if it is no text. @param path to the argument */
export const expressionReferences = (text: unknown, path: readonly PropertyKey[]): readonly Reference[] =>
  (typeof text === 'string' ? readByExpression(text) : []).map((read) => ({
    ...read,
    path,
    notEntity: READ_PART,
    within: 'expression',
  }));

/** Why a text is not a condition; undefined if it is one. */
export function conditionError(text: string): string | undefined {
  try {
    return kindError(checkExpression(text));
  } catch (error) {
    return errorText(error);
  }
}

const kindError = (kind: ValueType): string | undefined =>
  mayBe(kind, 'boolean') ? undefined : `the condition must be true or false, not ${typeName(kind)}`;

/** Compiles a condition. It holds where the expression is true, and not where it is null. @throws Error if it is invalid */
export function compileCondition(
  text: string,
  columnOf: ColumnOf,
  path: string,
  sources: ExpressionSources,
): Condition {
  const { evaluate, ...rest } = compileExpression(text, columnOf, path, sources);
  return { ...rest, holds: (chunk, r) => evaluate(chunk, r) === true };
}
