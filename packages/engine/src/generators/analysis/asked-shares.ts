import { elementPath, memberPath, type AskedShare, type AskedShares } from '../../model/asked-shares.ts';
import type { Entity, Field, Schema } from '../../model/schema.ts';
import { findType } from '../known-types.ts';
import type { Share } from '../generator.ts';
import { entityOf, fieldsByName, fieldsIn, ownerOf } from './order.ts';
import { entitiesByName } from '../compile/context.ts';

/**
 * The shares of values, nulls and missing fields that a schema asks for, by the paths of statistics. Fields with conditions, or with
 * params that read other fields, have none.
 */
export const askedShares = ({ fields, entities }: Pick<Schema, 'fields' | 'entities'>): AskedShares =>
  new Map(sharesIn(fields, '', entitiesByName(entities)));

type Entities = ReadonlyMap<string, Entity>;

/** The object that contains a field. */
interface Surroundings {
  readonly byName: ReadonlyMap<string, Field>;
  readonly entities: Entities;
}

function sharesIn(
  fields: readonly Field[],
  parent: string,
  entities: Entities,
): readonly (readonly [string, AskedShare])[] {
  const around = { byName: fieldsByName(fields), entities };
  return fields
    .filter(({ hidden }) => hidden !== true)
    .flatMap((field) => sharesOf(field, memberPath(parent, field.name), around));
}

function sharesOf(
  field: Field,
  path: string,
  around: Surroundings,
): readonly (readonly [string, AskedShare])[] {
  const { missing = 0, nulls = 0, count } = field;
  const isList = count !== undefined;
  const inner = sharesIn(field.fields ?? [], isList ? elementPath(path) : path, around.entities);
  if (field.if !== undefined) return inner;
  const own = valueShares(field, around);
  if (!isList) return [[path, { missing, ...scaled(own, 1 - missing - nulls, nulls) }], ...inner];
  // Values that exclude each other in a list are no longer drawn by their weights.
  const ofElements = field.distinct === undefined ? own : [];
  return [
    [path, { missing, nulls, values: new Map() }],
    ...(ofElements.length > 0
      ? [[elementPath(path), { missing: 0, ...scaled(ofElements, 1, 0) }] as const]
      : []),
    ...inner,
  ];
}

/** The shares of a field's values, where it has one. */
function valueShares({ type, custom, args, paramFields }: Field, around: Surroundings): readonly Share[] {
  if (custom !== undefined || paramFields !== undefined) return [];
  return findType(type)?.shares?.(args, (name) => sharesRead(name, around)) ?? [];
}

/** The shares of what other fields read by a name: of a field that is always there, or of the entity that it draws. */
function sharesRead(name: string, around: Surroundings): readonly Share[] {
  const { field, rest } = ownerOf(name, around.byName) ?? {};
  if (field === undefined || !isAlwaysThere(field)) return [];
  if (rest === undefined) return withNulls(field, valueShares(field, around));
  const entity = around.entities.get(entityOf(field) ?? '');
  if (entity === undefined || (field.nulls ?? 0) > 0) return [];
  return sharesRead(rest, { ...around, byName: fieldsByName(fieldsIn(entity)) });
}

const isAlwaysThere = (field: Field): boolean =>
  field.if === undefined && field.missing === undefined && field.count === undefined;

function withNulls({ nulls = 0 }: Field, shares: readonly Share[]): readonly Share[] {
  if (nulls === 0 || shares.length === 0) return shares;
  const present = shares.map(({ value, share }) => ({ value, share: share * (1 - nulls) }));
  return [...present, { value: null, share: nulls }];
}

/** The shares of scalars, as parts of all places. Null as a value adds to other nulls. */
function scaled(shares: readonly Share[], part: number, nulls: number): Pick<AskedShare, 'values' | 'nulls'> {
  const values = new Map<string | number | boolean, number>();
  let allNulls = nulls;
  for (const { value, share } of shares) {
    const asked = share * Math.max(0, part);
    if (value === null) allNulls += asked;
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values.set(value, (values.get(value) ?? 0) + asked);
  }
  return { values, nulls: allNulls };
}
