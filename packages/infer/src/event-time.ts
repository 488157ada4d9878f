import type { FieldPlan } from './plan/field-plan.ts';

/** Precise times come first. */
const PRECISION = ['timestamp', 'epoch microseconds', 'epoch milliseconds', 'epoch seconds', 'date'];

/** The field that has the time of the event: the most precise time that rows are in the order of. */
export const eventOf = (fields: readonly FieldPlan[]): FieldPlan | undefined =>
  fields
    .filter(({ decision: { kind, time } }) => time?.isOrdered === true && PRECISION.includes(kind))
    .sort((a, b) => PRECISION.indexOf(a.decision.kind) - PRECISION.indexOf(b.decision.kind))[0];

/** The field that has the time of the event, and the pace that its values show. */
export interface EventTime {
  readonly path: string;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Mean rate of the sample. Undefined if all rows have one time. */
  readonly eventsPerSecond?: number;
  /** Events of each hour of the day in UTC, 1 on average. Undefined if there is no pattern. */
  readonly hours?: readonly number[];
}

/** The time of the events, if rows are in the order of a time. */
export function eventTimeOf(plans: readonly FieldPlan[], rows: number): EventTime | undefined {
  const best = eventOf(flat(plans));
  const time = best?.decision.time;
  if (best === undefined || time === undefined) return undefined;
  const { firstMs, lastMs } = time;
  const spanMs = lastMs - firstMs;
  const rate = spanMs > 0 ? { eventsPerSecond: Number((((rows - 1) * 1000) / spanMs).toPrecision(3)) } : {};
  const hours = hourShares(time.ms, spanMs);
  return { path: best.path, firstMs, lastMs, ...rate, ...(hours === undefined ? {} : { hours }) };
}

const HOUR_MS = 3_600_000;
/** Minimum number of days for a daily pattern. */
const LEAST_DAYS = 2;
const LEAST_ROWS = 500;
/** Largest share of an hour per smallest one, from which there is a pattern. */
const PATTERN = 1.5;

/** Events of each hour of the day in UTC, 1 on average. Undefined if all hours are about alike. */
function hourShares(ms: readonly number[], spanMs: number): readonly number[] | undefined {
  if (spanMs < LEAST_DAYS * 24 * HOUR_MS || ms.length < LEAST_ROWS) return undefined;
  const counts = new Array<number>(24).fill(0);
  for (const each of ms) {
    if (Number.isNaN(each)) continue;
    const hour = ((Math.floor(each / HOUR_MS) % 24) + 24) % 24;
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  // Dates only: all lie in one hour.
  if (most === ms.length || most < PATTERN * Math.max(1, Math.min(...counts))) return undefined;
  return counts.map((count) => Number(((24 * count) / ms.length).toFixed(2)));
}

const flat = (plans: readonly FieldPlan[]): FieldPlan[] =>
  plans.flatMap((plan) => (plan.count === undefined ? [plan, ...flat(plan.fields ?? [])] : []));
