import type { AskedShare, AskedShares } from '../model/asked-shares.ts';
import { elementPath, memberPath } from '../model/path.ts';
import type { Field, Schema } from '../model/schema.ts';
import { findType } from './catalogue.ts';
import type { Share } from './generator.ts';

/**
 * The shares of values, nulls and missing fields that a schema asks for, by the paths of statistics. Fields with conditions, or with
 * params that read other fields, have none.
 */
export const askedShares = ({ fields }: Pick<Schema, 'fields'>): AskedShares => new Map(sharesIn(fields, ''));

const sharesIn = (fields: readonly Field[], parent: string): readonly (readonly [string, AskedShare])[] =>
  fields
    .filter(({ hidden }) => hidden !== true)
    .flatMap((field) => sharesOf(field, memberPath(parent, field.name)));

function sharesOf(field: Field, path: string): readonly (readonly [string, AskedShare])[] {
  const { missing = 0, nulls = 0, count } = field;
  const isList = count !== undefined;
  const inner = sharesIn(field.fields ?? [], isList ? elementPath(path) : path);
  if (field.if !== undefined) return inner;
  const absence = { missing, nulls };
  const present = Math.max(0, 1 - missing - nulls);
  const own = valueShares(field);
  if (!isList) return [[path, { ...absence, ...scaled(own, present, nulls) }], ...inner];
  // Values that exclude each other in a list are no longer drawn by their weights.
  const ofElements = field.distinct === undefined && own.length > 0 ? own : [];
  return [
    [path, { ...absence, values: new Map() }],
    ...(ofElements.length > 0
      ? [[elementPath(path), { missing: 0, ...scaled(ofElements, 1, 0) }] as const]
      : []),
    ...inner,
  ];
}

function valueShares({ type, custom, args, paramFields }: Field): readonly Share[] {
  if (custom !== undefined || paramFields !== undefined) return [];
  return findType(type)?.shares?.(args) ?? [];
}

/** The shares of scalars, as parts of all places. Null as a value adds to other nulls. */
function scaled(shares: readonly Share[], part: number, nulls: number): Pick<AskedShare, 'values' | 'nulls'> {
  const values = new Map<string | number | boolean, number>();
  let allNulls = nulls;
  for (const { value, share } of shares) {
    if (value === null) allNulls += share * part;
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values.set(value, (values.get(value) ?? 0) + share * part);
  }
  return { values, nulls: allNulls };
}
