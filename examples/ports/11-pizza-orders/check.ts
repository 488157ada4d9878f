import {
  disorderIn,
  keyedBy,
  msOf,
  newFaults,
  repeatIn,
  rowAt,
  rowsOf,
  shareFault,
  type Row,
  type Rows,
} from '../rows.ts';

interface Event {
  readonly store_id: number;
  readonly store_order_id: number;
  readonly time: string;
}
interface Line {
  readonly product_id: number;
  readonly category: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly net_price: number;
}
type Order = Event & { readonly order_lines: readonly Line[] };
type Completed = Event & { readonly order_delivery_time_secs: number };

/** Orders end at most this long after they are accepted. */
const LONGEST_MS = 2_000_000;

/** Every order is completed or cancelled once, and later; the lines of an order are records that add up. */
export function check(rows: Rows): readonly string[] {
  const orders = rowsOf(rows, 'pizza-orders') as readonly Order[];
  const completed = rowsOf(rows, 'pizza-orders-completed') as readonly Completed[];
  const cancelled = rowsOf(rows, 'pizza-orders-cancelled') as readonly Event[];
  const ended = [...completed, ...cancelled];
  return [
    ...Object.entries({ orders, completed, cancelled }).flatMap(([name, events]) => [
      ...repeatIn(
        name,
        events.map((event) => event.store_order_id),
      ),
      ...disorderIn(
        name,
        events.map(({ time }) => time),
      ),
    ]),
    ...shareFault('Cancelled', cancelled.length / ended.length, { expected: 0.05, tolerance: 0.01 }),
    ...endFaults(orders, ended),
    ...timeFaults(orders, completed),
    ...lineFaults(orders),
  ];
}

/** Each end belongs to one order, and no order stays open for longer than the longest wait. */
function endFaults(orders: readonly Order[], ended: readonly Event[]): readonly string[] {
  const { faults, expect } = newFaults();
  const byId = keyedBy(orders, (order) => order.store_order_id);
  for (const { store_id: store, store_order_id: id, time } of ended) {
    const order = byId.get(id);
    expect(order?.store_id === store, `Store ${store} never accepted order ${id}`);
    expect(msOf(time) > msOf(order?.time), `Order ${id} ends before it is accepted`);
  }
  const ends = new Set(ended.map((event) => event.store_order_id));
  expect(ends.size === ended.length, 'An order is both completed and cancelled');
  const lastMs = msOf(orders.at(-1)?.time);
  for (const { store_order_id: id, time } of orders)
    expect(ends.has(id) || lastMs - msOf(time) < LONGEST_MS, `Order ${id} never ends`);
  return faults;
}

/** The delivery takes from 1,100 to 2,000 s, as the row says. */
function timeFaults(orders: readonly Order[], completed: readonly Completed[]): readonly string[] {
  const { faults, expect } = newFaults();
  const byId = keyedBy(orders, (order) => order.store_order_id);
  for (const { store_order_id: id, time, order_delivery_time_secs: seconds } of completed) {
    const tookMs = msOf(time) - msOf(byId.get(id)?.time);
    expect(seconds === Math.floor(tookMs / 1000), `Order ${id} took ${tookMs} ms, not ${seconds} s`);
    expect(seconds >= 1100 && seconds <= 2000, `Order ${id} took ${seconds} s`);
  }
  return faults;
}

/** One to six lines, each product once, each at one price and in one category. */
function lineFaults(orders: readonly Order[]): readonly string[] {
  const { faults, expect } = newFaults();
  const products = new Map<number, string>();
  for (const { store_order_id: id, order_lines: lines } of orders) {
    expect(
      new Set(lines.map((line) => line.product_id)).size === lines.length,
      `Order ${id} has a product twice`,
    );
    for (const { product_id: product, category, quantity, unit_price: price, net_price: net } of lines) {
      expect(net === Math.round(quantity * price * 100) / 100, `A line of order ${id} does not add up`);
      const words = `${category} for ${price}`;
      expect(
        (products.get(product) ?? words) === words,
        `Product ${product} is ${products.get(product)} and ${words}`,
      );
      products.set(product, words);
    }
  }
  const lengths = new Set(orders.map((order) => order.order_lines.length));
  const isFull = lengths.size === 6 && lengths.has(1) && lengths.has(6);
  expect(isFull, `Orders have ${[...lengths].join(', ')} lines`);
  return faults;
}

const lineOf = (rows: Rows, place: number): Row =>
  (rowAt(rows, 'pizza-orders', place)['order_lines'] as Row[])[0] ?? {};

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a completion comes before its order': (rows) => {
    rowAt(rows, 'pizza-orders-completed', 0)['time'] = '2026-11-20T10:59:59.000Z';
  },
  'an order was never accepted': (rows) => {
    rows['pizza-orders']?.splice(10, 1);
  },
  'an order is completed twice': (rows) => {
    const again = rowAt(rows, 'pizza-orders-completed', -1);
    rows['pizza-orders-completed']?.push({ ...again });
  },
  'an order never ends': (rows) => {
    rows['pizza-orders-completed']?.splice(10, 1);
  },
  'a line does not add up': (rows) => {
    lineOf(rows, 5)['net_price'] = 0.01;
  },
  'a product has another category': (rows) => {
    lineOf(rows, -1)['category'] = 'soup';
  },
};
