import type { Spec } from '../decide/decision.ts';
import type { SchemaObject } from '../draft.ts';
import { namedSpec, withDefault } from './named/named.ts';
import type { Shape, ShapeKind } from './shape.ts';
import { DAY_MS, PAST, timeOf } from './time-specs.ts';

/** Share of nulls in a field that may be null, and of rows without a field that is optional. */
const ABSENT = 0.1;

/** Keys of a table that is not in the definition. */
const KEYS = 1_000;

/** Values of a text that has few. */
const FEW = 12;

/** The field spec of a shape. @param isEntity entities exist at all times, so they have no time of an event */
export const specOf = (shape: Shape, isEntity = false): Spec => structured(shape, valueOf(shape, isEntity));

/** The field spec of a shape whose single values are those of a spec. */
export function structured(shape: Shape, value: Spec): Spec {
  return {
    ...value,
    ...(shape.isList === true ? listOf(shape, value) : {}),
    ...nullsOf(shape),
    ...(shape.isOptional === true && shape.isKey !== true ? { missing: ABSENT } : {}),
    ...(shape.isSide === true ? { hidden: true } : {}),
  };
}

/** The share of nulls in a field. */
export function nullsOf({ isNullable, isKey, nulls = ABSENT }: Shape): { readonly nulls?: number } {
  return isNullable === true && isKey !== true && nulls > 0 ? { nulls } : {};
}

/** How many elements a list has. A count of 1 would be a single value. */
function listOf({ count = { min: 0, max: 3 }, isDistinct }: Shape, value: Spec): Spec {
  // Constants have no count.
  const spec =
    value.type === undefined ? { type: 'catbird.pick', params: { values: [value['value']] } } : value;
  return { ...spec, count, ...(isDistinct === true ? { distinct: true } : {}) };
}

/** A way to read a shape. */
export interface ShapeReading {
  readonly name: string;
  readonly spec: Spec;
}

/** All ways to read a shape that is no object, the usual one first. */
export function shapeReadings(shape: Shape): readonly ShapeReading[] {
  const { kind, name, values = [], references } = shape;
  const isWhole = kind === 'whole number';
  const readings: ShapeReading[] = [
    { name: values.length > 0 ? 'enumeration' : kind, spec: valueOf(shape, false) },
    { name: `any ${kind}`, spec: PLAIN[kind]({ ...shape, values: [] }, false) },
    ...(isWhole ? [{ name: 'sequence', spec: { type: 'catbird.sequence' } }] : []),
    ...(isWhole || kind === 'text' || kind === 'UUID'
      ? [{ name: 'key', spec: keyOf(references ?? tableOf(name), shape) }]
      : []),
    ...(kind === 'timestamp' ? [{ name: 'earlier time', spec: PLAIN[kind](shape, true) }] : []),
  ];
  const texts = readings.map(({ spec }) => JSON.stringify(spec));
  return readings.filter((_, i) => texts.indexOf(texts[i] ?? '') === i);
}

function valueOf(shape: Shape, isEntity: boolean): Spec {
  const { kind, fields } = shape;
  const given = givenSpec(shape, isEntity);
  if (given !== undefined) return given;
  if (kind === 'object') return objectOf(fields ?? [], isEntity);
  if (kind === 'whole number' && isCounted(shape)) return { type: 'catbird.sequence' };
  const named = foreignKey(shape) ?? namedSpec(shape, isEntity);
  if (named !== undefined) return named;
  return shape.hasFewValues === true && kind === 'text' && shape.initial === undefined
    ? keyOf(shape.name, { ...shape, max: FEW })
    : withDefault(PLAIN[kind](shape, isEntity), shape);
}

/** The spec of a field whose definition says more than its type. */
function givenSpec(shape: Shape, isEntity: boolean): Spec | undefined {
  const { values = [], kind, isKey, pattern, references } = shape;
  if (values.length > 0) return { type: 'catbird.pick', params: { values } };
  if (pattern !== undefined) return { type: 'helpers.fromRegExp', params: [pattern] };
  const following = followingOf(shape, isEntity);
  if (following !== undefined) return { type: 'catbird.expression', params: following };
  return references === undefined || isKey === true || kind === 'object'
    ? undefined
    : keyOf(references, shape);
}

const isCounted = ({ isKey, isCounter, name }: Shape): boolean =>
  isKey === true || isCounter === true || name.toLowerCase() === 'id';

/** A number or text named like the key of another table: `customer_id`. */
function foreignKey(shape: Shape): Spec | undefined {
  const { name, kind, isKey } = shape;
  const mayBe = isKey !== true && (kind === 'whole number' || kind === 'text');
  if (!mayBe || !KEY_NAME.test(name) || TAX_ID.test(name)) return undefined;
  return hasKeys(shape) ? keyOf(tableOf(name), shape) : undefined;
}

/** Whether keys have the length of a field: numbers at their end have one to four digits. */
const hasKeys = ({ minLength = 0, maxLength = 255 }: Shape): boolean =>
  minLength < 2 || isLongForm({ minLength, maxLength }) || minLength + 3 <= maxLength;

/** Whether only UUIDs are as long as a field wants. */
const isLongForm = ({ minLength = 0, maxLength = 255 }: Pick<Shape, 'minLength' | 'maxLength'>): boolean =>
  minLength > 12 && minLength <= UUID_LENGTH && maxLength >= UUID_LENGTH;

const KEY_NAME = /.(_id|I[dD]|_ID| id)$|^(?!android|hybrid|invalid|liquid)[a-z]{4,}id$/;
/** Ids that a state gives, which are no keys. */
const TAX_ID = /(vat|tax|ust)_?id$/i;

/** The table that a key is named after. */
const tableOf = (name: string): string => (/^(.+?)_?id$/i.exec(name)?.[1] ?? name).toLowerCase();

function objectOf(fields: readonly Shape[], isEntity: boolean): Spec {
  if (fields.length === 0) return { type: 'catbird.pick', params: { values: [{}] } };
  return { type: 'object', fields: fieldsOf(fields, (each) => specOf(each, isEntity)) };
}

/** The fields of an object. Of those that exclude one another, a hidden field chooses one. */
export function fieldsOf(shapes: readonly Shape[], spec: (shape: Shape) => SchemaObject): SchemaObject {
  const taken = new Set(shapes.map(({ name }) => name));
  const entries = shapes.flatMap((shape): [string, unknown][] => {
    const { name, choice } = shape;
    if (choice === undefined) return [[name, spec(shape)]];
    const among = shapes.filter((each) => each.choice === choice).map((each) => each.name);
    let helper = `${choice}_choice`;
    while (taken.has(helper)) helper += '_';
    const chosen = { type: 'catbird.pick', params: { values: among }, hidden: true };
    const own: [string, unknown] = [name, { ...spec(shape), if: `${helper} == ${JSON.stringify(name)}` }];
    return among[0] === name ? [[helper, chosen], own] : [own];
  });
  // Own properties, whatever their names.
  return Object.fromEntries(entries);
}

/** One of several shapes. One alone keeps its own list within that of the field. */
function alternativesOf(shapes: readonly Shape[], isEntity: boolean): Spec {
  if (shapes.length === 0) return { type: 'catbird.pick', params: { values: [[]] } };
  return { type: 'oneOf', params: shapes.map((each) => ({ field: specOf(each, isEntity) })) };
}

/** An object with keys of its own in each row. */
function mapOf({ fields: [key, value] = [], size = { min: 0, max: 3 } }: Shape, isEntity: boolean): Spec {
  if (key === undefined || value === undefined) return objectOf([{ name: 'key', kind: 'text' }], true);
  const params = { key: specOf(key, isEntity), value: specOf(value, isEntity), size };
  return { type: 'catbird.map', params };
}

/** Keys of another table: numbers, or texts that have room in the field. */
function keyOf(table: string, shape: Pick<Shape, 'kind' | 'minLength' | 'maxLength' | 'max'>): Spec {
  const { kind, maxLength = 255, max = KEYS } = shape;
  const isUuid = kind === 'UUID' || (kind === 'text' && (maxLength === UUID_LENGTH || isLongForm(shape)));
  const form = isUuid ? { form: 'uuid' } : kind === 'text' ? { form: 'text', ...prefixOf(table, shape) } : {};
  return {
    type: 'catbird.key',
    params: {
      name: table,
      size: kind === 'text' && maxLength < 4 ? 10 ** maxLength - 1 : Math.max(1, Math.min(KEYS, max)),
      ...form,
      skew: { zipf: 0.8 },
    },
  };
}

/** What stands before the numbers of keys, if `table_` is too long or too short. Numbers have up to four digits. */
function prefixOf(
  table: string,
  { minLength = 0, maxLength = 255 }: Pick<Shape, 'minLength' | 'maxLength'>,
): { readonly prefix?: string } {
  const room = Math.max(0, maxLength - 4);
  const isUsual = table.length + 1 <= room && table.length + 2 >= minLength;
  return isUsual ? {} : { prefix: table.slice(0, room).padEnd(minLength - 1, '_') };
}

const UUID_LENGTH = 36;

const PLAIN: Readonly<Record<ShapeKind, (shape: Shape, isEntity: boolean) => Spec>> = {
  'whole number': wholeNumber,
  number: decimal,
  boolean: () => ({ type: 'datatype.boolean' }),
  timestamp: timeOf,
  date: timeOf,
  'time of day': timeOf,
  'milliseconds of a day': () => ({ type: 'number.int', params: { min: 0, max: DAY_MS - 1 } }),
  'microseconds of a day': () => ({ type: 'number.int', params: { min: 0, max: DAY_MS * 1_000 - 1 } }),
  UUID: () => ({ type: 'string.uuid' }),
  email: () => ({ type: 'internet.email' }),
  URL: () => ({ type: 'internet.url' }),
  'IP address': () => ({ type: 'internet.ipv4' }),
  bytes: ({ minLength = 0, maxLength = 32 }) => ({
    type: 'string.hexadecimal',
    params: { length: Math.max(minLength, Math.min(maxLength, 1_000)), casing: 'lower', prefix: '' },
  }),
  JSON: () => objectOf([{ name: 'key', kind: 'text' }], true),
  text: textOf,
  duration: () => ({ type: 'helpers.fromRegExp', params: ['[1-9][0-9]{0,2}s'] }),
  'IPv6 address': () => ({ type: 'internet.ipv6' }),
  'host name': () => ({ type: 'internet.domainName' }),
  map: mapOf,
  list: ({ fields: [element] = [] }, isEntity) =>
    alternativesOf(element === undefined ? [] : [element], isEntity),
  tuple: ({ fields = [] }, isEntity) => ({
    type: 'catbird.list',
    params: fields.map((each) => specOf(each, isEntity)),
  }),
  'one of': ({ fields = [] }, isEntity) => alternativesOf(fields, isEntity),
  object: ({ fields = [] }, isEntity) => objectOf(fields, isEntity),
};

/** Largest whole number of a field without bounds. */
const USUAL = 1_000;

function wholeNumber({ min, max, step }: Shape): Spec {
  const least = min ?? (max !== undefined && max < 0 ? max - 1_000 : 0);
  const most = Math.max(
    least,
    Math.min(max ?? Infinity, min === undefined || min < USUAL ? USUAL : min + USUAL),
  );
  if (step !== undefined && step > 1) return multiples(least, Math.max(most, least + 10 * step), max, step);
  return { type: 'number.int', params: { min: Math.ceil(least), max: Math.floor(most) } };
}

/** Multiples of a step from `least` to `most`, and not above `max`. */
function multiples(least: number, most: number, max = Infinity, step = 1): Spec {
  const first = Math.ceil(least / step) * step;
  const last = Math.floor(Math.min(most, max) / step) * step;
  return { type: 'number.int', params: { min: first, max: Math.max(first, last), multipleOf: step } };
}

function decimal({ min, max, decimals = 2 }: Shape): Spec {
  const fractionDigits = decimals;
  // A larger bound is only that of the type.
  if (min !== undefined && max !== undefined && max < 1_000_000)
    return { type: 'number.float', params: { min, max, fractionDigits } };
  const most = Math.min(max ?? 1_000_000, 1_000_000);
  const least = min ?? (most < 0 ? most - 1_000 : 0);
  return {
    type: 'number.float',
    params: { min: least, max: Math.max(least, Math.min(most, least + 1_000)), fractionDigits },
  };
}

function textOf({ minLength = 0, maxLength = 255 }: Shape): Spec {
  if (minLength > 0 || (maxLength > 8 && maxLength < 20)) {
    const longest = Math.min(maxLength, Math.max(minLength + 8, 12));
    return {
      type: 'string.alpha',
      params: { length: { min: Math.max(minLength, Math.min(3, longest)), max: longest }, casing: 'lower' },
    };
  }
  if (maxLength <= 8) return { type: 'string.alpha', params: { length: maxLength, casing: 'upper' } };
  return maxLength < 40 ? { type: 'lorem.word' } : { type: 'lorem.words', params: [3] };
}

/** A field that follows another one. */
interface Following {
  /** The other field, or what stands for it where it is null. */
  readonly other: string;
  readonly isStrict: boolean;
  readonly min: number;
  readonly decimals: number;
  readonly withinSeconds: number | undefined;
}

/** 1 where a value must differ from the other one. */
const least = ({ isStrict }: Following): number => (isStrict ? 1 : 0);

const DAY_SECONDS = 86_400;

/** A time is up to three days after the other one, a date up to 60 days. */
const TIMES: Partial<Readonly<Record<ShapeKind, (following: Following) => string>>> = {
  timestamp: (of) =>
    `dateAdd(${of.other}, ${least(of)} + floor(rand() * ${of.withinSeconds ?? 3 * DAY_SECONDS}), "second")`,
  date: (of) =>
    `formatDate(dateAdd(${of.other}, ${least(of)} + floor(rand() * ${Math.max(1, Math.floor((of.withinSeconds ?? 60 * DAY_SECONDS) / DAY_SECONDS))}), "day"), "yyyy-MM-dd")`,
};

/** A number is not above the other one. */
function numberBelow(kind: ShapeKind, { other, isStrict, min, decimals }: Following): string {
  if (kind === 'whole number') return `${min} + floor(rand() * (${other} - ${min}${isStrict ? '' : ' + 1'}))`;
  // Rounded down, so that it does not become the other number.
  const scale = 10 ** decimals;
  return `${min} + floor(rand() * (${other} - ${min}) * ${scale}) / ${scale}`;
}

/** What stands for the other field where that is null. Entities have no time of an event. */
function missing(kind: ShapeKind, min: number, isEntity: boolean): string {
  if (!(kind in TIMES)) return String(min + 1_000);
  return isEntity ? JSON.stringify(PAST.to) : 'now()';
}

/** A value that follows another field, as an expression. */
function followingOf({ kind, follows, min = 0, decimals = 2 }: Shape, isEntity: boolean): string | undefined {
  if (follows === undefined || (follows.ofEntity === true && !isEntity)) return undefined;
  const own = `field(${JSON.stringify(follows.field)})`;
  const other = follows.isNullable ? `coalesce(${own}, ${missing(kind, min, isEntity)})` : own;
  const { isStrict, withinSeconds } = follows;
  const following = { other, isStrict, min, decimals, withinSeconds };
  return TIMES[kind]?.(following) ?? numberBelow(kind, following);
}
