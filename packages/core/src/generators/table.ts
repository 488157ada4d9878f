import { findType } from './catalogue.ts';
import { drawnBy } from './order.ts';
import type { Entity, Field, Schema } from '../model/schema.ts';

/**
 * The schema of an entity's own stream: row i is entity i, its key first, then its fields.
 *
 * @param entities all that the entity reads, itself included
 */
export function tableOf({ name, key, fields }: Entity, entities: readonly Entity[]): Schema {
  const draw: Field = { name: key.name, type: 'catbird.entity', args: [{ of: name, skew: 'inOrder' }] };
  const reads = fields
    .filter(({ hidden }) => hidden !== true)
    .map((field): Field => ({ name: field.name, type: 'catbird.ref', args: [`${key.name}.${field.name}`] }));
  return { fields: [draw, ...reads], entities };
}

/** How many rows a schema has before its entities are used up; Infinity if it draws none of them once each. */
export const rowsIn = ({ fields, entities = [] }: Schema): number =>
  Math.min(...fields.map((field) => rowsOf(field, entities)));

function rowsOf(field: Field, entities: readonly Entity[]): number {
  const inner = field.count === undefined ? (field.fields ?? []) : [];
  const own = findType(field.type)?.isOnce?.(field.args) === true ? drawnBy(field) : undefined;
  const size = entities.find(({ name }) => name === own)?.size ?? Infinity;
  return Math.min(size, ...inner.map((each) => rowsOf(each, entities)));
}
