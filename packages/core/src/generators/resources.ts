import type { Resource } from '../data/store.ts';
import type { Field, Schema } from '../model/schema.ts';
import { findType } from './catalogue.ts';

/** Data that a field needs, without the fields inside it. */
function ownResources({ type: name, args, locale }: Field): readonly Resource[] {
  const type = findType(name);
  if (locale === undefined) return type?.resources?.(args) ?? [];
  return locale.shares.flatMap(
    ([each]) => type?.resources?.(args, each) ?? [{ kind: 'locale', name: each } as const],
  );
}

const resourcesIn = (field: Field): readonly Resource[] => [
  ...ownResources(field),
  ...[...(field.fields ?? []), ...(field.specs ?? [])].flatMap(resourcesIn),
];

/** Data that the fields of a schema and of its entities need. */
export const resourcesOf = ({ fields, entities = [] }: Schema): readonly Resource[] =>
  [...fields, ...entities.flatMap((entity) => [entity.key, ...entity.fields])].flatMap(resourcesIn);
