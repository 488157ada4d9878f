import { findType } from '../generators/catalogue.ts';
import type { JourneyPlan } from '../model/journey.ts';
import type { Field } from '../model/schema.ts';
import type { Context, ParsedField } from './context.ts';
import type { JsonObject } from './json.ts';
import { memberOf } from './modifiers.ts';
import type { SpecPlace } from './spec.ts';

/** The journey in time that a field describes. */
const planOf = (
  { name, type, custom, args }: Field,
  { entities }: Pick<Context, 'entities'>,
): JourneyPlan | undefined =>
  custom === undefined
    ? findType(type)?.journey?.(args, name, (entity) => entities.byName.get(entity)?.size ?? 1)
    : undefined;

/** What a journey in time cannot have, because every row is one of its steps. */
const MODIFIERS = ['count', 'nulls', 'missing'] as const;

/** Checks that a journey in time is a single value at the top of a schema. Reports it if not. */
export function isJourneyPlaced(
  spec: JsonObject,
  field: Field,
  { path, at, isField }: SpecPlace,
  { findings, entities }: Context,
): boolean {
  if (planOf(field, { entities }) === undefined) return true;
  const add = (text: string, hint: string, key?: string): void =>
    findings.add({
      code: 'journey',
      message: `${field.type}: ${text}`,
      hint,
      at: (key === undefined ? undefined : memberOf(spec, key)) ?? at,
      path: key === undefined ? path : [...path, key],
    });
  const isTop = isField && path.length === 1;
  if (!isTop)
    add(
      'A journey in time is a field at the top of the schema, because its steps are the rows',
      'Move it to the top. Nested fields can read it by its name',
    );
  const given = MODIFIERS.filter((key) => field[key] !== undefined);
  for (const key of given)
    add(`${key} is not allowed: each row is one step of a journey in time`, `Remove ${key}`, key);
  return isTop && given.length === 0;
}

/** The journey in time of a schema. Reports a second one. */
export function journeyIn(
  each: readonly ParsedField[],
  { findings, entities }: Context,
): JourneyPlan | undefined {
  const found = each.flatMap(({ field, at, written }) => {
    const plan = planOf(field, { entities });
    return plan === undefined ? [] : [{ plan, at, written }];
  });
  const [first, ...others] = found;
  for (const { plan, at, written } of others)
    findings.add({
      code: 'journey',
      message: `${written}: Rows are the steps of one journey in time, and ${first?.plan.name ?? ''} is one already`,
      hint: 'Remove wait from one of them, or put it into a schema of its own',
      at,
      path: [plan.name],
    });
  return first?.plan;
}
