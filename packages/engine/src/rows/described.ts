import { kindsOf } from '../generators/analysis/kinds.ts';
import { drawnBy, fieldsByName, ownerOf } from '../generators/analysis/order.ts';
import { findType } from '../generators/known-types.ts';
import type { ChangeUse } from '../generators/generator.ts';
import type { Member } from '../model/kind.ts';
import type { Entity, Field, Schema } from '../model/schema.ts';
import type { Batch } from './batch.ts';

/**
 * The route of a batch whose rows have the same.
 *
 * @param otherwise where rows without a route go
 * @throws Error if their routes differ, as if the limits of the destination lacked `oneRoute`
 */
export function routeOf({ sides, count }: Batch, otherwise: string): string {
  const route = sides?.[0]?.route;
  if (sides?.slice(0, count).every((side) => side.route === route) === false)
    throw new Error('The rows of a request have several routes: the destination needs the limit oneRoute');
  return route ?? otherwise;
}

/** A field that tells changes of an entity. */
interface ChangeField extends ChangeUse {
  readonly field: Field;
}

/** The field of a schema that tells changes of an entity; undefined if its rows are no changes. */
export function changeIn({ fields }: Pick<Schema, 'fields'>): ChangeField | undefined {
  for (const field of fields) {
    const use = findType(field.type)?.change?.(field.args);
    if (use !== undefined) return { ...use, field };
  }
  return undefined;
}

/** What rows of a schema are, as a table. */
export interface Described {
  readonly members: readonly Member[];
  /** The entity whose table it is: each row is another one. Absent: it is the table of none. */
  readonly entity?: { readonly name: string; readonly key: string };
  /** The field that tells changes of a table, and the key of the rows that change. Absent: none does. */
  readonly changes?: { readonly field: string; readonly key: string };
  /** Fields at the top that have keys of other entities. */
  readonly draws: readonly { readonly field: string; readonly entity: string }[];
}

/** The rows of a schema as a table: their fields, the entity that each row is, and the entities that they refer to. */
export function describe(schema: Schema): Described {
  const { fields, entities = [] } = schema;
  const sent = fields.filter(({ hidden, count }) => hidden !== true && count === undefined);
  const once = sent.find((field) => findType(field.type)?.isOnce?.(field.args) === true);
  const own = once && drawnBy(once);
  const draws = sent.flatMap((field) => {
    const entity = field === once ? undefined : keyOf(field, fields, entities);
    return entity === undefined ? [] : [{ field: field.name, entity }];
  });
  const changes = changesOf(schema);
  return {
    members: kindsOf(schema),
    ...(changes && { changes }),
    ...(once !== undefined && own !== undefined && { entity: { name: own, key: once.name } }),
    draws,
  };
}

function changesOf(schema: Schema): Described['changes'] {
  const change = changeIn(schema);
  const changed = change?.entity ?? schema.journey?.of?.entity;
  const entity = schema.entities?.find(({ name }) => name === changed);
  return change && entity && { field: change.field.name, key: entity.key.name };
}

/** The entity whose key a field has: because it draws one, or reads such a field. */
function keyOf(field: Field, fields: readonly Field[], entities: readonly Entity[]): string | undefined {
  const drawn = drawnBy(field);
  if (drawn !== undefined) return drawn;
  const [path] = field.args;
  if (field.type !== 'catbird.ref' || typeof path !== 'string') return undefined;
  const owner = ownerOf(path, fieldsByName(fields));
  const entity = entities.find(({ name }) => owner !== undefined && name === drawnBy(owner.field));
  if (owner === undefined || entity === undefined) return undefined;
  if (owner.rest === undefined || owner.rest === entity.key.name) return entity.name;
  const inner = entity.fields.find(({ name }) => name === owner.rest);
  return inner === undefined || inner.count !== undefined
    ? undefined
    : keyOf(inner, [entity.key, ...entity.fields], entities);
}
