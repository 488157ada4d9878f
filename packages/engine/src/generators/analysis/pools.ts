import type { Creation, Entity, Field, Schema } from '../../model/schema.ts';
import { findType } from '../known-types.ts';
import type { PoolUse } from '../generator.ts';
import { drawnBy, fieldsIn } from './order.ts';

const usesIn = (field: Field): readonly PoolUse[] => {
  const own = findType(field.type)?.pool?.(field.args);
  const inner = [...(field.fields ?? []), ...(field.specs ?? [])];
  return [...(own === undefined ? [] : [own]), ...inner.flatMap(usesIn)];
};

/** Every use of a key pool in a schema, one entry per use. */
export const poolsIn = ({ fields }: Schema): readonly PoolUse[] => fields.flatMap(usesIn);

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
  const schema = { fields: [draw, ...reads], entities };
  return withCreation(schema);
}

/** How many rows a schema has before its entities are used up or its recording ends; Infinity if neither happens. */
export const rowsIn = ({ fields, entities = [], recording }: Schema): number =>
  recording === undefined
    ? Math.min(...fields.map((field) => rowsOf(field, entities)))
    : recording.loops
      ? Infinity
      : recording.rows;

function rowsOf(field: Field, entities: readonly Entity[]): number {
  const inner = field.count === undefined ? (field.fields ?? []) : [];
  const own = findType(field.type)?.isOnce?.(field.args) === true ? drawnBy(field) : undefined;
  const size = entities.find(({ name }) => name === own)?.size ?? Infinity;
  return Math.min(size, ...inner.map((each) => rowsOf(each, entities)));
}

/** The schema with its `creation`, if it draws entities that grow in order. @throws Error if it draws two kinds so */
export function withCreation(schema: Schema): Schema {
  const [creation, other] = new Map(
    schema.fields.flatMap((field) => creationsOf(field, schema.entities)).map((each) => [each.of, each]),
  ).values();
  if (creation === undefined) return schema;
  if (other !== undefined)
    throw new Error(
      `${creation.of} and ${other.of} both grow and are drawn in order, but a row is the creation of one entity`,
    );
  return { ...schema, creation };
}

function creationsOf(field: Field, entities: Schema['entities']): readonly Creation[] {
  const inner = (field.fields ?? []).flatMap((each) => creationsOf(each, entities));
  if (findType(field.type)?.isOnce?.(field.args) !== true) return inner;
  const { name: of = '', size = 0, grow } = entities?.find(({ name }) => name === drawnBy(field)) ?? {};
  return grow === undefined ? inner : [{ of, size, ...grow }];
}

/** The entities that fields draw themselves, each once. */
export function drawnIn(fields: readonly Field[], entities: readonly Entity[]): readonly Entity[] {
  const drawn = fields.flatMap((field) => [
    ...entities.filter(({ name }) => name === drawnBy(field)),
    ...drawnIn([...(field.fields ?? []), ...(field.specs ?? [])], entities),
  ]);
  return [...new Set(drawn)];
}

/** The entities that grow, of those that a schema draws, itself or through others. Rows that draw them need computed event times. */
export function growingIn({ fields, entities = [] }: Schema): readonly Entity[] {
  const found = new Set(drawnIn(fields, entities));
  for (const entity of found) for (const other of drawnIn(fieldsIn(entity), entities)) found.add(other);
  return [...found].filter(({ grow }) => grow !== undefined);
}
