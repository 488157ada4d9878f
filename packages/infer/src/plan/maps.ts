import { tally, type Column, kindsOf, profileOf } from '../decide/column.ts';
import type { Decision, Spec } from '../decide/decision.ts';
import { decide } from '../decide/decide.ts';

type Values = Readonly<Record<string, unknown>>;

/** Keys that look like values: emails, ids, dates, numbers. */
const VALUE =
  /^(\S+@\S+\.\w+|[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d(-\d\d)?.*|-?\d+(\.\d+)?|(?=\S*\d\S*\d)[\w-]{12,}|[A-Za-z]{1,8}[_-]?\d{2,})$/i;
/** Share of the keys that look so, and fewest of them. */
const MOSTLY = 0.9;
const LEAST = 2;
/** Keys that vary: fewest of them, and the share of them that an object has on average, at most. */
const VARIED = { keys: 20, share: 0.3, objects: 5 };

/** Objects whose keys are values, such as counts by day: a map. Undefined if their keys are names of fields, or their values are of several types. */
export function mapOf(
  objects: readonly Values[],
  { path }: Pick<Column, 'path'>,
  specOfObjects: SpecOfObjects,
): Decision | undefined {
  const sizes = objects.map((each) => Object.keys(each).length);
  const all = objects.flatMap((each) => Object.keys(each));
  const keys = [...tally(all).keys()].map(String);
  const values = objects.flatMap((each) => Object.values(each)).filter((each) => each !== null);
  const { booleans, numbers, texts, objects: records } = kindsOf(values);
  const isOfRecords = records.length === values.length;
  const isMap =
    areValues(keys) ||
    doVary(keys.length, all.length, objects.length) ||
    (isOfRecords && keys.length >= VARIED.keys && areAlike(records));
  if (!isMap || values.length === 0) return undefined;
  const isPlain = [booleans, numbers, texts].some(({ length }) => length === values.length);
  const value = isPlain ? specOf(values, `${path}.value`) : undefined;
  const found = value ?? (isOfRecords ? specOfObjects(records, { path: `${path}.value` }) : undefined);
  if (found === undefined) return undefined;
  const params = {
    key: specOf(all, `${path}.key`),
    value: found,
    size: { min: Math.min(...sizes), max: Math.min(MOST_SIZE, Math.max(...sizes)) },
  };
  return {
    kind: 'object',
    reason: `Objects by key: ${keys.length} different keys, which are values`,
    confidence: 0.8,
    spec: { type: 'catbird.map', params },
  };
}

/** Makes the spec of objects. Undefined if they have no fields. */
type SpecOfObjects = (objects: readonly Values[], place: Pick<Column, 'path'>) => Spec | undefined;

/** Whether objects have the same fields: on average, a field is in half of them. */
function areAlike(objects: readonly Values[]): boolean {
  const names = objects.flatMap((each) => Object.keys(each));
  return names.length >= SHARED * new Set(names).size * objects.length;
}

const SHARED = 0.5;

/** Members of an object, at most. */
const MOST_SIZE = 100;

const areValues = (keys: readonly string[]): boolean =>
  keys.length >= LEAST && keys.filter((key) => VALUE.test(key)).length >= MOSTLY * keys.length;

const doVary = (distinct: number, all: number, objects: number): boolean =>
  objects >= VARIED.objects && distinct >= VARIED.keys && all / objects <= VARIED.share * distinct;

/** Whether the names in a single object are values: they look so, or many have values alike. */
export function areKeys(names: readonly string[], values: readonly unknown[]): boolean {
  const { booleans, numbers, texts, objects } = kindsOf(values);
  if (![booleans, numbers, texts, objects].some(({ length }) => length === values.length)) return false;
  return areValues(names) || (objects.length >= VARIED.keys && areAlike(objects));
}

/** The spec of some values, without any of them. */
function specOf(values: readonly unknown[], path: string): Spec {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return decide({
    name,
    path,
    profile: profileOf(name, values),
    values,
    counts: tally(values),
    isElement: true,
    helperName: (suffix) => `${name}_${suffix}`,
  }).spec;
}
