import { comparable, type Comparable } from './comparable.ts';
import { constantOf, labelPrefix } from './decide/enumerations.ts';
import type { Member } from './decide/decision.ts';
import { draftable, type Draftable } from './choices.ts';
import { eventTypesOf, type TypePart } from './event-types.ts';
import type { EventTime } from './event-time.ts';
import type { Limits } from './limits.ts';
import { newObserver, type Profile, type Row } from './observe/observe.ts';
import type { FieldPlan } from './plan/field-plan.ts';
import { planFields } from './plan/plan.ts';

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
