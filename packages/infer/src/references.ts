import { tally } from './decide/column.ts';
import { isObject } from '@catbird/engine';
import type { SchemaObject } from './draft.ts';
import type { Row } from './observe/observe.ts';
import { freeName } from './plan/field-plan.ts';

/** Rows of a sample that others may refer to. */
interface Referable {
  readonly name: string;
  /** Some of the rows. */
  readonly kept: readonly Row[];
  /** Rows of the sample. */
  readonly rows: number;
}

/** A field of a sample whose values are the keys of another one. */
interface Reference {
  /** Index of the sample with the field, and the name of the field. */
  readonly from: number;
  readonly field: string;
  /** Index of the sample that it refers to, and the field that identifies its rows. */
  readonly to: number;
  readonly key: string;
  /** How often each row is referred to, the most frequent first. */
  readonly counts: readonly number[];
  /** How many rows the other sample has. */
  readonly size: number;
}

const LEAST_ROWS = 10;
/** Share of the values that are keys of the other sample. */
const KNOWN = 0.98;

/** Fields that are named like another sample or its key, and have its keys as values: `user_id` in orders, and `id` of users. */
export function referencesOf(samples: readonly Referable[]): Reference[] {
  return samples.flatMap((of, to) => {
    const key = keyOf(of);
    if (key === undefined) return [];
    const keys = new Set(of.kept.map((row) => row[key]));
    return samples.flatMap(({ kept }, from) => {
      if (from === to) return [];
      const field = namesIn(kept).find(
        (name) => isNamedAfter(name, of.name, key) && refers(kept, name, keys),
      );
      return field === undefined
        ? []
        : [{ from, field, to, key, counts: countsOf(kept, field, keys), size: of.rows }];
    });
  });
}

const namesIn = (rows: readonly Row[]): string[] => Object.keys(rows[0] ?? {});

/** The field that identifies the rows, if all of them were kept: the first with a value of its own in each. */
function keyOf({ name, kept, rows }: Referable): string | undefined {
  if (kept.length < LEAST_ROWS || kept.length < rows) return undefined;
  return namesIn(kept).find((field) => {
    const isNamed = /(^|[_-])(id|key|code|no)$|[a-z]I[dD]$/.test(field) || isNamedFor(field, name);
    const values = kept.map((row) => row[field]);
    const isKey = values.every(
      (value) => typeof value === 'string' || (isNamed && typeof value === 'number'),
    );
    return isKey && new Set(values).size === values.length;
  });
}

/** `user_id` is named after users, and after their key `user_id`; `id` is not. */
function isNamedAfter(field: string, sample: string, key: string): boolean {
  if (/^id$/i.test(field)) return false;
  return field === key || isNamedFor(field, sample);
}

/** Whether a field has the name of a row of a table: `user_id` of users. */
export const isNamedFor = (field: string, table: string): boolean => plainly(field) === singular(table);

const plainly = (field: string): string =>
  field
    .toLowerCase()
    .replace(/[_-]?(id|key|code|no)$/, '')
    .replaceAll(/[^a-z0-9]/g, '');

const singular = (name: string): string => {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return plain.endsWith('ies') ? `${plain.slice(0, -3)}y` : plain.replace(/(?<=s|x|ch|sh)es$|s$/, '');
};

function refers(rows: readonly Row[], field: string, keys: ReadonlySet<unknown>): boolean {
  const values = rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.filter((value) => keys.has(value)).length >= KNOWN * values.length;
}

/** Values that are no keys of the other sample are left out. */
function countsOf(rows: readonly Row[], field: string, keys: ReadonlySet<unknown>): number[] {
  return [...tally(rows.map((row) => row[field]).filter((value) => keys.has(value))).values()];
}

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
  const taken = new Set(Object.keys(fields));
  const tables = new Map(
    links
      .filter(({ field }) => isTable(recordOf(fields[field])))
      .map(({ field }) => [field, freeName(taken, `${field}_row`)]),
  );
  const entries = Object.entries(fields).flatMap(([name, spec]): [string, unknown][] => {
    const link = links.find(({ field }) => field === name);
    if (link !== undefined)
      return [
        [name, drawOf(link, recordOf(spec))],
        ...hiddenOf(replaced.get(name), name),
        ...tableOf(name, recordOf(spec), tables),
      ];
    const of = memberOf(name, recordOf(spec), links);
    if (of === undefined || Object.hasOwn(of.target, name)) return [[name, columnOf(spec, tables)]];
    return [[name, withPer(recordOf(recordOf(replaced.get(of.field))[name]), of.field)]];
  });
  return {
    ...(left.length === 0 ? {} : { $entities: Object.fromEntries(left) }),
    ...Object.fromEntries(entries),
  };
}

const recordOf = (value: unknown): SchemaObject => (isObject(value) ? value : {});

/** The link whose entity a field is a member of. */
const memberOf = (name: string, { type, params }: SchemaObject, links: readonly Link[]): Link | undefined =>
  type === 'catbird.ref' ? links.find(({ field }) => params === `${field}.${name}`) : undefined;

/** Whether a field has a table that others are columns of. */
const isTable = ({ type, params }: SchemaObject): boolean =>
  type === 'catbird.dataset' && recordOf(params)['rows'] !== undefined;

/** A row of the table that a field had: each key has one. */
const tableOf = (
  key: string,
  spec: SchemaObject,
  tables: ReadonlyMap<string, string>,
): [string, unknown][] => {
  const name = tables.get(key);
  return name === undefined ? [] : [[name, { ...withPer(spec, key), hidden: true }]];
};

/** A column of a table that another field has now. */
function columnOf(spec: unknown, tables: ReadonlyMap<string, string>): unknown {
  const { type, params } = recordOf(spec);
  const of = tables.get(String(recordOf(params)['of']));
  return type !== 'catbird.dataset' || of === undefined
    ? spec
    : { ...recordOf(spec), params: { ...recordOf(params), of } };
}

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

/** A schema whose entities have names of their own in the whole config. @param taken names of others; those of the schema are added */
export function withOwnEntities(schema: SchemaObject, taken: Set<string>): SchemaObject {
  const { $entities, ...fields } = schema;
  if ($entities === undefined) return schema;
  const names = new Map(Object.keys(recordOf($entities)).map((name) => [name, freeName(taken, name)]));
  const renamed = Object.entries(recordOf($entities)).map(([name, entity]) => [names.get(name), entity]);
  const drawn = Object.entries(fields).map(([field, spec]) => {
    const { type, params } = recordOf(spec);
    const of = type === 'catbird.entity' ? names.get(String(recordOf(params)['of'])) : undefined;
    return [
      field,
      of === undefined ? spec : { ...recordOf(spec), params: { ...recordOf(params), of } },
    ] as const;
  });
  return { $entities: Object.fromEntries(renamed), ...Object.fromEntries(drawn) };
}
