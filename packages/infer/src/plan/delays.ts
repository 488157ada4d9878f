import type { Decision, Spec, TimeFacts } from '../decide/decision.ts';
import { boundsIn, numericLaw } from '../decide/numbers.ts';
import { eventOf } from '../event-time.ts';
import type { FieldPlan } from './field-plan.ts';

/** A time is near another if most differences lie within this share of the span of the sample. */
const NEAR = 0.1;
/** Rows that a law of differences is read from. */
const LEAST_ROWS = 20;
/** Share of the rows from which one time is always after another. */
const ALWAYS = 0.99;
/** The same if the times are of different rows: above it, the order says nothing about a row. */
const ANYWAY = 0.95;

/**
 * Times near another one, or always before or after it, such as an arrival and its departure, become that time plus a difference. The
 * time of the event comes first, or the earliest one if rows are in the order of none.
 */
export function withDelays(fields: readonly FieldPlan[], freeName: (name: string) => string): FieldPlan[] {
  const [root, ...others] = inOrder(fields);
  if (root === undefined || others.length === 0) return [...fields];
  const done = new Map([[root.name, root]]);
  for (const field of others) done.set(field.name, delayed(field, [...done.values()], freeName));
  return fields.map((field) => done.get(field.name) ?? field);
}

/** Fields that are times: the one that others follow, and those by how far they are from it. */
function inOrder(fields: readonly FieldPlan[]): readonly FieldPlan[] {
  const times = fields.filter(({ decision: { time, kind } }) => time !== undefined && kind !== 'time of day');
  const means = new Map(times.map((field) => [field, meanOf(byRow(field))]));
  const of = (field: FieldPlan): number => means.get(field) ?? 0;
  const event = eventOf(times);
  const start = event === undefined ? -Infinity : of(event);
  const from = (field: FieldPlan): number =>
    field === event ? -1 : start === -Infinity ? of(field) : Math.abs(of(field) - start);
  return times.toSorted((a, b) => from(a) - from(b));
}

const meanOf = (values: readonly number[]): number => {
  const known = values.filter((each) => !Number.isNaN(each));
  return known.reduce((sum, each) => sum + each / known.length, 0);
};

/** A time that another one is read from, and how far they are apart in each row. */
interface Tie {
  readonly base: FieldPlan;
  readonly source: string;
  readonly differences: readonly number[];
  /** Half of the differences are smaller. */
  readonly medianMs: number;
}

function delayed(
  field: FieldPlan,
  bases: readonly FieldPlan[],
  freeName: (name: string) => string,
): FieldPlan {
  const { time } = field.decision;
  const [tie] = bases.flatMap((base) => tieOf(field, base)).toSorted((a, b) => a.medianMs - b.medianMs);
  if (time === undefined || tie === undefined || field.isSettled === true) return field;
  const { differences, base, source } = tie;
  const { confirmable: _confirmable, helpers: _helpers, ...decision } = field.decision;
  if (differences.every((each) => each === 0)) {
    // Both are the time of the event.
    if (time.isOrdered) return field;
    const spec = { type: 'catbird.expression', params: time.print(source) };
    return { ...field, decision: { ...decision, reason: `The same time as ${base.name}`, spec } };
  }
  return { ...field, decision: { ...decision, ...after(field, tie, time, freeName) } };
}

/** A time that is another one plus a number that few rows bound, or a hidden one by its law. */
function after(
  field: FieldPlan,
  { differences, base, source }: Tie,
  { sourceIn: _source, ...facts }: TimeFacts,
  freeName: (name: string) => string,
): Pick<Decision, 'reason' | 'spec' | 'helpers' | 'time'> {
  const unitMs = differences.every((each) => each % 1_000 === 0) ? 1_000 : 1;
  const units = differences.map((each) => each / unitMs);
  const { reason, spec: law } = numericLaw(units, 0, `A time soon before or after ${base.name}`);
  const factor = unitMs === 1 ? '' : ` * ${unitMs}`;
  const per = perOf(field);
  const inline = per === undefined ? inlineOf(law) : undefined;
  if (inline !== undefined) {
    const spec = { type: 'catbird.expression', params: facts.print(`${source} + ${inline}${factor}`) };
    const own = isOfText(field) ? { sourceIn: facts.textIn } : {};
    return { reason, spec, time: { ...facts, ...own } };
  }
  const [helper = freeName(`${field.name}_delay`)] = Object.keys(field.decision.helpers ?? {});
  const sum = `${source} + field(${JSON.stringify(helper)})${factor}`;
  return {
    reason,
    spec: { type: 'catbird.expression', params: facts.print(sum) },
    helpers: { [helper]: { ...law, ...(per === undefined ? {} : { per }), hidden: true } },
    time: { ...facts, sourceIn: (key) => (key === '' ? sum : undefined) },
  };
}

/** Whether others read the time from the text of the field. */
const isOfText = ({ decision: { helpers, kind } }: FieldPlan): boolean =>
  helpers === undefined && !kind.startsWith('epoch');

/** A number between bounds that no other field reads, as an expression. */
function inlineOf(law: Spec): string | undefined {
  const bounds = boundsIn(law);
  if (bounds === undefined) return undefined;
  const { min, max } = bounds;
  if (min === max) return String(min);
  const drawn = `floor(rand() * ${max - min + 1})`;
  return min === 0 ? drawn : `(${drawn} + ${min})`;
}

/** A tie of a time to another one, if it may be read there. */
function tieOf(field: FieldPlan, base: FieldPlan): Tie[] {
  const source = mayRead(field, base) ? sourceFor(field, base) : undefined;
  const { time } = base.decision;
  if (source === undefined || time === undefined || time.lastMs === time.firstMs) return [];
  const [own, other] = [byRow(field), byRow(base)];
  const differences = differencesOf(own, other);
  if (differences.length < LEAST_ROWS) return [];
  const sorted = differences.toSorted((a, b) => a - b);
  if (!isNear(sorted, time.lastMs - time.firstMs) && !isOrdered(differences, own, other)) return [];
  const medianMs = Math.abs(sorted[sorted.length >> 1] ?? 0);
  return [{ base, source, differences, medianMs }];
}

/** Milliseconds of a time as another field reads them. */
function sourceFor(field: FieldPlan, { memberOf, decision, nulls, missing }: FieldPlan): string | undefined {
  const isOutside = memberOf !== undefined && field.memberOf === undefined;
  const source = decision.time?.sourceIn?.(isOutside ? `${memberOf}.` : '');
  // A number that is null makes what reads it null; times of texts have a hidden number.
  const isOwn = decision.helpers === undefined && decision.time?.isOrdered !== true;
  return isOwn && nulls + missing > 0 ? undefined : source;
}

/** Whether a field may read another: what follows a key can only read what follows the same one. */
const mayRead = (field: FieldPlan, base: FieldPlan): boolean =>
  keyOf(field) === undefined || (keyOf(field) === keyOf(base) && field.memberOf === base.memberOf);

const keyOf = (field: FieldPlan): unknown => field.memberOf ?? perOf(field);

const perOf = ({ decision: { spec, helpers = {} } }: FieldPlan): unknown =>
  [spec, ...Object.values(helpers)].map((each: Spec) => each['per']).find((per) => per !== undefined);

/** Whether most differences are small beside the span of the sample. */
function isNear(sorted: readonly number[], spanMs: number): boolean {
  const low = sorted[Math.floor(sorted.length * 0.02)] ?? 0;
  const high = sorted[Math.floor(sorted.length * 0.98)] ?? 0;
  return high - low <= NEAR * spanMs && Math.max(Math.abs(low), Math.abs(high)) <= spanMs;
}

/** Whether one time is after the other in its own row, but not in the row half of the sample away. */
function isOrdered(differences: readonly number[], own: readonly number[], base: readonly number[]): boolean {
  const half = own.length >> 1;
  const elsewhere = differencesOf([...own.slice(half), ...own.slice(0, half)], base);
  return [1, -1].some(
    (sign) => shareAfter(differences, sign) >= ALWAYS && shareAfter(elsewhere, sign) < ANYWAY,
  );
}

const shareAfter = (differences: readonly number[], sign: number): number =>
  differences.filter((each) => each * sign >= 0).length / differences.length;

/** Differences of two times in the rows that have both. */
const differencesOf = (own: readonly number[], base: readonly number[]): number[] =>
  own.map((ms, row) => ms - (base[row] ?? Number.NaN)).filter((each) => !Number.isNaN(each));

/** The milliseconds of each row; NaN where there is none. */
export function byRow({ cells = [], decision }: FieldPlan): number[] {
  const ms = decision.time?.ms ?? [];
  let at = 0;
  return cells.map((cell) => (cell === null || cell === undefined ? Number.NaN : (ms[at++] ?? Number.NaN)));
}
