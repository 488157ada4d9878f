import { loadResources, type Resource } from '../data/store.ts';
import { loadZones } from '../data/zones.ts';
import { findType } from '../generators/known-types.ts';
import { expressionResources } from '../generators/expression/regex-functions.ts';
import type { Field, Schema } from '../model/schema.ts';

/** Data that a field needs, without the fields inside it. */
function ownResources({ type: name, args, locale, if: condition }: Field): readonly Resource[] {
  const type = findType(name);
  const ofCondition = condition === undefined ? [] : expressionResources(condition);
  if (locale === undefined) return [...(type?.resources?.(args) ?? []), ...ofCondition];
  const ofLocales = locale.shares.flatMap(
    ([each]) => type?.resources?.(args, each) ?? [{ kind: 'locale', name: each } as const],
  );
  return [...ofLocales, ...ofCondition];
}

const resourcesIn = (field: Field): readonly Resource[] => [
  ...ownResources(field),
  ...[...(field.fields ?? []), ...(field.specs ?? [])].flatMap(resourcesIn),
];

/** Fields of a schema and of its entities. */
const allFields = ({ fields, entities = [] }: Schema): readonly Field[] => [
  ...fields,
  ...entities.flatMap((entity) => [entity.key, ...entity.fields]),
];

const isKnown = ({ type, custom, fields = [], specs = [] }: Field): boolean =>
  (custom !== undefined || findType(type) !== undefined) && [...fields, ...specs].every(isKnown);

/** Data that the fields of a schema and of its entities need. */
const resourcesOf = (schema: Schema): readonly Resource[] => allFields(schema).flatMap(resourcesIn);

/**
 * Loads what a schema needs: generator types, cities, locales, tables, and the library of regular expressions. `compile` throws
 * without them. Schemas that need none take no time, and data is loaded once.
 *
 * @throws Error if a file cannot be loaded
 */
export async function loadData(schema: Schema): Promise<void> {
  // A schema that another thread has parsed can have types that this one does not know.
  if (schema.recording === undefined && !allFields(schema).every(isKnown)) {
    const { knowAllTypes } = await import('../generators/catalogue.ts');
    knowAllTypes();
  }
  for (const {
    times: { starts },
  } of schema.incidents ?? [])
    if ('cron' in starts) await loadZones(starts.zone);
  await loadResources(resourcesOf(schema));
}
