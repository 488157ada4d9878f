import { withDelays } from './delays.ts';
import type { FieldPlan } from './field-plan.ts';
import { withFormulas } from './formulas.ts';
import { related } from './tables.ts';

/** Ties the fields of an object together that depend on one another. */
export const withRelations = (fields: readonly FieldPlan[]): FieldPlan[] =>
  related(withFormulas(withDelays(fields)));
