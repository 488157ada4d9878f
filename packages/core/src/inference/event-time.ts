import type { FieldPlan } from './plan/field-plan.ts';

/** The field that has the time of the event, and the pace that its values show. */
export interface EventTime {
  readonly path: string;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Mean rate of the sample. Undefined if all rows have one time. */
  readonly eventsPerSecond?: number;
}

/** Precise times come first. */
const KINDS = ['timestamp', 'epoch milliseconds', 'epoch seconds', 'date'];

/** The time of the events, if rows are in the order of a time. */
export function eventTimeOf(plans: readonly FieldPlan[], rows: number): EventTime | undefined {
  const candidates = flat(plans).filter(
    ({ decision: { kind, time } }) => time?.isOrdered === true && KINDS.includes(kind),
  );
  const [best] = candidates.sort((a, b) => KINDS.indexOf(a.decision.kind) - KINDS.indexOf(b.decision.kind));
  const time = best?.decision.time;
  if (best === undefined || time === undefined) return undefined;
  const { firstMs, lastMs } = time;
  const spanMs = lastMs - firstMs;
  const rate = spanMs > 0 ? { eventsPerSecond: Number((((rows - 1) * 1000) / spanMs).toPrecision(3)) } : {};
  return { path: best.path, firstMs, lastMs, ...rate };
}

const flat = (plans: readonly FieldPlan[]): FieldPlan[] =>
  plans.flatMap((plan) => (plan.count === undefined ? [plan, ...flat(plan.fields ?? [])] : []));
