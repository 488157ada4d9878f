import { errorText } from '../../model/printable.ts';
import type { Entity } from '../../model/schema.ts';
import { checkExpression, compileExpression } from '../expression/compile.ts';
import { typeName, mayBe } from '../expression/value-type.ts';
import type { ArgumentFault } from '../generator.ts';
import type { Scope } from '../scope.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import { numberedEntity } from '../kernels/relation/entity.ts';

/** Why an expression cannot be the number of an entity. */
export function numberFaults(number: string): readonly ArgumentFault[] {
  const fault = (text: string): readonly ArgumentFault[] => [{ path: [0, 'number'], text }];
  try {
    const kind = checkExpression(number);
    return mayBe(kind, 'number') ? [] : fault(`number must be a number from 1 on, not ${typeName(kind)}`);
  } catch (error) {
    return fault(`number: ${errorText(error)}`);
  }
}

/** The cell of an entity with a computed number. @param number an expression */
export function numberedCell(
  number: string,
  { entity, key }: ReturnType<Scope['entity']>,
  scope: Scope,
): Cell {
  const { usesTime, usesIndex, evaluate, begin } = compileExpression(
    number,
    (name) => scope.column(name),
    `${scope.path}\nnumber`,
    scope,
  );
  const pool = { size: entity.size, grow: existingOf(entity, scope) };
  return numberedEntity(entity, pool, { usesTime, usesIndex, evaluate, begin }, key, scope.lead);
}

/** How many of an entity that grows can be read: what exists from the beginning can only refer to others that do. */
export const existingOf = (
  { grow }: Entity,
  { isTimeless, per }: Pick<Scope, 'isTimeless' | 'per'>,
):
  | ({ readonly from: number } & (
      { readonly perRow: number } | { readonly perSecond: number; readonly isAtStart: boolean }
    ))
  | undefined =>
  grow && (isTimeless ? { from: grow.from, perRow: 0 } : { ...grow, isAtStart: per === 'journey' });
