import {
  disorderIn,
  groupedBy,
  keyedBy,
  msOf,
  newFaults,
  repeatIn,
  rowAt,
  rowsOf,
  rowWhere,
  shareFault,
  type Rows,
} from '../rows.ts';

interface Event {
  readonly order_id: number;
  readonly customer_id: number;
  readonly total: number;
  readonly at: string;
}
type Order = Event & { readonly status: 'placed' | 'cancelled' };
type Payment = Event & {
  readonly payment_id: string;
  readonly attempt: number;
  readonly status: 'paid' | 'failed';
};

/** After a failed payment, the next step comes within a minute. */
const RETRY_MS = 60_000;

/** Keys and totals agree; a tenth of payments fail, and are tried again; unpaid orders never ship; all in order of time. */
export function check(rows: Rows): readonly string[] {
  const orders = rowsOf(rows, 'orders') as readonly Order[];
  const payments = rowsOf(rows, 'payments') as readonly Payment[];
  const shipments = rowsOf(rows, 'shipments') as readonly Event[];
  const placed = orders.filter(({ status }) => status === 'placed');
  const cancelled = orders.filter(({ status }) => status === 'cancelled');
  const failed = payments.filter(({ status }) => status === 'failed');
  const keyOf = (event: Event): number => event.order_id;
  return [
    ...repeatIn('orders', placed.map(keyOf)),
    ...repeatIn('cancelled', cancelled.map(keyOf)),
    ...repeatIn(
      'payments',
      payments.map((payment) => payment.payment_id),
    ),
    ...repeatIn('shipments', shipments.map(keyOf)),
    ...Object.entries({ orders, payments, shipments }).flatMap(([name, events]) =>
      disorderIn(
        name,
        events.map(({ at }) => at),
      ),
    ),
    ...shareFault('Failed payments', failed.length / payments.length, { expected: 0.1, tolerance: 0.01 }),
    ...keyFaults(placed, [...cancelled, ...payments, ...shipments]),
    ...attemptFaults(orders, payments),
    ...shipmentFaults(payments, shipments),
  ];
}

/** Everything has the customer and the total of an earlier order. */
function keyFaults(orders: readonly Order[], events: readonly Event[]): readonly string[] {
  const { faults, expect } = newFaults();
  const orderOf = keyedBy(orders, (order) => order.order_id);
  for (const { order_id: id, customer_id: customer, total, at } of events) {
    const order = orderOf.get(id);
    expect(
      order?.customer_id === customer && order.total === total,
      `Order ${id} has two customers or totals`,
    );
    expect(msOf(at) > msOf(order?.at), `Order ${id} is placed after what follows it`);
  }
  return faults;
}

/** The first attempt comes seconds after the order. Each failed one leads to another, or to the end of the order. */
function attemptFaults(orders: readonly Order[], payments: readonly Payment[]): readonly string[] {
  const { faults, expect } = newFaults();
  const of = (status: Order['status']): ReadonlyMap<number, Order> =>
    keyedBy(
      orders.filter((order) => order.status === status),
      (order) => order.order_id,
    );
  const [placed, cancelled] = [of('placed'), of('cancelled')];
  const endMs = msOf(orders.at(-1)?.at);
  for (const [id, attempts] of groupedBy(payments, (payment) => payment.order_id)) {
    const seconds = (msOf(attempts[0]?.at) - msOf(placed.get(id)?.at)) / 1000;
    expect(seconds > 0 && seconds < 600, `Order ${id} is paid after ${seconds} s`);
    for (const [i, { attempt, status }] of attempts.entries()) {
      expect(attempt === i + 1, `Attempt ${i + 1} of order ${id} is number ${attempt}`);
      expect(status === 'failed' || i === attempts.length - 1, `Order ${id} is paid again`);
    }
    faults.push(...lastFaults(id, attempts.at(-1), { isCancelled: cancelled.has(id), endMs }));
  }
  return faults;
}

/** The last attempt is a payment, or the order is cancelled, or what follows comes after the end. */
function lastFaults(
  id: number,
  last: Payment | undefined,
  { isCancelled, endMs }: { readonly isCancelled: boolean; readonly endMs: number },
): readonly string[] {
  if (last?.status === 'paid') return isCancelled ? [`Order ${id} is paid and cancelled`] : [];
  const isOver = isCancelled || endMs - msOf(last?.at) < RETRY_MS;
  return isOver ? [] : [`The failed payment of order ${id} is not tried again`];
}

/** Paid orders ship, hours later. */
function shipmentFaults(payments: readonly Payment[], shipments: readonly Event[]): readonly string[] {
  const { faults, expect } = newFaults();
  const paid = keyedBy(
    payments.filter(({ status }) => status === 'paid'),
    (payment) => payment.order_id,
  );
  for (const { order_id: id, at } of shipments) {
    const payment = paid.get(id);
    const hours = (msOf(at) - msOf(payment?.at)) / 3_600_000;
    expect(payment !== undefined, `Order ${id} ships unpaid`);
    expect(hours > 0.5 && hours < 24, `Order ${id} ships after ${hours} h`);
  }
  return faults;
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a cancelled order ships': (rows) => {
    const {
      order_id: id,
      customer_id,
      total,
    } = rowWhere(rows, 'orders', (row) => row['status'] === 'cancelled');
    const last = rowAt(rows, 'shipments', -1);
    rows['shipments']?.push({ ...last, order_id: id, customer_id, total });
  },
  'an unpaid order ships': (rows) => {
    const { order_id: id } = rowAt(rows, 'shipments', 0);
    rowWhere(rows, 'payments', (row) => row['order_id'] === id && row['status'] === 'paid')['status'] =
      'failed';
  },
  'a payment has another total': (rows) => {
    rowAt(rows, 'payments', 0)['total'] = 1;
  },
  'a failed payment is not tried again': (rows) => {
    const payments = rows['payments'] ?? [];
    payments.splice(payments.indexOf(rowWhere(rows, 'payments', (row) => row['attempt'] === 2)), 1);
  },
  'an order is paid twice': (rows) => {
    rowWhere(rows, 'payments', (row) => row['attempt'] === 1 && row['status'] === 'failed')['status'] =
      'paid';
  },
  'a payment comes before its order': (rows) => {
    rowAt(rows, 'payments', 0)['at'] = '2026-11-20T00:00:00.000Z';
  },
  'rows are out of order': (rows) => {
    rows['shipments']?.reverse();
  },
};
