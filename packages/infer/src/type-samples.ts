import { tally } from './decide/column.ts';
import { isObject } from '@catbird/engine';
import { comparable, type Comparable } from './comparable.ts';
import { constantOf, labelPrefix } from './decide/enumerations.ts';
import type { Member } from './decide/decision.ts';
import { draftable, type Draftable } from './choices.ts';
import type { EventTime } from './event-time.ts';
import { type Limits, newObserver, type Profile, type Row } from './observe/observe.ts';
import type { FieldPlan } from './plan/field-plan.ts';
import { planFields } from './plan/planned-fields.ts';

/** The types of event in a sample. */
export interface SampleTypes {
  /** The field that names them: `type`, `event.kind`. */
  readonly path: string;
  /** The most frequent first. */
  readonly samples: readonly TypeSample[];
  /** Rows of types that are too rare to say anything about them. They are in no sample. */
  readonly rare: number;
}

/** The events of one type, whose name is a constant. */
export interface TypeSample extends Draftable, Comparable {
  /** The value that names the type. */
  readonly value: string;
  /** Stands for the value as long as it is not confirmed: `event_1` is the most frequent type. */
  readonly label: string;
  /** Rows of the sample. An estimate if it has many. */
  readonly rows: number;
  /** Some of them, in their order. */
  readonly kept: readonly Row[];
  /** The time of the events and the pace of this type, if the sample has a time. */
  readonly eventTime?: EventTime;
}

/** What is known of the whole sample. */
export interface Whole {
  readonly fields: readonly FieldPlan[];
  readonly eventTime: EventTime | undefined;
  /** It is a table of texts. */
  readonly isTable: boolean;
}

/** The types of event, if a field names them and the other fields of a row depend on it. */
export async function typesOf(
  profile: Profile,
  { fields: whole, eventTime, isTable }: Whole,
  limits: Limits,
): Promise<SampleTypes | undefined> {
  const found = eventTypesOf(profile.rows);
  if (found === undefined) return undefined;
  const { path, parts, rare } = found;
  const scale = profile.total / profile.rows.length;
  const name = path.slice(path.lastIndexOf('.') + 1);
  const prefix = labelPrefix(name, new Map(parts.map(({ value }) => [value, 1])));
  const sampleOf = async ({ value, rows }: TypePart, n: number): Promise<TypeSample> => {
    const observer = newObserver(limits);
    const chars = limits.fullChars / rows.length / 2;
    for (const row of rows) observer.offer(chars, () => row);
    const own = observer.profile();
    const plans = planFields(own.root, own.rows, own.observed, { prefix: '', isTable });
    const label = `${prefix}${n + 1}`;
    const named = withConstant(withNumbers(plans, whole), path, { value, label, count: rows.length });
    const drafts = await draftable(named, own.rows);
    return {
      value,
      label,
      rows: Math.round(rows.length * scale),
      kept: rows,
      ...(eventTime === undefined
        ? {}
        : { eventTime: ofShare(eventTime, rows.length / profile.rows.length) }),
      ...drafts,
      ...comparable(rows, limits),
    };
  };
  return { path, samples: await Promise.all(parts.map(sampleOf)), rare: Math.round(rare * scale) };
}

/** The pace of some of the events. */
function ofShare({ eventsPerSecond, ...time }: EventTime, share: number): EventTime {
  if (eventsPerSecond === undefined) return time;
  return { ...time, eventsPerSecond: Number((eventsPerSecond * share).toPrecision(3)) };
}

/** Plans in which the numbers of all events are 1, 2, 3 … again: those of one type have gaps. */
const withNumbers = (plans: readonly FieldPlan[], whole: readonly FieldPlan[]): FieldPlan[] =>
  plans.map((plan) => {
    const same = whole.find(({ path, decision }) => path === plan.path && decision.kind === 'sequence');
    return same === undefined ? plan : { ...plan, decision: same.decision };
  });

/** Plans in which the field at a path has one value. */
const withConstant = (plans: readonly FieldPlan[], path: string, member: Member): FieldPlan[] =>
  plans.map((plan) => {
    if (plan.path === path) return { ...plan, decision: constantOf(member) };
    const isAround =
      plan.fields !== undefined && plan.count === undefined && path.startsWith(`${plan.path}.`);
    return isAround ? { ...plan, fields: withConstant(plan.fields ?? [], path, member) } : plan;
  });

/** Rows of one type of event. */
interface TypePart {
  /** The value that names the type. */
  readonly value: string;
  readonly rows: readonly Row[];
}

/** A field that names the type of an event, and the rows of each type. */
interface EventTypes {
  /** `type`, `event.kind`. */
  readonly path: string;
  /** The most frequent first. */
  readonly parts: readonly TypePart[];
  /** Rows whose type is too rare to say anything about it. */
  readonly rare: number;
}

const LEAST_ROWS = 20;
/** Types of a sample, at most: a stream for each. */
const MOST_TYPES = 20;
/** Rows of a type that say what it has. */
const LEAST_OF_TYPE = 5;
/** A field that all rows of a type have, or none, but for this share. */
const EXCEPTIONS = 0.02;
/** Fields that only some rows have, at least, and the share of them that the type explains. */
const LEAST_OPTIONAL = 2;
const EXPLAINED = 0.7;
/** Objects within objects whose fields are compared. */
const DEPTH = 4;

/**
 * The field that names the type of each event, if there is one: a text that the other fields of a row depend on.
 */
export function eventTypesOf(rows: readonly Row[]): EventTypes | undefined {
  if (rows.length < LEAST_ROWS) return undefined;
  const present = rows.map((row) => pathsOf(row));
  const optional = optionalPaths(present);
  if (optional.length < LEAST_OPTIONAL) return undefined;
  let best: { readonly path: string; readonly explained: number; readonly types: ByType } | undefined;
  for (const path of candidates(rows, present)) {
    const types = byType(rows, path);
    const explained = explainedOf(types, present, optional, path);
    if (explained > (best?.explained ?? EXPLAINED * optional.length)) best = { path, explained, types };
  }
  return best === undefined ? undefined : typesIn(best.path, best.types, rows);
}

/** Rows of each type, by their indexes. */
type ByType = ReadonlyMap<string, readonly number[]>;

function typesIn(path: string, types: ByType, rows: readonly Row[]): EventTypes | undefined {
  const known = [...types].filter(([, indexes]) => indexes.length >= LEAST_OF_TYPE);
  if (known.length < 2) return undefined;
  const parts = known.map(([value, indexes]) => ({ value, rows: indexes.map((i) => rows[i] ?? {}) }));
  parts.sort((a, b) => b.rows.length - a.rows.length);
  const rare = rows.length - parts.reduce((sum, part) => sum + part.rows.length, 0);
  return { path, parts, rare };
}

/** Paths of the values of a row that are not null, without those in lists. */
function pathsOf(row: Row, prefix = '', depth = DEPTH): Set<string> {
  const paths = new Set<string>();
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    const path = `${prefix}${name}`;
    paths.add(path);
    if (depth > 1 && isObject(value))
      for (const inner of pathsOf(value, `${path}.`, depth - 1)) paths.add(inner);
  }
  return paths;
}

/** Paths that some rows have and others have not. */
function optionalPaths(present: readonly ReadonlySet<string>[]): string[] {
  const least = EXCEPTIONS * present.length;
  return [...tally(present.flatMap((paths) => [...paths]))]
    .filter(([, count]) => count > least && count < present.length - least)
    .map(([path]) => String(path));
}

/** Paths of texts that all rows have. */
function candidates(rows: readonly Row[], present: readonly ReadonlySet<string>[]): string[] {
  const [first] = present;
  return [...(first ?? [])].filter(
    (path) =>
      present.every((paths) => paths.has(path)) &&
      rows.every((row) => typeof valueAt(row, path) === 'string'),
  );
}

const valueAt = (row: Row, path: string): unknown => {
  if (Object.hasOwn(row, path)) return row[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      row,
    );
};

/** Rows by the value of a field. Empty if there are too many values. */
function byType(rows: readonly Row[], path: string): ByType {
  const types = new Map<string, number[]>();
  for (const [i, row] of rows.entries()) {
    const type = String(valueAt(row, path));
    const same = types.get(type);
    if (same !== undefined) same.push(i);
    else if (types.size < MOST_TYPES) types.set(type, [i]);
    else return new Map();
  }
  return types;
}

/** How many of the optional fields each type has always or never. */
function explainedOf(
  types: ByType,
  present: readonly ReadonlySet<string>[],
  optional: readonly string[],
  path: string,
): number {
  if (types.size < 2) return 0;
  const groups = [...types.values()].filter((indexes) => indexes.length >= LEAST_OF_TYPE);
  if (groups.length < 2) return 0;
  const isDetermined = (each: string): boolean =>
    each !== path &&
    groups.every((indexes) => {
      const share = indexes.filter((i) => present[i]?.has(each) === true).length / indexes.length;
      return share <= EXCEPTIONS || share >= 1 - EXCEPTIONS;
    });
  return optional.filter(isDetermined).length;
}
