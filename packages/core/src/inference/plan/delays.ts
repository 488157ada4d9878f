import { numericLaw } from '../decide/numbers.ts';
import { eventOf } from './event-field.ts';
import type { FieldPlan } from './field-plan.ts';

/** A time is near another if most differences lie within this share of the span of the sample. */
const NEAR = 0.1;
/** Rows that a law of differences is read from. */
const LEAST_ROWS = 20;

/** Times near the time of the event, such as an arrival after a departure, become that time plus a difference. */
export function withDelays(fields: readonly FieldPlan[]): FieldPlan[] {
  const event = eventOf(fields);
  if (event === undefined) return [...fields];
  return fields.map((field) => (field === event || field.isChosen === true ? field : delayed(field, event)));
}

function delayed(field: FieldPlan, event: FieldPlan): FieldPlan {
  const { time, kind } = field.decision;
  const base = event.decision.time;
  if (time === undefined || base === undefined || kind === 'time of day') return field;
  const differences = differencesOf(field, event);
  if (!isNear(differences, base.lastMs - base.firstMs)) return field;
  const unitMs = differences.every((each) => each % 1_000 === 0) ? 1_000 : 1;
  const units = differences.map((each) => each / unitMs);
  const law = numericLaw(units, 0, `A time soon before or after ${event.name}`);
  const helper = Object.keys(field.decision.helpers ?? {})[0] ?? `${field.name}_delay`;
  const source = `toMs(now()) + field(${JSON.stringify(helper)})${unitMs === 1 ? '' : ` * ${unitMs}`}`;
  const { confirmable: _confirmable, ...decision } = field.decision;
  return {
    ...field,
    decision: {
      ...decision,
      reason: law.reason,
      spec: { type: 'catbird.expression', params: time.print(source) },
      helpers: { [helper]: { ...law.spec, hidden: true } },
    },
  };
}

/** Whether most differences are small beside the span of the sample, and they are not all 0: the same time in another form. */
function isNear(differences: readonly number[], spanMs: number): boolean {
  if (differences.length < LEAST_ROWS) return false;
  const sorted = differences.toSorted((a, b) => a - b);
  const low = sorted[Math.floor(sorted.length * 0.02)] ?? 0;
  const high = sorted[Math.floor(sorted.length * 0.98)] ?? 0;
  if (low === 0 && high === 0) return false;
  return high - low <= NEAR * spanMs && Math.max(Math.abs(low), Math.abs(high)) <= spanMs;
}

/** Differences of two times in the rows that have both. */
function differencesOf(field: FieldPlan, event: FieldPlan): number[] {
  const own = byRow(field);
  const base = byRow(event);
  return own.map((ms, row) => ms - (base[row] ?? Number.NaN)).filter((each) => !Number.isNaN(each));
}

/** The milliseconds of each row; NaN where there is none. */
export function byRow({ cells = [], decision }: FieldPlan): number[] {
  const ms = decision.time?.ms ?? [];
  let at = 0;
  return cells.map((cell) => (cell === null || cell === undefined ? Number.NaN : (ms[at++] ?? Number.NaN)));
}
