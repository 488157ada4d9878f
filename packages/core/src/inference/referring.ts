import type { SchemaObject } from './draft.ts';
import type { Reference } from './references.ts';

/** A reference to the entity that another sample is. */
export interface Link extends Reference {
  readonly entity: string;
  /** The schema of the other sample. */
  readonly target: SchemaObject;
}

/**
 * A schema whose fields draw the entities that they refer to. Those take the place of entities that the schema declares for the same fields:
 * fields that the other sample does not have follow the key by themselves.
 */
export function referring(schema: SchemaObject, links: readonly Link[]): SchemaObject {
  const { $entities, ...fields } = schema;
  const isLinked = (key: unknown): boolean => links.some(({ field }) => field === key);
  const declared = Object.entries(recordOf($entities));
  const left = declared.filter(([, entity]) => !isLinked(recordOf(entity)['keyName']));
  const replaced = new Map(
    declared.map(([, entity]) => [recordOf(entity)['keyName'], recordOf(recordOf(entity)['fields'])]),
  );
  const entries = Object.entries(fields).flatMap(([name, spec]): [string, unknown][] => {
    const link = links.find(({ field }) => field === name);
    if (link !== undefined)
      return [[name, drawOf(link, recordOf(spec))], ...hiddenOf(replaced.get(name), name)];
    const of = memberOf(name, recordOf(spec), links);
    if (of === undefined || Object.hasOwn(of.target, name)) return [[name, spec]];
    return [[name, withPer(recordOf(recordOf(replaced.get(of.field))[name]), of.field)]];
  });
  return {
    ...(left.length === 0 ? {} : { $entities: Object.fromEntries(left) }),
    ...Object.fromEntries(entries),
  };
}

const recordOf = (value: unknown): SchemaObject => (isRecord(value) ? value : {});

const isRecord = (value: unknown): value is SchemaObject => typeof value === 'object' && value !== null;

/** The link whose entity a field is a member of. */
const memberOf = (name: string, { type, params }: SchemaObject, links: readonly Link[]): Link | undefined =>
  type === 'catbird.ref' ? links.find(({ field }) => params === `${field}.${name}`) : undefined;

/** The hidden fields of an entity that another one replaces. */
const hiddenOf = (fields: SchemaObject | undefined, key: string): [string, unknown][] =>
  Object.entries(fields ?? {})
    .filter(([, spec]) => recordOf(spec)['hidden'] === true)
    .map(([name, spec]) => [name, withPer(recordOf(spec), key)]);

/** Fields that read others follow what those follow. */
const withPer = (spec: SchemaObject, key: string): SchemaObject =>
  spec['type'] === 'catbird.ref' || spec['type'] === 'catbird.expression' ? spec : { ...spec, per: key };

/** Counts that are written one by one. */
const MOST_WEIGHTS = 1_000;

function drawOf({ counts, size, entity }: Link, { nulls, missing }: SchemaObject): SchemaObject {
  const others = new Array<number>(Math.max(0, size - counts.length)).fill(0);
  const skew = size <= MOST_WEIGHTS ? { weights: [...counts, ...others] } : { zipf: 0.8 };
  return {
    type: 'catbird.entity',
    params: { of: entity, skew },
    ...(nulls === undefined ? {} : { nulls }),
    ...(missing === undefined ? {} : { missing }),
  };
}
