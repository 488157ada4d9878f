import { correlation, ranksOf } from '@catbird/engine';
import type { IsConfirmed, Spec } from '../decide/decision.ts';
import { apartOf, lawWithout } from '../decide/numbers.ts';
import { quantile, significant } from '../decide/statistics.ts';
import type { FieldPlan } from './field-plan.ts';

/** Spearman's ρ from which one number follows another, and the least that chance leaves: so many divided by √rows. */
const LEAST = 0.3;
const CHANCE = 4;
/** Rows that ρ is computed from, and fewest of them. */
const ROWS = { most: 2_000, least: 100 };
/** Numbers of an object that are compared with one another. */
const MOST_FIELDS = 40;
/** Parts of equal share into which the other number is divided, and values in each. */
const BINS = { most: 12, values: 40 };
/** Bars of the histogram of a part. */
const BARS = 16;
/** Frequent values that are no part of a histogram. */
const MOST_APART = 6;
/** Characters of the expression that tells parts apart. */
const MOST_CHARACTERS = 1_500;

const NUMBERS: ReadonlySet<string> = new Set(['number', 'whole number', 'latitude', 'longitude']);

/** A number that is drawn by itself, in each row; NaN where it is unknown. */
interface Numbers {
  readonly field: FieldPlan;
  readonly values: readonly number[];
  readonly ranks: Float64Array;
}

/** Numbers that go with another one, such as weight and height, are drawn by its parts. Each follows the one that it goes with most. */
export function withCorrelations(
  fields: readonly FieldPlan[],
  freeName: (name: string) => string,
): FieldPlan[] {
  const numbers = fields.filter(isDrawn).slice(0, MOST_FIELDS).map(numbersOf);
  if (numbers.length < 2) return [...fields];
  const followed = new Map(
    parentsOf(numbers).map(({ child, parent, rho }) => [
      child.field,
      correlated(child, parent, rho, freeName),
    ]),
  );
  return fields.map((field) => followed.get(field) ?? field);
}

const isDrawn = ({ decision, cells, name, ...plan }: FieldPlan): boolean => {
  const { table, tableOf, memberOf, entity, isSettled, condition } = plan;
  const isFree = [
    table,
    tableOf,
    memberOf,
    entity,
    isSettled,
    condition,
    decision.spec['per'],
    decision.helpers,
  ].every((each) => each === undefined);
  return (
    isFree &&
    name !== '' &&
    (NUMBERS.has(decision.kind) || isOfNumbers(decision)) &&
    (cells?.length ?? 0) >= ROWS.least
  );
};

/** Few numbers, which others may follow. */
const isOfNumbers = ({ kind, members = [] }: FieldPlan['decision']): boolean =>
  kind === 'enumeration' && members.length > 1 && members.every(({ value }) => typeof value === 'number');

/** Whether a number has a law of its own in each part of another one. */
const mayFollow = ({ field }: Numbers): boolean => NUMBERS.has(field.decision.kind);

function numbersOf(field: FieldPlan): Numbers {
  const values = (field.cells ?? []).map((cell) => (typeof cell === 'number' ? cell : NaN));
  return { field, values, ranks: ranksOf(spread(values)) };
}

/** Some of the values, evenly spread. */
function spread(values: readonly number[]): readonly number[] {
  const step = Math.max(1, values.length / ROWS.most);
  return Array.from(
    { length: Math.min(values.length, ROWS.most) },
    (_, i) => values[Math.floor(i * step)] ?? NaN,
  );
}

/** The correlation of ranks; 0 if chance explains it. */
function tieOf(x: Float64Array, y: Float64Array): number {
  const { rho, rows } = correlation(x, y);
  const isTie = rows >= ROWS.least && Math.abs(rho) >= Math.max(LEAST, CHANCE / Math.sqrt(rows));
  return isTie ? rho : 0;
}

interface Tie {
  readonly child: Numbers;
  readonly parent: Numbers;
  readonly rho: number;
}

/** A tree of the strongest ties, by Prim's algorithm: the first number of each has no parent. */
function parentsOf(numbers: readonly Numbers[]): readonly Tie[] {
  const ties: Tie[] = [];
  const left = new Set(numbers);
  const nearest = new Map<Numbers, Tie>();
  const join = (next: Numbers): void => {
    left.delete(next);
    nearest.delete(next);
    for (const child of [...left].filter(mayFollow)) {
      const rho = tieOf(next.ranks, child.ranks);
      if (Math.abs(rho) > Math.abs(nearest.get(child)?.rho ?? 0))
        nearest.set(child, { child, parent: next, rho });
    }
  };
  for (const root of numbers) if (!mayFollow(root)) join(root);
  for (let [first] = left; first !== undefined; [first] = left) {
    const [strongest] = [...nearest.values()].toSorted((a, b) => Math.abs(b.rho) - Math.abs(a.rho));
    if (strongest !== undefined) ties.push(strongest);
    join(strongest?.child ?? first);
  }
  return ties;
}

/** A number by the parts of another one. */
function correlated(
  { field, values }: Numbers,
  parent: Numbers,
  rho: number,
  freeName: (name: string) => string,
): FieldPlan {
  const bounds = boundsOf(parent.values, values);
  const name = `field(${JSON.stringify(parent.field.name)})`;
  const places = bounds.reduceRight(
    (rest, bound, i) => `${name} < ${bound} ? ${i} : ${rest === String(bounds.length) ? rest : `(${rest})`}`,
    String(bounds.length),
  );
  const isOptional = parent.field.nulls + parent.field.missing > 0;
  const part = isOptional ? `${name} == null ? null : (${places})` : places;
  if (bounds.length === 0 || part.length > MOST_CHARACTERS) return field;
  const binOf = (x: number): number => {
    const at = bounds.findIndex((bound) => x < bound);
    return at < 0 ? bounds.length : at;
  };
  const bins = Array.from({ length: bounds.length + 1 }, (): number[] => []);
  values.forEach((value, row) => {
    const x = parent.values[row] ?? NaN;
    if (!Number.isNaN(value) && !Number.isNaN(x)) bins[binOf(x)]?.push(value);
  });
  const { decision } = field;
  const { confirmable } = decision;
  const known = values.filter((value) => !Number.isNaN(value));
  const digits = field.column?.().profile.decimals ?? 0;
  const apart = apartOf(known, decision).slice(0, MOST_APART);
  const helper = freeName(`${field.name}_part`);
  const specOf = (isConfirmed: IsConfirmed): Spec => ({
    type: 'catbird.lookup',
    params: {
      field: helper,
      cases: Object.fromEntries(
        bins.map((bin, i) => [String(i), lawWithout(bin, apart, digits, isConfirmed, BARS)]),
      ),
      ...(isOptional ? { default: decision.spec } : {}),
    },
  });
  return {
    ...field,
    decision: {
      ...decision,
      reason: `${decision.reason}; goes with ${parent.field.name}: ρ is ${significant(rho, 2)}`,
      spec: specOf(() => false),
      ...(confirmable === undefined ? {} : { confirmable: { ...confirmable, spec: specOf } }),
      helpers: { [helper]: { type: 'catbird.expression', params: part, hidden: true } },
    },
  };
}

/** Quantiles of a number between parts of about equal share, rounded to three digits. */
function boundsOf(parent: readonly number[], child: readonly number[]): readonly number[] {
  const sorted = parent
    .filter((x, row) => !Number.isNaN(x) && !Number.isNaN(child[row] ?? NaN))
    .sort((a, b) => a - b);
  const parts = Math.min(BINS.most, Math.floor(sorted.length / BINS.values));
  const bounds = Array.from({ length: Math.max(0, parts - 1) }, (_, i) =>
    significant(quantile(sorted, (i + 1) / parts), 3),
  );
  const least = sorted[0] ?? 0;
  const most = sorted.at(-1) ?? 0;
  return [...new Set(bounds)].filter((bound, i, all) => {
    const below = sorted.filter((x) => x < bound && x >= (all[i - 1] ?? least)).length;
    return bound > least && bound <= most && below > 0;
  });
}
