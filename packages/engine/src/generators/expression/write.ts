import { constant } from '../kernels/choice/choice.ts';
import type { Cell, Place } from '../kernels/engine/cell.ts';
import { formula } from '../kernels/formula/formula.ts';
import { where } from '../kernels/formula/logic.ts';
import { variants } from '../kernels/structure/variants.ts';
import type { Expression } from './compile.ts';
import type { Compiled } from './operators.ts';

/** Writes the values of an expression. */
export const expressionCell = (expression: Expression, place: Place): Cell =>
  partCell(expression, expression, place);

/** @param part of the expression, or all of it */
function partCell(part: Compiled | Expression, whole: Expression, place: Place): Cell {
  const { kind, evaluate, vector, cases } = part;
  const isNumber = kind === 'number' || kind === 'null';
  // Often null but for few rows, such as the name of an incident: rows without it need not be evaluated one by one.
  if (cases !== undefined && vector === undefined && !isNumber) {
    const cells = [cases.no, cases.yes].map((each) => partCell(each, whole, place));
    return { ...variants(cells, where(cases.test)), values: undefined };
  }
  if (kind === 'null' && vector !== undefined) return constant(null, place.lead);
  return formula({ ...whole, evaluate, vector, isNumber }, place);
}
