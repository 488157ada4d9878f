import { textKey } from './config.ts';
import type { Spec } from './decide/decision.ts';
import { prefixOf, roomOf } from './decide/key-patterns.ts';
import { helpersOf, ownSpec, structureOf, type IsCopied, type SchemaObject } from './draft.ts';
import { localeOf } from './locale.ts';
import { paramsOf, type FieldPlan } from './plan/field-plan.ts';

/** Types whose values follow the locale. */
const FOLLOWS_LOCALE =
  /"(person|location|phone|company)\.|"internet\.(email|username)|"catbird\.(person|place|company)"/;

/** The entities of a schema, and its locale. */
export function declarations(
  plans: readonly FieldPlan[],
  fields: SchemaObject,
  consent: IsCopied,
): SchemaObject {
  const entities = entitiesOf(plans, consent);
  const declared = entities === undefined ? {} : { $entities: entities };
  const text = JSON.stringify({ ...declared, ...fields });
  const locale = FOLLOWS_LOCALE.test(text) ? localeOf(plans) : undefined;
  return locale === undefined ? declared : { $locale: locale, ...declared };
}

/** The entities that keys draw, with the fields that follow from those. */
function entitiesOf(plans: readonly FieldPlan[], consent: IsCopied): SchemaObject | undefined {
  const entries = plans.flatMap(({ entity, name, decision }): [string, unknown][] => {
    if (entity === undefined) return [];
    const members = plans.filter((plan) => plan.memberOf === name);
    const fields = members.flatMap((plan): [string, SchemaObject][] => {
      const hidden = helpersOf(plan);
      const own: [string, SchemaObject] = [plan.name, { ...ownSpec(plan, consent), ...structureOf(plan) }];
      return [...hidden, own].map(([field, spec]) => [field, withoutPer(spec)]);
    });
    const key = entityKey(decision.spec, entity.size, [name, ...members.map((member) => member.name)]);
    return [[entity.name, { size: entity.size, keyName: name, ...key, fields: Object.fromEntries(fields) }]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** How an entity's key is written. @param fields names of its fields, with that of the key */
function entityKey(spec: Spec, size: number, fields: readonly string[]): { readonly key?: Spec } {
  const { form, prefix, pattern = '' } = paramsOf(spec);
  const [first = ''] = [pattern].flat().map(String);
  switch (form) {
    case 'text':
      return { key: textKey(String(prefix), fields) };
    case 'uuid':
      return { key: { type: 'string.uuid' } };
    case 'pattern':
      // Entities draw their keys one by one: two may be equal if there are few.
      return roomOf(first) >= MANY * size
        ? { key: { type: 'helpers.fromRegExp', params: [first] } }
        : { key: textKey(prefixOf(first, fields[0] ?? ''), fields) };
    default:
      return {};
  }
}

/** So many texts for each key make two equal ones unlikely enough. */
const MANY = 1_000_000;

/** A spec of an entity's field: it follows the entity by itself. */
function withoutPer({ per: _per, ...spec }: SchemaObject): SchemaObject {
  return spec;
}
