import {
  disorderIn,
  groupedBy,
  keyedBy,
  msOf,
  newFaults,
  repeatIn,
  rowAt,
  rowsOf,
  type Row,
  type Rows,
} from '../rows.ts';

/** The key of each table. */
const KEYS = {
  customers: 'customer_id',
  carriers: 'carrier_id',
  'catalog-items': 'item_id',
  orders: 'order_id',
  'order-line-items': 'line_id',
  shipments: 'shipment_id',
  invoices: 'invoice_id',
} as const;

/** Fields that are keys of another table. */
const PARENTS = [
  ['orders', 'customer_id', 'customers'],
  ['order-line-items', 'order_id', 'orders'],
  ['order-line-items', 'item_id', 'catalog-items'],
  ['shipments', 'order_id', 'orders'],
  ['shipments', 'carrier_id', 'carriers'],
  ['invoices', 'order_id', 'orders'],
  ['invoices', 'customer_id', 'customers'],
] as const;

interface Line {
  readonly order_id: number;
  readonly line_number: number;
  readonly quantity: number;
  readonly unit_price: number;
  readonly amount: number;
}

const tableOf = (rows: Rows, name: string): readonly Row[] => rowsOf(rows, name) as readonly Row[];

/** Unique ids, no orphans, and the dates of an order follow one another. */
export function check(rows: Rows): readonly string[] {
  return [
    ...Object.entries(KEYS).flatMap(([name, key]) =>
      repeatIn(
        name,
        tableOf(rows, name).map((row) => row[key]),
      ),
    ),
    ...PARENTS.flatMap(([child, field, parent]) => {
      const known = new Set(tableOf(rows, parent).map((row) => row[KEYS[parent]]));
      const orphans = tableOf(rows, child).filter((row) => !known.has(row[field]));
      return orphans.map(
        (row) => `${child} has ${field} ${JSON.stringify(row[field])}, which is not in ${parent}`,
      );
    }),
    ...dateFaults(rows),
    ...lineFaults(rows),
  ];
}

/** Customers are created before they order; orders are shipped and then invoiced, to their customer. */
function dateFaults(rows: Rows): readonly string[] {
  const [customers, orders] = [tableOf(rows, 'customers'), tableOf(rows, 'orders')];
  const [shipments, invoices] = [tableOf(rows, 'shipments'), tableOf(rows, 'invoices')];
  const { faults, expect } = newFaults();
  const customerOf = keyedBy(customers, (row) => row['customer_id']);
  const orderOf = keyedBy(orders, (row) => row['order_id']);
  const shipmentOf = keyedBy(shipments, (row) => row['order_id']);
  for (const order of orders) {
    const created = String(customerOf.get(order['customer_id'])?.['created_on']);
    expect(
      msOf(`${created}Z`) < msOf(order['ordered_at']),
      `Order ${String(order['order_id'])} is older than its customer`,
    );
  }
  for (const [id, shipment] of shipmentOf) {
    const orderedAt = orderOf.get(id)?.['ordered_at'];
    expect(shipment['ordered_at'] === orderedAt, `The shipment of ${String(id)} has another order date`);
    expect(
      msOf(shipment['shipped_at']) > msOf(orderedAt),
      `Order ${String(id)} is shipped before it is made`,
    );
  }
  for (const { order_id: id, customer_id: customer, invoiced_at: at } of invoices) {
    expect(
      msOf(at) > msOf(shipmentOf.get(id)?.['shipped_at']),
      `Order ${String(id)} is invoiced before it is shipped`,
    );
    expect(
      customer === orderOf.get(id)?.['customer_id'],
      `The invoice of ${String(id)} goes to another customer`,
    );
  }
  return [
    ...faults,
    ...disorderIn(
      'orders',
      orders.map((row) => row['ordered_at']),
    ),
    ...disorderIn(
      'shipments',
      shipments.map((row) => row['shipped_at']),
    ),
  ];
}

/** Each order has lines, which count from 1 and add up. */
function lineFaults(rows: Rows): readonly string[] {
  const { faults, expect } = newFaults();
  const lines = groupedBy(rowsOf(rows, 'order-line-items') as readonly Line[], (line) => line.order_id);
  for (const { order_id: id } of rowsOf(rows, 'orders') as readonly { readonly order_id: number }[])
    expect(lines.has(id), `Order ${id} has no line`);
  for (const [id, own] of lines)
    for (const [i, { line_number: number, quantity, unit_price: price, amount }] of own.entries()) {
      expect(number === i + 1, `Line ${i + 1} of order ${id} is number ${number}`);
      expect(
        amount === Math.round(quantity * price * 100) / 100,
        `Line ${number} of order ${id} does not add up`,
      );
    }
  return faults;
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'two shipments have one id': (rows) => {
    rowAt(rows, 'shipments', 1)['shipment_id'] = rowAt(rows, 'shipments', 0)['shipment_id'];
  },
  'an item is not in the catalog': (rows) => {
    rows['catalog-items']?.shift();
  },
  'an order is of nobody': (rows) => {
    rowAt(rows, 'orders', 7)['customer_id'] = 501;
  },
  'an invoice comes before the shipment': (rows) => {
    const invoice = rowAt(rows, 'invoices', 3);
    invoice['invoiced_at'] = invoice['ordered_at'];
  },
  'a customer is created after the order': (rows) => {
    const { customer_id: id } = rowAt(rows, 'orders', 0);
    for (const row of rows['customers'] ?? [])
      if (row['customer_id'] === id) row['created_on'] = '2025-06-01T00:00:00';
  },
  'the first line is missing': (rows) => {
    rows['order-line-items']?.shift();
  },
};
