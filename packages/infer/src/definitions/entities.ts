import { plainName, textKey } from '../config.ts';
import type { Spec } from '../decide/decision.ts';
import type { SchemaObject } from '../draft.ts';
import { tableFields, type FieldContext } from './fields.ts';
import { isCounted, type Related } from './relations.ts';

/** A table whose rows others draw. */
export type EntityTable = Related & Required<Pick<Related, 'key'>>;

/** Whether other tables refer to one. */
export const isEntity = (related: Related): related is EntityTable => related.key !== undefined;

/** The declaration of an entity. */
export function entityOf(
  entity: EntityTable,
  size: number,
  context: Omit<FieldContext, 'isEntity'>,
): SchemaObject {
  const { name, shape } = entity.key;
  const own = keySpec(entity, size);
  return {
    size,
    keyName: name,
    ...(own === undefined ? {} : { key: own }),
    fields: tableFields(entity, { ...context, isEntity: true }, shape),
  };
}

/** A key that is not 1, 2, 3 …: each entity has its own. */
function keySpec({ name, table, key: { shape } }: EntityTable, size: number): Spec | undefined {
  if (shape === undefined || isCounted(shape)) return undefined;
  if (shape.kind === 'UUID') return { type: 'string.uuid' };
  const room = Math.max(0, (shape.maxLength ?? 255) - String(size).length - 1);
  const prefix = room === 0 ? '' : `${plainName(name).slice(0, room)}_`;
  return textKey(
    prefix,
    table.fields.map((field) => field.name),
  );
}

/** Rows of entities in the order of their keys, without a key that the database makes, or that only joins tables. */
export const withoutKey = ({ name, key, table }: EntityTable): SchemaObject => ({
  [key.name]: { type: 'catbird.entity', params: { of: name, skew: 'inOrder' }, hidden: true },
  ...Object.fromEntries(
    table.fields
      .filter((field) => field.isHidden !== true)
      .map((field) => [field.name, { type: 'catbird.ref', params: `${key.name}.${field.name}` }]),
  ),
});
