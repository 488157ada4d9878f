import type { FieldPlan } from './field-plan.ts';

/** Precise times come first. */
const PRECISION = ['timestamp', 'epoch milliseconds', 'epoch seconds', 'date'];

/** The field that has the time of the event: the most precise time that rows are in the order of. */
export const eventOf = (fields: readonly FieldPlan[]): FieldPlan | undefined =>
  fields
    .filter(({ decision: { kind, time } }) => time?.isOrdered === true && PRECISION.includes(kind))
    .sort((a, b) => PRECISION.indexOf(a.decision.kind) - PRECISION.indexOf(b.decision.kind))[0];
