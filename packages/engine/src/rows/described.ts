import type { Member } from '../model/kind.ts';
import type { Entity, Field, Schema } from '../model/schema.ts';
import { findType } from '../generators/catalogue.ts';
import { kindsOf } from '../generators/analysis/kinds.ts';
import { drawnBy, fieldsByName, ownerOf } from '../generators/analysis/order.ts';
import { changeIn } from './changes.ts';

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
