import type { SchemaObject } from '../draft.ts';
import type { Sample } from '../infer.ts';
import { isRecord } from '../json.ts';
import type { Shape, ShapeKind } from './shape.ts';

/** A spec that fits the type of its field, or none. */
export function fitting(
  field: Shape,
  given: unknown,
  sample: Sample,
  helpers: Record<string, unknown>,
): [string, SchemaObject][] {
  if (!isRecord(given)) return [];
  const { nulls, missing: _missing, ...spec } = given;
  const fit = fittingValue(field, spec, sample, helpers);
  if (fit === undefined) return [];
  const absent = field.isNullable === true && nulls !== undefined ? { nulls } : {};
  return [[field.name, { ...fit, ...absent }]];
}

function fittingValue(
  field: Shape,
  spec: SchemaObject,
  sample: Sample,
  helpers: Record<string, unknown>,
): SchemaObject | undefined {
  const { kind, isList, values = [] } = field;
  if (values.length > 0) return isList === true ? undefined : weighted(field, sample);
  if (!hasType(field, sample)) return undefined;
  if (kind === 'whole number' || kind === 'number') return isList === true ? spec : bounded(field, spec);
  return kind === 'text' && isList !== true ? short(field, spec, helpers) : spec;
}

/** Values of JSON by the kinds of columns. */
const TYPES: Partial<Readonly<Record<ShapeKind, string>>> = {
  'whole number': 'number',
  number: 'number',
  boolean: 'boolean',
  text: 'string',
  timestamp: 'string',
  date: 'string',
};

/** Whether rows have values as the config writes them: money is a text with a currency. */
const hasType = ({ name, kind, isList }: Shape, { kept }: Sample): boolean =>
  isList === true ||
  TYPES[kind] === undefined ||
  kept.every(({ [name]: value }) => value === null || value === undefined || typeof value === TYPES[kind]);

/** The values that a spec chooses from, itself or as a column of a table. */
function listedIn({ type, params }: SchemaObject): readonly unknown[] | undefined {
  if (!isRecord(params)) return undefined;
  const { values, rows, column } = params;
  if (Array.isArray(values)) return values;
  if (type !== 'catbird.dataset' || !Array.isArray(rows)) return undefined;
  return rows
    .map((row: unknown) => (isRecord(row) ? row[String(column)] : undefined))
    .filter((cell) => cell !== null);
}

/** Longer texts are not cut. */
const LONG = 200;

/** A text that has room in its column. */
function short(
  { name, maxLength = Infinity }: Shape,
  spec: SchemaObject,
  helpers: Record<string, unknown>,
): SchemaObject | undefined {
  if (maxLength > LONG) return spec;
  const values = listedIn(spec);
  if (Array.isArray(values))
    return values.every((value) => String(value).length <= maxLength) ? spec : undefined;
  // Other columns of its table refer to it.
  if (spec['type'] === 'catbird.dataset') return undefined;
  let whole = `${name}_whole`;
  while (Object.hasOwn(helpers, whole)) whole += '_';
  helpers[whole] = { ...spec, hidden: true };
  return {
    type: 'catbird.expression',
    params: `substring(field(${JSON.stringify(whole)}), 0, ${maxLength})`,
  };
}

/** The values of an enumeration, each as often as in the rows. They are part of the definition. */
function weighted({ name, values = [] }: Shape, { kept }: Sample): SchemaObject {
  const counts = values.map((value) => kept.filter((row) => row[name] === value).length);
  const total = counts.reduce((sum, each) => sum + each, 0);
  const found = values.filter((_, i) => (counts[i] ?? 0) > 0);
  if (found.length < 2)
    return { type: 'catbird.pick', params: { values: found.length === 0 ? values : found } };
  const weights = counts
    .filter((each) => each > 0)
    .map((each) => Number(((each * 100) / total).toPrecision(2)));
  return { type: 'catbird.pickWeighted', params: { values: found, weights } };
}

/** Types of numbers with bounds. */
const BOUNDED = /^(number\.(int|float)|catbird\.(normal|logNormal|exponential|histogram))$/;

/** A number within the bounds of its type and its checks. Undefined if it may be outside. */
function bounded(shape: Shape, spec: SchemaObject): SchemaObject | undefined {
  const { min, max } = shape;
  const { type, params } = spec;
  if (min === undefined && max === undefined) return spec;
  if (Array.isArray(params)) return type === 'oneOf' ? alternatives(shape, params) : undefined;
  if (!isRecord(params)) return undefined;
  const values = listedIn(spec);
  if (values !== undefined) return values.every((value) => isWithin(shape, value)) ? spec : undefined;
  if (!BOUNDED.test(String(type))) return undefined;
  const least = larger(min, params['min']);
  const most = smaller(max, params['max']);
  return {
    ...spec,
    params: {
      ...params,
      ...(least === undefined ? {} : { min: least }),
      ...(most === undefined ? {} : { max: most }),
    },
  };
}

const isWithin = ({ min = -Infinity, max = Infinity }: Shape, value: unknown): boolean =>
  typeof value === 'number' && value >= min && value <= max;

/** Numbers of several kinds, such as a frequent one and others. */
function alternatives(shape: Shape, params: readonly unknown[]): SchemaObject | undefined {
  const all = params.map((each) => {
    if (!isRecord(each)) return undefined;
    if (!isRecord(each['field'])) return isWithin(shape, each['value']) ? each : undefined;
    const field = bounded(shape, each['field']);
    return field === undefined ? undefined : { ...each, field };
  });
  return all.every((each) => each !== undefined) ? { type: 'oneOf', params: all } : undefined;
}

const larger = (one: number | undefined, other: unknown): number | undefined =>
  typeof other === 'number' ? Math.max(other, one ?? other) : one;

const smaller = (one: number | undefined, other: unknown): number | undefined =>
  typeof other === 'number' ? Math.min(other, one ?? other) : one;
