import { tally, type Column, kindsOf, profileOf, type Kinds } from '../decide/column.ts';
import type { Decision, Spec } from '../decide/decision.ts';
import { decide } from '../decide/decide.ts';
import { LIMITS, newObserver } from '../observe/observe.ts';
import type { FieldProfile } from '../observe/profile.ts';
import { decideForms, mixedOf } from './forms.ts';
import { freeName, type Count, type FieldPlan } from './field-plan.ts';
import { mapOf } from './maps.ts';

type Record_ = Readonly<Record<string, unknown>>;

/** Where a field stands. */
interface FieldContext {
  readonly path: string;
  readonly isElement: boolean;
  readonly helperName: (suffix: string) => string;
  /** Whether the sample is a table of texts: a column of numbers and texts is then one of texts. */
  readonly isTable: boolean;
  readonly single: DecideSingle | undefined;
}

/** Decides about a field of a sample that is one event. Undefined if it is read as one of several. */
export type DecideSingle = (column: Column) => Decision | undefined;

/** Names that mean something else among the fields of a schema. */
export const RESERVED: ReadonlySet<string> = new Set(['$entities', '$locale', '$comment', '$schema']);

/** Elements of lists that are looked at. */
const MOST_ELEMENTS = 50_000;
/** Share of texts from which numbers among them, such as a title of digits, are texts. */
const MOSTLY = 0.9;
/** Share of numbers from which a column of a table with texts among them is one of numbers. */
const NUMERIC = 0.8;
/** Longest list that is made. */
const MOST_COUNT = 100;

/** Plans the fields of objects, each by itself. @param count objects observed */
export function planFields(
  profile: FieldProfile,
  rows: readonly Record_[],
  count: number,
  {
    prefix,
    isTable,
    single,
  }: { readonly prefix: string; readonly isTable: boolean; readonly single?: DecideSingle | undefined },
): FieldPlan[] {
  const taken = new Set(profile.fields.keys());
  const known = [...profile.fields.values()].filter(({ name }) => prefix !== '' || !RESERVED.has(name));
  return known.map((field): FieldPlan => {
    const { name } = field;
    const path = `${prefix}${name}`;
    const cells = rows.map((row) => (Object.hasOwn(row, name) ? row[name] : undefined));
    const place = { path, isTable, single, isElement: false, helperName: newHelperNames(taken, name) };
    const values = cells.filter((cell) => cell !== null && cell !== undefined);
    const value = planValue(field, values, place);
    return {
      name,
      path,
      ...absenceOf(field, count),
      ...value,
      ...(value.fields === undefined && value.count === undefined ? { cells } : {}),
    };
  });
}

/** Names of hidden fields beside a field. The same suffix has the same name. */
function newHelperNames(taken: Set<string>, name: string): (suffix: string) => string {
  const given = new Map<string, string>();
  return (suffix) => {
    const free = given.get(suffix) ?? freeName(taken, `${name}_${suffix}`);
    given.set(suffix, free);
    return free;
  };
}

/** Shares of null and of missing, which are 1 together at most. */
function absenceOf({ nulls, count }: FieldProfile, rows: number): Pick<FieldPlan, 'nulls' | 'missing'> {
  const missing = shareOf(rows - count, rows);
  // A field that is always null is a value of its own.
  return {
    missing,
    nulls: nulls === count ? 0 : Math.min(shareOf(nulls, rows), Number((1 - missing).toFixed(6))),
  };
}

/** A share with three digits; above 0 if there are any. */
const shareOf = (part: number, whole: number): number =>
  part <= 0 || whole === 0 ? 0 : Number(Math.min(1, part / whole).toPrecision(3));

type ValuePlan = Pick<FieldPlan, 'decision' | 'fields' | 'count' | 'column'>;

/** Plans a value. @param values without nulls */
function planValue(profile: FieldProfile, values: readonly unknown[], place: FieldContext): ValuePlan {
  const kinds = kindsOf(values);
  const present = Object.values(kinds).filter((each: readonly unknown[]) => each.length > 0);
  if (present.length > 1) return planMixed(profile, kinds, place);
  if (kinds.objects.length > 0) return planObject(profile, kinds.objects, place);
  if (kinds.lists.length > 0) return planList(profile, kinds.lists, place);
  return decided(columnOf(profile, values, place), place.single);
}

const decided = (column: Column, single?: DecideSingle): ValuePlan => ({
  decision: single?.(column) ?? decideForms(column),
  column: () => column,
});

const columnOf = (
  profile: FieldProfile,
  values: readonly unknown[],
  { path, isElement, helperName }: FieldContext,
): Column => ({ name: lastName(path), path, profile, values, counts: tally(values), isElement, helperName });

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', '');

function planObject(
  profile: FieldProfile,
  objects: readonly Record_[],
  { path, isTable, single }: FieldContext,
): ValuePlan {
  if (profile.fields.size === 0) {
    const spec = { type: 'catbird.pick', params: { values: [{}] } };
    return { decision: { kind: 'constant', reason: 'Always an empty object', confidence: 1, spec } };
  }
  const map = mapOf(objects, { path }, (records, at) => memberOf(records, { ...at, isTable, single }));
  if (map !== undefined) return { decision: map };
  return {
    decision: { kind: 'object', reason: 'Objects', confidence: 1, spec: { type: 'object' } },
    fields: planFields(profile, objects, profile.objects, { prefix: `${path}.`, isTable, single }),
  };
}

function planList(
  profile: FieldProfile,
  lists: readonly (readonly unknown[])[],
  place: FieldContext,
): ValuePlan {
  const elements = lists.flatMap((list) => list.slice(0, MOST_COUNT)).slice(0, MOST_ELEMENTS);
  const values = elements.filter((each) => each !== null);
  const inner = { ...place, path: `${place.path}[]`, isElement: true };
  const count = countOf(profile.lengths);
  if (profile.element === undefined || values.length === 0 || count === 0) {
    const spec = { type: 'catbird.pick', params: { values: [[]] } };
    return { decision: { kind: 'list', reason: 'Always an empty list', confidence: 1, spec } };
  }
  const positions = positionsOf(lists, count);
  if (positions !== undefined) return { decision: tuple(positions, inner) };
  const element = planValue(profile.element, values, inner);
  if (element.count !== undefined) return { decision: nestedList(element, count), count };
  const words = `Lists of ${countWords(count)}`;
  const { decision } = element;
  return { ...element, count, decision: { ...decision, reason: `${words}: ${decision.reason}` } };
}

/** A list whose elements are lists: each of them is a field of its own. */
function nestedList({ decision, count, fields = [] }: ValuePlan, outer: Count): Decision {
  const spec = { ...decision.spec, ...(fields.length > 0 ? { fields: membersOf(fields) } : {}), count };
  return {
    kind: 'list',
    reason: `Lists of ${countWords(outer)} lists: ${decision.reason}`,
    confidence: decision.confidence,
    spec: { type: 'oneOf', params: [{ field: spec }] },
  };
}

/** The spec of objects that are the values of a map. Names of their fields do not vary. */
function memberOf(
  records: readonly Record_[],
  { path, isTable, single }: Pick<FieldContext, 'path' | 'isTable' | 'single'>,
): Spec | undefined {
  const observer = newObserver(LIMITS);
  for (const record of records) observer.offer(0, () => record);
  const { root, rows, observed } = observer.profile();
  if (root.fields.size === 0) return undefined;
  const fields = planFields(root, rows, observed, { prefix: `${path}.`, isTable, single });
  return { type: 'object', fields: membersOf(fields) };
}

/** A list whose elements differ by position. */
function tuple(positions: readonly (readonly number[])[], place: FieldContext): Decision {
  const decisions = positions.map(
    (values) => planValue(profileOf(place.path, values), values, place).decision,
  );
  return {
    kind: 'list',
    reason: `Lists of ${positions.length} numbers, each position with its own`,
    confidence: Math.min(...decisions.map(({ confidence }) => confidence)),
    spec: { type: 'catbird.list', params: decisions.map(({ spec }) => spec) },
  };
}

/** Fields as members of a spec, with the hidden ones that they read. */
const membersOf = (fields: readonly FieldPlan[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((field) => [
      ...Object.entries(field.decision.helpers ?? {}),
      [
        field.name,
        {
          ...field.decision.spec,
          ...(field.fields === undefined ? {} : { fields: membersOf(field.fields) }),
          ...absent(field),
        },
      ] as const,
    ]),
  );

const absent = ({ nulls, missing, count }: FieldPlan): object => ({
  ...(nulls > 0 ? { nulls } : {}),
  ...(missing > 0 ? { missing } : {}),
  ...(count === undefined ? {} : { count }),
});

const countWords = (count: Count): string => {
  if (typeof count === 'number') return String(count);
  return count.min === count.max ? String(count.min) : `${count.min} to ${count.max}`;
};

/** From the first to the last percent of the lengths. */
function countOf(lengths: ReadonlyMap<number, number>): Count {
  const sorted = [...lengths].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  let below = 0;
  let min = sorted[0]?.[0] ?? 0;
  let max = min;
  for (const [length, count] of sorted) {
    if (below <= total * 0.01) min = length;
    if (below < total * 0.99) max = length;
    below += count;
  }
  const most = Math.min(max, MOST_COUNT);
  // A count of 1 makes no list.
  return min >= most && most !== 1 ? most : { min: Math.min(min, most), max: most };
}

const CODE = /^0\d+$/;

/** Values of several types. In a table they are all texts unless most are numbers, otherwise one is chosen by weight. */
function planMixed(profile: FieldProfile, kinds: Kinds, place: FieldContext): ValuePlan {
  const { texts, numbers, booleans, objects, lists } = kinds;
  const plainCount = texts.length + numbers.length + booleans.length;
  // In a table, few texts among numbers are marks of their own; but digits after a zero are a code, as are then all numbers.
  const isText = place.isTable
    ? numbers.length < NUMERIC * plainCount || texts.some((text) => CODE.test(text))
    : texts.length >= MOSTLY * plainCount;
  if (isText && objects.length + lists.length === 0) {
    const all =
      texts.length > 0
        ? [...texts, ...numbers.map(String), ...booleans.map(String)]
        : [...numbers, ...booleans].map(String);
    return decided(columnOf(profileOf(profile.name, all), all, place));
  }
  const inner = { ...place, isElement: true };
  const plain = [booleans, numbers, texts].filter((values: readonly unknown[]) => values.length > 0);
  const options = plain.map((values) => ({
    weight: values.length,
    decision: decide(columnOf(profileOf(profile.name, values), values, inner)),
  }));
  if (objects.length > lists.length && objects.length > 0.5 * (objects.length + lists.length + plainCount))
    return planObject(profile, objects, place);
  if (lists.length > 0 && options.length === 0) return planList(profile, lists, place);
  const all = plain.flat();
  return {
    decision: mixedOf(options, 'Values of several types'),
    ...(objects.length + lists.length === 0
      ? { column: () => columnOf(profileOf(profile.name, all.map(String)), all, place) }
      : {}),
  };
}

/** Elements of a list whose positions may have values of their own: coordinates, ranges, pairs. */
const MOST_POSITIONS = 4;

/** The numbers at each position of lists of one length, if they lie apart: longitude and latitude. Undefined if they are alike. */
function positionsOf(
  lists: readonly (readonly unknown[])[],
  count: unknown,
): readonly (readonly number[])[] | undefined {
  if (typeof count !== 'number' || count < 2 || count > MOST_POSITIONS) return undefined;
  const columns = Array.from({ length: count }, (_, at) =>
    lists.map((list) => list[at]).filter((value) => typeof value === 'number'),
  );
  if (columns.some((column) => column.length < lists.length)) return undefined;
  const ends = columns.map((column) => [Math.min(...column), Math.max(...column)] as const);
  return ends.some(([min], i) => ends.some(([, max], j) => i !== j && min > max)) ? columns : undefined;
}
