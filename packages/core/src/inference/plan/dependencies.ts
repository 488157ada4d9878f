import type { Kind } from '../decide/decision.ts';
import type { FieldPlan } from './field-plan.ts';

/** One field that determines another: whenever its value repeats, so does the other's. */
export interface Dependency {
  readonly from: FieldPlan;
  readonly to: FieldPlan;
}

/** Rows that dependencies are read from. */
const LEAST_ROWS = 100;
/** Fields that are compared with one another. */
const MOST_FIELDS = 120;
/** Share of the rows that may disagree. */
const EXCEPTIONS = 0.002;
/** A field determines others only if its values stand so often on average. */
const REPEATED = 3;

/** A column with its values as numbers from 0. */
interface Coded {
  readonly field: FieldPlan;
  readonly codes: Int32Array;
  readonly distinct: number;
  /** Rows without the most frequent value. */
  readonly varied: number;
}

/**
 * Finds for each field the field that determines it, if there is one: of several the one with the fewest values. A field determines
 * another if all of its values do, but for 0.2 % of the rows.
 */
export function dependenciesOf(fields: readonly FieldPlan[]): Dependency[] {
  const rows = fields.find(({ cells }) => cells !== undefined)?.cells?.length ?? 0;
  if (rows < LEAST_ROWS) return [];
  const coded = fields
    .slice(0, MOST_FIELDS)
    .flatMap((field) => (field.cells === undefined ? [] : [codedOf(field, field.cells)]));
  const found: Dependency[] = [];
  for (const to of coded) {
    if (to.varied < Math.max(10, rows / 100) || !mayFollow(to.field)) continue;
    const candidates = coded
      .filter((from) => from !== to && mayDetermine(from, to, rows))
      .filter(({ field }) => !leadsTo(field, to.field, found))
      .sort((a, b) => a.distinct - b.distinct || Number(isKey(b.field)) - Number(isKey(a.field)));
    const from = candidates.find((each) => determines(each, to, rows * EXCEPTIONS));
    if (from !== undefined) found.push({ from: from.field, to: to.field });
  }
  return found;
}

function codedOf(field: FieldPlan, cells: readonly unknown[]): Coded {
  const known = new Map<unknown, number>();
  const counts: number[] = [];
  const codes = Int32Array.from(cells, (cell) => {
    const code = known.get(cell) ?? known.size;
    known.set(cell, code);
    counts[code] = (counts[code] ?? 0) + 1;
    return code;
  });
  const most = counts.reduce((largest, count) => Math.max(largest, count), 0);
  return { field, codes, distinct: known.size, varied: cells.length - most };
}

/** Numbers that are measured agree by chance, and counters follow nothing. */
function mayFollow({ decision, missing, isChosen }: FieldPlan): boolean {
  const isComputed = decision.spec.type === 'catbird.expression' && decision.helpers === undefined;
  return (
    isChosen !== true &&
    missing === 0 &&
    !isComputed &&
    decision.kind !== 'sequence' &&
    decision.time?.isOrdered !== true
  );
}

/** Measured numbers determine nothing, even where they do not repeat by chance. */
const MEASURED: ReadonlySet<Kind> = new Set([
  'number',
  'whole number',
  'latitude',
  'longitude',
  'sequence',
  'boolean',
  'text',
]);

function mayDetermine({ field, distinct }: Coded, to: Coded, rows: number): boolean {
  const { kind, time } = field.decision;
  // A setting needs a name to refer to.
  if (field.name === '') return false;
  if (MEASURED.has(kind) || time !== undefined || field.nulls + field.missing > 0) return false;
  // A key does not follow what it identifies.
  if (isKey(to.field) && !isKey(field) && distinct === to.distinct) return false;
  return distinct >= 3 && distinct >= to.distinct && rows / distinct >= REPEATED;
}

const isKey = ({ decision: { spec } }: FieldPlan): boolean => spec.type === 'catbird.key';

/** Whether a field is determined by another, directly or not. */
const leadsTo = (field: FieldPlan, by: FieldPlan, found: readonly Dependency[]): boolean =>
  found.some(({ from, to }) => to === field && (from === by || leadsTo(from, by, found)));

function determines(from: Coded, to: Coded, exceptions: number): boolean {
  const values = new Int32Array(from.distinct).fill(-1);
  let wrong = 0;
  for (let row = 0; row < from.codes.length; row++) {
    const key = from.codes[row] ?? 0;
    const value = to.codes[row] ?? 0;
    if (values[key] === -1) values[key] = value;
    else if (values[key] !== value && ++wrong > exceptions) return false;
  }
  return true;
}
