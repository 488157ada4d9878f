import type { Field, Schema } from '../../model/schema.ts';
import { findType } from '../catalogue.ts';
import type { PoolUse } from '../generator.ts';

const usesIn = (field: Field): readonly PoolUse[] => {
  const own = findType(field.type)?.pool?.(field.args);
  const inner = [...(field.fields ?? []), ...(field.specs ?? [])];
  return [...(own === undefined ? [] : [own]), ...inner.flatMap(usesIn)];
};

/** Every use of a key pool in a schema, one entry per use. */
export const poolsIn = ({ fields }: Schema): readonly PoolUse[] => fields.flatMap(usesIn);
