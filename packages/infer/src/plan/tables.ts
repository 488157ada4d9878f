import type { Kind, Member } from '../decide/decision.ts';
import type { FieldPlan, Table } from './field-plan.ts';

/** One field that determines another: whenever its value repeats, so does the other's. */
interface Dependency {
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
const LEAST_VALUES = 3;

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
function dependenciesOf(fields: readonly FieldPlan[]): Dependency[] {
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
function mayFollow({ decision, missing, isSettled }: FieldPlan): boolean {
  const isComputed = decision.spec.type === 'catbird.expression' && decision.helpers === undefined;
  return (
    isSettled !== true &&
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
  if (field.name === '' || field.computed !== undefined) return false;
  if (MEASURED.has(kind) || time !== undefined || field.nulls + field.missing > 0) return false;
  // A key does not follow what it identifies.
  if (isKey(to.field) && !isKey(field) && distinct === to.distinct) return false;
  return distinct >= to.distinct && isTabular(rows, distinct);
}

/** Whether a field of an object is kept with another one by a table, or by `per`. @param distinct values of the other one */
export const isTabular = (rows: number, distinct: number): boolean =>
  rows >= LEAST_ROWS && distinct >= LEAST_VALUES && rows / distinct >= REPEATED;

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

/** Rows of a table in a schema. */
const MOST_ROWS = 300;

/** Ties fields together that determine one another: by a table if both are enumerations, otherwise by `per`. */
export function related(fields: readonly FieldPlan[]): FieldPlan[] {
  const dependencies = dependenciesOf(fields);
  const tables = tablesOf(dependencies);
  const owner = new Map(
    [...tables].flatMap(([from, { columns }]) => columns.slice(1).map((name) => [name, from] as const)),
  );
  return fields.map((field) => {
    const table = tables.get(field.name);
    if (table !== undefined) return { ...field, table };
    const of = owner.get(field.name);
    if (of !== undefined) return { ...field, nulls: 0, tableOf: of };
    const from = dependencies.find(({ to }) => to === field)?.from;
    return from === undefined ? field : following(field, from);
  });
}

const membersOf = ({ decision }: FieldPlan): readonly Member[] | undefined => decision.members;

/** Tables by the field that determines their other columns. */
function tablesOf(dependencies: readonly Dependency[]): ReadonlyMap<string, Table> {
  const columns = new Map<FieldPlan, FieldPlan[]>();
  const rootOf = (field: FieldPlan): FieldPlan => {
    const up = dependencies.find(({ from, to }) => to === field && isPair({ from, to }));
    return up === undefined ? field : rootOf(up.from);
  };
  for (const dependency of dependencies.filter(isPair)) {
    const root = rootOf(dependency.from);
    columns.set(root, [...(columns.get(root) ?? [root]), dependency.to]);
  }
  const tables = [...columns].map(([root, fields]) => [root.name, tableOf(fields)] as const);
  return new Map(tables.filter(([, { rows }]) => rows.length <= MOST_ROWS));
}

const isPair = ({ from, to }: Dependency): boolean =>
  membersOf(from) !== undefined && membersOf(to) !== undefined;

/** The combinations of values, each with its number of rows. A value of the first column has one row: its most frequent one. */
function tableOf(fields: readonly FieldPlan[]): Table {
  const [root] = fields;
  const rows = new Map<unknown, Map<string, { cells: unknown[]; count: number }>>();
  (root?.cells ?? []).forEach((key, row) => {
    const cells = fields.map((field) => field.cells?.[row] ?? null);
    const code = JSON.stringify(cells);
    const same = rows.get(key) ?? new Map<string, { cells: unknown[]; count: number }>();
    const { count } = same.get(code) ?? { count: 0 };
    same.set(code, { cells, count: count + 1 });
    rows.set(key, same);
  });
  return {
    columns: fields.map(({ name }) => name),
    paths: fields.map(({ path }) => path),
    members: fields.map((field) => membersOf(field) ?? []),
    areConfirmable: fields.map(({ decision }) => decision.confirmable !== undefined),
    rows: [...rows.values()]
      .map((same) => {
        const all = [...same.values()].sort((a, b) => b.count - a.count);
        return { cells: all[0]?.cells ?? [], count: all.reduce((sum, { count }) => sum + count, 0) };
      })
      .sort((a, b) => b.count - a.count),
  };
}

/** A field whose value follows that of another. */
export function following(field: FieldPlan, from: FieldPlan): FieldPlan {
  const { decision } = field;
  const { helpers = {}, spec, confirmable } = decision;
  const per = from.name;
  const reason = `${decision.reason}; each ${from.name} has one`;
  const key = Object.keys(helpers).find((name) => helpers[name]?.type === 'catbird.key');
  // Its own hidden key is not needed any more; a hidden number follows instead of the text that shows it.
  const { [key ?? '']: _key, ...others } = helpers;
  const hasNumber = Object.keys(others).length > 0;
  const follow = Object.fromEntries(Object.entries(others).map(([name, each]) => [name, { ...each, per }]));
  return {
    ...field,
    decision: {
      ...decision,
      reason,
      spec: hasNumber ? spec : { ...spec, per },
      helpers: follow,
      ...(confirmable === undefined
        ? {}
        : {
            confirmable: {
              values: confirmable.values,
              spec: (isConfirmed) => ({ ...confirmable.spec(isConfirmed), per }),
            },
          }),
    },
  };
}
