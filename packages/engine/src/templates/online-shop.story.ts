import { bars, binned, DAY, edges, plot, type Story } from '../../../../apps/docs/reference/story.ts';
import { grouped } from '../../test/templates.ts';

interface Order {
  readonly status: string;
  readonly cart: readonly {
    readonly product_id: string;
    readonly product: string;
    readonly price: number;
    readonly quantity: number;
  }[];
  readonly total: number;
}

/** The first step of each order. */
const ordersOf = (steps: readonly Order[]): readonly Order[] =>
  steps.filter(({ status }) => status === 'pending');

export const story: Story<Order> = {
  about:
    'Users and products come from pools in which a few are far more frequent than the rest. A user has the same name, email and country in every order, and a product the same name and price. Amounts are the sum of the cart, and the payment status follows from the order status. Each order is a journey in time: pending, then paid or cancelled within seconds, and now and then refunded. It keeps its user, cart and payment.',
  // Two steps an order.
  rows: 2 * DAY.count,
  charts: {
    products: (steps) => {
      const orders = ordersOf(steps);
      const items = orders.flatMap(({ cart }) => cart);
      const products = [...grouped(items, ({ product_id: id }) => id)].map(([id, all]) => ({
        name: `${String(id)}, ${all[0]?.product} at ${all[0]?.price.toFixed(2)}`,
        value: all.reduce((sum, { quantity }) => sum + quantity, 0),
      }));
      return bars(
        {
          title: 'The ten best-selling products',
          description:
            'Of 500 products, the first sells three times as often as the fifth and more than two hundred times as often as the last. Each has one name and one price.',
        },
        'items sold in about 10,000 orders',
        '',
        products.toSorted((a, b) => b.value - a.value).slice(0, 10),
      );
    },
    totals: (steps) => {
      const orders = ordersOf(steps);
      const totals = orders.map(({ total }) => total);
      return plot({
        title: 'Order totals',
        description:
          'Many small orders and a long tail. Carts below 50 pay 4.90 for shipping, which lifts many of them to just above 50, where free shipping starts. One order out of twenty exceeds 300.',
        x: { label: 'order total', ticks: [0, 50, 100, 150, 200, 250, 300] },
        y: { label: '% of orders, by 5', ticks: [0, 2, 4, 6] },
        panels: [{ columns: binned(totals, edges(0, 300, 60)) }],
      });
    },
  },
};
