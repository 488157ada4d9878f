import { isObject } from '@catbird/engine';
import type { Consent, Finding, SchemaObject } from '../draft.ts';
import { readSample, type Sample } from '../infer.ts';
import type { Shape, ShapeKind, Table } from './shape.ts';

/** Fields as rows of their table show them. */
export interface Sampled {
  /** By field. */
  readonly specs: ReadonlyMap<string, SchemaObject>;
  /** Hidden fields and declarations that the specs read. */
  readonly helpers: SchemaObject;
  /** What was decided, and what of the rows is in the specs. Paths begin with the table. */
  readonly findings: readonly Finding[];
}

/** Kinds whose values rows can show; of others, the type says more. */
const SHOWN: ReadonlySet<ShapeKind> = new Set([
  'whole number',
  'number',
  'text',
  'boolean',
  'timestamp',
  'date',
  'JSON',
]);

/** The fields of a table that rows say more about than its definition: no keys, references, or values with a rule. */
export function shownFields({ fields, keys = [], references = [] }: Table): readonly Shape[] {
  const tied = new Set([...keys.flat(), ...references.flatMap((each) => each.fields)].map(lower));
  return fields.filter((field) => {
    const {
      name,
      kind,
      isKey,
      isUnique,
      isCounter,
      references: reference,
      pattern,
      follows,
      from,
      to,
    } = field;
    const isTied = tied.has(lower(name)) || isKey === true || isUnique === true;
    const hasRule = [reference, pattern, follows, from, to].some((each) => each !== undefined);
    return SHOWN.has(kind) && !isTied && !hasRule && isCounter !== true;
  });
}

const lower = (name: string): string => name.toLowerCase();

/**
 * Reads rows of a table, as lines of JSON with some of its fields.
 *
 * @param consent whether a value may be in the specs
 */
export async function sampled(
  table: Table,
  fields: readonly Shape[],
  lines: AsyncIterable<Uint8Array>,
  consent: Consent,
): Promise<Sampled> {
  const sample = await readSample(lines);
  const { schema, findings } = sample.draft(consent);
  const specs = new Map<string, SchemaObject>();
  const helpers: Record<string, unknown> = {};
  const byName = new Map(fields.map((field) => [field.name, field]));
  // A hidden field must not take the place of a column that was not read.
  const isTaken = (name: string): boolean =>
    !byName.has(name) && table.fields.some((each) => each.name === name);
  if (Object.keys(schema).some(isTaken)) return joined([]);
  for (const [name, spec] of Object.entries(schema)) {
    const field = byName.get(name);
    if (field === undefined) helpers[name] = spec;
    else for (const [key, each] of fitting(field, spec, sample, helpers)) specs.set(key, each);
  }
  const shown = withoutReaders(
    { specs, helpers },
    (name) => specs.has(name) || Object.hasOwn(helpers, name),
    Object.keys(schema),
  );
  const isUsed = ({ path }: Finding): boolean => shown.specs.has(path.split(/[.[]/, 1)[0] ?? '');
  return {
    ...shown,
    findings: findings.filter(isUsed).map((each) => {
      // The values of an enumeration are no values of rows.
      const isKnown = (byName.get(each.path)?.values ?? []).length > 0;
      return {
        ...each,
        path: `${table.name}.${each.path}`,
        ...(isKnown ? { copied: [], copyable: [] } : {}),
      };
    }),
  };
}

/** Types that need the rows of a stream: the time of an event, or draws of their own. */
const OF_EVENTS =
  /"catbird\.(timestampNow|datetimeNow|session|journey|entity|key|sequence)"|"per"|\b(now|index)\(\)/;

/** What an entity can have of it. */
export function timeless({ specs, helpers, findings }: Sampled): Sampled {
  const isKept = (name: string): boolean => isTimeless(name, specs.get(name) ?? helpers[name]);
  return { ...withoutReaders({ specs, helpers }, isKept, []), findings };
}

/** Specs without those that are not kept, those that read them, and hidden fields that none reads. @param others names of other fields */
function withoutReaders(
  { specs, helpers }: Pick<Sampled, 'specs' | 'helpers'>,
  isKept: (name: string) => boolean,
  others: readonly string[],
): Pick<Sampled, 'specs' | 'helpers'> {
  const all = new Map<string, unknown>([...Object.entries(helpers), ...specs]);
  const kept = new Map([...all].filter(([name]) => isKept(name)));
  for (let size = -1; size !== kept.size;) {
    size = kept.size;
    const gone = [...all.keys(), ...others].filter((name) => !kept.has(name));
    for (const [name, spec] of kept) if (gone.some((other) => reads(spec, other))) kept.delete(name);
  }
  const isRead = (name: string): boolean => [...kept.values()].some((spec) => reads(spec, name));
  const isNeeded = (name: string): boolean => kept.has(name) && (name.startsWith('$') || isRead(name));
  return {
    helpers: Object.fromEntries(Object.entries(helpers).filter(([name]) => isNeeded(name))),
    specs: new Map([...specs].filter(([name]) => kept.has(name))),
  };
}

/** Whether a spec may read a field. */
function reads(spec: unknown, name: string): boolean {
  const { type: _, ...params } = isObject(spec) ? spec : {};
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\w$])${escaped}(?!\\w)`).test(JSON.stringify(params));
}

const isTimeless = (name: string, spec: unknown): boolean =>
  !name.startsWith('$') && !OF_EVENTS.test(JSON.stringify(spec));

/** What several samples show of one table. The last one wins. */
export const joined = (all: readonly Sampled[]): Sampled => ({
  specs: new Map(all.flatMap(({ specs }) => [...specs])),
  helpers: Object.fromEntries(all.flatMap(({ helpers }) => Object.entries(helpers))),
  findings: [...new Map(all.flatMap(({ findings }) => findings.map((each) => [each.path, each]))).values()],
});

/** A spec that fits the type of its field, or none. */
function fitting(
  field: Shape,
  given: unknown,
  sample: Sample,
  helpers: Record<string, unknown>,
): [string, SchemaObject][] {
  if (!isObject(given)) return [];
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
  if (!isObject(params)) return undefined;
  const { values, rows, column } = params;
  if (Array.isArray(values)) return values;
  if (type !== 'catbird.dataset' || !Array.isArray(rows)) return undefined;
  return rows
    .map((row: unknown) => (isObject(row) ? row[String(column)] : undefined))
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
  if (!isObject(params)) return undefined;
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
    if (!isObject(each)) return undefined;
    if (!isObject(each['field'])) return isWithin(shape, each['value']) ? each : undefined;
    const field = bounded(shape, each['field']);
    return field === undefined ? undefined : { ...each, field };
  });
  return all.every((each) => each !== undefined) ? { type: 'oneOf', params: all } : undefined;
}

const larger = (one: number | undefined, other: unknown): number | undefined =>
  typeof other === 'number' ? Math.max(other, one ?? other) : one;

const smaller = (one: number | undefined, other: unknown): number | undefined =>
  typeof other === 'number' ? Math.min(other, one ?? other) : one;
