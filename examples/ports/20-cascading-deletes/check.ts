import { groupedBy, newFaults, pairsOf, rowsOf, rowWhere, type Row, type Rows } from '../rows.ts';

type Table = Readonly<Record<string, unknown>> & {
  readonly customer_id: number;
  readonly order_id?: number;
};
interface Change {
  readonly op: 'c' | 'u' | 'd';
  readonly before: Table | null;
  readonly after: Table | null;
  readonly ts_ms: number;
}

const tableOf = ({ before, after }: Change): Table | null => after ?? before;
const customerOf = (change: Change): number => tableOf(change)?.customer_id ?? NaN;
const orderOf = (change: Change): number => tableOf(change)?.order_id ?? NaN;

const changesOf = (rows: Rows, name: string): readonly Change[] =>
  (rowsOf(rows, name) as readonly { readonly change: Change }[]).map(({ change }) => change);

/** After the delete of a customer, nothing of that customer follows. All its orders are deleted before it. */
export function check(rows: Rows): readonly string[] {
  const [customers, orders] = [changesOf(rows, 'customer-changes'), changesOf(rows, 'order-changes')];
  const ordersOf = groupedBy(orders, customerOf);
  const lives = groupedBy(customers, customerOf);
  const deleted = customers.filter(({ op }) => op === 'd').length;
  const cascaded = orders.filter(({ op }) => op === 'd').length;
  return [
    ...(deleted > 300 && cascaded > deleted
      ? []
      : [`Only ${deleted} customers and ${cascaded} orders are deleted`]),
    ...versionFaults('Customer', customers, customerOf),
    ...versionFaults('Order', orders, orderOf),
    ...[...lives].flatMap(([id, life]) => lifeFaults(id, life, ordersOf.get(id) ?? [])),
    ...[...ordersOf.keys()].flatMap((id) =>
      lives.has(id) ? [] : [`Orders of customer ${id}, who is unknown`],
    ),
  ];
}

/** The orders of a customer exist only while the customer does. */
function lifeFaults(id: number, life: readonly Change[], orders: readonly Change[]): readonly string[] {
  const { faults, expect } = newFaults();
  const createdMs = life[0]?.ts_ms ?? NaN;
  expect(
    orders.every(({ ts_ms: ms }) => ms > createdMs),
    `Customer ${id} has an order before being created`,
  );
  const end = life.find(({ op }) => op === 'd');
  if (end === undefined) {
    expect(
      orders.every(({ op }) => op !== 'd'),
      `Orders of customer ${id} are deleted, but not the customer`,
    );
    return faults;
  }
  const later = [...life, ...orders].filter((change) => change !== end && change.ts_ms >= end.ts_ms);
  expect(later.length === 0, `${later.length} changes follow the delete of customer ${id}`);
  for (const [order, changes] of groupedBy(orders, orderOf))
    expect(changes.at(-1)?.op === 'd', `Order ${order} outlives customer ${id}`);
  return faults;
}

/** Each row is created first, and `before` of every change is `after` of the one before. Times never go back. */
function versionFaults(
  name: string,
  changes: readonly Change[],
  keyOf: (change: Change) => number,
): readonly string[] {
  const { faults, expect } = newFaults();
  expect(
    pairsOf(changes).every(([before, { ts_ms: ms }]) => before.ts_ms <= ms),
    `${name} changes are not in order of time`,
  );
  for (const [id, versions] of groupedBy(changes, keyOf))
    for (const [i, { op, before, after }] of versions.entries()) {
      const known = versions[i - 1]?.after ?? null;
      expect(
        (op === 'c') === (i === 0) && (op === 'd') === (after === null),
        `${name} ${id}: change ${i + 1} is ${op}`,
      );
      expect(JSON.stringify(before) === JSON.stringify(known), `${name} ${id}: before is not the last after`);
    }
  return faults;
}

/** The first change of a stream with an op. */
const changeWith = (rows: Rows, name: string, op: string): Row =>
  rowWhere(rows, name, ({ change }) => (change as Row)['op'] === op)['change'] as Row;

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'an order outlives its customer': (rows) => {
    const orders = rows['order-changes'] ?? [];
    orders.splice(
      orders.findIndex(({ change }) => (change as Row)['op'] === 'd'),
      1,
    );
  },
  'an order is deleted after its customer': (rows) => {
    const msOf = (row: Row): number => Number((row['change'] as Row)['ts_ms']);
    const change = changeWith(rows, 'order-changes', 'd');
    change['ts_ms'] = Number(change['ts_ms']) + 60_000;
    rows['order-changes']?.sort((one, other) => msOf(one) - msOf(other));
  },
  'a customer changes after the delete': (rows) => {
    const { before } = changeWith(rows, 'customer-changes', 'd');
    const change = { op: 'u', before: null, after: before, ts_ms: Date.parse('2026-11-20T02:00:00Z') };
    rows['customer-changes']?.push({ change });
  },
  'a customer is not created': (rows) => {
    rows['customer-changes']?.shift();
  },
  'an update has another row before': (rows) => {
    const change = changeWith(rows, 'order-changes', 'u');
    change['before'] = { ...(change['before'] as Row), total: 0 };
  },
};
