import { textKey } from './config.ts';
import { helpersOf, ownSpec, paramsOf, structureOf, type Consent, type SchemaObject } from './draft.ts';
import { localeOf } from './locale.ts';
import type { FieldPlan } from './plan/field-plan.ts';

/** Types whose values follow the locale. */
const FOLLOWS_LOCALE =
  /"(person|location|phone|company)\.|"internet\.(email|username)|"catbird\.(person|place|company)"/;

/** The entities of a schema, and its locale. */
export function declarations(
  plans: readonly FieldPlan[],
  fields: SchemaObject,
  consent: Consent,
): SchemaObject {
  const entities = entitiesOf(plans, consent);
  const declared = entities === undefined ? {} : { $entities: entities };
  const text = JSON.stringify({ ...declared, ...fields });
  const locale = FOLLOWS_LOCALE.test(text) ? localeOf(plans) : undefined;
  return locale === undefined ? declared : { $locale: locale, ...declared };
}

/** The entities that keys draw, with the fields that follow from those. */
function entitiesOf(plans: readonly FieldPlan[], consent: Consent): SchemaObject | undefined {
  const entries = plans.flatMap(({ entity, name, decision }): [string, unknown][] => {
    if (entity === undefined) return [];
    const members = plans.filter((plan) => plan.memberOf === name);
    const fields = members.flatMap((plan): [string, SchemaObject][] => {
      const hidden = helpersOf(plan);
      const own: [string, SchemaObject] = [plan.name, { ...ownSpec(plan, consent), ...structureOf(plan) }];
      return [...hidden, own].map(([field, spec]) => [field, withoutPer(spec)]);
    });
    const { form, prefix } = paramsOf(decision.spec);
    const key =
      form === 'text'
        ? { key: textKey(String(prefix), [name, ...members.map((member) => member.name)]) }
        : {};
    const uuid = form === 'uuid' ? { key: { type: 'string.uuid' } } : {};
    return [
      [
        entity.name,
        { size: entity.size, keyName: name, ...key, ...uuid, fields: Object.fromEntries(fields) },
      ],
    ];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** A spec of an entity's field: it follows the entity by itself. */
function withoutPer({ per: _per, ...spec }: SchemaObject): SchemaObject {
  return spec;
}
