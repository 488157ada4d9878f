import { expect, test } from 'vitest';
import { grouped, isOneFor, rowsOfTemplate } from '../../test/templates.ts';

interface Item {
  readonly product_id: string;
  readonly product: string;
  readonly price: number;
  readonly quantity: number;
  readonly amount: number;
}
interface Order {
  readonly timestamp: string;
  readonly order_id: number;
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly cart: readonly Item[];
  readonly subtotal: number;
  readonly coupon: string | null;
  readonly discount: number;
  readonly shipping: number;
  readonly total: number;
  readonly status: string;
  readonly payment: { readonly amount: number; readonly state: string };
}
const orders = rowsOfTemplate<Order>('Online Shop', { count: 9800, seed: 7, stepMs: 100 });
const items = orders.flatMap(({ cart }) => cart);
const cents = (amount: number): number => Math.round(amount * 100);

test('every total is the sum of the items minus the coupon plus shipping, and equals the payment', () => {
  const wrong = orders.filter(({ cart, subtotal, coupon, discount, shipping, total, payment }) => {
    const share = coupon === 'WELCOME10' ? 0.1 : coupon === 'FRIENDS20' ? 0.2 : 0;
    return !(
      cart.every(({ price, quantity, amount }) => cents(amount) === cents(price) * quantity) &&
      cents(subtotal) === cart.reduce((sum, { amount }) => sum + cents(amount), 0) &&
      discount > 0 === (coupon !== null) &&
      Math.abs(discount - subtotal * share) < 0.05 &&
      shipping === (subtotal >= 50 ? 0 : 4.9) &&
      cents(total) === cents(subtotal) - cents(discount) + cents(shipping) &&
      payment.amount === total
    );
  });
  expect(wrong).toEqual([]);
});

test('a user keeps their name, email and country, and no two users share an email', () => {
  expect(isOneFor(orders, 'user_id', ['name', 'email', 'country'])).toBe(true);
  const users = grouped(orders, ({ user_id: id }) => id);
  expect(users.size).toBeLessThan(4900);
  expect(new Set(orders.map(({ email }) => email)).size).toBe(users.size);
  for (const { email } of orders) expect(email).toMatch(/^[a-z0-9-]+\.[a-z0-9-]+\.\d+@example\.com$/);
});

test('a product keeps its name and price', () => {
  expect(isOneFor(items, 'product_id', ['product', 'price'])).toBe(true);
  expect(grouped(items, ({ product_id: id }) => id).size).toBeGreaterThan(400);
});

test('the state of a payment follows from the status of its order', () => {
  const states = new Map(orders.map(({ status, payment }) => [status, payment.state]));
  expect(Object.fromEntries(states)).toEqual({
    paid: 'captured',
    pending: 'authorized',
    refunded: 'refunded',
    cancelled: 'voided',
  });
  for (const { status, payment } of orders) expect(payment.state).toBe(states.get(status));
});

test('order numbers are consecutive', () => {
  const pending = orders.filter(({ status }) => status === 'pending');
  pending.forEach(({ order_id: id }, i) => expect(id).toBe(100_001 + i));
});

test('an order is pending, then paid or cancelled, and keeps its user, cart and payment', () => {
  const ways = [...grouped(orders, ({ order_id: id }) => id).values()].map((steps) => {
    const [{ status: _, payment, ...first }, ...more] = steps as [Order, ...Order[]];
    for (const { status: _own, payment: later, timestamp: _at, ...own } of more) {
      expect({ ...own, timestamp: first.timestamp }).toEqual(first);
      expect({ ...later, state: '' }).toEqual({ ...payment, state: '' });
    }
    return steps.map(({ status }) => status).join(' ');
  });
  expect([...new Set(ways)].toSorted()).toEqual([
    'pending',
    'pending cancelled',
    'pending paid',
    'pending paid refunded',
  ]);
});

test('twenty events show most of what happens to orders', () => {
  const shown = [1, 2, 3, 4, 5].map(
    (seed) =>
      new Set(
        rowsOfTemplate<Order>('Online Shop', { count: 20, seed, stepMs: 1000 }).map(({ status }) => status),
      ).size,
  );
  expect(Math.min(...shown)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...shown)).toBeGreaterThanOrEqual(3);
});
