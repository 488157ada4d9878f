import type { Resource } from '../data/store.ts';
import type { Field, Schema } from '../model/schema.ts';
import { findType } from './catalogue.ts';
import { expressionResources } from './expression/regex-functions.ts';

const resourcesIn = (field: Field): readonly Resource[] => {
  const own = findType(field.type)?.resources?.(field.args) ?? [];
  const ofCondition = field.if === undefined ? [] : expressionResources(field.if);
  return [...own, ...ofCondition, ...[...(field.fields ?? []), ...(field.specs ?? [])].flatMap(resourcesIn)];
};

/** Data that the fields of a schema and of its entities need. */
export const resourcesOf = ({ fields, entities = [] }: Schema): readonly Resource[] =>
  [...fields, ...entities.flatMap((entity) => [entity.key, ...entity.fields])].flatMap(resourcesIn);
