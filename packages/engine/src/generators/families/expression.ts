import { described } from './params.ts';
import * as z from 'zod/mini';
import { functionNames } from '../expression/calls.ts';
import { compileExpression } from '../expression/compile.ts';
import { expressionReferences } from '../expression/condition.ts';
import { MAX_CHARACTERS } from '../expression/parse.ts';
import { expressionKind } from '../expression/value-kind.ts';
import { expressionResources } from '../expression/regex-functions.ts';
import { expressionCell } from '../expression/write.ts';
import { orNull } from '../../model/kind.ts';
import type { GeneratorType } from '../generator.ts';

/** Values computed from other fields. */
export const expressionTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.expression',
    summary:
      'A value computed from other fields: arithmetic, comparisons, conditions, strings and dates. null if it cannot be computed',
    params: z
      .array(
        described(
          z.string().check(z.minLength(1), z.maxLength(MAX_CHARACTERS)),
          `Fields by name, or field("any name"). Operators: + - * / % ** == != < <= > >= && || ! ?? and a ? b : c. Functions: ${functionNames.join(', ')}`,
        ),
      )
      .check(z.length(1)),
    example: 'round(price * quantity * (1 - discount), 2)',
    exampleSchema: {
      price: { type: 'number.float', params: { min: 1, max: 100, fractionDigits: 2 } },
      quantity: { type: 'number.int', params: { min: 1, max: 5 } },
      ordered_at: { type: 'catbird.timestampNow' },
      total: { type: 'catbird.expression', params: 'round(price * quantity * 1.19, 2)' },
      size: { type: 'catbird.expression', params: 'quantity > 3 ? "large" : "small"' },
      due_on: {
        type: 'catbird.expression',
        params: 'formatDate(dateAdd(ordered_at, 14, "day"), "yyyy-MM-dd")',
      },
    },
    kind: ([text], { column }) =>
      expressionKind(String(text), (name) => {
        const { kind, optional } = column(name);
        return optional === true && kind.is !== 'any' ? orNull(kind) : kind;
      }),
    references: ([text]) => expressionReferences(text, [0]),
    resources: ([text]) => expressionResources(text),
    compile([text], scope) {
      const made = compileExpression(String(text), (name) => scope.column(name), scope.path, scope);
      return expressionCell(made, scope);
    },
  },
];
