import { withCorrelations } from './correlations.ts';
import { withDelays } from './delays.ts';
import { freeName, type FieldPlan } from './field-plan.ts';
import { withPeople } from './people.ts';
import { withSessions } from './sessions.ts';
import { related } from './tables.ts';
import { withUnique } from './unique.ts';

/** A name that a path of the schema language can have. */
const PLAIN = /^[A-Za-z_]\w*$/;

/** Fields that follow a key, such as the name and the plan of a user, become those of an entity. */
export function withEntities(fields: readonly FieldPlan[], freeName: (name: string) => string): FieldPlan[] {
  const plans = [...fields];
  fields.forEach((key, at) => {
    const { spec } = key.decision;
    const { size } = (spec['params'] ?? {}) as { size?: number };
    if (
      spec.type !== 'catbird.key' ||
      spec['per'] !== undefined ||
      size === undefined ||
      !PLAIN.test(key.name) ||
      key.isSettled === true
    )
      return;
    const followers = fields.flatMap((field, n) => (follows(field, key) ? [n] : []));
    if (followers.length === 0) return;
    plans[at] = { ...key, entity: { name: freeName(entityName(key.name)), size } };
    for (const n of followers) plans[n] = { ...(plans[n] ?? key), memberOf: key.name };
  });
  return plans;
}

/** `user_id` and `userId` identify a user. */
const entityName = (key: string): string => {
  const name = key.replace(/[_-]?(id|key|code|no|nr|number)$/i, '');
  return PLAIN.test(name) ? name : key;
};

/** Whether all that a field is made of follows from a key. */
function follows(field: FieldPlan, key: FieldPlan): boolean {
  const { decision, name, missing, count, table, tableOf, isSettled } = field;
  const isFree = missing === 0 && [count, table, tableOf, isSettled].every((each) => each === undefined);
  if (!isFree || !PLAIN.test(name)) return false;
  const helpers = Object.values(decision.helpers ?? {});
  if (field.follows !== undefined) return field.follows === key.name;
  const followed = [decision.spec, ...helpers].map((spec) => spec['per']);
  return followed.includes(key.name) && helpers.every((spec) => spec['per'] === key.name);
}

export { declarations } from '../declarations.ts';

/** Ties the fields of an object together that depend on one another. @param isRow whether the object is the row itself, which may have entities */
export function withRelations(fields: readonly FieldPlan[], isRow: boolean): FieldPlan[] {
  const tied = withSessions(related(fields));
  const taken = new Set(tied.flatMap(({ name, decision }) => [name, ...Object.keys(decision.helpers ?? {})]));
  const free = (name: string): string => freeName(taken, name);
  const people = withPeople(tied, free);
  const drawn = withDelays(isRow ? withEntities(people, free) : people, free);
  return withCorrelations(withUnique(drawn, free), free);
}
