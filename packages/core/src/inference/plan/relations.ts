export { declarations } from '../declarations.ts';
import { withDelays } from './delays.ts';
import { withEntities } from './entities.ts';
import type { FieldPlan } from './field-plan.ts';
import { withFormulas } from './formulas.ts';
import { freeName } from './free-name.ts';
import { withPeople } from './people.ts';
import { withSessions } from './sessions.ts';
import { related } from './tables.ts';
import { withUnique } from './unique.ts';

/** Ties the fields of an object together that depend on one another. @param isRow whether the object is the row itself, which may have entities */
export function withRelations(fields: readonly FieldPlan[], isRow: boolean): FieldPlan[] {
  const tied = withSessions(related(withFormulas(fields)));
  const taken = new Set(tied.flatMap(({ name, decision }) => [name, ...Object.keys(decision.helpers ?? {})]));
  const free = (name: string): string => freeName(taken, name);
  const people = withPeople(tied, free);
  return withUnique(withDelays(isRow ? withEntities(people, free) : people, free), free);
}
