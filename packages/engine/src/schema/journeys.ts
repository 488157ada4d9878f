import { findType } from '../generators/known-types.ts';
import { newJourneyTimeline } from '../journey/timeline.ts';
import { errorText } from '../model/printable.ts';
import type { JourneyPlan } from '../model/journey.ts';
import type { Entity, Field, Schema } from '../model/schema.ts';
import { newTiming } from '../time/timing.ts';
import type { Context, ParsedField, SpecPlace } from './context.ts';
import type { JsonObject } from './read-json.ts';
import { memberOf } from './modifiers.ts';
import type { Named } from './named.ts';

/** The journey in time that a field describes. */
const planOf = (
  { name, type, custom, args }: Field,
  { entities }: Pick<Context, 'entities'>,
): JourneyPlan | undefined =>
  custom === undefined ? findType(type)?.journey?.(args, name, livingIn(entities)) : undefined;

/** Entities by name. One with an error of its own counts as one without fields. */
const livingIn =
  ({ byName }: Context['entities']) =>
  (name: string): Pick<Entity, 'name' | 'size' | 'fields'> =>
    byName.get(name) ?? { name, size: 1, fields: [] };

/** What a journey in time cannot have, because every row is one of its steps. */
const MODIFIERS = ['count', 'nulls', 'missing', 'if'] as const;

/** Checks that arguments describe no journey in time, or that it is a single value at the top of a schema. Reports it if not. */
export function isJourneyPlaced(
  spec: JsonObject,
  { written, type }: Named,
  args: readonly unknown[],
  { name, path, at, isField }: SpecPlace,
  { findings, entities }: Context,
): boolean {
  if (type.journey?.(args, name, livingIn(entities)) === undefined) return true;
  const add = (text: string, hint: string, key?: string): void =>
    findings.add({
      code: 'journey',
      message: `${written}: ${text}`,
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
  const given = MODIFIERS.filter((key) => memberOf(spec, key) !== undefined);
  for (const key of given)
    add(`${key} is not allowed: each row is one step of a journey in time`, `Remove ${key}`, key);
  return isTop && given.length === 0;
}

/** The journey in time of a schema. Reports a second one, one besides the creation of entities, and one that cannot be sampled. */
export function journeyIn(
  each: readonly ParsedField[],
  creation: Schema['creation'],
  context: Context,
): JourneyPlan | undefined {
  const { findings, entities } = context;
  const found = each.flatMap(({ field, at, paramsAt, written }) => {
    const plan = planOf(field, { entities });
    return plan === undefined ? [] : [{ plan, at, paramsAt, written }];
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
  if (first === undefined || others.length > 0) return first?.plan;
  const { paramsAt, written } = first;
  const plan = { ...first.plan, ...childrenOf(each, context) };
  const fault =
    creation === undefined
      ? samplingFault(plan)
      : `Rows cannot be the steps of a journey and the creations of ${creation.of}, which grows and is drawn in order`;
  if (fault !== undefined)
    findings.add({
      code: 'journey',
      message: `${written}: ${fault}`,
      at: paramsAt,
      path: [plan.name, 'params'],
    });
  return plan;
}

/** The children of a journey's entity, if the rows tell their changes. */
function childrenOf(
  each: readonly ParsedField[],
  { entities }: Pick<Context, 'entities'>,
): Pick<JourneyPlan, 'children'> {
  const uses = each.map(({ field }) => findType(field.type)?.change?.(field.args));
  const entity = entities.byName.get(uses.find((use) => use !== undefined)?.entity ?? '');
  return entity === undefined ? {} : { children: { entity: entity.name, size: entity.size } };
}

/** Why journeys cannot be sampled from a plan. Any timing shows it, and any seed but for the rarest ways. */
function samplingFault(plan: JourneyPlan): string | undefined {
  try {
    const { eventsPerStart } = newJourneyTimeline(plan, newTiming({ fromMs: 0, eps: 1 }), 0);
    if (eventsPerStart > 0) return undefined;
    const missing = plan.only?.map((state) => plan.states[state]).join(' or ');
    return `None of ${plan.deck.toLocaleString('en')} sampled journeys comes to ${missing}. Increase deck, the number of samples, or the weights`;
  } catch (error) {
    return errorText(error);
  }
}
