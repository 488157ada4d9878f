import { grouped } from '../../../../packages/core/test/templates.ts';
import { bars } from '../chart/bars.ts';
import { plot } from '../chart/plot.ts';
import { binned, edges, type Story } from '../story.ts';

interface Order {
  readonly cart: readonly {
    readonly product_id: string;
    readonly product: string;
    readonly price: number;
    readonly quantity: number;
  }[];
  readonly total: number;
}

/** Of the template Online Shop. */
export const onlineShop: Story<Order> = {
  about:
    'Users and products come out of pools, in which a few are far more frequent than the others. What belongs to a user or a product is the same in every order: name, email and country, product name and price. Amounts are added up from the cart, and the state of the payment follows from the status of the order.',
  charts: {
    products: (orders) => {
      const items = orders.flatMap(({ cart }) => cart);
      const products = [...grouped(items, ({ product_id: id }) => id)].map(([id, all]) => ({
        name: `${String(id)}, ${all[0]?.product} at ${all[0]?.price.toFixed(2)}`,
        value: all.reduce((sum, { quantity }) => sum + quantity, 0),
      }));
      return bars(
        {
          title: 'The ten products that sell best',
          description:
            'Of 500 products, the first sells three times as often as the fifth, and more than a hundred times as often as the last. Each has one name and one price.',
        },
        'items sold in 10,000 orders',
        '',
        products.toSorted((a, b) => b.value - a.value).slice(0, 10),
      );
    },
    totals: (orders) => {
      const totals = orders.map(({ total }) => total);
      return plot({
        title: 'Totals of orders',
        description:
          'Many small orders and a long tail. Carts below 50 pay 4.90 for shipping, which lifts many of them to just above 50, where those that pay none begin. One order of twenty is beyond 300.',
        x: { label: 'total of the order', ticks: [0, 50, 100, 150, 200, 250, 300] },
        y: { label: '% of orders, by 5', ticks: [0, 2, 4, 6] },
        panels: [{ columns: binned(totals, edges(0, 300, 60)) }],
      });
    },
  },
};
