import type { Member } from '../decide/decision.ts';
import { dependenciesOf, type Dependency } from './dependencies.ts';
import type { FieldPlan, Table } from './field-plan.ts';

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
